import Hosting
import MatchStore
import Matches
import Service
import Testing

/// A service of accounts beside one of matches.
struct Office: Sendable {
  let matches: MatchService
  let accounts: AccountService

  init(_ bench: Bench, limits: RateLimits = RateLimits()) async {
    matches = await bench.service()
    accounts = AccountService(matches: matches, limits: limits)
  }

  func register(
    _ name: String, _ password: String = "correct horse", guest: PlayerRecord? = nil,
    address: String? = nil
  ) async throws -> AccountService.Entry {
    try await accounts.register(name: name, password: password, guest: guest, address: address)
  }

  func signIn(
    _ name: String, _ password: String = "correct horse", device: String? = nil,
    address: String? = nil
  ) async throws -> AccountService.Entry {
    try await accounts.signIn(name: name, password: password, device: device, address: address)
  }

  /// The error that registering throws, or `nil` if it throws none.
  func refusalToRegister(
    _ name: String, _ password: String = "correct horse", guest: PlayerRecord? = nil,
    address: String? = nil
  ) async -> ServiceError? {
    do {
      _ = try await register(name, password, guest: guest, address: address)
      return nil
    } catch {
      return error as? ServiceError
    }
  }

  /// The error that signing in throws, or `nil` if it throws none.
  func refusalToSignIn(
    _ name: String, _ password: String = "correct horse", device: String? = nil,
    address: String? = nil
  ) async -> ServiceError? {
    do {
      _ = try await signIn(name, password, device: device, address: address)
      return nil
    } catch {
      return error as? ServiceError
    }
  }

  func session(_ token: SessionToken) async throws -> SignedIn? {
    try await accounts.session(for: token, kind: .browser)
  }
}

/// Returns the error of the service that a call throws, or `nil` if it throws none.
func refusal(_ body: @Sendable () async throws -> Void) async -> ServiceError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? ServiceError
  }
}

/// The field that a request was refused for.
func field(of error: ServiceError?) -> String? {
  if case .malformed(let field, _) = error { field } else { nil }
}

/// Whether a call was put off until later.
func isPutOff(_ error: ServiceError?) -> Bool {
  if case .rateLimited = error { true } else { false }
}

@Suite("Accounts", .timeLimit(.minutes(3)))
struct AccountTests {
  @Test(
    "A guest who registers keeps identifier and matches; the old session is over",
    arguments: StoreKind.allCases)
  func guest(kind: StoreKind) async throws {
    try await withBench(kind) { bench in
      let office = await Office(bench)
      let table = try await Table(office.matches)
      let entry = try await office.register("Ada", guest: table.black.record)
      #expect(entry.player.id == table.black.record.id)
      #expect(entry.player.kind == .registered)
      #expect(try await office.session(table.black.token) == nil)
      #expect(try await office.session(entry.token)?.player == entry.player)
      #expect(try await office.matches.matches(of: entry.player.id).count == 1)
      #expect(try await office.matches.view(of: table.match, for: nil).seats[0].name == "Ada")
      #expect(await office.refusalToRegister("Eve", guest: entry.player) == .hasAccount)
      // It is there after a restart, and comes back in any spelling.
      try await bench.restart()
      let again = await Office(bench)
      for name in ["Ada", " ADA ", "Ａｄａ"] {
        #expect(try await again.signIn(name).player == entry.player)
      }
    }
  }

