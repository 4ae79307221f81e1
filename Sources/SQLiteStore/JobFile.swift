#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import Hosting
internal import MatchStore
internal import Matches

/// The file beside the database that says on which matches the process is at work.
///
/// In the database each note would cost a flush. What was handed to the system outlives the process also without
/// one; after a power cut a record is whole, or missing, or its checksum gives it away.
///
/// A record has 48 bytes: the match, how often the work was begun, when it was begun last, and a checksum over
/// these and the place of the record. A free place is all zeros.
final class JobFile: Sendable {
  private static let recordLength = 48
  /// The most records that are read, which is far more than a server works on at once.
  private static let mostRecords = 65_536

  private struct Job {
    let place: Int
    var count: Int32
    var isRunning: Bool
  }

  private struct State {
    var jobs: [MatchID: Job] = [:]
    var free: [Int] = []
    var places = 0
  }

  /// -1 in memory.
  private let descriptor: Int32
  private let state: Lock<State>

  /// Opens the file, making it if it is missing; `nil` keeps everything in memory.
  init(path: String?) throws(SQLiteStoreError) {
    guard let path else {
      descriptor = -1
      state = Lock(State())
      return
    }
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw DatabaseFiles.failure("cannot open", path) }
    self.descriptor = descriptor
    state = Lock(JobFile.read(descriptor))
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// The work that an earlier process did not finish, and this one is not at.
  var interrupted: [InterruptedJob] {
    let jobs = state.withLock { $0.jobs.filter { !$0.value.isRunning } }
    return jobs.sorted { $0.key < $1.key }.map {
      InterruptedJob(match: $0.key, interruptions: Int($0.value.count))
    }
  }

  /// Notes that work on a match begins.
  func begin(_ match: MatchID, at now: Timestamp) throws(SQLiteFailure) {
    try state.withLock { state throws(SQLiteFailure) in
      var job =
        state.jobs[match] ?? Job(place: JobFile.place(in: &state), count: 0, isRunning: false)
      // Begun again by the same process, the work was not interrupted.
      if job.isRunning { return }
      job.count = job.count == .max ? .max : job.count + 1
      job.isRunning = true
      state.jobs[match] = job
      try write(JobFile.record(match, job.count, at: now, place: job.place), at: job.place)
    }
  }

  /// Forgets a match.
  func forget(_ match: MatchID) throws(SQLiteFailure) {
    try state.withLock { state throws(SQLiteFailure) in
      guard let job = state.jobs.removeValue(forKey: match) else { return }
      state.free.append(job.place)
      try write([UInt8](repeating: 0, count: JobFile.recordLength), at: job.place)
    }
  }

  private static func place(in state: inout State) -> Int {
    if let place = state.free.popLast() { return place }
    defer { state.places += 1 }
    return state.places
  }

  private func write(_ record: [UInt8], at place: Int) throws(SQLiteFailure) {
    guard descriptor >= 0 else { return }
    let offset = off_t(place * JobFile.recordLength)
    var count = pwrite(descriptor, record, record.count, offset)
    while count < 0, errno == EINTR { count = pwrite(descriptor, record, record.count, offset) }
    guard count == record.count else {
      throw .refused(count >= 0 || errno == ENOSPC ? .storageFull : .unavailable(JobFile.reason))
    }
  }

  private static var reason: String {
    "the file of running jobs cannot be written: \(String(cString: strerror(errno)))"
  }
}

extension JobFile {
  private static func record(
    _ match: MatchID, _ count: Int32, at now: Timestamp, place: Int
  ) -> [UInt8] {
    var record = match.raw.bytes
    append(UInt64(truncatingIfNeeded: now.milliseconds), to: &record)
    append(UInt64(truncatingIfNeeded: count), to: &record)
    return record + checksum(of: record, place: place)
  }

  private static func checksum(of record: [UInt8], place: Int) -> [UInt8] {
    var input = record
    append(UInt64(place), to: &input)
    return Checksum.of(input).bytes
  }

  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }

  /// Reads what is whole, and takes every other place for free.
  private static func read(_ descriptor: Int32) -> State {
    let size = max(Int(lseek(descriptor, 0, SEEK_END)), 0)
    var bytes = [UInt8](repeating: 0, count: min(size, mostRecords * recordLength))
    let count = max(pread(descriptor, &bytes, bytes.count, 0), 0)
    var state = State()
    state.places = count / recordLength
    for place in 0..<state.places {
      let record = Array(bytes[(place * recordLength)..<((place + 1) * recordLength)])
      guard let (match, count) = job(in: record, place: place), state.jobs[match] == nil else {
        state.free.append(place)
        continue
      }
      state.jobs[match] = Job(place: place, count: count, isRunning: false)
    }
    return state
  }

  private static func job(in record: [UInt8], place: Int) -> (MatchID, Int32)? {
    let body = Array(record[..<32])
    guard Array(record[32...]) == checksum(of: body, place: place),
      let id = Identifier128(bytes: body[..<16])
    else { return nil }
    let count = body[28..<32].reduce(Int32(0)) { $0 << 8 | Int32($1) }
    return count > 0 ? (MatchID(id), count) : nil
  }
}
