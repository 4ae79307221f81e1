public import Chess
public import Games
public import Opponents

/// The computer player of chess as pages and servers offer it: its levels, and who plays them.
///
/// This is the one place that says who that is.
public struct ChessComputer: Hashable, Sendable {
  /// The number, 1 for the weakest.
  public let level: Int

  /// The levels that exist.
  public static let levels = 1...5
  /// The level that a new player meets first.
  public static let usual = ChessComputer(unchecked: 2)
  /// Every level, weakest first.
  public static var all: [ChessComputer] { levels.map { ChessComputer(unchecked: $0) } }

  /// Creates the player of a level; `nil` if there is none.
  public init?(level: Int) {
    guard ChessComputer.levels.contains(level) else { return nil }
    self.level = level
  }

  private init(unchecked level: Int) { self.level = level }

  /// What people call the level.
  public var name: String {
    switch level {
    case 1: "Child"
    case 2: "Beginner"
    case 3: "Casual"
    case 4: "Keen"
    default: "Club"
    }
  }

  /// What the level does, in a sentence without a full stop.
  public var summary: String {
    switch level {
    case 1: "takes what it can and often overlooks your reply"
    case 2: "looks two moves ahead and overlooks a reply now and then"
    case 3: "looks two moves ahead and rarely overlooks a reply"
    case 4: "looks three moves ahead and rarely overlooks a reply"
    default: "looks three moves ahead and overlooks nothing there"
    }
  }

  /// Chooses a move for the side to move; `nil` if it has none.
  public func choose(
    in game: ChessGame, chance: inout Chance, limits: SearchLimits = SearchLimits()
  ) -> ChessAction? {
    AlphaBetaOpponent(
      evaluation: PlainChessEvaluation(), depth: level > 3 ? 3 : 2,
      carelessness: level < 5 ? 12 : 6, oversight: [60, 30, 10, 10, 0][level - 1]
    ).choose(in: game, for: game.position.sideToMove.seat, chance: &chance, limits: limits)?.move
  }
}

/// A judgement by the worth of the pieces and how near they are to the middle, in hundredths of a pawn.
struct PlainChessEvaluation: Evaluation {
  typealias Position = ChessGame

  func value(of game: ChessGame, for seat: Seat) -> Int {
    var value = 0
    for square in ChessSquare.all {
      guard let piece = game.position[square] else { continue }
      let rank = piece.side == .white ? square.rank : 7 - square.rank
      let fromMiddle = max(abs(2 * square.file - 7), abs(2 * square.rank - 7))
      let place =
        switch piece.kind {
        case .pawn: rank * 3 + (7 - abs(2 * square.file - 7)) * rank / 2
        case .knight, .bishop: 30 - 6 * fromMiddle + (rank == 0 ? -12 : 0)
        case .rook, .queen: 4 - fromMiddle / 2
        case .king: rank == 0 ? fromMiddle * 3 : -10
        }
      let worth = 100 * ChessMaterial.value(of: piece.kind) + place
      value += piece.side == .white ? worth : -worth
    }
    return ChessSide(seat) == .white ? value : -value
  }
}
