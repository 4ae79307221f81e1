internal import Games
internal import HTTPServer
internal import Matches
internal import Service

/// The body of a command on a match: all fields that any command knows.
package struct CommandBody: Decodable {
  var version: Int?
  var move: String?
  var role: Int?
  var player: String?
  var seat: Int?
  var bot: String?
  var data: String?
  var next: [Int]?
  var results: [ResultBody]?
  var outcome: String?
  var to: [Int]?
  var payload: String?
  var time: Int64?
  var exchange: Int?
  var exchanges: [Int]?
  var kind: String?
  var offer: Int?
  var accept: Bool?
  var begins: Bool?

  /// Reads the body of a command that may have these fields.
  ///
  /// - Throws: ``Problem`` of kind `malformed` that names the field where one is at fault.
  static func read(_ request: HTTPRequest, fields: [String]) throws(Problem) -> CommandBody {
    try JSON.checkMedia(of: request)
    do throws(JSONCheck.Fault) {
      try JSONCheck.check(request.body, fields: fields)
    } catch {
      throw .malformed(error.field ?? "body", error.reason)
    }
    if let quick = CommandBody(quick: request.body) { return quick }
    return try JSON.decode(CommandBody.self, from: request.body, fields: fields)
  }

  /// What a seat has come to.
  struct ResultBody: Decodable {
    var seat: Int
    var outcome: String
  }

  /// The command that the body asks for.
  ///
  /// - Throws: ``Problem`` of kind `malformed` that names the first field at fault.
  func command(_ command: Route.Command) throws(Problem) -> PlayerCommand {
    switch command {
    case .join:
      guard let role else { return .join }
      return .joinAs(role: try CommandBody.checked(role: role))
    case .decline: return .decline
    case .invite: return .invite(try invited(), try chosenSeat())
    case .bot: return .seatBot(try need(bot, "bot"), try chosenSeat())
    case .open: return .open(try oneSeat(try need(seat, "seat")))
    case .moves:
      let move = try need(move, "move")
      guard move.utf8.count <= Site.moveLimit else {
        throw .malformed("move", "the move is too long")
      }
      return .move(move)
    case .save: return .turn(.save(try need(data, "data")))
    case .turn, .finish: return .turn(try turn(command))
    case .quit: return try quit()
    case .claim: return .claim
    case .remind: return .remind
    case .remove: return .remove
    case .ask:
      return .ask(
        to: try seats(try need(to, "to"), "to"), payload: payload ?? "",
        time: try replyTime())
    case .reply: return .reply(try need(exchange, "exchange"), payload: payload ?? "")
    case .cancel: return .cancel(try need(exchange, "exchange"))
    case .resolve:
      let ids = try need(exchanges, "exchanges")
      guard (1...Matches.Exchange.openLimit).contains(ids.count) else {
        throw .malformed("exchanges", "expected 1 to 16 numbers of exchanges")
      }
      return .resolve(ids, data: data)
    case .offer:
      guard let kind = OfferKind(name: try need(kind, "kind")) else {
        throw .malformed("kind", "expected draw, takeback or pause")
      }
      return .offer(kind)
    case .answer: return .answer(try need(offer, "offer"), accepts: try need(accept, "accept"))
    case .resume: return .resume
    case .vacation: return .vacation(begins: try need(begins, "begins"))
    case .rematch: return .rematch
    }
  }

  static func checked(role: Int) throws(Problem) -> UInt32 {
    guard let role = UInt32(exactly: role), role != 0, role != .max else {
      throw .malformed("role", "a role is some of 32 bits, not none and not all")
    }
    return role
  }

  private func need<T>(_ value: T?, _ field: String) throws(Problem) -> T {
    guard let value else { throw .malformed(field, "the field is missing") }
    return value
  }

  private func invited() throws(Problem) -> PlayerID {
    guard let id = try? PlayerID(text: try need(player, "player")) else {
      throw .malformed("player", "not the identifier of a player")
    }
    return id
  }

  private func chosenSeat() throws(Problem) -> Seat? {
    guard let seat else { return nil }
    return try oneSeat(seat)
  }

  private func oneSeat(_ number: Int) throws(Problem) -> Seat {
    guard (1...Seat.maximumCount).contains(number), let seat = Seat(number - 1) else {
      throw .malformed("seat", "expected a seat from 1 to 16")
    }
    return seat
  }

  private func replyTime() throws(Problem) -> Int64 {
    let span = time ?? Matches.Exchange.usualTime
    guard span == 0 || (TimeControl.shortest...TimeControl.longest).contains(span) else {
      throw .malformed("time", "expected 1 second to 90 days in milliseconds, or 0 for none")
    }
    return span
  }

  private func seats(_ numbers: [Int], _ field: String) throws(Problem) -> SeatSet {
    guard (1...Seat.maximumCount).contains(numbers.count) else {
      throw .malformed(field, "expected 1 to 16 seats")
    }
    var set: SeatSet = []
    for number in numbers {
      guard (1...Seat.maximumCount).contains(number), let seat = Seat(number - 1) else {
        throw .malformed(field, "expected seats from 1 to 16")
      }
      set.formUnion(SeatSet(seat))
    }
    return set
  }

  private func turn(_ command: Route.Command) throws(Problem) -> CarriedMove {
    let data = try need(data, "data")
    let results = try resultsOfOthers()
    if command == .finish { return .finish(results: results, data: data) }
    return .end(next: try list(try need(next, "next")), results: results, data: data)
  }

  private func list(_ numbers: [Int]) throws(Problem) -> [Seat] {
    guard numbers.count <= 4 * Seat.maximumCount else {
      throw .malformed("next", "expected at most 64 seats")
    }
    var list: [Seat] = []
    for number in numbers {
      guard (1...Seat.maximumCount).contains(number), let seat = Seat(number - 1) else {
        throw .malformed("next", "expected seats from 1 to 16")
      }
      list.append(seat)
    }
    return list
  }

  private func resultsOfOthers() throws(Problem) -> [CarriedMove.SeatResult] {
    var list: [CarriedMove.SeatResult] = []
    let given = results ?? []
    guard given.count <= Seat.maximumCount else {
      throw .malformed("results", "there are not so many seats")
    }
    for result in given {
      guard let outcome = try? SeatOutcome(text: result.outcome) else {
        throw .malformed("results", "not an outcome of a seat")
      }
      guard outcome != .none else {
        throw .malformed("results", "an outcome of none is no outcome")
      }
      list.append(CarriedMove.SeatResult(try oneSeat(result.seat), outcome))
    }
    return list
  }

  private func quit() throws(Problem) -> PlayerCommand {
    guard outcome != nil || next != nil || data != nil || results != nil else { return .quit }
    guard let own = try? SeatOutcome(text: outcome ?? "quit"), own != .none else {
      throw .malformed("outcome", "not an outcome of a seat")
    }
    guard next != nil || data != nil || results != nil else {
      return .quitAs(own, handingOver: nil)
    }
    return .quitAs(own, handingOver: try turn(.turn))
  }
}

