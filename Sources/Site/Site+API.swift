internal import Games
internal import HTTPServer
internal import Hosting
internal import MatchStore
internal import Matches
internal import Service

extension Site {
  private struct Name: Codable {
    let name: String
  }

  private struct Me: Encodable {
    let id: String?
    let name: String?

    private enum CodingKeys: CodingKey { case id, name }

    /// Writes both, as null for a stranger.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(name, forKey: .name)
    }
  }

  func listMatches(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let player = try await player(of: request) else { return json([MatchListEntry]()) }
    return json(try await service.matches(of: player.id))
  }

  func makeMatch(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await makeMatch(request) { service, new, player, key in
      try await service.makeMatch(new, by: player, key: key, receivedAt: request.time)
    }
  }

  func findMatch(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await makeMatch(request) { service, new, player, key in
      try await service.findMatch(new, by: player, key: key, receivedAt: request.time)
    }
  }

  private func makeMatch(
    _ request: HTTPRequest,
    _ make: (MatchService, NewMatch, PlayerRecord, CommandKey) async throws -> CommandAnswer
  ) async throws -> HTTPResponse {
    var body = try JSON.decode(NewMatchBody.self, from: request, fields: NewMatchBody.fields)
    try checkKey(of: request)
    if let invited = body.invited, invited.count < Seat.maximumCount {
      var players: [String] = []
      for text in invited { players.append(try await identifier(of: text, field: "invited")) }
      body.invited = players
    }
    let new = try body.match(options: try Site.checkedOptions(body.options ?? "", of: body.game))
    let (player, cookie) = try await playerOrGuest(of: request)
    try limitMatches(of: player)
    let answer = try await make(
      service, new, player, try key(of: request, for: player.id))
    var response = json(answer, status: 201)
    response.set("Location", "/v1/matches/\(answer.match)")
    if let cookie { response.set("Set-Cookie", cookie) }
    return response
  }

  /// The games that are hosted here, with the server's own players of each.
  func listGames() -> HTTPResponse {
    json(
      service.registry.games.map { game in
        GameBody(
          id: game.id, title: game.title, seats: [game.seats.lowerBound, game.seats.upperBound],
          rules: game.rulesVersion, bots: service.registry.bots(of: game.id))
      })
  }

  private struct GameBody: Encodable {
    let id: String
    let title: String
    let seats: [Int]
    let rules: Int
    let bots: [BotInfo]
  }

  func listPublicMatches() async throws -> HTTPResponse {
    json(try await service.publicMatches())
  }

  /// The events of a match after a number, for programs that cannot hold a stream open.
  ///
  /// `wait` is how many seconds to wait for the next one where there is none yet, at most 25.
  func pollEvents(_ match: MatchID, _ request: HTTPRequest) async throws -> HTTPResponse {
    guard let after = Int(decimal: (request.field("after") ?? "0").utf8), after >= 0 else {
      throw Problem.malformed("after", "expected the number of an event")
    }
    guard let wait = Int(decimal: (request.field("wait") ?? "0").utf8), (0...25).contains(wait)
    else { throw Problem.malformed("wait", "expected seconds, at most 25") }
    let player = try await player(of: request)?.id
    let events = try await service.events(of: match, after: after, as: player)
    guard events.isEmpty, wait > 0 else { return json(events) }
    let (news, bell) = AsyncStream.makeStream(of: Void.self)
    let listening = try await service.listen(
      to: match, after: after, as: player, send: { _ in bell.yield() }, end: { bell.yield() })
    let timer = Task { [time] in
      try? await time.sleep(nanoseconds: UInt64(wait) * 1_000_000_000)
      bell.finish()
    }
    for await _ in news { break }
    timer.cancel()
    listening.cancel()
    StoreWait.current?.restart()
    return json(try await service.events(of: match, after: after, as: player))
  }

  func showMatch(_ match: MatchID, _ request: HTTPRequest) async throws -> HTTPResponse {
    json(try await service.view(of: match, for: try await player(of: request)?.id))
  }

  func perform(
    _ command: Route.Command, on match: MatchID, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    var body =
      request.body.isEmpty && !command.needsBody
      ? CommandBody()
      : try CommandBody.read(request, fields: command.fields)
    if let text = body.player { body.player = try await identifier(of: text, field: "player") }
    let asked = try body.command(command)
    if command.needsVersion, body.version == nil {
      throw Problem.malformed("version", "the field is missing")
    }
    try checkKey(of: request)
    let (player, cookie) = try await performer(of: asked, on: match, request)
    let key = try key(of: request, for: player.id)
    let answer: CommandAnswer
    do {
      answer = try await service.perform(
        asked, on: match, by: player, key: key, expectedVersion: body.version,
        receivedAt: request.time)
    } catch ServiceError.refused(let refusal) {
      var problem = Problem(ServiceError.refused(refusal))
      // Who may look at the match is told where it stands now.
      if problem.version == nil {
        problem.version = try? await service.view(of: match, for: player.id).version
      }
      throw problem
    }
    var response = HTTPResponse.bytes(
      JSON.encode(answer), contentType: "application/json")
    if let cookie { response.set("Set-Cookie", cookie) }
    return response
  }

  /// The identifier of a player who is named by it, or by the name of an account.
  ///
  /// No name is as long as an identifier, so neither can be taken for the other.
  func identifier(of text: String, field: String) async throws -> String {
    if (try? PlayerID(text: text)) != nil { return text }
    guard text.utf8.count <= PlayerName.maximumBytes,
      let player = try await accounts.player(named: text)
    else { throw Problem.malformed(field, "there is no such player") }
    return player.text
  }

  func showMe(_ request: HTTPRequest) async throws -> HTTPResponse {
    let player = try await player(of: request)
    return json(Me(id: player?.id.text, name: player?.name))
  }

  func rename(_ request: HTTPRequest) async throws -> HTTPResponse {
    let body = try JSON.decode(Name.self, from: request, fields: ["name"])
    guard let player = try await player(of: request) else { throw ServiceError.notSignedIn }
    try limitChanges(of: player)
    return json(Name(name: try await service.rename(player.id, to: body.name)))
  }

  /// The idempotency key of a command; every command needs one.
  private func key(of request: HTTPRequest, for player: PlayerID) throws(Problem) -> CommandKey {
    guard let text = request.headers["Idempotency-Key"] else {
      throw .malformed("Idempotency-Key", "the header is missing")
    }
    guard let key = CommandKey(player: player, key: text) else {
      throw .malformed("Idempotency-Key", "a key is 1 to 64 printable ASCII characters")
    }
    return key
  }

  /// Refuses a command without a key before a guest is made for it.
  private func checkKey(of request: HTTPRequest) throws(Problem) {
    _ = try key(of: request, for: PlayerID(Identifier128(high: 0, low: 0)))
  }

  func json(_ value: some Encodable, status: Int = 200) -> HTTPResponse {
    .bytes(JSON.encode(value), status: status, contentType: "application/json")
  }
}
