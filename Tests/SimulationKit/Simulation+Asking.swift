internal import Games
internal import Hosting
internal import MatchStore
internal import Matches
internal import Service

// How it is asked, and that it happens exactly once.

extension Simulation {
  typealias Answer = Result<CommandAnswer, ServiceError>

  nonisolated private func send(
    _ request: Request, to node: MatchService, at time: Timestamp
  ) async throws -> Answer {
    do {
      switch request.action {
      case .perform(let command, let match):
        return .success(
          try await node.perform(
            command, on: match, by: request.player, key: request.key,
            expectedVersion: request.expected, receivedAt: time))
      case .make(let new):
        return .success(
          try await node.makeMatch(new, by: request.player, key: request.key, receivedAt: time))
      case .find(let new):
        return .success(
          try await node.findMatch(new, by: request.player, key: request.key, receivedAt: time))
      }
    } catch let error as ServiceError {
      return .failure(error)
    }
  }

  private func moment() -> Timestamp {
    Timestamp(milliseconds: now.milliseconds - Int64(chance.below(3) == 0 ? chance.below(400) : 0))
  }

  /// Asks one node and judges the answer.
  @discardableResult
  func ask(_ request: Request) async throws -> Answer {
    let before = journal.appends(request.key)
    let answer = try await send(request, to: nodes[chance.below(2)], at: moment())
    try judge(request, answer, appendsBefore: before)
    return answer
  }

  /// Asks both nodes at once: the same, or two different things.
  func both() async throws {
    let first = makeRequest()
    var second = chance.below(2) == 0 ? first : makeRequest()
    if second.key == first.key { second = first }
    let (one, two) = (nodes[0], nodes[1])
    let wasStored = [first, second].map { journal.appends($0.key) > 0 }
    let (a, b) = (moment(), moment())
    let (earlier, other) = (first, second)
    async let left = send(earlier, to: one, at: a)
    async let right = send(other, to: two, at: b)
    let (answer, answerOfOther) = (try await left, try await right)
    // Of two copies one may be refused before the other, which the match then allows: refusals are not kept.
    let isCopied = first.key == second.key
    try judge(
      first, answer, appendsBefore: nil, mayBeRefused: isCopied && !wasStored[0])
    try judge(
      second, answerOfOther, appendsBefore: nil, mayBeRefused: isCopied && !wasStored[1])
    if first.key == second.key, case .success(let x) = answer, case .success(let y) = answerOfOther,
      journal.appends(first.key) > 0, x != y
    {
      throw Broken("exactly once", "two copies at once got \(x) and \(y)")
    }
    coverage.note("node", "both at once")
  }

  private func judge(
    _ request: Request, _ answer: Answer, appendsBefore: Int?, mayBeRefused: Bool = false
  ) throws {
    let name = request.action.name
    let appends = journal.appends(request.key)
    guard appends <= 1 else {
      throw Broken("exactly once", "\(name) with one key was stored \(appends) times")
    }
    coverage.note("check", "exactly once")
    switch answer {
    case .success(let answer):
      unknown.removeAll { $0.key == request.key }
      guard appends == 1 else { return }
      coverage.note("command", name)
      if name == PlayerCommand.remind.name { reminder = request }
      if case .perform(.rematch, _) = request.action {
        guard answer.version > 1 else { throw Broken("exactly once", "no rematch was made") }
      } else if journal.version(request.key) != answer.version {
        throw Broken(
          "exactly once",
          "\(name) answered \(answer.version), stored \(journal.version(request.key) ?? 0)")
      }
      if let first = answered.first(where: { $0.request.key == request.key }) {
        guard first.answer == answer else {
          throw Broken("exactly once", "first \(first.answer), then \(answer) to \(name)")
        }
        coverage.note("retry", "same answer")
      } else {
        answered.append((request, answer))
        if answered.count > 400 { answered.remove(at: chance.below(200)) }
      }
    case .failure(.unavailable):
      coverage.note("error", "unavailable")
      if !unknown.contains(where: { $0.key == request.key }) { unknown.append(request) }
    case .failure(.storageFull):
      coverage.note("error", "storageFull")
      // What time led to may have been refused by the store before a repetition was looked up.
      // A rematch is promised first and made then; who asks again gets what was promised.
      if case .perform(.rematch, _) = request.action { return }
      if let appendsBefore, appends != appendsBefore {
        throw Broken("exactly once", "\(name) was stored, yet the store was full")
      }
    case .failure(.refused(let refusal)):
      coverage.note("refusal", refusal.code)
      unknown.removeAll { $0.key == request.key }
      guard appends == 0 || mayBeRefused else {
        throw Broken("exactly once", "\(name) was stored, yet refused: \(refusal)")
      }
      try checkError("\(refusal)", of: request)
    case .failure(let error):
      coverage.note("error", error.name)
      unknown.removeAll { $0.key == request.key }
      guard error == .keyReused || appends == 0 else {
        throw Broken("exactly once", "\(name) was stored, yet answered \(error)")
      }
    }
  }

