internal import Games
internal import Matches

/// A match as one viewer may see it: what the pages and the API show.
public struct MatchView: Hashable, Sendable, Codable {
  /// The match's identifier.
  public var id: String
  /// The game's identifier.
  public var game: String
  /// The number of events so far.
  public var version: Int
  /// Where the match stands: `matching`, `open` or `ended`.
  public var status: String
  /// The line that says whose turn it is, in the words of the contract of matches.
  public var statusLine: String
  /// The reader's seat from 1, or `nil` for a spectator.
  public var you: Int?
  /// Whether the reader may act now.
  public var yourTurn: Bool
  /// The seats in order.
  public var seats: [SeatView]
  /// The position as text in the game's own form, without what the viewer may not know.
  public var position: String
  /// The scores in seat order, once the match has ended and where the game keeps them.
  public var scores: [Int]
  /// The match that was made to play again, if one was.
  public var rematch: String?
  /// The moves so far; `nil` in the events of a stream, which carry one move each.
  public var moves: [MoveView]?
}

/// A seat as it is shown.
public struct SeatView: Hashable, Sendable, Codable {
  /// The number from 1.
  public var number: Int
  /// The player's name, or `nil` while the seat is open.
  public var name: String?
  /// Where the seat stands.
  public var status: String
  /// Whether the seat may act now.
  public var mayAct: Bool
  /// What the match came to for the seat.
  public var outcome: String
}

/// A move as it is shown.
public struct MoveView: Hashable, Sendable, Codable {
  /// The number of the move, from 1, forced ones counted.
  public var ply: Int
  /// The seat that moved, from 1.
  public var seat: Int
  /// The move as text, or `nil` if the viewer may not see it.
  public var move: String?
  /// Whether the rules made the move.
  public var isForced: Bool

  enum CodingKeys: String, CodingKey {
    case ply, seat, move
    case isForced = "forced"
  }
}

/// An event as a viewer may see it.
public struct EventView: Hashable, Sendable, Codable {
  /// The place in the log.
  public var number: Int
  /// Why the reader is told, in the words of the contract of matches.
  public var reason: String
  /// The move, where the event is one.
  public var move: MoveView?
  /// The match after the event, without its moves.
  public var match: MatchView
}

/// A match as the lists show it.
public struct MatchListEntry: Hashable, Sendable, Codable {
  /// The match's identifier.
  public var id: String
  /// The game's identifier.
  public var game: String
  /// The game's name for people.
  public var title: String
  /// Where the match stands.
  public var status: String
  /// The number of events so far.
  public var version: Int
  /// Whether it waits for the reader.
  public var yourTurn: Bool
  /// The reader's seat from 1.
  public var you: Int?
  /// The names of the others, in seat order; empty while nobody has come.
  public var others: [String]
  /// When something last happened, in milliseconds since 1970.
  public var updatedAt: Int64
}

/// What a command came to: the answer that every repetition of it gets too.
public struct CommandAnswer: Hashable, Sendable, Codable {
  /// The match.
  public var match: String
  /// The match's version after the command.
  public var version: Int
}
