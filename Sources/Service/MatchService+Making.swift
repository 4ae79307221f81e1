internal import Games
internal import Hosting
public import MatchStore
public import Matches

extension MatchService {
  /// The longest options of a game, in bytes.
  public static let optionsLimit = 200

  /// Makes a match with its maker on a seat and the others open; without a clock, and for who has the link.
  ///
  /// - Throws: ``ServiceError``; nothing was then made.
  public func makeMatch(
    game: String, seats: Int, seat: Int, options: String = "", by player: PlayerRecord,
    key: CommandKey, receivedAt: Timestamp
  ) async throws -> CommandAnswer {
    try await makeMatch(
      NewMatch(game: game, seats: seats, seat: seat, options: options), by: player, key: key,
      receivedAt: receivedAt)
  }

  /// Makes a match with its maker on a seat.
  ///
  /// - Throws: ``ServiceError``; nothing was then made.
  public func makeMatch(
    _ new: NewMatch, by player: PlayerRecord, key: CommandKey, receivedAt: Timestamp
  ) async throws -> CommandAnswer {
    _ = try checked(new)
    let digest = Secrets.digest(Array(new.text.utf8))
    await players.enter(player.id)
    defer { players.leaveLater(player.id) }
    if let known = try await storing({ () throws(StoreError) in try await store.answer(for: key) })
    {
      return try CommandAnswer(repeating: known, digest: digest)
    }
    try await checkOpenMatches(of: player.id)
    for guest in new.invited { try await checkInvitations(of: guest) }
    return try await make(
      new, by: player, key: key, digest: digest, receivedAt: corrected(receivedAt))
  }

  /// Checks what a match is to be like, before anything is looked up.
  private func checked(_ new: NewMatch) throws(ServiceError) -> (GameRegistry.Entry, Seat) {
    guard let entry = registry.entry(new.game) else { throw .unknownGame }
    guard entry.info.seats.contains(new.seats) else {
      throw .malformed(field: "seats", reason: "the game is for other numbers of seats")
    }
    guard new.seat >= 1, new.seat <= new.seats, let place = Seat(new.seat - 1) else {
      throw .malformed(field: "seat", reason: "there is no such seat")
    }
    guard new.options.utf8.count <= MatchService.optionsLimit,
      new.options.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { throw .malformed(field: "options", reason: "the options cannot be read") }
    guard new.policies.isSound else {
      throw .malformed(field: "policies", reason: "the policies are out of their limits")
    }
    guard new.invited.count + new.bots.count < new.seats else {
      throw .malformed(field: "invited", reason: "there are not so many seats")
    }
    for bot in new.bots where !entry.bots.contains(where: { $0.name.hasSameBytes(as: bot) }) {
      throw .malformed(field: "bots", reason: "there is no such computer player for this game")
    }
    guard new.policies.timeout != .standIn || !entry.bots.isEmpty else {
      throw .malformed(field: "timeout", reason: "no computer can stand in at this game")
    }
    guard new.policies.hasRoles || new.role == 0, !new.policies.hasRoles || new.bots.isEmpty else {
      throw .malformed(field: "role", reason: "this match does not match by roles")
    }
    guard !new.policies.hasRoles || (new.role != 0 && new.role != .max) else {
      throw .malformed(field: "role", reason: "a role is some of 32 bits, not none and not all")
    }
    guard !new.policies.hasRoles || (~new.role).nonzeroBitCount >= new.seats - 1 else {
      throw .malformed(field: "role", reason: "the role leaves none for some of the other seats")
    }
    return (entry, place)
  }

