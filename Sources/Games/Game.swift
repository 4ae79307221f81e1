/// What a game is called and how many people play it.
public struct GameInfo: Sendable {
  /// The stable identifier, lower-case ASCII, as in addresses and files: `reversi`.
  public let id: String
  /// The name that people read: `Reversi`.
  public let title: String
  /// How many seats a match can have, within 1 to 16.
  public let seats: ClosedRange<Int>
  /// The version of the rules.
  ///
  /// A change that makes a stored game replay differently needs a new one.
  public let rulesVersion: Int

  /// Creates the description of a game.
  public init(id: String, title: String, seats: ClosedRange<Int>, rulesVersion: Int = 1) {
    self.id = id
    self.title = title
    self.seats = seats
    self.rulesVersion = rulesVersion
  }
}

/// What a new game starts from.
public struct GameSetup: Sendable {
  /// The number of seats.
  public var seats: Int
  /// The game's own options or start position as text; empty for the usual start.
  public var options: String

  /// Creates a set-up with `seats` seats and the game's own options.
  public init(seats: Int, options: String = "") {
    self.seats = seats
    self.options = options
  }
}

/// Why a game cannot be set up as asked.
public struct SetupError: Error, Sendable {
  /// What is wrong, as an English sentence without a full stop.
  public let reason: String
  /// Creates an error with its reason.
  public init(_ reason: String) { self.reason = reason }
}

/// Why the rules refuse a move; the position is unchanged.
public struct IllegalMove: Error, Hashable, Sendable {
  /// What kind of refusal it is, for programs that act on it.
  public enum Kind: String, Hashable, Sendable {
    /// The move is against the rules.
    case illegalMove
    /// A text that the move carries is longer than the game allows.
    case textTooLong
    /// Data that the move carries is larger than a match allows.
    case dataTooLarge
    /// The move names a seat that cannot be named there.
    case invalidParticipant
  }

  /// What kind of refusal it is.
  public let kind: Kind
  /// What is wrong, as an English sentence without a full stop: `d4 is occupied`.
  public let reason: String

  /// Creates an error with its reason.
  public init(_ reason: String, kind: Kind = .illegalMove) {
    self.reason = reason
    self.kind = kind
  }

  /// The seat that tried to move is not one of those that may act.
  public static let notYourTurn = IllegalMove("it is not this seat's turn")
  /// The game has ended.
  public static let gameOver = IllegalMove("the game is over")

  /// Returns whether both give the same reason.
  public static func == (a: IllegalMove, b: IllegalMove) -> Bool {
    a.kind == b.kind && a.reason.hasSameBytes(as: b.reason)
  }

  /// Hashes the reason.
  public func hash(into hasher: inout Hasher) {
    for byte in reason.utf8 { hasher.combine(byte) }
  }
}

/// Whose eyes a position is seen with.
public enum Viewer: Hashable, Sendable {
  /// A player.
  case seat(Seat)
  /// Somebody who watches.
  case spectator
  /// Somebody who may see everything: the server itself, and everybody after the end.
  case referee
}

/// A turn-based game: a position that knows its rules.
///
/// A conforming type is a value. It says who may act, accepts or refuses a move, and says when the game
/// is over and for whom it ended how. It has no clock and no source of chance of its own; both come in
/// from the referee. One seat may act at a time or several; a seat may act twice in a row; nothing here
/// knows of a board.
///
/// A conformer fulfils these laws, which `GamesTestKit.checkLaws(of:)` tests by random play:
/// - `seatsToAct` is empty exactly when `outcome` is not `nil`;
/// - a refused move leaves the position as it was;
/// - the text of each position, move and view reads back as the same value;
/// - the same moves with the same chance lead to the same position.
public protocol Game: Hashable, Sendable, TextRepresentable {
  /// What a seat does when it acts.
  associatedtype Move: Hashable, Sendable, TextRepresentable
  /// What one viewer may know of a position. A game without secrets uses the position itself.
  associatedtype View: Hashable, Sendable, TextRepresentable = Self

  /// The game's name, seats and rules version.
  static var info: GameInfo { get }

  /// Whether what a player says about results is taken as it is.
  ///
  /// Only a game of which nobody but the players knows the rules says yes.
  static var trustsResults: Bool { get }

  /// Sets up a new game.
  ///
  /// - Throws: ``SetupError`` if the number of seats or the options are not for this game.
  init(setup: GameSetup, chance: inout Chance) throws(SetupError)

  /// The number of seats in this game.
  var seatCount: Int { get }

  /// The seats that may act now; empty when the game is over.
  var seatsToAct: SeatSet { get }

