import Hosting
import MatchStore
import Matches
import Service
import Testing

@Suite("Guessing and flooding", .timeLimit(.minutes(3)))
struct GuessingTests {
  @Test("Wrong passwords for one name are slowed, from wherever; a known device still gets in")
  func slowed() async throws {
    try await withBench(.memory) { bench in
      let office = await Office(bench)
      let owner = try await office.register("Ada")
      var results: [ServiceError?] = []
      for number in 0..<15 {
        results.append(
          await office.refusalToSignIn("ada", "guess \(number)", address: "192.0.2.\(number)"))
      }
      #expect(results[..<10].allSatisfy { $0 == .wrongPassword })
      #expect(results[10...].allSatisfy { $0 == .rateLimited(seconds: 60) })
      // Even the right password must wait on an unknown device, or the wait would tell right from wrong.
      #expect(await office.refusalToSignIn("Ada") == .rateLimited(seconds: 60))
      #expect(try await office.signIn("Ada", device: owner.device).player == owner.player)
      // The device of another account, or of none, is none.
      let eve = try await office.register("Eve")
      for device in [eve.device, "", String(repeating: "0", count: 64)] {
        #expect(await office.refusalToSignIn("Ada", device: device) == .rateLimited(seconds: 60))
      }
      bench.time.advance(milliseconds: 60_000)
      let back = try await office.signIn("Ada")
      // With another password the devices of before are strangers.
      _ = try await office.accounts.changePassword(
        of: owner.player, from: "correct horse", to: "battery staple")
      for _ in 0..<15 { _ = await office.refusalToSignIn("ada", "wrong guess") }
      for device in [owner.device, back.device] {
        let error = await office.refusalToSignIn("Ada", "battery staple", device: device)
        #expect(isPutOff(error))
      }
    }
  }

  @Test("A known device cannot guess without end either, nor many at once")
  func devices() async throws {
    try await withBench(.memory) { bench in
      let office = await Office(bench)
      let owner = try await office.register("Ada")
      let tasks = (0..<20).map { _ in
        Task { await office.refusalToSignIn("Ada", "a guess of it", device: owner.device) }
      }
      var wrong = 0
      for task in tasks where await task.value == .wrongPassword { wrong += 1 }
      #expect(wrong == 10)
    }
  }

  @Test("One address that tries many names is slowed")
  func address() async throws {
    try await withBench(.memory) { bench in
      var limits = RateLimits()
      limits.signIns = Rate(burst: 5, oneEach: 6000)
      limits.registrations = Rate(burst: 2, oneEach: 6000)
      let office = await Office(bench, limits: limits)
      for number in 0..<8 {
        let error = await office.refusalToSignIn(
          "name \(number)", "a guess of it", address: "192.0.2.1")
        #expect(error == (number < 5 ? .wrongPassword : .rateLimited(seconds: 6)))
      }
      for number in 0..<4 {
        let error = await office.refusalToRegister("Name \(number)", address: "192.0.2.1")
        #expect(error == (number < 2 ? nil : .rateLimited(seconds: 6)))
      }
    }
  }

  @Test("Of 200 sign-ins at once, 34 wait for their turn and the rest are told to come back")
  func queue() async throws {
    try await withBench(.memory) { bench in
      var limits = RateLimits()
      limits.wrongPasswords = Rate(burst: 1000, oneEach: 1)
      let office = await Office(bench, limits: limits)
      let table = try await Table(office.matches)
      let tasks = (0..<200).map { _ in
        Task { await office.refusalToSignIn("Nobody", "a guess of it") }
      }
      // Meanwhile people play on.
      try await table.play(shortGame)
      var results: [ServiceError?] = []
      for task in tasks { results.append(await task.value) }
      let wrong = results.filter { $0 == .wrongPassword }.count
      #expect(wrong >= 34)
      #expect(wrong < 200)
      #expect(wrong + results.filter(isPutOff).count == 200)
    }
  }

