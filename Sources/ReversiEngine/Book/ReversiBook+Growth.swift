public import Reversi

/// A position that a book should know next, and how it should be searched.
public struct BookTask: Hashable, Sendable {
  /// The position.
  public let position: ReversiPosition
  /// How far below the best a move may be and still be of interest, in discs.
  public let margin: Int
  /// How far from the start it is: a ply counts 2, and a disc given away on the way counts 1.
  public let cost: Int
}

/// Growth by drop-out expansion (T. R. Lincke 2000): the position that is nearest to the best lines comes next.
extension ReversiBook {
  /// How far below the best of its position a move may be and still be looked at.
  public static let usualMargin = 5

  /// The position to search next.
  ///
  /// Of the moves that lead out of the book the one with the least cost, or a position of the book whose moves have
  /// become so bad that one that is not known may be better.
  ///
  /// - Complexity: some look at each move of the book.
  public func nextTask() -> BookTask? {
    guard let root = index(of: BookPosition.start.canonical.position) else {
      return ReversiBook.task(.start, margin: ReversiBook.usualMargin, cost: 0)
    }
    var costs = Array(repeating: Int.max, count: nodes.count)
    costs[root] = 0
    var best: (position: BookPosition, margin: Int, cost: Int)?
    for index in lastFirst.reversed() where costs[index] < Int.max {
      let node = nodes[index]
      if node.value < node.rest, costs[index] < best?.cost ?? Int.max {
        let searched = node.moves.map { $0.searched }.max() ?? node.value
        best = (
          node.position, max(0, searched - node.value) + ReversiBook.usualMargin, costs[index]
        )
      }
      for move in node.moves {
        let cost = costs[index] + 2 + node.value - value(of: move)
        if let child = move.child {
          costs[child] = min(costs[child], cost)
        } else if cost < best?.cost ?? Int.max, let step = node.position.playing(move.square),
          !step.isOver
        {
          best = (step.position, ReversiBook.usualMargin, cost)
        }
      }
    }
    return best.flatMap { ReversiBook.task($0.position, margin: $0.margin, cost: $0.cost) }
  }

  private static func task(_ position: BookPosition, margin: Int, cost: Int) -> BookTask? {
    ReversiPosition(black: position.own, white: position.opponent, sideToMove: .black).map {
      BookTask(position: $0, margin: margin, cost: cost)
    }
  }

  /// Whether a position would be connected: it is the start, or a known move leads to it.
  ///
  /// Only such positions can be added.
  public func isReached(_ position: ReversiPosition) -> Bool {
    let wanted = ReversiBook.plain(position).canonical.position
    if wanted == BookPosition.start.canonical.position { return true }
    return nodes.contains { node in
      node.position.empties == wanted.empties + 1
        && node.moves.contains {
          node.position.playing($0.square)?.position.canonical.position == wanted
        }
    }
  }

  /// Takes what a search with a margin found into the book, instead of what it knew of the position before.
  ///
  /// - Parameters:
  ///   - report: of a search that ended by itself.
  ///   - position: the position that was searched; a known move has to lead to it, see ``isReached(_:)``.
  public mutating func learn(_ report: ReversiReport, of position: ReversiPosition) {
    let plain = ReversiBook.plain(position)
    let (canonical, symmetry) = plain.canonical
    var moves: [Move] = []
    var seen: [BookPosition] = []
    for line in report.lines {
      guard case .place(let square) = line.move, let step = plain.playing(square.index) else {
        continue
      }
      let next = step.position.canonical.position
      if seen.contains(next) { continue }
      seen.append(next)
      moves.append(
        Move(
          square: Symmetry.image(square: square.index, symmetry),
          searched: max(-64, min(64, line.value))))
    }
    guard !moves.isEmpty else { return }
    var node = Node(
      position: canonical, moves: moves, depth: max(0, min(60, report.depth)),
      rest: max(-64, min(64, report.rest)))
    if let index = index(of: canonical) {
      // What is connected stays so.
      for move in nodes[index].moves {
        guard let child = canonical.playing(move.square)?.position.canonical.position else {
          continue
        }
        if !seen.contains(child) { node.moves.append(move) }
      }
      nodes[index] = node
    } else {
      append(node)
    }
    propagate()
  }

  /// Adds a move to a position of the book, so that the position behind it can be added.
  ///
  /// - Returns: whether the book knows the position, and the move is legal there.
  public mutating func note(_ move: ReversiMove, value: Int, in position: ReversiPosition) -> Bool {
    guard case .place(let square) = move, let (index, symmetry) = find(ReversiBook.plain(position))
    else { return false }
    let image = Symmetry.image(square: square.index, symmetry)
    guard let step = nodes[index].position.playing(image) else { return false }
    let next = step.position.canonical.position
    let isKnown = nodes[index].moves.contains {
      nodes[index].position.playing($0.square)?.position.canonical.position == next
    }
    if !isKnown {
      nodes[index].moves.append(Move(square: image, searched: max(-64, min(64, value))))
      propagate()
    }
    return true
  }
}

/// What a check of a book found.
public struct BookCheck: Hashable, Sendable {
  /// How many positions there are.
  public var positions = 0
  /// How many moves are known.
  public var moves = 0
  /// How many of them lead to positions of the book.
  public var connected = 0
  /// The mean difference, in discs, between what a search said of a connected move and what the book knows now.
  public var drift = 0.0
  /// The greatest such difference.
  public var greatestDrift = 0
  /// Positions whose value is not the best of their moves, or is below what an unknown move may be worth.
  public var doubtful = 0
  /// Positions that no line from the start leads to.
  public var lost = 0
  /// What the start is worth to the side to move.
  public var startValue = 0
  /// What the last position of the book's best line is worth to the side that began.
  public var lineValue = 0
  /// How many moves the best line has.
  public var lineLength = 0
}

extension ReversiBook {
  /// Checks that the values hang together.
  public func check() -> BookCheck {
    var check = BookCheck()
    check.positions = nodes.count
    var isReached = Array(repeating: false, count: nodes.count)
    if let root = index(of: BookPosition.start.canonical.position) { isReached[root] = true }
    var sum = 0
    for index in lastFirst.reversed() {
      let node = nodes[index]
      var best = -64
      for move in node.moves {
        check.moves += 1
        best = max(best, value(of: move))
        guard let child = move.child else { continue }
        if isReached[index] { isReached[child] = true }
        check.connected += 1
        let drift = abs(move.searched - value(of: move))
        sum += drift
        check.greatestDrift = max(check.greatestDrift, drift)
      }
      if best != node.value || node.value < node.rest { check.doubtful += 1 }
    }
    check.lost = isReached.count { !$0 }
    if check.connected > 0 { check.drift = Double(sum) / Double(check.connected) }
    check.startValue = value(of: .start) ?? 0
    var position = ReversiPosition.start
    var value = check.startValue
    for move in line(from: .start) {
      if let found = moves(in: position).first(where: { $0.move == move }) {
        value = position.sideToMove == .black ? found.value : -found.value
      }
      guard (try? position.play(move, by: position.sideToMove.seat)) != nil else { break }
      check.lineLength += 1
    }
    check.lineValue = value
    return check
  }
}
