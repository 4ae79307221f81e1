internal import Hosting
internal import MatchStore
public import Matches

/// What a host may choose about matches.
public struct ServiceSettings: Sendable {
  /// The most matches that go on at once for one player.
  public var openMatchLimit: Int
  /// What the server's own players may use.
  public var bots: BotSettings
  /// How long after a deadline it is acted on, in milliseconds.
  ///
  /// A move that another node received before the deadline is stored within this time, and wins.
  public var grace: Int64
  /// Whether players get the time back that no server was there.
  public var creditsOutages: Bool

  /// How far a node's clock may be off that of the store, in milliseconds.
  public static let largestOffset: Int64 = 5000
  /// Without a sign of life for longer than this, in milliseconds, there was an outage.
  static let longestSilence: Int64 = 10_000
  /// How often a job may end the process before it is left alone.
  static let interruptionLimit = 2

  /// Creates settings; the defaults are those of `baton serve`.
  public init(
    openMatchLimit: Int = 100, bots: BotSettings = BotSettings(), grace: Int64 = 500,
    creditsOutages: Bool = true
  ) {
    self.openMatchLimit = openMatchLimit
    self.bots = bots
    self.grace = grace
    self.creditsOutages = creditsOutages
  }
}

/// What a service has done since it started, for whoever watches over it.
public struct ServiceFigures: Hashable, Sendable {
  /// The matches in memory.
  public var rooms = 0
  /// How many matches were looked at because something was due.
  public var woken = 0
  /// How many moves the server's own players have made.
  public var botMoves = 0
  /// The matches that are left alone because their jobs ended the process.
  public var quarantined = 0
  /// How many matches were given time back after an outage.
  public var credited = 0
}

extension MatchService {
  /// What the service has done since it started.
  public var figures: ServiceFigures {
    var figures = counts
    figures.rooms = loadedRooms.count
    figures.quarantined = quarantined.count
    return figures
  }

  /// The matches that are left alone because their jobs have ended the process.
  public var quarantinedMatches: [MatchID] { quarantined.sorted() }

  /// Lets the jobs of a match run again.
  public func release(_ match: MatchID) async throws {
    try await storing { () throws(StoreError) in try await store.forgetInterruptedJob(match) }
    quarantined.remove(match)
  }

  /// Prepares the service: finds jobs that ended the process before, and gives back what an outage took.
  ///
  /// Call it once before anybody is served. It returns when every deadline that fell into the outage is settled.
  public func start() async throws {
    try await measureClock()
    let jobs = try await storing { () throws(StoreError) in try await store.interruptedJobs() }
    for job in jobs where job.interruptions >= ServiceSettings.interruptionLimit {
      quarantined.insert(job.match)
      log(
        "match \(job.match.text.prefix(6))… ended the process \(job.interruptions) times; it is left alone"
      )
    }
    // Asked without saying anything new: until all is given back, a start that dies must not end the outage.
    let never = Timestamp(milliseconds: 0)
    let last = try await storing { () throws(StoreError) in try await store.beat(at: never) }
    let now = now
    if let last, last > never, settings.creditsOutages {
      let silence = now.milliseconds - last.milliseconds
      if silence > ServiceSettings.longestSilence { try await credit(since: last, at: now) }
    }
    _ = try await storing { () throws(StoreError) in try await store.beat(at: now) }
    store.changes { [weak self] match, version in
      guard let self else { return }
      Task(executorPreference: Background.executor) { await self.noticed(match, version) }
    }
    await sweep()
  }

  private func credit(since last: Timestamp, at now: Timestamp) async throws {
    let horizon = Match<Carried>.creditedShare * (now.milliseconds - last.milliseconds)
    let end = Timestamp(milliseconds: now.milliseconds + horizon)
    // All that are due before the end of the span; each is credited once, however often it is listed.
    var seen: Set<MatchID> = []
    while true {
      let due = try await storing { () throws(StoreError) in
        try await store.due(at: end, limit: seen.count + 1000)
      }
      let fresh = due.filter { !seen.contains($0) && !quarantined.contains($0) }
      guard !fresh.isEmpty else { return }
      for match in fresh {
        seen.insert(match)
        do {
          try await credit(match, since: last, at: now)
        } catch {
          log("match \(match.text.prefix(6))… could not be credited: \(error)")
        }
      }
    }
  }

  /// Gives back in one match what an outage took.
  ///
  /// - Returns: whether a deadline fell into it.
  @discardableResult
  package func credit(
    _ match: MatchID, since last: Timestamp, at now: Timestamp
  ) async throws -> Bool {
    let (effect, isCredited) = try await withRoom(match) {
      try await $0.credit(since: last, at: now)
    }
    if isCredited { counts.credited += 1 }
    followUp(effect, on: match)
    return isCredited
  }

