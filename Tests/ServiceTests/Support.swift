import Games
import Hosting
import MatchStore
import Matches
import Reversi
import SQLiteStore
import Service
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The kinds of store that a service must behave alike on.
enum StoreKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case memory, sqlite
  var testDescription: String { rawValue }
}

/// A service with a store that can be opened again, as after a restart.
actor Bench {
  let kind: StoreKind
  let time = ManualTime()
  private(set) var store: any MatchStore
  private var path = ""

  init(_ kind: StoreKind, path: String) throws {
    self.kind = kind
    self.path = path
    store =
      switch kind {
      case .memory: InMemoryStore()
      case .sqlite: try SQLiteStore(path: "\(path)/baton.db", readers: 2)
      }
  }

  /// The bytes of all files of the store.
  func bytesOnDisk() -> [UInt8] {
    ["baton.db", "baton.db-wal"].flatMap { readFile("\(path)/\($0)") }
  }

  /// A service over the store, as one node runs it.
  func service(roomLimit: Int = 4096) -> MatchService {
    MatchService(store: store, registry: .forTests, time: time, roomLimit: roomLimit)
  }

  /// Closes the store and opens it again.
  func restart() async throws {
    await store.close()
    if let memory = store as? InMemoryStore {
      store = await memory.reopened()
    } else {
      store = try SQLiteStore(path: "\(path)/baton.db", readers: 2)
    }
  }

  func close() async { await store.close() }
}

private func readFile(_ path: String) -> [UInt8] {
  guard let file = fopen(path, "rb") else { return [] }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    guard count > 0 else { return bytes }
    bytes += buffer[..<count]
  }
}

/// Runs `body` with a new empty directory, and removes it with the files in it.
func withTemporaryDirectory(_ body: (_ path: String) async throws -> Void) async throws {
  let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  var template = Array("\(base)/baton-service-XXXXXX".utf8CString)
  let path = try #require(mkdtemp(&template).map { String(cString: $0) })
  defer {
    for name in ["", "-wal", "-shm", ".lock", "-lock", "-jobs", ".jobs"] {
      unlink("\(path)/baton.db\(name)")
    }
    rmdir(path)
  }
  try await body(path)
}

/// Runs a test with a store of a kind, and closes and removes it.
func withBench(_ kind: StoreKind, _ body: (Bench) async throws -> Void) async throws {
  try await withTemporaryDirectory { path in
    let bench = try Bench(kind, path: path)
    do {
      try await body(bench)
      await bench.close()
    } catch {
      await bench.close()
      throw error
    }
  }
}

extension GameRegistry {
  static let forTests = GameRegistry().adding(ReversiPosition.self).adding(SecretCards.self)
}

/// A player together with keys that are all different.
struct Person: Sendable {
  let record: PlayerRecord
  let token: SessionToken

  init(_ service: MatchService, name: String? = nil) async throws {
    var (player, token) = try await service.makeGuest(receivedAt: Timestamp(milliseconds: 1))
    if let name { player.name = try await service.rename(player.id, to: name) }
    record = player
    self.token = token
  }

  func key(_ text: String) throws -> CommandKey {
    try #require(CommandKey(player: record.id, key: text))
  }

  func make(
    _ service: MatchService, game: String = "reversi", seat: Int = 1, key: String = "make",
    at time: Int64 = 10
  ) async throws -> MatchID {
    let answer = try await service.makeMatch(
      game: game, seats: 2, seat: seat, by: record, key: self.key(key),
      receivedAt: Timestamp(milliseconds: time))
    return try MatchID(text: answer.match)
  }

  @discardableResult
  func perform(
    _ command: PlayerCommand, on match: MatchID, _ service: MatchService, key: String,
    version: Int? = nil, at time: Int64 = 20
  ) async throws -> CommandAnswer {
    try await service.perform(
      command, on: match, by: record, key: self.key(key), expectedVersion: version,
      receivedAt: Timestamp(milliseconds: time))
  }
}

/// Two players in an open match of Reversi.
struct Table: Sendable {
  let service: MatchService
  let black: Person
  let white: Person
  let match: MatchID

  init(_ service: MatchService, game: String = "reversi") async throws {
    self.service = service
    black = try await Person(service)
    white = try await Person(service)
    match = try await black.make(service, game: game)
    try await white.perform(.join, on: match, service, key: "join")
  }

  /// Plays moves from the start, black first.
  func play(_ moves: [String], from ply: Int = 0) async throws {
    for (index, move) in moves.enumerated() {
      let number = ply + index
      let person = number % 2 == 0 ? black : white
      try await person.perform(.move(move), on: match, service, key: "move-\(number)")
    }
  }

  func version(for person: Person? = nil) async throws -> Int {
    try await service.view(of: match, for: person?.record.id).version
  }
}

/// The shortest game there is: Black wins by taking every white disc.
let shortGame = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]

/// What several tasks write down.
final class Journal<Element: Sendable>: Sendable {
  private let list = Lock<[Element]>([])
  var entries: [Element] { list.withLock { $0 } }
  func add(_ element: Element) { list.withLock { $0.append(element) } }
}

/// Waits until something is true, giving way to other tasks in between; fails after a minute.
func eventually(
  _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () async throws -> Bool
) async throws {
  let clock = ContinuousClock()
  let end = clock.now + .seconds(60)
  while clock.now < end {
    if try await condition() { return }
    try await Task.sleep(for: .milliseconds(1))
  }
  Issue.record(what, sourceLocation: sourceLocation)
}

/// Puts an open match into a store, as a service would have.
func putMatch(
  _ store: any MatchStore, _ number: Int, _ players: [PlayerID], _ clock: TimeControl,
  at time: Timestamp
) async throws -> MatchID {
  let match = MatchID(Identifier128(high: 5, low: UInt64(number)))
  let terms = MatchTerms(
    game: "reversi", rulesVersion: 1, seatCount: 2, seed: UInt64(number),
    policies: MatchPolicies(clock: clock, timeout: .lose))
  let lines = [
    MatchEvent.created(terms), .seated(.first, players[0]), .seated(.second, players[1]),
  ].map(\.text)
  guard case .perTurn(let span) = clock.system else { return match }
  // The warning comes first; it is skipped by waking only at the deadline.
  _ = try await store.append(
    Append(
      match: match, expectedVersion: 0, bodies: lines.map { Array($0.utf8) }, receivedAt: time,
      key: nil, digest: [], answer: [],
      summary: MatchSummary(
        match: match, game: "reversi", status: .open, version: lines.count,
        seats: players.enumerated().map {
          SeatSummary(player: $1, status: .active, mayAct: $0 == 0)
        }, updatedAt: time, wakeAt: Timestamp(milliseconds: time.milliseconds + span - span / 6)))
  )
  return match
}
