internal import HTTPServer
internal import MatchStore
internal import Matches
internal import Service

extension Site {
  private struct MakeMatch: Decodable {
    let game: String
    let seats: Int?
    let seat: Int?
    let options: String?
  }

  private struct Move: Decodable {
    let move: String
    let version: Int
  }

  private struct Versioned: Decodable {
    let version: Int
  }

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
    let body = try JSON.decode(MakeMatch.self, from: request.body)
    try checkKey(of: request)
    let options = try Site.checkedOptions(body.options ?? "", of: body.game)
    let (player, cookie) = try await playerOrGuest(of: request)
    try limitMatches(of: player)
    let answer = try await service.makeMatch(
      game: body.game, seats: body.seats ?? 2, seat: body.seat ?? 1, options: options, by: player,
      key: try key(of: request, for: player.id), receivedAt: request.time)
    var response = json(answer, status: 201)
    response.set("Location", "/v1/matches/\(answer.match)")
    if let cookie { response.set("Set-Cookie", cookie) }
    return response
  }

  func showMatch(_ match: MatchID, _ request: HTTPRequest) async throws -> HTTPResponse {
    json(try await service.view(of: match, for: try await player(of: request)?.id))
  }

  func perform(
    _ command: Route.Command, on match: MatchID, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let asked: PlayerCommand
    var version: Int?
    switch command {
    case .join: asked = .join
    case .rematch: asked = .rematch
    case .moves:
      let body = try JSON.decode(Move.self, from: request.body)
      guard body.move.utf8.count <= Site.moveLimit else {
        throw Problem.malformed("move", "the move is too long")
      }
      asked = .move(body.move)
      version = body.version
    case .quit:
      asked = .quit
      version = try JSON.decode(Versioned.self, from: request.body).version
    }
    try checkKey(of: request)
    let (player, cookie) = try await performer(of: asked, on: match, request)
    let answer = try await service.perform(
      asked, on: match, by: player, key: try key(of: request, for: player.id),
      expectedVersion: version, receivedAt: request.time)
    var response = json(answer)
    if let cookie { response.set("Set-Cookie", cookie) }
    return response
  }

  func showMe(_ request: HTTPRequest) async throws -> HTTPResponse {
    let player = try await player(of: request)
    return json(Me(id: player?.id.text, name: player?.name))
  }

  func rename(_ request: HTTPRequest) async throws -> HTTPResponse {
    let body = try JSON.decode(Name.self, from: request.body)
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
