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
  /// The position in which the game began, as text, where its options made that another than the usual one.
  public var start: String?
  /// The scores in seat order, once the match has ended and where the game keeps them.
  public var scores: [Int]
  /// How the match ended, as a sentence, where that was not by the rules of the game.
  public var ending: String?
  /// The match that was made to play again, if one was.
  public var rematch: String?
  /// The moves so far; `nil` in the events of a stream, which carry one move each.
  public var moves: [MoveView]?
  /// The clocks, from when all seats are filled; `nil` without any.
  public var clock: ClockView?
  /// The time control as text, `none` without one.
  public var timeControl: String = "none"
  /// Who besides members may look: `none`, `link`, `public` or `delayed-` and a number of moves.
  public var spectators: String = "link"
  /// What is offered now.
  public var offer: OfferView?
  /// What the reader can offer now: some of `draw`, `takeback` and `pause`; `nil` for who does not play.
  public var mayOffer: [String]?
  /// The seats whose time is over, and that lose if another member claims it.
  public var claimable: [Int] = []
  /// The exchanges that the reader takes part in or has to resolve; `nil` for who does not play.
  public var exchanges: [ExchangeView]?
  /// What a carried match carries.
  public var data: String?
  /// Who gets the baton of a carried match if its holder does not act in time, in order.
  public var next: [Int]?
  /// The seats that the last list of a carried match named in vain.
  public var skipped: [Int]?
}

/// The clocks of a match as they stood at its last event.
public struct ClockView: Hashable, Sendable, Codable {
  /// The instant for which they are told, in milliseconds since 1970.
  public var at: Int64
  /// What each seat had left then, in milliseconds, periods included; `nil` for one without a clock.
  public var remaining: [Int64?]
  /// The seats whose time runs.
  public var running: [Int]
  /// Whether all agreed to stop the clocks.
  public var isPaused: Bool
  /// When time runs out if nothing happens before, in milliseconds since 1970.
  public var deadline: Int64?
  /// Whose time that is; `nil` for that of the whole match.
  public var deadlineSeat: Int?
  /// What each seat has left to be on vacation, in milliseconds.
  public var vacation: [Int64]
  /// The seats that are on vacation.
  public var away: [Int]

  enum CodingKeys: String, CodingKey {
    case at, remaining, running, deadline, deadlineSeat, vacation, away
    case isPaused = "paused"
  }
}

/// An offer as it is shown.
public struct OfferView: Hashable, Sendable, Codable {
  /// The number by which an answer names it.
  public var number: Int
  /// What is offered: `draw`, `takeback` or `pause`.
  public var kind: String
  /// Who offers it.
  public var seat: Int
  /// Who has accepted so far.
  public var accepted: [Int]
}

/// An exchange as it is shown.
public struct ExchangeView: Hashable, Sendable, Codable {
  /// The number within the match.
  public var id: Int
  /// Who asked.
  public var from: Int
  /// Who was asked.
  public var to: [Int]
  /// What was asked.
  public var payload: String
  /// Where it stands: `active`, `complete`, `resolved` or `cancelled`.
  public var status: String
  /// When the time for replies is over, in milliseconds since 1970.
  public var deadline: Int64?
  /// The replies that the reader may see, in the order in which they came.
  public var replies: [ReplyView]
  /// Who has still to reply.
  public var awaited: [Int]
}

/// A reply as it is shown.
public struct ReplyView: Hashable, Sendable, Codable {
  /// Who replied.
  public var seat: Int
  /// What it replied.
  public var payload: String
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
  /// The name of the server's own player who sits here, if one does.
  public var bot: String?
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
  /// What the screen says of it, as a sentence; `nil` for a move and for what the reader did.
  public var words: String?
  /// The move, where the event is one.
  public var move: MoveView?
  /// The seat that it is about, where there is one.
  public var seat: Int?
  /// The exchange that it is about, where there is one.
  public var exchange: Int?
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
  /// The names of the others, computers too, in seat order; empty while nobody has come.
  public var others: [String]
  /// When something last happened, in milliseconds since 1970.
  public var updatedAt: Int64
  /// Whether the reader is invited and has not answered.
  public var isInvitation: Bool = false
  /// Whether the match goes on and nobody has moved yet.
  public var isNew: Bool = false
  /// When somebody's time runs out if nothing happens before, in milliseconds since 1970.
  public var deadline: Int64?

  enum CodingKeys: String, CodingKey {
    case id, game, title, status, version, yourTurn, you, others, updatedAt, deadline
    case isInvitation = "invitation"
    case isNew = "new"
  }
}

/// What a command came to: the answer that every repetition of it gets too.
public struct CommandAnswer: Hashable, Sendable, Codable {
  /// The match.
  public var match: String
  /// The match's version after the command.
  public var version: Int
}
