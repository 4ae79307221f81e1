public import Games

/// What a match was made with; none of it changes afterwards.
public struct MatchTerms: Hashable, Sendable {
  /// The identifier of the game.
  public let game: String
  /// The version of the rules that the match keeps to the end.
  public let rulesVersion: Int
  /// The number of seats.
  public let seatCount: Int
  /// The secret seed of the match's chance; it never leaves the server.
  public let seed: UInt64
  /// The game's options or start position, empty for the usual start.
  public let options: String
  /// What the players agreed on besides the game.
  public var policies: MatchPolicies

  /// Creates terms.
  public init(
    game: String, rulesVersion: Int, seatCount: Int, seed: UInt64, options: String = "",
    policies: MatchPolicies = MatchPolicies()
  ) {
    self.policies = policies
    self.game = game
    self.rulesVersion = rulesVersion
    self.seatCount = seatCount
    self.seed = seed
    self.options = options
  }

  /// Creates terms for a game in its present version.
  public init<G: Game>(for game: G.Type, seatCount: Int, seed: UInt64, options: String = "") {
    self.init(
      game: G.info.id, rulesVersion: G.info.rulesVersion, seatCount: seatCount, seed: seed,
      options: options)
  }

  /// Returns whether both are the same terms.
  public static func == (a: MatchTerms, b: MatchTerms) -> Bool {
    a.game.hasSameBytes(as: b.game) && a.rulesVersion == b.rulesVersion
      && a.seatCount == b.seatCount && a.seed == b.seed && a.options.hasSameBytes(as: b.options)
      && a.policies == b.policies
      && a.policies == b.policies
  }

  /// Hashes the seed and the counts.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rulesVersion)
    hasher.combine(seatCount)
    hasher.combine(seed)
  }
}
