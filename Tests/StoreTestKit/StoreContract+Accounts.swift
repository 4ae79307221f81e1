internal import MatchStore
internal import Matches
internal import Testing

extension StoreContract {
  static let accounts = [
    StoreCheck("A guest who registers keeps identifier and creation, and gets one new session") {
      fixture in
      try await fixture.withStore { store async throws in
        try await store.addPlayer(Sample.record(1), session: Sample.session(1))
        #expect(try await store.account(of: Sample.player(1)) == nil)
        try await store.register(
          Sample.player(1), as: credentials("Zoë 棋", ["zoe", "ZOE"]), session: Sample.session(2))
        let player = PlayerRecord(
          id: Sample.player(1), name: "Zoë 棋", createdAt: Timestamp(milliseconds: 1),
          kind: .registered)
        let account = AccountRecord(player: player, passwordHash: "hash of Zoë 棋")
        for skeleton in ["zoe", "ZOE"] {
          #expect(try await store.account(skeleton: skeleton) == account)
        }
        #expect(try await store.account(skeleton: "Zoe") == nil)
        #expect(try await store.account(of: Sample.player(1)) == account)
        #expect(try await store.player(Sample.player(1)) == player)
        #expect(try await store.session(Sample.session(1).digest) == nil)
        #expect(
          try await store.session(Sample.session(2).digest)
            == SignedIn(player: player, session: Sample.session(2)))
        // Registered already; and nobody.
        for number in [1, 7] {
          await expect(.noSuchPlayer) {
            try await store.register(
              Sample.player(number), as: credentials("B", ["b"]), session: Sample.session(3))
          }
        }
        #expect(try await store.account(skeleton: "b") == nil)
      }
    },
    StoreCheck("A name with a skeleton of somebody else's is refused, and changes nothing") {
      fixture in
      try await fixture.withStore { store async throws in
        try await add(1, ["a", "b"], to: store)
        try await store.addPlayer(Sample.record(2), session: Sample.session(2))
        await expect(.nameTaken) {
          try await store.register(
            Sample.player(2), as: credentials("X", ["c", "b"]), session: Sample.session(3))
        }
        await expect(.nameTaken) { try await add(3, ["a"], to: store) }
        await expect(.nameTaken) {
          try await store.rename(Sample.player(2), to: "X", skeletons: ["x", "a"])
        }
        #expect(try await store.player(Sample.player(2)) == Sample.record(2))
        #expect(try await store.player(Sample.player(3)) == nil)
        #expect(try await store.account(skeleton: "c") == nil)
        #expect(try await store.session(Sample.session(2).digest) != nil)
        #expect(try await store.session(Sample.session(3).digest) == nil)
        for skeletons in [[], ["a", "a"], ["1", "2", "3", "4", "5"]] {
          await expectInvalid {
            try await store.rename(Sample.player(2), to: "X", skeletons: skeletons)
          }
        }
      }
    },
    StoreCheck("Renaming moves the skeletons of a registered player and gives a guest none") {
      fixture in
      try await fixture.withStore { store async throws in
        try await add(1, ["a", "b"], to: store)
        try await store.addPlayer(Sample.record(2), session: Sample.session(2))
        try await store.rename(Sample.player(1), to: "New", skeletons: ["b", "c"])
        #expect(try await store.account(skeleton: "a") == nil)
        #expect(try await store.account(skeleton: "c")?.player.name == "New")
        try await store.rename(Sample.player(2), to: "A", skeletons: ["a"])
        #expect(try await store.player(Sample.player(2))?.name == "A")
        #expect(try await store.account(skeleton: "a") == nil)
        await expect(.noSuchPlayer) {
          try await store.rename(Sample.player(3), to: "C", skeletons: ["z"])
        }
      }
    },
    StoreCheck("A password is replaced only from the one it was, and ends all sessions") {
      fixture in
      try await fixture.withStore { store async throws in
        try await add(1, ["a"], to: store)
        try await store.addSession(Sample.session(2), of: Sample.player(1), ifPassword: "hash of a")
        await expect(.noSuchPlayer) {
          try await store.setPassword(
            of: Sample.player(1), from: "x", to: "y", session: Sample.session(3))
        }
        #expect(try await store.sessions(of: Sample.player(1)).count == 2)
        try await store.setPassword(
          of: Sample.player(1), from: "hash of a", to: "y", session: Sample.session(3))
        #expect(try await store.account(of: Sample.player(1))?.passwordHash == "y")
        #expect(try await store.sessions(of: Sample.player(1)) == [Sample.session(3)])
        await expect(.noSuchPlayer) {
          try await store.addSession(
            Sample.session(4), of: Sample.player(1), ifPassword: "hash of a")
        }
      }
    },
    StoreCheck("A deleted account leaves a player without name, password and sessions") { fixture in
      try await fixture.withStore { store async throws in
        try await add(1, ["a"], to: store)
        try await store.addPlayer(Sample.record(2), session: Sample.session(2))
        for number in [1, 2] {
          let id = Sample.player(number)
          try await store.deleteAccount(id)
          #expect(try await store.player(id)?.name == "Deleted player")
          #expect(try await store.player(id)?.kind == .deleted)
          #expect(try await store.sessions(of: id).isEmpty)
          #expect(try await store.session(Sample.session(number).digest) == nil)
          #expect(try await store.player(session: Sample.session(number).digest) == nil)
          #expect(try await store.account(of: id) == nil)
          await expect(.noSuchPlayer) { try await store.deleteAccount(id) }
          await expect(.noSuchPlayer) {
            try await store.addSession(Sample.session(9), of: id, ifPassword: nil)
          }
          await expect(.noSuchPlayer) { try await store.rename(id, to: "b", skeletons: ["b"]) }
          await expect(.noSuchPlayer) {
            try await store.register(id, as: credentials("b", ["b"]), session: Sample.session(9))
          }
        }
        // The name is free again.
        try await add(3, ["a"], to: store)
        await expect(.noSuchPlayer) { try await store.deleteAccount(Sample.player(9)) }
      }
    },
    StoreCheck("A session comes back as it was stored") { fixture in
      try await fixture.withStore { store async throws in
        try await store.addPlayer(Sample.record(1), session: Sample.session(1))
        var token = Sample.session(2)
        token.kind = .token
        token.label = "Bot 'é' \u{0} 棋"
        token.scopes = [.read, .play]
        token.createdAt = Timestamp(milliseconds: 6)
        token.lastUsedAt = Timestamp(milliseconds: 7)
        token.expiresAt = Timestamp(milliseconds: 99)
        try await store.addSession(token, of: Sample.player(1), ifPassword: nil)
        #expect(
          try await store.session(token.digest)
            == SignedIn(player: Sample.record(1), session: token))
        #expect(try await store.sessions(of: Sample.player(1)) == [token, Sample.session(1)])
        try await store.touchSession(token.digest, at: Timestamp(milliseconds: 50))
        #expect(
          try await store.session(token.digest)?.session.lastUsedAt == Timestamp(milliseconds: 50))
        await expectInvalid {
          try await store.addSession(token, of: Sample.player(1), ifPassword: nil)
        }
        await expectInvalid {
          try await store.addSession(
            SessionRecord(digest: [1], createdAt: token.createdAt), of: Sample.player(1),
            ifPassword: nil)
        }
        await expect(.noSuchPlayer) {
          try await store.addSession(Sample.session(3), of: Sample.player(2), ifPassword: nil)
        }
      }
    },
    StoreCheck("Sessions are ended one by one, all but one, and all; those of others stay") {
      fixture in
      try await fixture.withStore { store async throws in
        let (ada, bob) = (Sample.player(1), Sample.player(2))
        try await store.addPlayer(Sample.record(1), session: Sample.session(1))
        try await store.addPlayer(Sample.record(2), session: Sample.session(2))
        for number in 3...6 {
          try await store.addSession(Sample.session(number), of: ada, ifPassword: nil)
        }
        try await store.endSession(Sample.session(3).digest, of: bob)
        #expect(try await store.session(Sample.session(3).digest) != nil)
        try await store.endSession(Sample.session(3).digest, of: ada)
        try await store.endSession(Sample.session(3).digest, of: ada)
        #expect(try await store.session(Sample.session(3).digest) == nil)
        let digests = [1, 2, 3, 4].map { Sample.session($0).digest }
        #expect(
          try await Set(store.presentSessions(among: digests))
            == [digests[0], digests[1], digests[3]])
        #expect(try await store.presentSessions(among: []).isEmpty)
        try await store.endSessions(of: ada, except: Sample.session(4).digest)
        #expect(try await store.sessions(of: ada) == [Sample.session(4)])
        try await store.endSessions(of: ada, except: nil)
        #expect(try await store.sessions(of: ada).isEmpty)
        #expect(try await store.sessions(of: bob) == [Sample.session(2)])
      }
    },
    StoreCheck("Of 50 who want one name at once, exactly one gets it") { fixture in
      try await fixture.withStore { store async throws in
        for number in 0..<25 {
          try await store.addPlayer(Sample.record(number), session: Sample.session(number))
        }
        let results = await accountOutcomes(50) { number in
          if number < 25 {
            try await store.register(
              Sample.player(number), as: credentials("\(number)", ["same", "\(number)"]),
              session: Sample.session(number + 100))
          } else {
            try await add(number, ["\(number)", "same"], to: store)
          }
        }
        #expect(results.filter { $0 == nil }.count == 1)
        #expect(results.filter { $0 == .nameTaken }.count == 49)
        let owner = try #require(try await store.account(skeleton: "same"))
        #expect(results[Int(owner.player.id.raw.low)] == nil)
      }
    },
    StoreCheck("Of 50 tokens at once, 20 are stored; of 50 browsers, the last 20 stay") { fixture in
      try await fixture.withStore { store async throws in
        try await store.addPlayer(Sample.record(1), session: Sample.session(1000))
        let results = await accountOutcomes(50) { number in
          var token = Sample.session(number)
          token.kind = .token
          try await store.addSession(token, of: Sample.player(1), ifPassword: nil)
        }
        #expect(results.filter { $0 == nil }.count == SessionRecord.tokenLimit)
        #expect(
          results.filter { $0 == .tooMany(limit: SessionRecord.tokenLimit) }.count
            == 50 - SessionRecord.tokenLimit)
        let browsers = await accountOutcomes(50) { number in
          var session = Sample.session(number + 500)
          session.createdAt = Timestamp(milliseconds: Int64(1000 + number))
          try await store.addSession(session, of: Sample.player(1), ifPassword: nil)
        }
        #expect(browsers.allSatisfy { $0 == nil })
        let stored = try await store.sessions(of: Sample.player(1))
        #expect(stored.filter { $0.kind == .token }.count == SessionRecord.tokenLimit)
        #expect(stored.filter { $0.kind == .browser }.count == SessionRecord.browserLimit)
        // A token that is over makes room.
        var late = Sample.session(2000)
        late.kind = .token
        late.createdAt = Timestamp(milliseconds: 5000)
        await expect(.tooMany(limit: SessionRecord.tokenLimit)) {
          try await store.addSession(late, of: Sample.player(1), ifPassword: nil)
        }
        let first = try #require(stored.first { $0.kind == .token })
        try await store.endSession(first.digest, of: Sample.player(1))
        var brief = Sample.session(2001)
        brief.kind = .token
        brief.expiresAt = Timestamp(milliseconds: 4000)
        try await store.addSession(brief, of: Sample.player(1), ifPassword: nil)
        try await store.addSession(late, of: Sample.player(1), ifPassword: nil)
        #expect(try await store.session(brief.digest) == nil)
      }
    },
    StoreCheck("Signing in beside a change of the password leaves no session by the old one") {
      fixture in
      try await fixture.withStore { store async throws in
        try await add(1, ["a"], to: store)
        _ = await accountOutcomes(40) { number in
          if number == 20 {
            try await store.setPassword(
              of: Sample.player(1), from: "hash of a", to: "new", session: Sample.session(999))
          } else {
            try await store.addSession(
              Sample.session(number + 100), of: Sample.player(1), ifPassword: "hash of a")
          }
        }
        #expect(try await store.sessions(of: Sample.player(1)) == [Sample.session(999)])
      }
    },
  ]

  private static func credentials(_ name: String, _ skeletons: [String]) -> Credentials {
    Credentials(name: name, skeletons: skeletons, passwordHash: "hash of \(name)")
  }

  /// Adds a registered player by number, whose first session has the same number.
  private static func add(
    _ number: Int, _ skeletons: [String], to store: any MatchStore
  ) async throws {
    var record = Sample.record(number, name: skeletons[0])
    record.kind = .registered
    try await store.addAccount(
      record, credentials: credentials(skeletons[0], skeletons), session: Sample.session(number))
  }

  /// Runs `count` calls at once and returns the error of each, or `nil` for those that succeeded.
  private static func accountOutcomes(
    _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Void
  ) async -> [StoreError?] {
    let tasks = (0..<count).map { index in
      Task { () -> StoreError? in
        do {
          try await body(index)
          return nil
        } catch {
          return error as? StoreError ?? .unavailable("\(error)")
        }
      }
    }
    var results: [StoreError?] = []
    for task in tasks { results.append(await task.value) }
    return results
  }
}