  /// Runs until the task is cancelled: settles what is due, and says that this server lives.
  public func run() async {
    var beats = 0
    while !Task.isCancelled, !isStopped {
      do {
        try await time.sleep(nanoseconds: 250_000_000)
      } catch {
        return
      }
      await sweep()
      beats += 1
      if beats % 8 == 0 {
        let now = now
        _ = try? await store.beat(at: now)
      }
      if store.isShared, beats % 4 == 0 { await catchUpRooms() }
      if store.isShared, beats % 240 == 0 { try? await measureClock() }
    }
  }

  /// Ends ``run()``.
  public func stop() { isStopped = true }

  private func measureClock() async throws {
    guard store.isShared else { return }
    clockOffset = try await storing { () throws(StoreError) in try await store.clockOffset() }
  }

  /// Settles everything that is due now, each once.
  ///
  /// Of two nodes that do it at the same time one finds that it is done.
  public func sweep() async {
    // What cannot be settled now must not stand in front of what can.
    var aside: Set<MatchID> = []
    while true {
      let end = Timestamp(milliseconds: now.milliseconds - settings.grace)
      let left = aside.union(quarantined).union(thinking)
      let limit = 256 + left.count
      let due: [MatchID]
      do {
        due = try await storing { () throws(StoreError) in
          try await store.due(at: end, limit: limit)
        }
      } catch {
        return
      }
      let fresh = due.filter { !left.contains($0) }
      guard !fresh.isEmpty else { return }
      // Several at once, so that one flush serves many.
      await withTaskGroup(of: (MatchID, Bool).self) { group in
        for match in fresh { group.addTask { (match, await self.wake(match, by: end)) } }
        for await (match, isSettled) in group where !isSettled { aside.insert(match) }
      }
      if due.count < limit { return }
    }
  }

  /// Settles what is due in one match.
  ///
  /// - Returns: whether nothing is due there any more.
  private func wake(_ match: MatchID, by end: Timestamp) async -> Bool {
    do {
      var isDone = true
      try await job(match) {
        let (effect, next) = try await withRoom(match) { try await $0.wake(at: end) }
        counts.woken += 1
        followUp(effect, on: match)
        isDone = effect.isServersTurn || next.map { $0 > end } ?? true
      }
      return isDone
    } catch ServiceError.refused {
      // Another node was quicker.
      return true
    } catch {
      log("match \(match.text.prefix(6))… could not be settled: \(error)")
      return false
    }
  }

  /// Runs work on a match so that it is known after a crash what was running.
  private func job(_ match: MatchID, _ body: () async throws -> Void) async throws {
    let now = now
    try? await store.jobBegan(match, at: now)
    do {
      try await body()
    } catch {
      try? await store.jobEnded(match)
      throw error
    }
    try? await store.jobEnded(match)
  }

  // MARK: The server's own players

  /// Lets the server's own players move in a match until it is somebody else's turn.
  func think(about match: MatchID) {
    guard !quarantined.contains(match), thinking.insert(match).inserted else { return }
    Task(executorPreference: Background.executor) { await self.playForServer(match) }
  }

  /// Waits until no player of the server's own thinks any more, for tests.
  package func finishThinking() async {
    while !thinking.isEmpty { await Task.yield() }
  }

  private func playForServer(_ match: MatchID) async {
    defer { thinking.remove(match) }
    do {
      try await job(match) {
        while !isStopped {
          guard let task = try await withRoom(match, { try await $0.serversTask() }) else { return }
          let move = await desk.think { task.choose($0) }
          let now = now
          do {
            let effect = try await withRoom(match) { try await $0.play(move, for: task, at: now) }
            counts.botMoves += 1
            tellLists(of: effect.changed)
            if !effect.isServersTurn { return }
          } catch ServiceError.refused {
            // Another node was quicker; look again.
            continue
          }
        }
      }
    } catch {
      // What is still to be done is in the store, and the next sweep finds it.
      log("a computer's move in match \(match.text.prefix(6))… failed: \(error)")
    }
  }

  // MARK: Other nodes

  /// Takes in that another node has stored something.
  private func noticed(_ match: MatchID, _ version: Int) async {
    if let room = try? await loadedRooms[match]?.value {
      await room.refresh()
    }
    guard !watchedPlayers.isEmpty,
      let summary = try? await store.summary(of: match)
    else { return }
    tellLists(of: summary.seats.compactMap { $0.player })
  }

  /// Looks for what was stored elsewhere and not noticed, where somebody listens.
  private func catchUpRooms() async {
    for (_, task) in loadedRooms.sorted(by: { $0.key < $1.key }) {
      if let room = try? await task.value { await room.refreshIfHeard() }
    }
  }
}

extension MatchRoom {
  /// Takes in what other nodes have stored, if this room is still in use.
  func refresh() async {
    await enter()
    defer { leave() }
    if !isRetired { try? await catchUp() }
  }

  /// Like ``refresh()``, but only while somebody listens.
  func refreshIfHeard() async {
    if !listeners.isEmpty { await refresh() }
  }
}
