internal import Games
internal import Reversi

/// A game as the protocols of engines count it: a pass is a move of its own, which somebody makes.
struct EngineGame: Hashable, Sendable {
  /// The positions: one more than there are moves, the first before any move.
  private(set) var positions: [ReversiPosition]
  /// The moves so far, passes among them.
  private(set) var moves: [ReversiMove] = []

  /// Starts a game at a position.
  init(start: ReversiPosition = .start) { positions = [start] }

  /// The position now.
  var position: ReversiPosition { positions[positions.count - 1] }

  /// The position before the first move.
  var start: ReversiPosition { positions[0] }

  /// Plays a move; a pass that is due before it is made as well, since many programs leave it out.
  ///
  /// - Parameters:
  ///   - move: The move.
  ///   - side: Who makes it, where that is known.
  /// - Returns: the number of moves added, 1 or 2.
  /// - Throws: ``IllegalMove``; the game is then unchanged.
  @discardableResult
  mutating func play(_ move: ReversiMove, by side: Side? = nil) throws(IllegalMove) -> Int {
    var next = position
    var added: [(ReversiMove, ReversiPosition)] = []
    if move != .pass, next.mustPass, side != next.sideToMove {
      try next.pass()
      added.append((.pass, next))
    }
    try next.play(move, by: (side ?? next.sideToMove).seat)
    added.append((move, next))
    for (move, position) in added {
      moves.append(move)
      positions.append(position)
    }
    return added.count
  }

  /// Takes back the last move, a pass as any other.
  ///
  /// - Returns: whether there was one.
  mutating func takeBack() -> Bool {
    guard !moves.isEmpty else { return false }
    moves.removeLast()
    positions.removeLast()
    return true
  }

  /// Whether this game goes on from the moves of `other`.
  func continues(_ other: EngineGame) -> Bool {
    start == other.start && moves.starts(with: other.moves)
  }
}

extension ReversiMove {
  /// The move in two capitals as NBoard and GGF write it: `F5`, or `PA` for a pass.
  var capitals: String {
    switch self {
    case .place(let square): square.text.uppercased()
    case .pass: "PA"
    }
  }
}
