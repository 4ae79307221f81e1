#if BMI2 && hasFeature(BuiltinModule)
  import Builtin
#endif

/// What each piece attacks from each square, computed once for the whole program.
///
/// One block of memory, so that a search keeps one address in a register: knights, kings, the squares between two
/// squares, whole lines, and for each square of a slider one entry for each arrangement of pieces on its lines. These
/// are found by gathering the bits of the arrangement: with one instruction where the CPU has it (PEXT, from
/// x86-64-v3 on), elsewhere with a multiplication by a factor of `Magics`. 0.9 MB.
@frozen
@safe
package struct AttackTables: @unchecked Sendable {
  // Filled before anybody else sees it and never written again, so it may be read from every thread.
  @usableFromInline let base: UnsafePointer<UInt64>

  /// The tables, filled at the first use.
  package static let shared = AttackTables()

  @usableFromInline static var kings: Int { 64 }
  @usableFromInline static var betweens: Int { 128 }
  @usableFromInline static var lines: Int { 128 + 4096 }
  @usableFromInline static var sliders: Int { 128 + 8192 }
  static var count: Int { sliders + 102_400 + 5_248 }

  private init() {
    let table = UnsafeMutablePointer<UInt64>.allocate(capacity: AttackTables.count)
    unsafe table.initialize(repeating: 0, count: AttackTables.count)
    for square in 0..<64 {
      unsafe table[square] = Geometry.leaps(square, Geometry.knightSteps)
      unsafe table[AttackTables.kings + square] = Geometry.leaps(square, Geometry.kingSteps)
      for other in 0..<64 {
        unsafe table[AttackTables.betweens + square * 64 + other] = Geometry.between(square, other)
        unsafe table[AttackTables.lines + square * 64 + other] = Geometry.line(square, other)
      }
      for isRook in [true, false] {
        let mask = isRook ? SliderLayout.rookMasks[square] : SliderLayout.bishopMasks[square]
        var occupied: UInt64 = 0
        repeat {
          let index =
            isRook
            ? AttackTables.rookIndex(square, occupied)
            : AttackTables.bishopIndex(square, occupied)
          unsafe table[AttackTables.sliders + index] = Geometry.slides(
            square, occupied: occupied, isRook ? Geometry.rookSteps : Geometry.bishopSteps)
          occupied = (occupied &- mask) & mask
        } while occupied != 0
      }
    }
    unsafe base = UnsafePointer(table)
  }

  #if BMI2 && hasFeature(BuiltinModule)
    @inline(__always)
    static func gather(_ value: UInt64, _ mask: UInt64) -> Int {
      Int(UInt64(Builtin.int_x86_bmi_pext_64(value._value, mask._value)))
    }
    @inline(__always)
    static func rookIndex(_ square: Int, _ occupied: UInt64) -> Int {
      SliderLayout.rookOffsets[square] &+ gather(occupied, SliderLayout.rookMasks[square])
    }
    @inline(__always)
    static func bishopIndex(_ square: Int, _ occupied: UInt64) -> Int {
      SliderLayout.bishopOffsets[square] &+ gather(occupied, SliderLayout.bishopMasks[square])
    }
  #else
    @inline(__always)
    static func rookIndex(_ square: Int, _ occupied: UInt64) -> Int {
      let product = (occupied & SliderLayout.rookMasks[square]) &* Magics.rook[square]
      let shift = UInt64(truncatingIfNeeded: SliderLayout.rookShifts[square])
      return SliderLayout.rookOffsets[square] &+ Int(truncatingIfNeeded: product &>> shift)
    }
    @inline(__always)
    static func bishopIndex(_ square: Int, _ occupied: UInt64) -> Int {
      let product = (occupied & SliderLayout.bishopMasks[square]) &* Magics.bishop[square]
      let shift = UInt64(truncatingIfNeeded: SliderLayout.bishopShifts[square])
      return SliderLayout.bishopOffsets[square] &+ Int(truncatingIfNeeded: product &>> shift)
    }
  #endif

  /// What a rook on `square` attacks: along ranks and files up to the first occupied square.
  @inline(__always)
  package func rook(_ square: Int, _ occupied: UInt64) -> UInt64 {
    unsafe base[AttackTables.sliders &+ AttackTables.rookIndex(square, occupied)]
  }

  /// What a bishop on `square` attacks: along diagonals up to the first occupied square.
  @inline(__always)
  package func bishop(_ square: Int, _ occupied: UInt64) -> UInt64 {
    unsafe base[AttackTables.sliders &+ AttackTables.bishopIndex(square, occupied)]
  }

  /// What a rook on `square` attacks on an empty board.
  @inline(__always)
  package func rookOnEmpty(_ square: Int) -> UInt64 {
    // No piece on a line is the first of all arrangements.
    unsafe base[AttackTables.sliders &+ SliderLayout.rookOffsets[square]]
  }

  /// What a bishop on `square` attacks on an empty board.
  @inline(__always)
  package func bishopOnEmpty(_ square: Int) -> UInt64 {
    unsafe base[AttackTables.sliders &+ SliderLayout.bishopOffsets[square]]
  }

  /// What a knight on `square` attacks.
  @inline(__always)
  package func knight(_ square: Int) -> UInt64 { unsafe base[square] }

  /// What a king on `square` attacks.
  @inline(__always)
  package func king(_ square: Int) -> UInt64 { unsafe base[AttackTables.kings &+ square] }

  /// The squares strictly between two squares on a line; none if they share no line.
  @inline(__always)
  package func between(_ a: Int, _ b: Int) -> UInt64 {
    unsafe base[AttackTables.betweens &+ a &* 64 &+ b]
  }

  /// The whole line through two squares from edge to edge; none if they share no line.
  @inline(__always)
  package func line(_ a: Int, _ b: Int) -> UInt64 {
    unsafe base[AttackTables.lines &+ a &* 64 &+ b]
  }
}