  private func make(
    _ new: NewMatch, by player: PlayerRecord, key: CommandKey, digest: [UInt8],
    receivedAt: Timestamp
  ) async throws -> CommandAnswer {
    let (entry, place) = try checked(new)
    let terms = MatchTerms(
      game: entry.info.id, rulesVersion: entry.info.rulesVersion, seatCount: new.seats,
      seed: Secrets.makeSeed(), options: new.options)
    let id = MatchID(Secrets.makeIdentifier())
    do {
      var events: [MatchEvent]
      do throws(Refusal) {
        events = try entry.make(terms, new.policies, player.id, place, new.role)
      } catch {
        // The seats are right already, so it is the options that the game refuses.
        throw ServiceError.malformed(field: "options", reason: error.reason)
      }
      var match = try entry.begin(events[0], receivedAt)
      for event in events.dropFirst() { try match.apply(event, at: receivedAt) }
      let commands =
        new.invited.map { MatchCommand.invite($0, nil) }
        + new.bots.map { MatchCommand.seatBot($0, nil) }
      for command in commands {
        do throws(Refusal) {
          for event in try match.decide(command, by: player.id, at: receivedAt) {
            try? match.apply(event, at: receivedAt)
            events.append(event)
          }
        } catch {
          throw ServiceError.refused(error)
        }
      }
      let answer = CommandAnswer(match: id.text, version: events.count)
      try await begin(
        id, events, entry, receivedAt: receivedAt, key: key, digest: digest, answer: answer.bytes,
        limit: matchLimit(of: player.id))
      tellLists(of: [player.id] + new.invited)
      if !match.seatsForServer.isEmpty { think(about: id) }
      return answer
    } catch StoreError.keyUsed(let stored) {
      // Two copies of one request at once: the other one made the match.
      return try CommandAnswer(repeating: stored, digest: digest)
    } catch StoreError.tooMany(let limit) {
      throw ServiceError.tooManyMatches(limit: limit)
    } catch let error as StoreError {
      throw ServiceError(error)
    } catch let error as UnreadableMatch {
      throw ServiceError.unavailable(error.reason)
    }
  }

  func begin(
    _ id: MatchID, _ events: [MatchEvent], _ entry: GameRegistry.Entry, receivedAt: Timestamp,
    key: CommandKey?, digest: [UInt8], answer: [UInt8], limit: MatchLimit? = nil
  ) async throws {
    guard let first = events.first else { return }
    var match = try entry.begin(first, receivedAt)
    var bodies = [StoredBody.bytes(of: first, leadingTo: match)]
    for event in events.dropFirst() {
      try match.apply(event, at: receivedAt)
      bodies.append(StoredBody.bytes(of: event, leadingTo: match))
    }
    _ = try await store.append(
      Append(
        match: id, expectedVersion: 0, bodies: bodies,
        receivedAt: receivedAt, key: key, digest: digest, answer: answer,
        summary: MatchSummary(id, of: match, at: receivedAt), limit: limit))
  }

  // MARK: Limits

  /// What the store holds a player's new match against, so that the limit holds whichever servers are asked at once.
  func matchLimit(of player: PlayerID) -> MatchLimit {
    MatchLimit(player: player, most: settings.openMatchLimit)
  }

  /// Refuses one match too many before anything else is looked at; the store counts again.
  func checkOpenMatches(of player: PlayerID) async throws {
    let limit = settings.openMatchLimit
    let listed = try await storing { () throws(StoreError) in
      try await store.matches(of: player, limit: 3 * limit)
    }
    // Invitations do not count: nobody can fill somebody else's list.
    let count = listed.count { $0.goesOn(for: player) }
    guard count < limit else { throw ServiceError.tooManyMatches(limit: limit) }
  }

  func checkInvitations(of player: PlayerID, field: String = "invited") async throws {
    let limit = settings.openMatchLimit
    let guest = try await storing { () throws(StoreError) in try await store.player(player) }
    guard let guest, guest.kind != .deleted else {
      throw ServiceError.malformed(field: field, reason: "there is no such player")
    }
    let listed = try await storing { () throws(StoreError) in
      try await store.matches(of: player, limit: 3 * limit)
    }
    let count = listed.count { summary in
      summary.status != .ended
        && summary.seats.contains { $0.player == player && $0.status == .invited }
    }
    guard count < limit else {
      throw ServiceError.refused(.invalidParticipant("this player has too many invitations"))
    }
  }

  // MARK: Matchmaking

