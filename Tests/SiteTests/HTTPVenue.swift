import Foundation
import Games
import HTTPServer
import Hosting
import MatchStore
import Matches
import ScenarioKit
import Service
import Site
import Testing

/// Servers whose players ask by HTTP: every word goes out and comes back as JSON.
struct HTTPVenue: Venue {
  private let venue: ServiceVenue
  private let assets: Assets

  init(openStores: @escaping @Sendable () async throws -> [any MatchStore]) async throws {
    venue = try await ServiceVenue(openStores: openStores)
    assets = try AssetFolder.with { folder in try Assets(folder: folder) }
  }

  func close() async { await venue.close() }
  func pass(_ milliseconds: Int64) async throws { await venue.pass(milliseconds) }
  func sweep(_ server: Int) async throws { await venue.sweep(server) }
  func quiet() async throws { await venue.quiet() }
  func breakWrites(ofPlayers: Bool, ofServers: Bool) async throws {
    await venue.breakWrites(ofPlayers: ofPlayers, ofServers: ofServers)
  }
  func restart(downFor milliseconds: Int64, creditsOutages: Bool) async throws {
    try await venue.restart(downFor: milliseconds, creditsOutages: creditsOutages)
  }

  func newPlayer() async throws -> any ScenarioKit.Player {
    let guest = try await venue.server(0).makeGuest(receivedAt: await venue.now)
    return HTTPPlayer(
      venue: self, id: guest.player.id, cookie: "baton=\(guest.token.text)", number: 0)
  }

  /// Sends a request to a server as it arrives now.
  func ask(
    _ method: HTTPMethod, _ target: String, server: Int, cookie: String, key: String? = nil,
    body: [String: Any]? = nil
  ) async throws -> Data {
    var fields: HTTPHeaders = ["Host": "baton.test"]
    try fields.append("Cookie", cookie)
    if let key { try fields.append("Idempotency-Key", key) }
    var bytes: [UInt8] = []
    if let body {
      try fields.append("Content-Type", "application/json")
      bytes = Array(try JSONSerialization.data(withJSONObject: body))
    }
    let request = try #require(
      HTTPRequest(
        method: method, target: target, headers: fields, body: bytes,
        receivedAt: await venue.now.milliseconds))
    let site = Site(
      service: await venue.server(server), assets: assets, time: ManualTime(),
      log: Log(level: .error, time: ManualTime()) { _ in })
    let answer = Answer(await site.handle(request))
    guard answer.status < 300 else {
      let problem = try JSONDecoder().decode(ProblemBody.self, from: Data(answer.bytes))
      throw ScenarioKit.Problem(
        code: problem.code, version: problem.version, exchanges: problem.exchanges ?? [])
    }
    return Data(answer.bytes)
  }

  private struct ProblemBody: Decodable {
    var code: String
    var version: Int?
    var exchanges: [Int]?
  }
}

/// A player whose requests are HTTP.
private struct HTTPPlayer: ScenarioKit.Player {
  let venue: HTTPVenue
  let id: PlayerID
  let cookie: String
  let number: Int

  func through(_ server: Int) -> any ScenarioKit.Player {
    HTTPPlayer(venue: venue, id: id, cookie: cookie, number: server)
  }

  private func ask<Result: Decodable>(
    _ method: HTTPMethod, _ target: String, key: String? = nil, body: [String: Any]? = nil
  ) async throws -> Result {
    let data = try await venue.ask(
      method, target, server: number, cookie: cookie, key: key, body: body)
    return try JSONDecoder().decode(Result.self, from: data)
  }

  func make(_ new: NewMatch, key: String) async throws -> CommandAnswer {
    try await ask(.post, "/v1/matches", key: key, body: body(new))
  }

  func find(_ new: NewMatch, key: String) async throws -> CommandAnswer {
    try await ask(.post, "/v1/find", key: key, body: body(new))
  }

  private func body(_ new: NewMatch) -> [String: Any] {
    var body: [String: Any] = [
      "game": new.game, "seats": new.seats, "seat": new.seat, "options": new.options,
      "clock": new.policies.clock.text, "vacation": new.policies.vacation,
      "decline": new.policies.decline.rawValue, "timeout": new.policies.timeout.rawValue,
      "spectators": new.policies.spectators.text, "group": new.policies.group,
      "findable": new.policies.isFindable, "invited": new.invited.map { $0.text },
      "bots": new.bots,
    ]
    if new.policies.hasRoles { body["role"] = Int(new.role) }
    return body
  }

