/// Where a match stands.
public enum MatchStatus: String, Hashable, Sendable {
  /// Seats are being filled.
  case matching
  /// The game goes on and every seat is filled.
  case open
  /// The game is over.
  case ended
}

/// Where a seat stands, as the service sets it.
public enum SeatStatus: String, Hashable, Sendable {
  /// Nobody sits here yet; anyone may be matched.
  case matching
  /// Somebody is invited and has not answered.
  case invited
  /// Who was invited has declined.
  case declined
  /// Somebody sits here and plays.
  case active
  /// The seat has its outcome and acts no more.
  case done
}
