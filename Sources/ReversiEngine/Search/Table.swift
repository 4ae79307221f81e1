internal import Synchronization

/// What the table knows about a position.
struct TableEntry {
  var lower: Int
  var upper: Int
  /// Plies searched; for a search to the end, the empty squares.
  var depth: Int
  /// How sure: ``Certainty``'s raw value.
  var certainty: Int
  /// The best move found and the one before it, 64 for none.
  var best: Int
  var second: Int
}

/// A table of searched positions, shared by the threads of a search.
///
/// Each slot is two words, written without a lock: the key mixed with the data, and the data. A slot torn by two
/// writers fails its check and reads as a miss. The check is 64 bits that have no part in the place.
final class SearchTable: @unchecked Sendable {
  // Safe to share: the memory is only read and written as atomic words; the rest changes only between searches.
  private let slots: UnsafeMutablePointer<Atomic<UInt64>>
  private let mask: Int
  /// Marks what a search wrote; older entries give way first.
  private(set) var generation: UInt64 = 0
  /// The memory used, in bytes.
  let byteCount: Int

  /// Makes a table of 2^`bits` slots of 16 bytes.
  init(bits: Int) {
    let count = 1 << bits
    mask = (count - 1) & ~3
    byteCount = count * 16
    let raw = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
    raw.initializeMemory(as: UInt64.self, repeating: 0, count: count * 2)
    slots = raw.assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  deinit { UnsafeMutableRawPointer(slots).deallocate() }

  func clear() {
    UnsafeMutableRawPointer(slots).initializeMemory(
      as: UInt64.self, repeating: 0, count: byteCount / 8)
  }

  func startSearch() { generation = (generation + 1) & 0x7F }

  @inline(__always)
  static func hash(_ own: UInt64, _ opponent: UInt64) -> (place: Int, check: UInt64) {
    var a = (own &* 0x9E37_79B9_7F4A_7C15) ^ (opponent &* 0xC2B2_AE3D_27D4_EB4F)
    a ^= a >> 32
    a = a &* 0xD6E8_FEB8_6659_FD93
    let b = own &* 0xA076_1D64_78BD_642F
    let check = (b << 29 | b >> 35) ^ (opponent &* 0xE703_7ED1_A0B4_28DB)
    return (Int(truncatingIfNeeded: a >> 24), check)
  }

  // Data: lower+64 (8) | upper+64 (8) | depth (8) | certainty (8) | best (8) | second (8) | generation (7)
  @inline(__always)
  private static func unpack(_ data: UInt64) -> TableEntry {
    TableEntry(
      lower: Int(data & 0xFF) &- 64, upper: Int(data >> 8 & 0xFF) &- 64,
      depth: Int(data >> 16 & 0xFF), certainty: Int(data >> 24 & 0xFF),
      best: Int(data >> 32 & 0xFF), second: Int(data >> 40 & 0xFF))
  }

  @inline(__always)
  func find(_ own: UInt64, _ opponent: UInt64) -> TableEntry? {
    let (place, check) = SearchTable.hash(own, opponent)
    let base = slots + (place & mask) &* 2
    for i in 0..<4 {
      let data = base[2 &* i &+ 1].load(ordering: .relaxed)
      if base[2 &* i].load(ordering: .relaxed) ^ data == check, data != 0 {
        return SearchTable.unpack(data)
      }
    }
    return nil
  }

  @inline(__always)
  func store(
    _ own: UInt64, _ opponent: UInt64, depth: Int, certainty: Int, alpha: Int, beta: Int,
    score: Int, best: Int
  ) {
    let (place, check) = SearchTable.hash(own, opponent)
    let base = slots + (place & mask) &* 2
    var victim = 0
    var victimWorth = Int.max
    var entry: TableEntry?
    for i in 0..<4 {
      let data = base[2 &* i &+ 1].load(ordering: .relaxed)
      if base[2 &* i].load(ordering: .relaxed) ^ data == check, data != 0 {
        entry = SearchTable.unpack(data)
        victim = i
        break
      }
      let age = data >> 48 & 0x7F == generation ? 256 : 0
      let worth = data == 0 ? -1 : age &+ Int(data >> 16 & 0xFF)
      if worth < victimWorth {
        victimWorth = worth
        victim = i
      }
    }
    var lower = score > alpha ? score : -64
    var upper = score < beta ? score : 64
    var second = 64
    if let entry {
      if entry.depth == depth, entry.certainty == certainty {
        lower = max(lower, entry.lower)
        upper = min(upper, entry.upper)
        // Two searches that disagree: keep the newer.
        if lower > upper {
          lower = score > alpha ? score : -64
          upper = score < beta ? score : 64
        }
      } else if entry.certainty > certainty && entry.depth >= depth
        || entry.certainty == certainty && entry.depth > depth
      {
        return
      }
      second = entry.best == best ? entry.second : entry.best
    }
    let move = score > alpha || entry == nil ? best : (entry?.best ?? best)
    let data =
      UInt64(lower &+ 64) | UInt64(upper &+ 64) << 8 | UInt64(depth) << 16
      | UInt64(certainty) << 24 | UInt64(move) << 32 | UInt64(second) << 40
      | generation << 48 | 1 << 63
    base[2 &* victim &+ 1].store(data, ordering: .relaxed)
    base[2 &* victim].store(check ^ data, ordering: .relaxed)
  }
}
