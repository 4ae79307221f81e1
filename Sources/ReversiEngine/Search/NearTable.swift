/// A small table of one thread for positions with few squares left, which are met again soon or never.
///
/// Its 200 kB stay in the processor's second cache, so that a look costs little beside the tree that it saves. A newer
/// position takes the place of an older one. What it holds are bounds of perfect play, true in every search.
struct NearTable {
  struct Slot {
    var own: UInt64
    var opponent: UInt64
    var lower: Int8
    var upper: Int8
    /// The best move found, 64 for none.
    var best: UInt8
  }

  private static let bits = 13
  private let slots: UnsafeMutablePointer<Slot>

  init() {
    slots = .allocate(capacity: 1 << NearTable.bits)
    clear()
  }

  func deallocate() { slots.deallocate() }

  func clear() {
    slots.initialize(
      repeating: Slot(own: 0, opponent: 0, lower: -64, upper: 64, best: 64),
      count: 1 << NearTable.bits)
  }

  @inline(__always)
  func slot(_ own: UInt64, _ opponent: UInt64) -> UnsafeMutablePointer<Slot> {
    let hash = (own &* 0x9E37_79B9_7F4A_7C15) ^ (opponent &* 0xC2B2_AE3D_27D4_EB4F)
    let mixed = (hash ^ hash >> 32) &* 0xD6E8_FEB8_6659_FD93
    return slots + Int(truncatingIfNeeded: mixed >> UInt64(64 - NearTable.bits))
  }
}
