internal import Chess
internal import Games
internal import HTTPServer
internal import MatchStore
internal import Matches
internal import Reversi
internal import Service

extension Site {
  /// Makes a match from the form of the first page and goes to its page.
  func makeMatchByForm(_ request: HTTPRequest) async throws -> HTTPResponse {
    let form = try FormBody(request)
    let game = form["game"] ?? ReversiPosition.info.id
    let options = try Site.checkedOptions(form["options"] ?? "", of: game)
    guard let seats = Int(decimal: (form["seats"] ?? "2").utf8) else {
      throw Problem.malformed("seats", "expected a number")
    }
    let (player, cookie) = try await playerOrGuest(of: request)
    try limitMatches(of: player)
    let key = CommandKey(
      player: player.id, key: form["key"] ?? "form-\(Secrets.makeIdentifier().text)")
    guard let key else { throw Problem.malformed("key", "not a key") }
    var new = NewMatch(
      game: game, seats: seats, seat: Site.seat(of: form), options: options,
      policies: MatchPolicies(clock: .usual))
    // The pages' forms send a level along whoever one plays with.
    let isWithComputer = form["with"].map { $0.hasSameBytes(as: "computer") } ?? true
    if isWithComputer, let bot = form["bot"], !bot.utf8.isEmpty { new.bots = [bot] }
    if let text = form["clock"], !text.utf8.isEmpty {
      guard let clock = try? TimeControl(text: text) else {
        throw Problem.malformed("clock", "not a time control")
      }
      new.policies.clock = clock
    }
    if form["public"] != nil { new.policies.spectators = .open }
    // Who asks for anybody gets the match of somebody who waits, or waits in one of its own.
    let answer =
      form["with"] == "anyone"
      ? try await service.findMatch(new, by: player, key: key, receivedAt: request.time)
      : try await service.makeMatch(new, by: player, key: key, receivedAt: request.time)
    return seeOther("/m/\(answer.match)", cookie: cookie)
  }

  /// The seat that a form asks for: by its number, by the colour of a disc, or either.
  private static func seat(of form: FormBody) -> Int {
    if form["seat"] == "either" { return Bool.random() ? 1 : 2 }
    if let number = form["seat"].flatMap({ Int(decimal: $0.utf8) }) { return number }
    return form["colour"] == "white" ? 2 : 1
  }

  /// Performs a command that a form of a match's page sent, and shows the match again.
  func performByForm(
    _ command: Route.Command, on match: MatchID, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let form = try FormBody(request)
    if command == .moves, let text = form["text"] {
      return try await writeByForm(text, form, on: match, request)
    }
    // A square alone is half a move of a game whose pieces go from one to another.
    if command == .moves, let square = form["move"].flatMap({ try? ChessSquare(text: $0) }),
      let response = try await touchByForm(square, form, on: match, request)
    {
      return response
    }
    return try await performByForm(command, form, on: match, request)
  }

  /// Performs a command whose form was read already.
  func performByForm(
    _ command: Route.Command, _ form: FormBody, move: String? = nil, on match: MatchID,
    _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    var guest = form["player"]
    if let text = guest { guest = try await identifier(of: text, field: "player") }
    let asked = try formCommand(command, form, move: move, player: guest)
    let (player, cookie) = try await performer(of: asked, on: match, request)
    // The version is part of the form's key, the command is not: with it, quitting is no second move.
    let given = form["key"] ?? Secrets.makeIdentifier().text
    guard let key = CommandKey(player: player.id, key: "\(given)-\(command.rawValue)") else {
      throw Problem.malformed("key", "not a key")
    }
    var version: Int?
    if command == .moves || command == .quit {
      guard let text = form["version"], let number = Int(decimal: text.utf8) else {
        throw Problem.malformed("version", "the field is missing")
      }
      version = number
    }
    func perform(at version: Int?) async throws -> HTTPResponse {
      let answer = try await service.perform(
        asked, on: match, by: player, key: key, expectedVersion: version,
        receivedAt: request.time)
      // A match that the reader has no more to do with is left for the list.
      let isOver = command == .decline || command == .remove
      return seeOther(isOver ? "/" : "/m/\(answer.match)", cookie: cookie)
    }
    do {
      return try await perform(at: version)
    } catch ServiceError.refused(.staleVersion) {
      // A page without script does not hear of events. Where nobody has moved since, such as when a friend
      // took the other seat, what was pressed still means the same.
      let view = try await service.view(of: match, for: player.id)
      if command == .quit || form["ply"]?.hasSameBytes(as: view.ply) == true {
        do {
          return try await perform(at: view.version)
        } catch ServiceError.refused(.staleVersion) {}
      }
      // Somebody was quicker; the page shows how things stand.
      return seeOther("/m/\(match.text)", cookie: cookie)
    } catch ServiceError.refused(let refusal) where isForPerson(request) && form["text"] == nil {
      // What was refused is told where it was asked for, with the match as it stands.
      return try await matchPage(
        match, request, problem: Problem(ServiceError.refused(refusal)))
    }
  }

  /// The command that a form asks for; what a form cannot say is `malformed`.
  private func formCommand(
    _ command: Route.Command, _ form: FormBody, move: String?, player: String?
  ) throws(Problem) -> PlayerCommand {
    var body = CommandBody()
    body.move = move ?? form["move"] ?? ""
    body.seat = form["seat"].flatMap { Int(decimal: $0.utf8) }
    body.player = player
    body.bot = form["bot"]
    body.kind = form["kind"]
    body.offer = form["offer"].flatMap { Int(decimal: $0.utf8) }
    body.accept = form["accept"].map { $0.hasSameBytes(as: "yes") }
    body.begins = form["begins"].map { $0.hasSameBytes(as: "yes") }
    body.outcome = form["outcome"]
    return try body.command(command)
  }

  /// Gives the reader another name and goes back to the first page.
  func renameByForm(_ request: HTTPRequest) async throws -> HTTPResponse {
    let form = try FormBody(request)
    guard let player = try await player(of: request) else { throw ServiceError.notSignedIn }
    try limitChanges(of: player)
    _ = try await service.rename(player.id, to: form["name"] ?? "")
    return seeOther("/", cookie: nil)
  }

  func seeOther(_ path: String, cookie: String?) -> HTTPResponse {
    var response = HTTPResponse.empty(status: 303)
    response.set("Location", path)
    if let cookie { response.set("Set-Cookie", cookie) }
    return response
  }
}
