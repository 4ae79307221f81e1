public import Games
internal import Matches

/// The games that a service hosts.
public struct GameRegistry: Sendable {
  /// One game: what it is, and how a match of it begins.
  struct Entry: Sendable {
    let info: GameInfo
    let bots: [BotInfo]
    let make:
      @Sendable (MatchTerms, MatchPolicies, PlayerID, Seat, UInt32) throws(Refusal) -> [MatchEvent]
    let begin: @Sendable (MatchEvent, Timestamp) throws(UnreadableMatch) -> any HostedMatch
  }

  private var entries: [String: Entry] = [:]

  /// Creates a registry without games.
  public init() {}

  /// Adds a game with the server's own players, weakest first; a second one of the same identifier replaces it.
  public mutating func add<G: Game>(_ game: G.Type, bots: [Bot<G>] = []) {
    entries[G.info.id] = Entry(
      info: G.info, bots: bots.map { BotInfo(name: $0.name, title: $0.title) },
      make: { terms, policies, player, seat, role throws(Refusal) in
        try Match<G>.making(terms, policies, by: player, at: seat, role: role)
      },
      begin: { event, time throws(UnreadableMatch) in
        try HostedMatchOf<G>(first: event, at: time, bots: bots)
      })
  }

  /// Returns the registry with one more game.
  public func adding<G: Game>(_ game: G.Type, bots: [Bot<G>] = []) -> GameRegistry {
    var copy = self
    copy.add(game, bots: bots)
    return copy
  }

  /// The games in the order of their identifiers.
  public var games: [GameInfo] {
    entries.values.map { $0.info }.sorted { $0.id < $1.id }
  }

  /// The server's own players of a game, weakest first; none for a game that is not hosted.
  public func bots(of game: String) -> [BotInfo] { entry(game)?.bots ?? [] }

  /// The longest identifier of a game, in bytes.
  private static let longestIdentifier = 64

  func entry(_ id: String) -> Entry? {
    // A dictionary hashes what it looks up, and hashing a long run of combining marks takes seconds.
    id.utf8.count <= GameRegistry.longestIdentifier ? entries[id] : nil
  }
}