  func perform(
    _ command: PlayerCommand, on match: String, key: String, version: Int?
  ) async throws -> CommandAnswer {
    var (path, body) = try request(command)
    if let version {
      body["version"] = version
    } else if ["moves", "save", "turn", "finish", "quit"].contains(path) {
      // What a program does that has just looked.
      body["version"] = try await view(match).version
    }
    return try await ask(.post, "/v1/matches/\(match)/\(path)", key: key, body: body)
  }

  private func request(_ command: PlayerCommand) throws -> (String, [String: Any]) {
    switch command {
    case .join: return ("join", [:])
    case .joinAs(let role): return ("join", ["role": Int(role)])
    case .decline: return ("decline", [:])
    case .invite(let player, let seat):
      return ("invite", optional("seat", seat?.number, ["player": player.text]))
    case .seatBot(let name, let seat):
      return ("bot", optional("seat", seat?.number, ["bot": name]))
    case .open(let seat): return ("open", ["seat": seat.number])
    case .move(let move): return ("moves", ["move": move])
    case .turn(let move): return turn(move)
    case .quit: return ("quit", [:])
    case .quitAs(let outcome, let move):
      guard let move else { return ("quit", ["outcome": outcome.text]) }
      var body = turn(move).1
      body["outcome"] = outcome.text
      return ("quit", body)
    case .claim: return ("claim", [:])
    case .remind: return ("remind", [:])
    case .remove: return ("remove", [:])
    case .ask(let seats, let payload, let time):
      return ("ask", ["to": seats.seats.map { $0.number }, "payload": payload, "time": time])
    case .reply(let exchange, let payload):
      return ("reply", ["exchange": exchange, "payload": payload])
    case .cancel(let exchange): return ("cancel", ["exchange": exchange])
    case .resolve(let exchanges, let data):
      return ("resolve", optional("data", data, ["exchanges": exchanges]))
    case .offer(let kind): return ("offer", ["kind": kind.rawValue])
    case .answer(let offer, let accepts): return ("answer", ["offer": offer, "accept": accepts])
    case .resume: return ("resume", [:])
    case .vacation(let begins): return ("vacation", ["begins": begins])
    case .rematch: return ("rematch", [:])
    case .abandon: throw ScenarioKit.Problem(code: "notFound")
    }
  }

  private func optional(_ name: String, _ value: Any?, _ body: [String: Any]) -> [String: Any] {
    var body = body
    if let value { body[name] = value }
    return body
  }

  private func turn(_ move: CarriedMove) -> (String, [String: Any]) {
    func list(_ results: [CarriedMove.SeatResult]) -> [[String: Any]] {
      results.map { ["seat": $0.seat.number, "outcome": $0.outcome.text] }
    }
    switch move {
    case .save(let data): return ("save", ["data": data])
    case .end(let next, let results, let data):
      return (
        "turn", ["next": next.map { $0.number }, "results": list(results), "data": data]
      )
    case .finish(let results, let data):
      return ("finish", ["results": list(results), "data": data])
    }
  }

  func view(_ match: String) async throws -> MatchView {
    try await ask(.get, "/v1/matches/\(match)")
  }

  func list() async throws -> [MatchListEntry] { try await ask(.get, "/v1/matches") }

  /// Listens by asking again and again, as a program does that cannot hold a stream open.
  func listen(to match: String, after version: Int) async throws -> Ear {
    let ear = Ear()
    let first: [EventView] = try await ask(.get, "/v1/matches/\(match)/events?after=\(version)")
    for event in first { ear.hear(event) }
    let task = Task {
      while !Task.isCancelled {
        let cursor = ear.events.last?.number ?? version
        let news: [EventView]? = try? await ask(
          .get, "/v1/matches/\(match)/events?after=\(cursor)")
        for event in news ?? [] { ear.hear(event) }
        await Task.yield()
      }
    }
    ear.stopping { task.cancel() }
    return ear
  }
}

@Suite("Scenarios of the contract, by HTTP")
struct HTTPScenarioTests {
  @Test("Two servers on one store", arguments: Scenario.all)
  func scenario(_ scenario: Scenario) async throws {
    let memory = MemoryOnce()
    let venue = try await HTTPVenue { await memory.open() }
    do {
      try await scenario.play(at: venue)
    } catch {
      await venue.close()
      throw error
    }
    await venue.close()
  }
}

/// A store in memory for two servers, opened again with what was in it.
private actor MemoryOnce {
  private var store: InMemoryStore?

  func open() async -> [any MatchStore] {
    let next = await store?.reopened() ?? InMemoryStore()
    store = next
    return [next, next]
  }
}