  @Test("A bucket gives its burst, then one at a time, and never more than it holds")
  func bucket() {
    let time = ManualTime()
    let limiter = RateLimiter(time: time)
    let rate = Rate(burst: 3, oneEach: 1000)
    let key = RateLimiter.Key("test", "a")
    func take() -> Int? {
      do throws(ServiceError) {
        try limiter.take(rate, for: key)
        return nil
      } catch {
        if case .rateLimited(let seconds) = error { return seconds }
        return -1
      }
    }
    for _ in 0..<3 { #expect(take() == nil) }
    #expect(take() == 1)
    time.advance(milliseconds: 999)
    #expect(take() == 1)
    time.advance(milliseconds: 1)
    #expect(take() == nil)
    #expect(take() == 1)
    time.advance(milliseconds: 1_000_000)
    for _ in 0..<3 { #expect(take() == nil) }
    #expect(take() == 1)
    limiter.giveBack(rate, for: key)
    #expect(take() == nil)
    // Another key, and another kind of the same, have their own.
    #expect(throws: Never.self) { try limiter.take(rate, for: .init("test", "b")) }
    #expect(throws: Never.self) { try limiter.take(rate, for: .init("other", "a")) }
    // The wall clock has no say.
    time.setWall(milliseconds: 0)
    #expect(take() == 1)
  }

  @Test("A million keys leave no more buckets than there may be")
  func memory() throws {
    let limiter = RateLimiter(time: ManualTime(), capacity: 1000)
    let rate = Rate(burst: 1, oneEach: 1000)
    let kept = RateLimiter.Key("test", "kept")
    for number in 0..<100_000 {
      try limiter.take(rate, for: .init("test", "\(number)"))
      if number % 100 == 0 { try? limiter.take(rate, for: kept) }
    }
    #expect(limiter.count == 1000)
    #expect(throws: ServiceError.self) { try limiter.take(rate, for: .init("test", "99999")) }
    #expect(throws: Never.self) { try limiter.take(rate, for: .init("test", "1")) }
  }
}

@Suite("Streams of sessions", .timeLimit(.minutes(1)))
struct SessionStreamTests {
  @Test("Streams end with their session: at once here, within five seconds elsewhere")
  func ends() async throws {
    try await withBench(.memory) { bench in
      let (here, there) = (await Office(bench), await Office(bench))
      let entry = try await here.register("Ada")
      let other = try await here.signIn("Ada")
      let ended = Journal<String>()
      var held: [Listening] = []
      for (name, office, token) in [
        ("here", here, entry.token), ("there", there, entry.token), ("other", there, other.token),
      ] {
        let signedIn = try #require(try await office.session(token))
        held.append(office.accounts.streams.hold(signedIn) { ended.add(name) })
      }
      let signedIn = try #require(try await here.session(entry.token))
      try await here.accounts.signOut(signedIn)
      #expect(ended.entries == ["here"])
      try await eventually("the other node waits") { bench.time.sleeperCount >= 2 }
      bench.time.advance(milliseconds: 4000)
      try await eventually("the other node notices") { ended.entries == ["here", "there"] }
      #expect(there.accounts.streams.count == 1)
      // Everything else that ends a session.
      try await here.accounts.deleteAccount(of: entry.player, password: "correct horse")
      try await eventually("the other node waits again") { bench.time.sleeperCount >= 1 }
      bench.time.advance(milliseconds: 4000)
      try await eventually("the other node notices again") { ended.entries.count == 3 }
      for listening in held { listening.cancel() }
    }
  }

  @Test("A stream of a token ends when the token does")
  func expiry() async throws {
    try await withBench(.memory) { bench in
      let office = await Office(bench)
      let entry = try await office.register("Ada")
      let browser = try #require(try await office.session(entry.token))
      let (token, _) = try await office.accounts.makeToken(
        label: "bot", scopes: .read, days: 1, by: browser)
      let signedIn = try #require(try await office.accounts.session(for: token, kind: .token))
      let ended = Journal<Int>()
      let held = office.accounts.streams.hold(signedIn) { ended.add(1) }
      try await eventually("it waits") { bench.time.sleeperCount >= 1 }
      bench.time.advance(milliseconds: 86_400_000)
      try await eventually("it ends") { ended.entries == [1] }
      held.cancel()
    }
  }
}