  private func checkError(_ text: String, of request: Request) throws {
    guard case .perform(_, let match) = request.action, let replica = replicas[match] else {
      return
    }
    let seat = replica.seat(of: request.player.id)
    for secret in replica.secrets(from: seat.map { .seat($0) } ?? .spectator)
    where text.contains(secret) {
      throw Broken("secrets stay", "\(secret) in \(text)")
    }
  }

  /// Whoever does not know what came of a request asks again until it knows.
  func settleUnknown() async throws {
    guard !unknown.isEmpty, chance.below(3) == 0 else { return }
    journal.begin(step: step, faults: 0)
    for request in unknown {
      let answer = try await ask(request)
      if case .failure(.unavailable(let reason)) = answer {
        throw Broken("exactly once", "without faults unavailable: \(reason)")
      }
      coverage.note("retry", "after an unknown outcome")
    }
    try await quiet()
  }

  /// Asks for something again that was answered, perhaps long ago.
  func repeatEarlier() async throws {
    guard !answered.isEmpty else { return }
    let isOld = chance.below(2) == 0
    let index = isOld ? chance.below(answered.count) : answered.count - 1
    if isOld { coverage.note("retry", "much later") }
    let earlier = answered[index]
    let answer = try await ask(earlier.request)
    switch answer {
    case .success, .failure(.unavailable), .failure(.storageFull): break
    case .failure(let error):
      throw Broken("exactly once", "\(earlier.request.action.name) again was answered \(error)")
    }
  }

  /// Asks for something else with a key that was used.
  func otherBody() async throws {
    guard !answered.isEmpty, let match = someMatch() else { return }
    let earlier = answered[chance.below(answered.count)].request
    var request = earlier
    request.expected = nil
    request.action = .perform(.vacation(begins: chance.below(2) == 0), match)
    if case .perform(.vacation, _) = earlier.action { return }
    let answer = try await send(request, to: nodes[chance.below(2)], at: moment())
    switch answer {
    case .failure(.keyReused): coverage.note("error", "keyReused")
    case .failure(.unavailable), .failure(.storageFull): break
    case .success, .failure:
      throw Broken("exactly once", "another body with a used key was answered \(answer)")
    }
    coverage.note("retry", "other body")
    guard journal.appends(earlier.key) == 1 else {
      throw Broken("exactly once", "another body with a used key was stored")
    }
  }

  /// Asks for what is not there.
  func unknownThings() async throws {
    var request = makeRequest()
    switch chance.below(3) {
    case 0:
      request.action = .perform(
        .quit, MatchID(Identifier128(high: 1, low: UInt64(step))))
    case 1: request.action = .make(NewMatch(game: "nothing"))
    default: request.action = .make(NewMatch(game: "reversi", seats: 3))
    }
    let answer = try await ask(request)
    guard case .failure = answer else { throw Broken("exactly once", "nonsense was \(answer)") }
  }
}
