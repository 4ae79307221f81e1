internal import Games
internal import Matches

// What the screen says of an event besides the moves, in the default English words.

extension MatchRoom {
  /// What an event says to one reader, as a sentence; `nil` where the board, or the reader's own deed, says it.
  func words(of event: MatchEvent, in match: any HostedMatch, for reader: Seat?) -> String? {
    switch event {
    case .timedOut(let seat, _): return "\(whose(seat, in: match, for: reader)) time is over."
    case .expired: return "The time for the match is over."
    case .warned(let seat): return "\(whose(seat, in: match, for: reader)) time is nearly over."
    case .reminded(let seat, _):
      return seat == reader
        ? "You are reminded that it is your turn." : "\(who(seat, in: match)) was reminded."
    case .tookBack: return "The last move was taken back."
    case .paused: return "The clocks are paused."
    case .resumed: return "The clocks run again."
    case .opened: return "A seat is open again."
    case .rematched: return "A rematch is ready."
    case .answered(let seat, let accepts):
      guard accepts else { return "The offer does not stand any more." }
      return seat == reader ? nil : "\(who(seat, in: match)) accepts."
    default: return deed(event, in: match, for: reader)
    }
  }

  /// What somebody else did.
  private func deed(
    _ event: MatchEvent, in match: any HostedMatch, for reader: Seat?
  ) -> String? {
    let (seat, words): (Seat, String)
    switch event {
    case .invited(let other, _): (seat, words) = (other, "is invited")
    case .seated(let other, _, _), .botSeated(let other, _): (seat, words) = (other, "has joined")
    case .declined(let other): (seat, words) = (other, "has declined the invitation")
    case .left(let other, let outcome): (seat, words) = (other, leaving(outcome))
    case .offered(let other, .draw): (seat, words) = (other, "offers a draw")
    case .offered(let other, .takeback): (seat, words) = (other, "asks to take the last move back")
    case .offered(let other, .pause): (seat, words) = (other, "asks for a pause")
    case .vacation(let other, let begins):
      (seat, words) = (other, begins ? "is on vacation" : "is back from vacation")
    default: return nil
    }
    return seat == reader ? nil : "\(who(seat, in: match)) \(words)."
  }

  private func leaving(_ outcome: SeatOutcome) -> String {
    switch outcome {
    case .timeExpired: "has run out of time"
    case .lost: "has resigned"
    default: "has quit"
    }
  }

  private func who(_ seat: Seat, in match: any HostedMatch) -> String {
    name(of: match.seats[seat.index], in: match) ?? "Player \(seat.number)"
  }

  private func whose(_ seat: Seat, in match: any HostedMatch, for reader: Seat?) -> String {
    seat == reader ? "Your" : "\(who(seat, in: match))’s"
  }

  /// How a match ended that did not end by the rules of its game, as a sentence; otherwise `nil`.
  func ending(of match: any HostedMatch) -> String? {
    guard match.status == .ended, !match.isOverByRules else { return nil }
    let seats = match.seats.indices.compactMap { Seat($0) }
    let late = seats.filter { match.seats[$0.index].outcome == .timeExpired }
    if late.count > 1 { return "The time for the match is over." }
    let lost = seats.filter { [.quit, .lost].contains(match.seats[$0.index].outcome) }
    if let seat = late.first ?? lost.first {
      return "\(who(seat, in: match)) \(leaving(match.seats[seat.index].outcome))."
    }
    if match.seats.allSatisfy({ $0.outcome == .tied }) {
      guard let seat = match.lateSeats.first else { return "Draw by agreement." }
      return "\(who(seat, in: match)) has run out of time, but nobody else can win: a draw."
    }
    return match.moveCount > 0
      ? "The match was ended early." : "The match did not take place."
  }
}
