public import Games
public import Matches

/// What a player can ask of a match.
public enum PlayerCommand: Sendable {
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
  /// Takes a seat back from who was invited or has joined, while seats are being filled.
  case open(Seat)
  /// Plays a move, given as text.
  case move(String)
  /// Takes a turn of a carried match.
  case turn(CarriedMove)
  /// Leaves the game.
  case quit
  /// Leaves the game with an outcome of one's own, in turn with a last turn of a carried match.
  case quitAs(SeatOutcome, handingOver: CarriedMove?)
  /// Leaves the game whatever is open, as somebody does whose account is deleted.
  case abandon
  /// Claims that the seats have lost whose time is over.
  case claim
  /// Reminds the seats that are to act.
  case remind
  /// Takes the match off the player's list.
  case remove
  /// Asks others something; a time for replies of 0 milliseconds stands for none.
  case ask(to: SeatSet, payload: String, time: Int64)
  /// Replies to a question.
  case reply(Int, payload: String)
  /// Takes a question back.
  case cancel(Int)
  /// Makes what came of exchanges part of the match, with merged data in a carried match.
  case resolve([Int], data: String?)
  /// Offers something to all others.
  case offer(OfferKind)
  /// Answers the offer with this number; who made it takes it back with a no.
  case answer(Int, accepts: Bool)
  /// Lets the clocks run again.
  case resume
  /// Begins or ends a vacation.
  case vacation(begins: Bool)
  /// Asks to play again.
  case rematch

  /// The command as the match understands it, with what only the service can draw.
  func matchCommand() -> MatchCommand {
    switch self {
    case .join: .join
    case .joinAs(let role): .joinAs(role: role)
    case .decline: .decline
    case .invite(let player, let seat): .invite(player, seat)
    case .seatBot(let name, let seat): .seatBot(name, seat)
    case .open(let seat): .open(seat)
    case .move(let text): .move(text)
    case .turn(let move): .move(move.text)
    case .quit: .quit
    case .quitAs(let outcome, let move): .quitAs(outcome, handingOver: move?.text)
    case .abandon: .abandon
    case .claim: .claim
    case .remind: .remind
    case .remove: .remove
    case .ask(let seats, let payload, let time): .ask(to: seats, payload: payload, time: time)
    case .reply(let id, let payload): .reply(id, payload: payload)
    case .cancel(let id): .cancel(id)
    case .resolve(let ids, let data):
      .resolve(ids, move: data.map { CarriedMove.save($0).text })
    case .offer(let kind): .offer(kind)
    case .answer(let number, let accepts): .answer(number, accepts: accepts)
    case .resume: .resume
    case .vacation(let begins): .vacation(begins: begins)
    case .rematch: .rematch(MatchID(Secrets.makeIdentifier()), seed: Secrets.makeSeed())
    }
  }

  /// A word for what kind of command it is, for logs and counters.
  public var kind: String {
    switch self {
    case .join, .joinAs: "join"
    case .decline: "decline"
    case .invite: "invite"
    case .seatBot: "bot"
    case .open: "open"
    case .move: "move"
    case .turn: "turn"
    case .quit, .quitAs: "quit"
    case .abandon: "abandon"
    case .claim: "claim"
    case .remind: "remind"
    case .remove: "remove"
    case .ask: "ask"
    case .reply: "reply"
    case .cancel: "cancel"
    case .resolve: "resolve"
    case .offer: "offer"
    case .answer: "answer"
    case .resume: "resume"
    case .vacation: "vacation"
    case .rematch: "rematch"
    }
  }

  /// The command as text, which its digest is made of; the first four are as they always were.
  var text: String {
    switch self {
    case .join: "join"
    case .move(let move): "move \(move)"
    case .quit: "quit"
    case .rematch: "rematch"
    case .joinAs(let role): "join \(role)"
    case .decline, .abandon, .claim, .remind, .remove, .resume: kind
    case .invite(let player, let seat): "invite \(player.text) \(seat?.number ?? 0)"
    case .seatBot(let name, let seat): "bot \(seat?.number ?? 0) \(name)"
    case .open(let seat): "open \(seat.number)"
    case .turn(let move): "turn \(move.text)"
    case .quitAs(let outcome, let move): "quit \(outcome.text) \(move?.text ?? "")"
    case .ask(let seats, let payload, let time): "ask \(seats.rawValue) \(time) \(payload)"
    case .reply(let id, let payload): "reply \(id) \(payload)"
    case .cancel(let id): "cancel \(id)"
    case .resolve(let ids, let data): "resolve \(ids) \(data ?? "-")"
    case .offer(let kind): "offer \(kind.rawValue)"
    case .answer(let number, let accepts): "answer \(number) \(accepts)"
    case .vacation(let begins): "vacation \(begins)"
    }
  }
}
