internal import Hosting
package import Matches
package import Service

/// A player as a scenario sees one, whatever stands between it and the matches.
///
/// A refusal is thrown as ``Problem``, with the stable word of the contract.
package protocol Player: Sendable {
  /// Who it is.
  var id: PlayerID { get }
  /// Returns the same player, who asks another server; there may be fewer servers than asked for.
  func through(_ server: Int) -> any Player
  /// Makes a match.
  func make(_ new: NewMatch, key: String) async throws -> CommandAnswer
  /// Looks for a match that waits.
  func find(_ new: NewMatch, key: String) async throws -> CommandAnswer
  /// Performs a command.
  func perform(
    _ command: PlayerCommand, on match: String, key: String, version: Int?
  ) async throws -> CommandAnswer
  /// Loads a match.
  func view(_ match: String) async throws -> MatchView
  /// Loads the own list.
  func list() async throws -> [MatchListEntry]
  /// Listens to a match from a cursor on.
  func listen(to match: String, after version: Int) async throws -> Ear
}

/// Where scenarios take place: servers, a store, and a clock that a scenario moves.
package protocol Venue: Sendable {
  /// A player who was not there before.
  func newPlayer() async throws -> any Player
  /// Moves the clock of all servers; nobody acts on it yet.
  func pass(_ milliseconds: Int64) async throws
  /// Lets a server settle what is due.
  func sweep(_ server: Int) async throws
  /// Ends all servers and starts them again later, with or without giving back the time.
  func restart(downFor milliseconds: Int64, creditsOutages: Bool) async throws
  /// Makes every write of events fail from now on: those of players, or those of the servers themselves.
  func breakWrites(ofPlayers: Bool, ofServers: Bool) async throws
  /// Waits until no player of the servers' own thinks any more.
  func quiet() async throws
}

/// Why something was refused.
package struct Problem: Error, Hashable, Sendable {
  /// The stable word.
  package var code: String
  /// The version of the match, where the refusal names it.
  package var version: Int?
  /// The exchanges, where the refusal lists them.
  package var exchanges: [Int]

  package init(code: String, version: Int? = nil, exchanges: [Int] = []) {
    self.code = code
    self.version = version
    self.exchanges = exchanges
  }
}

/// What a listener has heard so far.
package final class Ear: Sendable {
  private struct State {
    var events: [EventView] = []
    var stop: (@Sendable () -> Void)?
  }
  private let state = Lock(State())

  package init() {}

  /// The events in the order in which they came.
  package var events: [EventView] { state.withLock { $0.events } }
  /// Takes an event in.
  package func hear(_ event: EventView) { state.withLock { $0.events.append(event) } }
  /// Says how to stop.
  package func stopping(_ stop: @escaping @Sendable () -> Void) {
    state.withLock { $0.stop = stop }
  }
  /// Stops.
  package func stop() {
    let stop = state.withLock { state in
      defer { state.stop = nil }
      return state.stop
    }
    stop?()
  }
  /// Waits until there are as many events; the test's own limit ends the waiting.
  package func wait(for count: Int) async throws {
    while events.count < count {
      try Task.checkCancellation()
      await Task.yield()
    }
  }
}
