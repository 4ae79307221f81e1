/// What one thread learns of moves while it searches: which of them refute others.
struct History {
  /// By side, from and to.
  let quiet: UnsafeMutablePointer<Int16>
  /// By piece, to and captured kind.
  let capture: UnsafeMutablePointer<Int16>
  /// By the piece and square of an earlier move, and those of this one.
  let continuation: UnsafeMutablePointer<Int16>
  /// The answers to moves, by piece and square.
  let counter: UnsafeMutablePointer<Step>
  /// By how much the weights are off for arrangements of pawns and of pieces, in 256ths; three tables.
  let correction: UnsafeMutablePointer<Int16>

  static let quietCount = 2 * 4096
  static let captureCount = 16 * 64 * 8
  static let continuationCount = 1024 * 1024
  static let correctionSize = 1 << 14
  static let correctionCount = 3 * 2 * correctionSize

  static var limit: Int { @inline(__always) get { 16_384 } }

  init(memory: ChessMemory) {
    quiet = .allocate(capacity: History.quietCount)
    capture = .allocate(capacity: History.captureCount)
    continuation = memory.allocate(History.continuationCount * 2).bindMemory(
      to: Int16.self, capacity: History.continuationCount)
    counter = .allocate(capacity: 1024)
    correction = .allocate(capacity: History.correctionCount)
    clear()
  }

  func deallocate() {
    quiet.deallocate()
    capture.deallocate()
    UnsafeMutableRawPointer(continuation).deallocate()
    counter.deallocate()
    correction.deallocate()
  }

  func clear() {
    quiet.initialize(repeating: 0, count: History.quietCount)
    capture.initialize(repeating: 0, count: History.captureCount)
    continuation.initialize(repeating: 0, count: History.continuationCount)
    counter.initialize(repeating: .none, count: 1024)
    correction.initialize(repeating: 0, count: History.correctionCount)
  }

  /// Moves an entry towards the bonus, the less the nearer it is to the limit.
  @inline(__always)
  static func update(_ entry: UnsafeMutablePointer<Int16>, _ bonus: Int) {
    let old = Int(entry.pointee)
    entry.pointee = Int16(
      truncatingIfNeeded: old &+ bonus &- old &* abs(bonus) / History.limit)
  }
}
