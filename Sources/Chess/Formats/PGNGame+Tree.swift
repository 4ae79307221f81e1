public import Games

/// Walking through the tree and changing it.
extension PGNGame {
  /// The move that leads to a node; `nil` at the root and for a move of nobody.
  ///
  /// Castling is the king's move onto the square of its rook.
  public func move(to node: Node) -> ChessMove? { self[node].unpacked }

  /// Whether nobody moves on the way to a node, written `--`; it stands only in variations.
  public func isNullMove(to node: Node) -> Bool { self[node].move == Entry.nullMove }

  /// The node before; `nil` at the root.
  public func parent(of node: Node) -> Node? {
    node == .root ? nil : Node(index: self[node].parent)
  }

  /// The node after the main move; `nil` where the line ends.
  public func next(after node: Node) -> Node? {
    let child = self[node].firstChild
    return child == 0 ? nil : Node(index: child)
  }

  /// All nodes that follow, that of the main move first.
  public func children(of node: Node) -> [Node] {
    var children: [Node] = []
    var child = self[node].firstChild
    while child != 0 {
      children.append(Node(index: child))
      child = entries[Int(child)].nextSibling
    }
    return children
  }

  /// The nodes of the main line, without the root.
  public var mainLine: [Node] { line(from: .root) }

  /// The nodes that follow by main moves.
  public func line(from node: Node) -> [Node] {
    var line: [Node] = []
    var last = node
    while let next = next(after: last) {
      line.append(next)
      last = next
    }
    return line
  }

  /// The nodes from the first move to `node`, that one included; empty for the root.
  public func path(to node: Node) -> [Node] {
    var path: [Node] = []
    var last = node
    while let parent = parent(of: last) {
      path.append(last)
      last = parent
    }
    path.reverse()
    return path
  }

  /// The number of half-moves from the start to a node.
  public func ply(of node: Node) -> Int { path(to: node).count }

  /// The position at a node.
  ///
  /// - Complexity: O(*n*) in the number of moves that lead there.
  public func position(at node: Node) -> ChessPosition {
    var position = start
    for step in path(to: node) { position = after(step, from: position) }
    return position
  }

  /// The last position of the main line.
  public var finalPosition: ChessPosition {
    var position = start
    for step in mainLine { position = after(step, from: position) }
    return position
  }

  func after(_ node: Node, from position: ChessPosition) -> ChessPosition {
    guard let move = move(to: node) else { return position.passing ?? position }
    // Every move of the tree was legal when it came in.
    return (try? position.playing(move)) ?? position
  }

  /// What is written beside the move to a node; at the root, before the first move.
  public subscript(notes node: Node) -> PGNNotes {
    get {
      let index = self[node].notes
      return index < 0 ? PGNNotes() : notes[Int(index)]
    }
    set {
      let index = self[node].notes
      if index >= 0 {
        notes[Int(index)] = newValue
      } else if !newValue.isEmpty {
        entries[Int(node.index)].notes = Int32(notes.count)
        notes.append(newValue)
      }
    }
  }

  /// Changes what is written beside a move in its place.
  mutating func changeNotes(of node: Node, _ change: (inout PGNNotes) -> Void) {
    var index = Int(self[node].notes)
    if index < 0 {
      index = notes.count
      entries[Int(node.index)].notes = Int32(truncatingIfNeeded: index)
      notes.append(PGNNotes())
    }
    change(&notes[index])
  }

  /// Adds a move after a node: as the main move if it is the first there, else as the last variation.
  ///
  /// - Returns: the node of the move, which is an old one if the move was there.
  /// - Throws: ``IllegalMove``; nothing is changed.
  @discardableResult
  public mutating func add(_ move: ChessMove, after node: Node = .root) throws(IllegalMove) -> Node
  {
    let position = position(at: node)
    guard let legal = position.resolve(move) else { throw IllegalMove("the move is not legal") }
    let packed = Entry.packed(legal)
    for child in children(of: node) where self[child].move == packed { return child }
    return append(packed, after: node)
  }

  mutating func append(_ move: UInt16, after node: Node) -> Node {
    let new = Int32(entries.count)
    entries.append(Entry(move: move, parent: node.index))
    let last = self[node].lastChild
    if last == 0 {
      entries[Int(node.index)].firstChild = new
    } else {
      entries[Int(last)].nextSibling = new
    }
    entries[Int(node.index)].lastChild = new
    return Node(index: new)
  }

  /// Removes a move with all that follows it; the root stays.
  ///
  /// The node and those behind it are then no places in the tree any more.
  public mutating func remove(_ node: Node) {
    guard let parent = parent(of: node) else { return }
    link(children(of: parent).filter { $0 != node }, under: parent)
  }

  /// Makes a variation the main move after its parent; what was it becomes the first variation.
  public mutating func promote(_ node: Node) {
    guard let parent = parent(of: node) else { return }
    let children = children(of: parent)
    // A removed node is nobody's child any more.
    guard children.contains(node) else { return }
    link([node] + children.filter { $0 != node }, under: parent)
  }

  private mutating func link(_ children: [Node], under parent: Node) {
    entries[Int(parent.index)].firstChild = children.first?.index ?? 0
    entries[Int(parent.index)].lastChild = children.last?.index ?? 0
    for (place, child) in children.enumerated() {
      entries[Int(child.index)].nextSibling =
        place + 1 < children.count ? children[place + 1].index : 0
    }
  }

  /// The number of moves, those of variations counted, and the number of variations.
  ///
  /// - Complexity: O(*n*).
  public var counts: (moves: Int, variations: Int) {
    var moves = 0
    var variations = 0
    var walk = Walk()
    while walk.advance(in: entries) {
      moves += 1
      let parent = entries[Int(walk.index)].parent
      if entries[Int(parent)].firstChild != walk.index { variations += 1 }
    }
    return (moves, variations)
  }

  subscript(node: Node) -> Entry { entries[Int(node.index)] }

  /// Goes through the moves: each before those that follow it, the main one before its variations.
  struct Walk {
    var index: Int32 = 0

    mutating func advance(in entries: [Entry]) -> Bool {
      if entries[Int(index)].firstChild != 0 {
        index = entries[Int(index)].firstChild
        return true
      }
      while index != 0 {
        if entries[Int(index)].nextSibling != 0 {
          index = entries[Int(index)].nextSibling
          return true
        }
        index = entries[Int(index)].parent
      }
      return false
    }
  }
}

/// Two games are the same if they read the same, however they were put together.
extension PGNGame: Hashable {
  /// Returns whether tags, start, moves, notes and result are the same.
  public static func == (a: PGNGame, b: PGNGame) -> Bool {
    guard a.result == b.result, a.tags == b.tags, a.start == b.start,
      a[notes: .root] == b[notes: .root]
    else { return false }
    var (left, right) = (Walk(), Walk())
    while left.advance(in: a.entries) {
      guard right.advance(in: b.entries) else { return false }
      let (one, other) = (a.entries[Int(left.index)], b.entries[Int(right.index)])
      guard one.move == other.move, (one.firstChild == 0) == (other.firstChild == 0),
        (one.nextSibling == 0) == (other.nextSibling == 0),
        a[notes: Node(index: left.index)] == b[notes: Node(index: right.index)]
      else { return false }
    }
    return !right.advance(in: b.entries)
  }

  /// Hashes the moves in their order, and what does not depend on notes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(result)
    hasher.combine(tags)
    hasher.combine(start)
    var walk = Walk()
    while walk.advance(in: entries) { hasher.combine(entries[Int(walk.index)].move) }
  }
}