  @Test("A name that looks like an account's, or is reserved, is refused")
  func names() async throws {
    try await withBench(.memory) { bench in
      let office = await Office(bench)
      let ada = try await office.register("Alice")
      let guest = try await Person(office.matches)
      #expect(await office.refusalToRegister("AIice") == .nameTaken)
      #expect(
        await refusal { _ = try await office.matches.rename(guest.record.id, to: "a l i c e") }
          == .nameTaken)
      #expect(try await office.matches.rename(ada.player.id, to: "ALICE") == "ALICE")
      #expect(try await office.matches.rename(guest.record.id, to: "Bob") == "Bob")
      for name in ["Admin", "Guest 12AB", "", "Аdmin", "a\u{202E}b"] {
        let error = await office.refusalToRegister(name)
        #expect(field(of: error) == "name", "\(name)")
      }
      for password in ["short", String(repeating: "x", count: 257)] {
        let error = await office.refusalToRegister("Carol", password)
        #expect(field(of: error) == "password")
      }
      // Bytes count, and a password may be anything.
      _ = try await office.register("Carol", "пароль" + "\u{0}\u{7}")
      _ = try await office.signIn("carol", "пароль" + "\u{0}\u{7}")
      #expect(await office.refusalToSignIn("carol", "пароль") == .wrongPassword)
    }
  }

  @Test("Of 20 who register one name at once, one gets it", arguments: StoreKind.allCases)
  func race(kind: StoreKind) async throws {
    try await withBench(kind) { bench in
      let office = await Office(bench)
      let tasks = (0..<20).map { _ in
        Task { await office.refusalToRegister("Ada") }
      }
      var results: [ServiceError?] = []
      for task in tasks { results.append(await task.value) }
      #expect(results.filter { $0 == nil }.count == 1)
      #expect(results.filter { $0 == .nameTaken }.count == 19)
    }
  }

  @Test("Known and unknown names are refused alike, and take as long")
  func alike() async throws {
    try await withBench(.memory) { bench in
      var limits = RateLimits()
      limits.wrongPasswords = Rate(burst: 1000, oneEach: 1)
      let office = await Office(bench, limits: limits)
      _ = try await office.register("Ada")
      var known: [Duration] = []
      var unknown: [Duration] = []
      let clock = ContinuousClock()
      for number in 0..<15 {
        known.append(
          await clock.measure {
            #expect(await office.refusalToSignIn("Ada", "wrong one") == .wrongPassword)
          })
        let name = number % 3 == 0 ? "\u{202E}" : "Nobody here"
        unknown.append(
          await clock.measure {
            #expect(await office.refusalToSignIn(name, "wrong one") == .wrongPassword)
          })
      }
      // A hash takes many times what anything else does; the half is far from none.
      #expect(unknown.sorted()[7] > known.sorted()[7] / 2)
      #expect(known.sorted()[7] > unknown.sorted()[7] / 2)
    }
  }

  @Test(
    "Signing out, everywhere, and a new password end sessions and tokens",
    arguments: StoreKind.allCases)
  func endings(kind: StoreKind) async throws {
    try await withBench(kind) { bench in
      let office = await Office(bench)
      let first = try await office.register("Ada")
      let second = try await office.signIn("Ada")
      let here = try #require(try await office.session(second.token))
      let (token, _) = try await office.accounts.makeToken(
        label: "bot", scopes: .read, days: 1, by: here)
      #expect(try await office.accounts.sessions(of: first.player.id).count == 3)
      try await office.accounts.signOut(here)
      #expect(try await office.session(second.token) == nil)
      #expect(try await office.session(first.token) != nil)

      #expect(
        await refusal {
          _ = try await office.accounts.changePassword(
            of: first.player, from: "not it at all", to: "battery staple")
        } == .wrongPassword)
      let changed = try await office.accounts.changePassword(
        of: first.player, from: "correct horse", to: "battery staple")
      #expect(try await office.session(first.token) == nil)
      #expect(try await office.accounts.session(for: token, kind: .token) == nil)
      #expect(try await office.session(changed.token) != nil)
      #expect(await office.refusalToSignIn("Ada") == .wrongPassword)
      let third = try await office.signIn("Ada", "battery staple")
      try await office.accounts.signOutEverywhere(first.player.id)
      for gone in [changed, third] { #expect(try await office.session(gone.token) == nil) }
    }
  }

  @Test(
    "A deleted account leaves its matches readable, and nothing else", arguments: StoreKind.allCases
  )
  func deletion(kind: StoreKind) async throws {
    try await withBench(kind) { bench in
      let office = await Office(bench)
      let table = try await Table(office.matches)
      let entry = try await office.register(
        "Canary-name", "canary-password", guest: table.black.record)
      #expect(
        await refusal { try await office.accounts.deleteAccount(of: entry.player, password: "") }
          == .wrongPassword)
      try await office.accounts.deleteAccount(of: entry.player, password: "canary-password")
      #expect(try await office.session(entry.token) == nil)
      #expect(await office.refusalToSignIn("Canary-name", "canary-password") == .wrongPassword)
      for service in [office.matches, await bench.service()] {
        let view = try await service.view(of: table.match, for: table.white.record.id)
        #expect(view.status == "ended")
        #expect(view.seats.map(\.name) == ["Deleted player", table.white.record.name])
      }
      // The name is free again.
      _ = try await office.register("Canary-name")
      let guest = try await Person(office.matches)
      try await office.accounts.deleteAccount(of: guest.record, password: "")
      #expect(try await office.session(guest.token) == nil)
    }
  }

  @Test("Neither passwords nor tokens lie on the disk")
  func disk() async throws {
    try await withBench(.sqlite) { bench in
      let office = await Office(bench)
      let entry = try await office.register("Ada", "canary-password")
      let signedIn = try #require(try await office.session(entry.token))
      let (token, _) = try await office.accounts.makeToken(
        label: "bot", scopes: .all, days: 1, by: signedIn)
      let bytes = await bench.bytesOnDisk()
      #expect(bytes.count > 4096)
      for secret in ["canary-password", entry.token.text, token.text, entry.device] {
        #expect(!bytes.contains(Array(secret.utf8)))
      }
    }
  }
}