/// The body that makes or finds a match.
struct NewMatchBody: Decodable {
  var game: String
  var seats: Int?
  var seat: Int?
  var options: String?
  var clock: String?
  var vacation: Int64?
  var decline: String?
  var timeout: String?
  var spectators: String?
  var group: Int?
  var findable: Bool?
  var role: Int?
  var invited: [String]?
  var bots: [String]?

  /// The fields that the body may have.
  static let fields = [
    "game", "seats", "seat", "options", "clock", "vacation", "decline", "timeout", "spectators",
    "group", "findable", "role", "invited", "bots",
  ]

  /// The match that the body asks for; without a word about time, seven days for each turn.
  ///
  /// - Throws: ``Problem`` of kind `malformed` that names the first field at fault.
  func match(options: String) throws(Problem) -> NewMatch {
    var policies = MatchPolicies(clock: .usual)
    if let clock {
      guard clock.utf8.count <= 200, let control = try? TimeControl(text: clock) else {
        throw .malformed("clock", "not a time control, such as per-turn 604800000, or none")
      }
      policies.clock = control
    }
    if let vacation {
      guard (0...MatchPolicies.longestVacation).contains(vacation) else {
        throw .malformed("vacation", "expected milliseconds, 60 days at most")
      }
      policies.vacation = vacation
    }
    if let group {
      guard (0...MatchPolicies.largestGroup).contains(group) else {
        throw .malformed("group", "expected a number from 0 to 2147483647")
      }
      policies.group = group
    }
    if let decline {
      guard let policy = DeclinePolicy(name: decline) else {
        throw .malformed("decline", "expected reopen, proceed or end")
      }
      policies.decline = policy
    }
    if let timeout {
      guard let policy = TimeoutPolicy(name: timeout) else {
        throw .malformed("timeout", "expected pass, lose, standIn or claim")
      }
      policies.timeout = policy
    }
    if let spectators {
      guard spectators.utf8.count <= 20, let policy = try? SpectatorPolicy(text: spectators) else {
        throw .malformed("spectators", "expected none, link, public or delayed-5")
      }
      policies.spectators = policy
    }
    policies.isFindable = findable ?? false
    policies.hasRoles = role != nil
    var players: [PlayerID] = []
    for (field, count) in [("invited", invited?.count), ("bots", bots?.count)]
    where (count ?? 0) >= Seat.maximumCount {
      throw .malformed(field, "there are not so many seats")
    }
    for (field, number) in [("seats", seats), ("seat", seat)] {
      guard let number else { continue }
      guard (1...Seat.maximumCount).contains(number) else {
        throw .malformed(field, "expected a number from 1 to 16")
      }
    }
    let roles = try role.map { role throws(Problem) in try CommandBody.checked(role: role) }
    for text in invited ?? [] {
      guard let player = try? PlayerID(text: text) else {
        throw .malformed("invited", "not the identifier of a player")
      }
      players.append(player)
    }
    return NewMatch(
      game: game, seats: seats ?? 2, seat: seat ?? 1, options: options, policies: policies,
      invited: players, bots: bots ?? [], role: roles ?? 0)
  }
}