  /// How the game ended, or `nil` while it goes on.
  var outcome: Outcome? { get }

  /// Plays a move.
  ///
  /// - Throws: ``IllegalMove`` with the reason; the position is then unchanged.
  mutating func play(_ move: Move, by seat: Seat, chance: inout Chance) throws(IllegalMove)

  /// The move that the rules make for a seat because there is nothing to choose, such as a pass.
  ///
  /// The referee plays it at once and records it, so that it is announced and never silent.
  var forcedMove: (seat: Seat, move: Move)? { get }

  /// Takes a seat out of a game that goes on without it. Two-seat games need not implement it.
  mutating func withdraw(_ seat: Seat, chance: inout Chance)

  /// Goes on without a move of `seat`, whose time for this turn is over.
  ///
  /// - Returns: `false` if the game cannot go on so; the position is then unchanged, and the seat has lost.
  mutating func passOver(_ seat: Seat, chance: inout Chance) -> Bool

  /// How the game ends because the time of `seat` is over, or `nil` where that seat has lost and has left the game.
  ///
  /// A game may say that nobody has won, such as chess where the opponent has too little left to mate.
  func outcomeWhenTimeExpires(for seat: Seat) -> Outcome?

  /// Whether the time of `seat` runs while it is to act.
  ///
  /// A game may let a seat take as long as it likes.
  func isTimed(_ seat: Seat) -> Bool

  /// Whether a move, made in this position, ends the turn, so that a clock for each turn begins again.
  func endsTurn(_ move: Move) -> Bool

  /// What the game has come to for a seat while it still goes on for others; `.none` for one that plays.
  ///
  /// A seat with a result acts no more, and keeps it.
  func result(of seat: Seat) -> SeatOutcome

  /// What `viewer` may know of this position.
  func view(for viewer: Viewer) -> View

  /// The text of a move of `seat`, made in this position, as `viewer` may see it; `nil` if hidden.
  func text(of move: Move, by seat: Seat, for viewer: Viewer) -> String?
}

extension Game {
  /// Trusts nobody: the rules say who has won.
  public static var trustsResults: Bool { false }

  /// Nothing is forced unless a game says so.
  public var forcedMove: (seat: Seat, move: Move)? { nil }

  /// Does nothing: with two seats, the game ends when one leaves.
  public mutating func withdraw(_ seat: Seat, chance: inout Chance) {}

  /// Does not go on: who runs out of time has lost.
  public mutating func passOver(_ seat: Seat, chance: inout Chance) -> Bool { false }

  /// Lets whoever runs out of time lose.
  public func outcomeWhenTimeExpires(for seat: Seat) -> Outcome? { nil }

  /// Lets everybody's time run.
  public func isTimed(_ seat: Seat) -> Bool { true }

  /// Ends a turn with every move.
  public func endsTurn(_ move: Move) -> Bool { true }

  /// Gives nobody a result before the end.
  public func result(of seat: Seat) -> SeatOutcome { .none }

  /// Shows every move to everybody.
  public func text(of move: Move, by seat: Seat, for viewer: Viewer) -> String? { move.text }

  /// Whether the game has ended.
  public var isOver: Bool { outcome != nil }

  /// Returns the position after a move, leaving this one as it is.
  ///
  /// - Throws: ``IllegalMove`` with the reason.
  public func playing(
    _ move: Move, by seat: Seat, chance: inout Chance
  ) throws(IllegalMove) -> Self {
    var copy = self
    try copy.play(move, by: seat, chance: &chance)
    return copy
  }
}

extension Game where View == Self {
  /// Shows the whole position to everybody.
  public func view(for viewer: Viewer) -> Self { self }
}

/// A game whose legal moves can be listed, so that programs can search it.
public protocol EnumerableGame: Game {
  /// The moves that `seat` may make now, in a fixed order; empty when it may not act.
  func legalMoves(for seat: Seat) -> [Move]
}

extension EnumerableGame {
  /// Counts the leaves of the game tree at `depth` plies; a finished game counts once.
  ///
  /// Every seat that may act is expanded, and chance is that of `seed`. For speed see each game's own.
  ///
  /// - Complexity: as many positions as it counts.
  public func perft(_ depth: Int, seed: UInt64 = 0) -> UInt64 {
    if depth == 0 || isOver { return 1 }
    var count: UInt64 = 0
    for seat in seatsToAct.seats {
      for move in legalMoves(for: seat) {
        var chance = Chance(seed: seed, move: depth)
        guard let next = try? playing(move, by: seat, chance: &chance) else { continue }
        count += next.perft(depth - 1, seed: seed)
      }
    }
    return count
  }
}