  /// The name of the queue in which matches like this wait for players.
  static func queue(_ terms: MatchTerms, _ policies: MatchPolicies) -> String {
    let digest = Secrets.digest(
      Array("\(terms.game) \(terms.seatCount) \(policies.text) \(terms.options)".utf8))
    return "\(terms.game)-\(terms.seatCount)-"
      + digest.prefix(12).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Finds a match like this that waits for players and takes a seat in it, or makes one that waits.
  ///
  /// Who waits already and asks again gets the same match, and nobody is ever matched with itself.
  ///
  /// - Throws: ``ServiceError``; nothing has then changed.
  public func findMatch(
    _ wanted: NewMatch, by player: PlayerRecord, key: CommandKey, receivedAt: Timestamp
  ) async throws -> CommandAnswer {
    var new = wanted
    new.policies.isFindable = true
    let (entry, _) = try checked(new)
    let digest = Secrets.digest(Array("find \(new.text)".utf8))
    let queue = MatchService.queue(
      MatchTerms(
        game: entry.info.id, rulesVersion: entry.info.rulesVersion, seatCount: new.seats, seed: 0,
        options: new.options), new.policies)
    await queues.enter(queue)
    defer { queues.leaveLater(queue) }
    if let known = try await storing({ () throws(StoreError) in try await store.answer(for: key) })
    {
      return try CommandAnswer(repeating: known, digest: digest)
    }
    let waiting = try await storing { () throws(StoreError) in
      try await store.openMatches(in: queue, limit: 64)
    }
    // Who has left a match that still waits for others is not in its queue any more.
    if let own = waiting.first(where: {
      $0.seats.contains { $0.player == player.id && $0.status == .active }
    }) {
      let answer = CommandAnswer(match: own.match.text, version: own.version)
      // Sent again when that match has begun, it must not look for another one.
      do throws(StoreError) {
        try await store.remember(
          StoredAnswer(
            match: own.match, version: own.version, digest: digest, answer: answer.bytes), for: key)
      } catch {
        guard case .keyUsed(let stored) = error else { throw ServiceError(error) }
        return try CommandAnswer(repeating: stored, digest: digest)
      }
      return answer
    }
    await players.enter(player.id)
    defer { players.leaveLater(player.id) }
    try await checkOpenMatches(of: player.id)
    let command = new.policies.hasRoles ? MatchCommand.joinAs(role: new.role) : .join
    // An invitation to such a match is a seat in it; who has declined or left is not matched with it again.
    let joinable = waiting.filter { summary in
      summary.seats.allSatisfy { $0.player != player.id || $0.status == .invited }
    }
    for summary in joinable {
      let request = MatchRoom.Request(
        command: command, player: player, key: key, digest: digest, expectedVersion: nil,
        receivedAt: corrected(receivedAt), limit: matchLimit(of: player.id))
      do {
        return try await perform(request, on: summary.match)
      } catch ServiceError.refused {
        // Somebody else was quicker, or the roles do not fit.
        continue
      }
    }
    return try await make(
      new, by: player, key: key, digest: digest, receivedAt: corrected(receivedAt))
  }

  /// Takes a player out of all matches that go on, as an account that is deleted leaves them.
  ///
  /// Who is invited declines; who holds the baton quits in turn.
  public func leaveAllMatches(of player: PlayerRecord) async throws {
    while true {
      let listed = try await storing { () throws(StoreError) in
        try await store.matches(of: player.id, limit: 500)
      }
      let open = listed.filter { summary in
        summary.status != .ended
          && summary.seats.contains {
            $0.player == player.id && ($0.status == .active || $0.status == .invited)
          }
      }
      guard !open.isEmpty else { return }
      for summary in open {
        guard let key = CommandKey(player: player.id, key: "leave-\(Secrets.makeIdentifier().text)")
        else { return }
        _ = try await perform(
          .abandon, on: summary.match, by: player, key: key, expectedVersion: nil,
          receivedAt: Timestamp(milliseconds: time.wallMilliseconds))
      }
    }
  }

  /// The matches that anybody may watch, newest first.
  public func publicMatches(limit: Int = 50) async throws -> [PublicMatch] {
    let listed = try await storing { () throws(StoreError) in
      try await store.publicMatches(limit: limit)
    }
    var matches: [PublicMatch] = []
    for summary in listed {
      var names: [String?] = []
      for seat in summary.seats {
        if let player = seat.player {
          names.append(try await name(of: player))
        } else {
          names.append(nil)
        }
      }
      matches.append(
        PublicMatch(
          id: summary.match.text, game: summary.game,
          title: registry.entry(summary.game)?.info.title ?? summary.game,
          status: summary.status.rawValue, players: names,
          updatedAt: summary.updatedAt.milliseconds))
    }
    return matches
  }
}

/// A match that anybody may watch, as it is listed.
public struct PublicMatch: Hashable, Sendable, Codable {
  /// The match's identifier.
  public var id: String
  /// The game's identifier.
  public var game: String
  /// The game's name for people.
  public var title: String
  /// Where the match stands.
  public var status: String
  /// The names in seat order; `nil` for an open seat or a computer.
  public var players: [String?]
  /// When something last happened, in milliseconds since 1970.
  public var updatedAt: Int64
}
