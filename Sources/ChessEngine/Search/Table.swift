internal import Synchronization

#if hasFeature(BuiltinModule)
  import Builtin
#endif

/// What the table knows of a position.
struct TableEntry {
  var step: Step
  /// The value to the side to move; mates count from the position.
  var value: Int
  /// What the weights say of it, or ``Value/none``.
  var judgement: Int
  var depth: Int
  /// Which side of the true value ``value`` is on.
  var bound: Int
  var isPV: Bool
}

/// Kinds of bounds, as bits: lower, upper, both for exact.
enum Bound {
  static var none: Int { @inline(__always) get { 0 } }
  static var lower: Int { @inline(__always) get { 1 } }
  static var upper: Int { @inline(__always) get { 2 } }
  static var exact: Int { @inline(__always) get { 3 } }
}

/// A table of searched positions, shared by the threads of a search.
///
/// Each slot is two words, written without a lock: the key mixed with the data, and the data. A slot torn by two
/// writers fails its check and reads as a miss.
final class SearchTable: @unchecked Sendable {
  // Safe to share: the memory is only read and written as atomic words; the rest changes only between searches.
  private let slots: UnsafeMutablePointer<Atomic<UInt64>>
  private let groups: UInt64
  /// Marks what a search wrote; older entries give way first.
  private var generation: UInt64 = 0
  /// The memory used, in bytes.
  let byteCount: Int

  /// Makes a table of about so many bytes, at least 16 KiB.
  init(bytes: Int, memory: ChessMemory = .plain) {
    let groups = max(bytes / 64, 256)
    self.groups = UInt64(groups)
    byteCount = groups * 64
    let raw = memory.allocate(byteCount)
    raw.initializeMemory(as: UInt64.self, repeating: 0, count: groups * 8)
    slots = raw.assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  deinit { UnsafeMutableRawPointer(slots).deallocate() }

  func clear() {
    UnsafeMutableRawPointer(slots).initializeMemory(
      as: UInt64.self, repeating: 0, count: byteCount / 8)
    generation = 0
  }

  func startSearch() { generation = (generation &+ 1) & 31 }

  @inline(__always)
  private func group(_ key: UInt64) -> UnsafeMutablePointer<Atomic<UInt64>> {
    // The high half of the product: a place evenly taken from the high bits of the key.
    slots + Int(truncatingIfNeeded: key.multipliedFullWidth(by: groups).high) &* 8
  }

  /// Lets the memory fetch a slot that will be looked at soon.
  @inline(__always)
  func prefetch(_ key: UInt64) {
    #if hasFeature(BuiltinModule)
      Builtin.int_prefetch_RawPointer(
        UnsafeMutableRawPointer(group(key))._rawValue, Int32(0)._value, Int32(3)._value,
        Int32(1)._value)
    #endif
  }

  // Data: step (16) | value (16) | judgement (16) | depth (8) | generation (5), PV (1), bound (2)
  @inline(__always)
  func find(_ key: UInt64) -> TableEntry? {
    let base = group(key)
    for slot in 0..<4 {
      let data = base[2 &* slot &+ 1].load(ordering: .relaxed)
      if base[2 &* slot].load(ordering: .relaxed) ^ data == key, data != 0 {
        return TableEntry(
          step: Step(bits: UInt16(truncatingIfNeeded: data)),
          value: Int(Int16(truncatingIfNeeded: data >> 16)),
          judgement: Int(Int16(truncatingIfNeeded: data >> 32)),
          depth: Int(data >> 48 & 0xFF), bound: Int(data >> 56 & 3),
          isPV: data >> 58 & 1 != 0)
      }
    }
    return nil
  }

  @inline(__always)
  func store(
    _ key: UInt64, _ step: Step, value: Int, judgement: Int, depth: Int, bound: Int, isPV: Bool
  ) {
    let base = group(key)
    var victim = 0
    var worst = Int.max
    var step = step
    for slot in 0..<4 {
      let data = base[2 &* slot &+ 1].load(ordering: .relaxed)
      if data == 0 {
        victim = slot
        break
      }
      if base[2 &* slot].load(ordering: .relaxed) ^ data == key {
        let isCurrent = data >> 59 == generation
        let oldDepth = Int(data >> 48 & 0xFF)
        // What goes deeper and is as new stays, unless the new value is exact.
        if bound != Bound.exact, isCurrent, depth &+ 4 &+ (isPV ? 2 : 0) <= oldDepth { return }
        if step.bits == 0 { step = Step(bits: UInt16(truncatingIfNeeded: data)) }
        victim = slot
        break
      }
      let age = Int((generation &- data >> 59) & 31)
      let worth = Int(data >> 48 & 0xFF) &- 8 &* age
      if worth < worst {
        worst = worth
        victim = slot
      }
    }
    var data = UInt64(step.bits) | UInt64(UInt16(truncatingIfNeeded: value)) << 16
    data |= UInt64(UInt16(truncatingIfNeeded: judgement)) << 32
    data |= UInt64(UInt8(truncatingIfNeeded: max(depth, 0))) << 48
    data |= (UInt64(truncatingIfNeeded: bound) | (isPV ? 4 : 0) | generation << 3) << 56
    base[2 &* victim &+ 1].store(data, ordering: .relaxed)
    base[2 &* victim].store(key ^ data, ordering: .relaxed)
  }

  /// How full the table is with entries of this search, in thousandths.
  func fullness() -> Int {
    var used = 0
    let sample = min(Int(groups), 250)
    for index in 0..<sample * 4 {
      let data = slots[2 &* index &+ 1].load(ordering: .relaxed)
      if data != 0, data >> 59 == generation { used += 1 }
    }
    return used * 1000 / (sample * 4)
  }
}
