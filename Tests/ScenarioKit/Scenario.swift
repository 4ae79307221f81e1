internal import Testing
internal import Games
internal import Matches
internal import Service

/// One of the scenarios that the contract of matches lists, with its number there.
package struct Scenario: Sendable, CustomTestStringConvertible {
  /// The number in the contract.
  package let number: Int
  /// What it is about, as a sentence.
  package let title: String
  private let body: @Sendable (any Venue) async throws -> Void

  init(_ number: Int, _ title: String, _ body: @escaping @Sendable (any Venue) async throws -> Void)
  {
    self.number = number
    self.title = title
    self.body = body
  }

  /// Plays it at a venue that nobody used before.
  package func play(at venue: any Venue) async throws { try await body(venue) }

  /// Number and title.
  package var testDescription: String { "scenario \(number): \(title)" }

  /// All scenarios of the contract.
  package static let all = turns + versions + readers + deadlines + agreements + outages
}

/// A match with its players in seat order.
struct Round: Sendable {
  let venue: any Venue
  let match: String
  let players: [any Player]

  var a: any Player { players[0] }
  var b: any Player { players[1] }
  var c: any Player { players[2] }

  /// Makes a match, and lets all others join.
  init(
    _ venue: any Venue, _ game: String, seats: Int = 2, policies: MatchPolicies = MatchPolicies()
  ) async throws {
    self.venue = venue
    var players = [try await venue.newPlayer()]
    match = try await players[0].make(
      NewMatch(game: game, seats: seats, policies: policies), key: "make"
    ).match
    for _ in 1..<seats {
      let player = try await venue.newPlayer()
      _ = try await player.perform(.join, on: match, key: "join", version: nil)
      players.append(player)
    }
    self.players = players
  }

  func version() async throws -> Int { try await a.view(match).version }

  /// The seats that hold the baton, as a player sees it.
  func holders(_ player: any Player) async throws -> [Int] {
    try await player.view(match).seats.filter(\.mayAct).map(\.number)
  }

  /// What everybody hears of a match from its first event.
  func reasons() async throws -> [String] {
    let version = try await version()
    let ear = try await a.listen(to: match, after: 0)
    try await ear.wait(for: version)
    ear.stop()
    return ear.events.map(\.reason)
  }
}

func seats(_ numbers: Int...) -> [Seat] { numbers.compactMap { Seat($0 - 1) } }

/// Runs what must be refused, and returns why it was.
func refusal(
  _ code: String, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> CommandAnswer
) async throws -> Problem? {
  do {
    let answer = try await body()
    Issue.record("not refused: \(answer)", sourceLocation: sourceLocation)
    return nil
  } catch let problem as Problem {
    #expect(problem.code == code, sourceLocation: sourceLocation)
    return problem
  }
}
