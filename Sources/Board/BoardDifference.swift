/// What changed between two snapshots, square by square and piece by piece.
///
/// Pieces with an identity are followed by it. The others are followed by kind and owner so that the
/// total way they travel is the shortest possible; a piece that can stay where it is, stays. Every
/// square whose content changed takes part in at least one change, all others in none.
///
/// Beyond a dozen movers (``maximumGlides``) nothing glides: the pieces vanish and appear instead.
/// If size, names, orientation or style changed, everything is to be drawn anew and no change is listed.
public struct BoardDifference: Hashable, Sendable {
  /// One change.
  public enum Change: Hashable, Sendable {
    /// The piece, or none, is the same; its marks, its label or its state changed.
    case stay(Int)
    /// A piece goes from one square to another; it may look different there (a promotion).
    case move(from: Int, to: Int)
    /// A piece comes onto the board.
    case appear(Int)
    /// A piece leaves the board.
    case vanish(Int)
    /// Another piece takes the place of the one here (a disc that turns).
    case replace(Int)
  }

  /// The largest number of pieces that glide at once.
  public static let maximumGlides = 12

  /// The changes: first all that vanish, then moves, then what appears, is replaced, and stays.
  public let changes: [Change]
  /// Whether everything is to be drawn anew.
  public let isFull: Bool
  /// Whether so many pieces move that they fade instead of gliding.
  public let isCrowded: Bool

  /// Whether nothing changed.
  public var isEmpty: Bool { changes.isEmpty && !isFull }

  /// Finds the difference of two snapshots.
  ///
  /// - Complexity: O(*n*) in the number of squares for the comparison, plus O(*m*² *c*) for *m* ≤ 12
  ///   movers without identity among *c* changed squares.
  public init(from old: BoardSnapshot, to new: BoardSnapshot) {
    guard old.geometry == new.geometry, old.style == new.style else {
      changes = []
      isFull = true
      isCrowded = false
      return
    }
    var tracking = PieceTracking(geometry: old.geometry, old: old.squares, new: new.squares)
    isFull = false
    isCrowded = !tracking.findMoves()
    changes = tracking.changes()
  }
}

/// Finds out which piece of the old position is which of the new.
private struct PieceTracking {
  let geometry: BoardGeometry
  let old: [SquareContent]
  let new: [SquareContent]
  /// The squares whose content changed, ascending.
  let changed: [Int]
  /// Squares that a piece has left, and those that wait for one; not yet explained.
  var sources: [Int] = []
  var targets: [Int] = []
  var moves: [(from: Int, to: Int)] = []
  /// Squares on which a piece stays that only looks different.
  var turned: [Int] = []

  init(geometry: BoardGeometry, old: [SquareContent], new: [SquareContent]) {
    self.geometry = geometry
    self.old = old
    self.new = new
    var changed: [Int] = []
    for square in old.indices where old[square] != new[square] { changed.append(square) }
    self.changed = changed
    for square in changed where !old[square].holdsSamePiece(as: new[square]) {
      if old[square].occupant != nil { sources.append(square) }
      if new[square].occupant != nil { targets.append(square) }
    }
  }

  /// Finds the moves; returns `false`, and leaves none, when there are more than may glide.
  mutating func findMoves() -> Bool {
    followIdentities()
    let groups = groupsByOccupant()
    var count = moves.count
    for group in groups { count += min(group.sources.count, group.targets.count) }
    guard count <= BoardDifference.maximumGlides else {
      for move in moves {
        sources.append(move.from)
        targets.append(move.to)
      }
      moves = []
      return false
    }
    for group in groups {
      let found = shortestPairs(group.sources, group.targets)
      moves += found
      sources.removeAll { square in found.contains { $0.from == square } }
      targets.removeAll { square in found.contains { $0.to == square } }
    }
    return true
  }

  private mutating func followIdentities() {
    var known: [(number: UInt32, square: Int)] = []
    for square in targets {
      if let identity = new[square].identity { known.append((identity.rawValue, square)) }
    }
    // By number, and squares of the same number in order: a double identity is a mistake of the game,
    // which must not cost us more than a strange animation.
    known.sort { $0.number != $1.number ? $0.number < $1.number : $0.square < $1.square }
    var isTaken = [Bool](repeating: false, count: new.count)
    var left: [Int] = []
    for source in sources {
      guard let identity = old[source].identity?.rawValue,
        let target = Self.firstSquare(of: identity, in: known, notTaken: isTaken)
      else {
        left.append(source)
        continue
      }
      isTaken[target] = true
      if source == target {
        turned.append(source)
      } else {
        moves.append((source, target))
      }
    }
    sources = left
    targets.removeAll { isTaken[$0] }
  }

