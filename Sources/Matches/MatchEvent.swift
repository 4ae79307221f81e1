public import Games

/// What came of a seat's time being over.
public enum TimeoutEffect: String, Hashable, Sendable, CaseIterable {
  /// The game goes on without its move.
  case passed
  /// It has lost.
  case lost
  /// The server moves in its place.
  case standIn
  /// Somebody else may claim that it has lost.
  case claimable
}

/// Something that happened in a match; the log of these is the match.
public enum MatchEvent: Sendable {
  /// The match was made.
  case created(MatchTerms)
  /// A player was asked to take a seat.
  case invited(Seat, PlayerID)
  /// A player took a seat, with the roles that it can fill where the match matches by roles.
  case seated(Seat, PlayerID, role: UInt32 = 0)
  /// The server's own player of this name took a seat.
  case botSeated(Seat, String)
  /// Who was invited to a seat declined.
  case declined(Seat)
  /// A seat is open again.
  case opened(Seat)
  /// A seat moved, or the rules moved for it.
  case moved(Seat, move: String, isForced: Bool)
  /// A seat left the game with this outcome.
  case left(Seat, SeatOutcome)
  /// The time of a seat was over.
  case timedOut(Seat, TimeoutEffect)
  /// The time of the whole match was over, or nobody came for too long.
  case expired
  /// A seat was told that little of its time is left.
  case warned(Seat)
  /// A seat asked others something beside the turns.
  case asked(Int, from: Seat, to: SeatSet, until: Timestamp?, payload: String)
  /// A seat replied.
  case replied(Int, Seat, payload: String)
  /// The time for replies was over.
  case lapsed(Int)
  /// The sender took an exchange back.
  case cancelled(Int)
  /// What came of exchanges is part of the match.
  case resolved([Int])
  /// A seat offered something to all others.
  case offered(Seat, OfferKind)
  /// A seat answered the offer; who made it takes it back by a no.
  case answered(Seat, accepts: Bool)
  /// The match went back to where this many moves had been made.
  case tookBack(to: Int)
  /// All agreed to stop the clocks.
  case paused
  /// A seat let the clocks run again.
  case resumed(Seat)
  /// A seat began or ended a vacation.
  case vacation(Seat, begins: Bool)
  /// A seat reminded another that it is its turn.
  case reminded(Seat, by: Seat)
  /// The clocks were given back what an outage of the server took, in milliseconds.
  case credited(Int64)
  /// The game is over.
  case ended(Outcome)
  /// A member asked to play again, and this is the match that was made for it.
  case rematched(MatchID, seed: UInt64)
  /// A member took the match off its list.
  case removed(Seat)
}

extension MatchEvent: Hashable {
  /// Returns whether both say that the same happened.
  public static func == (a: MatchEvent, b: MatchEvent) -> Bool { a.text.hasSameBytes(as: b.text) }

  /// Hashes the text form.
  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