@Suite("Tokens", .timeLimit(.minutes(2)))
struct TokenTests {
  @Test("A token has its scopes, ends in time, and is none for a browser")
  func life() async throws {
    try await withBench(.sqlite) { bench in
      let office = await Office(bench)
      let entry = try await office.register("Ada")
      let signedIn = try #require(try await office.session(entry.token))
      let (token, session) = try await office.accounts.makeToken(
        label: "bot", scopes: [.read, .play], days: 2, by: signedIn)
      let found = try #require(try await office.accounts.session(for: token, kind: .token))
      #expect(found.session == session)
      #expect(found.session.scopes == [.read, .play])
      #expect(try await office.session(token) == nil)
      #expect(try await office.accounts.session(for: entry.token, kind: .token) == nil)
      #expect(
        await refusal {
          _ = try await office.accounts.makeToken(label: "x", scopes: .account, days: 1, by: found)
        } == .notAllowed)
      // Its use is noted to the hour.
      bench.time.advance(milliseconds: AccountService.useSpan - 1)
      _ = try await office.accounts.session(for: token, kind: .token)
      #expect(
        try await office.accounts.session(for: token, kind: .token)?.session.lastUsedAt
          == session.createdAt)
      bench.time.advance(milliseconds: 1)
      _ = try await office.accounts.session(for: token, kind: .token)
      #expect(
        try await office.accounts.session(for: token, kind: .token)?.session.lastUsedAt.milliseconds
          == bench.time.wallMilliseconds)
      bench.time.advance(milliseconds: 2 * 86_400_000 - AccountService.useSpan - 1)
      #expect(try await office.accounts.session(for: token, kind: .token) != nil)
      bench.time.advance(milliseconds: 1)
      #expect(try await office.accounts.session(for: token, kind: .token) == nil)
      #expect(try await office.accounts.sessions(of: entry.player.id).count == 1)
    }
  }

  @Test("Of 50 tokens asked for at once, 20 are made; one that is ended makes room")
  func limit() async throws {
    try await withBench(.sqlite) { bench in
      let office = await Office(bench)
      let entry = try await office.register("Ada")
      let signedIn = try #require(try await office.session(entry.token))
      let tasks = (0..<50).map { _ in
        Task {
          await refusal {
            _ = try await office.accounts.makeToken(
              label: "b", scopes: .read, days: 1, by: signedIn)
          }
        }
      }
      var results: [ServiceError?] = []
      for task in tasks { results.append(await task.value) }
      #expect(results.filter { $0 == nil }.count == 20)
      #expect(results.filter { $0 == .tooMany(limit: 20) }.count == 30)
      let one = try #require(
        try await office.accounts.sessions(of: entry.player.id).first { $0.kind == .token })
      #expect(try await office.accounts.endSession(one.id, kind: .token, of: entry.player.id))
      #expect(try await !office.accounts.endSession(one.id, kind: .token, of: entry.player.id))
      bench.time.advance(milliseconds: 60_000)
      _ = try await office.accounts.makeToken(label: "b", scopes: .read, days: 1, by: signedIn)
    }
  }
}

extension [UInt8] {
  /// Whether some bytes are anywhere in these.
  fileprivate func contains(_ other: [UInt8]) -> Bool {
    guard let first = other.first, count >= other.count else { return false }
    return (0...(count - other.count)).contains { start in
      self[start] == first && self[start..<start + other.count].elementsEqual(other)
    }
  }
}