  private static func firstSquare(
    of number: UInt32, in known: [(number: UInt32, square: Int)], notTaken isTaken: [Bool]
  ) -> Int? {
    var low = 0
    var high = known.count
    while low < high {
      let middle = (low + high) / 2
      if known[middle].number < number { low = middle + 1 } else { high = middle }
    }
    while low < known.count, known[low].number == number {
      if !isTaken[known[low].square] { return known[low].square }
      low += 1
    }
    return nil
  }

  private struct Group {
    let occupant: Occupant
    var sources: [Int] = []
    var targets: [Int] = []
  }

  /// Returns the pieces without identity that left or arrived, kind by kind.
  private func groupsByOccupant() -> [Group] {
    var groups: [Group] = []
    func index(of occupant: Occupant) -> Int {
      for (index, group) in groups.enumerated() where group.occupant == occupant { return index }
      groups.append(Group(occupant: occupant))
      return groups.count - 1
    }
    for square in sources where old[square].identity == nil {
      if let occupant = old[square].occupant { groups[index(of: occupant)].sources.append(square) }
    }
    for square in targets where new[square].identity == nil {
      if let occupant = new[square].occupant { groups[index(of: occupant)].targets.append(square) }
    }
    return groups
  }

  private func shortestPairs(_ sources: [Int], _ targets: [Int]) -> [(from: Int, to: Int)] {
    let swapped = sources.count > targets.count
    let rows = swapped ? targets : sources
    let columns = swapped ? sources : targets
    let partners = Assignment.cheapest(rows: rows.count, columns: columns.count) { row, column in
      geometry.distance(rows[row], columns[column])
    }
    var pairs: [(from: Int, to: Int)] = []
    for (row, column) in partners.enumerated() {
      pairs.append(swapped ? (columns[column], rows[row]) : (rows[row], columns[column]))
    }
    return pairs
  }

  /// Returns the changes in the order in which they are to be drawn.
  func changes() -> [BoardDifference.Change] {
    var leaves = [Bool](repeating: false, count: old.count)
    var arrives = leaves
    var replaced = leaves
    var mentioned = leaves
    var isTarget = leaves
    for square in targets { isTarget[square] = true }
    for square in turned { replaced[square] = true }
    for square in sources {
      // What is neither followed on its way out nor on its way in gives way on the spot.
      if isTarget[square] { replaced[square] = true } else { leaves[square] = true }
    }
    for square in targets where !replaced[square] { arrives[square] = true }

    var changes: [BoardDifference.Change] = []
    for square in changed where leaves[square] {
      changes.append(.vanish(square))
      mentioned[square] = true
    }
    var destination = [Int](repeating: -1, count: old.count)
    for move in moves { destination[move.from] = move.to }
    for square in changed where destination[square] >= 0 {
      changes.append(.move(from: square, to: destination[square]))
      mentioned[square] = true
      mentioned[destination[square]] = true
    }
    for square in changed where arrives[square] {
      changes.append(.appear(square))
      mentioned[square] = true
    }
    for square in changed where replaced[square] {
      changes.append(.replace(square))
      mentioned[square] = true
    }
    for square in changed where !mentioned[square] { changes.append(.stay(square)) }
    return changes
  }
}

extension BoardGeometry {
  /// Returns the length of the straight way between two squares, in 1/1024 of a square.
  func distance(_ a: Int, _ b: Int) -> Int {
    let rows = row(of: a) - row(of: b)
    let columns = column(of: a) - column(of: b)
    // In 64 bits, since `Int` has 32 in the browser.
    return Int(integerRoot(Int64(rows * rows + columns * columns) << 20))
  }
}

/// Returns the largest number whose square is not above `number`, which must not be negative.
///
/// `Double.squareRoot()` would need the C library's mathematics, which no core room links.
private func integerRoot(_ number: Int64) -> Int64 {
  guard number > 1 else { return number }
  // Newton's method from a start that is not below the root comes down to it.
  var root: Int64 = 1 << ((Int64.bitWidth - number.leadingZeroBitCount + 1) / 2)
  while true {
    let next = (root + number / root) / 2
    if next >= root { return root }
    root = next
  }
}
