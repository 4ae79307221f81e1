public import MatchStore
public import Matches

/// Made-up matches, players and appends; equal numbers give equal names.
public enum Sample {
  /// Returns the match with a number.
  public static func match(_ number: Int) -> MatchID {
    // Spread over the key space, as random identifiers are.
    MatchID(
      Identifier128(
        high: UInt64(truncatingIfNeeded: number) &* 0x9e37_79b9_7f4a_7c15, low: UInt64(number)))
  }

  /// Returns the player with a number.
  public static func player(_ number: Int) -> PlayerID {
    PlayerID(Identifier128(high: 0x0070_6c61_7965_7200, low: UInt64(number)))
  }

  /// Returns a command key of a player.
  public static func key(_ player: Int, _ text: String) -> CommandKey {
    guard let key = CommandKey(player: Sample.player(player), key: text) else {
      preconditionFailure("a sample key must be printable ASCII")
    }
    return key
  }

  /// Returns the summary of a match of two seats, of which the first may act.
  public static func summary(
    _ match: Int, version: Int, players: [Int] = [1, 2], status: MatchStatus = .open,
    acting: Int? = nil, at milliseconds: Int64 = 1000
  ) -> MatchSummary {
    let acting = acting ?? players.first
    return MatchSummary(
      match: Sample.match(match), game: "sample", status: status, version: version,
      seats: players.map { player in
        SeatSummary(
          player: Sample.player(player), status: status == .ended ? .done : .active,
          mayAct: status != .ended && player == acting)
      }, updatedAt: Timestamp(milliseconds: milliseconds))
  }

  /// Returns an append to a match.
  public static func append(
    _ match: Int, after version: Int, bodies: [[UInt8]] = [[1, 2, 3]], key: CommandKey? = nil,
    players: [Int] = [1, 2], status: MatchStatus = .open, acting: Int? = nil,
    at milliseconds: Int64 = 1000
  ) -> Append {
    Append(
      match: Sample.match(match), expectedVersion: version, bodies: bodies,
      receivedAt: Timestamp(milliseconds: milliseconds), key: key,
      digest: key == nil ? [] : [7, UInt8(truncatingIfNeeded: version)],
      answer: key == nil ? [] : Array("answer \(version)".utf8),
      summary: summary(
        match, version: version + bodies.count, players: players, status: status, acting: acting,
        at: milliseconds))
  }

  /// Returns a player's record.
  public static func record(_ number: Int, name: String = "Ada") -> PlayerRecord {
    PlayerRecord(
      id: player(number), name: name, createdAt: Timestamp(milliseconds: Int64(number)))
  }

  /// Returns a session whose digest follows from the number.
  public static func session(_ number: Int) -> SessionRecord {
    SessionRecord(
      digest: (0..<32).map { UInt8(truncatingIfNeeded: number >> ($0 % 4 * 8)) },
      createdAt: Timestamp(milliseconds: 5))
  }
}
