public import Games

/// What a player asks of a match.
public enum MatchCommand: Sendable {
  /// Takes the seat that the player was invited to, or else the first open one.
  case join
  /// Takes an open seat as one who can fill these roles.
  case joinAs(role: UInt32)
  /// Declines an invitation.
  case decline
  /// Asks a player to take an open seat: the one named, or the first.
  case invite(PlayerID, Seat?)
  /// Puts the server's own player of this name on an open seat: the one named, or the first.
  case seatBot(String, Seat?)
  /// Takes a seat back from who was invited or has joined, while seats are being filled; for the maker.
  case open(Seat)
  /// Plays a move, given as text.
  case move(String)
  /// Leaves the game.
  case quit
  /// Leaves the game with an outcome of one's own: in turn with a last move that hands the baton on, if it is given.
  case quitAs(SeatOutcome, handingOver: String?)
  /// Leaves the game whatever is open, as somebody does whose account is deleted.
  case abandon
  /// Claims that the seats have lost whose time is over.
  case claim
  /// Reminds the seats that are to act.
  case remind
  /// Takes the match off the player's list.
  case remove
  /// Asks others something; a time for replies of 0 stands for none.
  case ask(to: SeatSet, payload: String, time: Int64)
  /// Replies to a question.
  case reply(Int, payload: String)
  /// Takes a question back.
  case cancel(Int)
  /// Makes what came of exchanges part of the match, with a move that does not end the turn, if one is given.
  case resolve([Int], move: String?)
  /// Offers something to all others.
  case offer(OfferKind)
  /// Answers the offer with this number; who made it takes it back with a no.
  case answer(Int, accepts: Bool)
  /// Lets the clocks run again.
  case resume
  /// Begins or ends a vacation.
  case vacation(begins: Bool)
  /// Asks to play again in a new match, whose name and seed the service drew.
  case rematch(MatchID, seed: UInt64)

  /// Whether it asks for a seat, as somebody may who has none.
  public var isJoin: Bool {
    switch self {
    case .join, .joinAs: true
    default: false
    }
  }
}
