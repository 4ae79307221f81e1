internal import Chess

#if BMI2 && hasFeature(BuiltinModule)
  import Builtin
#endif

/// What pieces attack: a copy of the tables of the room `Chess` in this module, where every use is inlined.
///
/// Calls across modules would cost a tenth of the search. Sliders are looked up here only where the CPU gathers bits
/// by one instruction; elsewhere the tables of `Chess` are asked.
enum Attacks {
  // An optional without a value needs no code that runs at its first use, and so none at each use.
  nonisolated(unsafe) private static var block: UnsafeMutablePointer<UInt64>?
  nonisolated(unsafe) private static var known: AttackTables?

  private static var kings: Int { @inline(__always) get { 64 } }
  private static var betweens: Int { @inline(__always) get { 128 } }
  private static var lines: Int { @inline(__always) get { 128 + 4096 } }
  /// By square: mask and offset of the rook, then of the bishop.
  private static var layout: Int { @inline(__always) get { 128 + 8192 } }
  private static var sliders: Int { @inline(__always) get { 128 + 8192 + 256 } }

  /// Fills the tables; has to be asked before anything else here, which making ``EngineTables`` does.
  static let areReady: Bool = {
    let tables = AttackTables.shared
    let count = sliders + 102_400 + 5_248
    let block = UnsafeMutablePointer<UInt64>.allocate(capacity: count)
    block.initialize(repeating: 0, count: count)
    var offset = sliders
    for square in 0..<64 {
      block[square] = tables.knight(square)
      block[kings + square] = tables.king(square)
      for other in 0..<64 {
        block[betweens + square * 64 + other] = tables.between(square, other)
        block[lines + square * 64 + other] = tables.line(square, other)
      }
      // The edges that a slider looks along, not at, hide nothing behind them.
      let ranks = (Squares.rank(0) | Squares.rank(7)) & ~Squares.rank(square >> 3)
      let files = (Squares.fileA | Squares.fileH) & ~Squares.file(square & 7)
      for slider in 0..<2 {
        let all = slider == 0 ? tables.rook(square, 0) : tables.bishop(square, 0)
        let mask = all & ~(ranks | files)
        block[layout + square * 4 + slider * 2] = mask
        block[layout + square * 4 + slider * 2 + 1] = UInt64(offset)
        var occupied: UInt64 = 0
        var index = 0
        // Subsets of the mask in this order are gathered to 0, 1, 2 …
        repeat {
          block[offset + index] =
            slider == 0 ? tables.rook(square, occupied) : tables.bishop(square, occupied)
          index += 1
          occupied = (occupied &- mask) & mask
        } while occupied != 0
        offset += index
      }
    }
    Attacks.block = block
    known = tables
    return true
  }()

  @inline(__always)
  private static var base: UnsafeMutablePointer<UInt64> { block.unsafelyUnwrapped }

  @inline(__always)
  static func king(_ square: Int) -> UInt64 { base[kings &+ square] }

  @inline(__always)
  static func knight(_ square: Int) -> UInt64 { base[square] }

  #if BMI2 && hasFeature(BuiltinModule)
    @inline(__always)
    private static func slider(_ entry: UnsafeMutablePointer<UInt64>, _ occupied: UInt64) -> UInt64
    {
      let index = UInt64(Builtin.int_x86_bmi_pext_64(occupied._value, entry[0]._value))
      return base[Int(truncatingIfNeeded: entry[1] &+ index)]
    }

    @inline(__always)
    static func rook(_ square: Int, occupied: UInt64) -> UInt64 {
      slider(base + (layout &+ square &* 4), occupied)
    }

    @inline(__always)
    static func bishop(_ square: Int, occupied: UInt64) -> UInt64 {
      slider(base + (layout &+ square &* 4 &+ 2), occupied)
    }
  #else
    @inline(__always)
    static func rook(_ square: Int, occupied: UInt64) -> UInt64 {
      known.unsafelyUnwrapped.rook(square, occupied)
    }

    @inline(__always)
    static func bishop(_ square: Int, occupied: UInt64) -> UInt64 {
      known.unsafelyUnwrapped.bishop(square, occupied)
    }
  #endif

  @inline(__always)
  static func between(_ a: Int, _ b: Int) -> UInt64 { base[betweens &+ a &* 64 &+ b] }

  @inline(__always)
  static func line(_ a: Int, _ b: Int) -> UInt64 { base[lines &+ a &* 64 &+ b] }
}
