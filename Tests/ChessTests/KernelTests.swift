import Testing

import Chess
import Games

@Suite("Tables of attacks")
struct ChessKernelTests {
  @Test("Each slider attacks what it attacks by definition, whatever stands on the board")
  func sliders() {
    var chance = Chance(seed: 64)
    for square in 0..<64 {
      for round in 0..<300 {
        var occupied = UInt64.random(in: .min ... .max, using: &chance)
        if round % 3 > 0 { occupied &= UInt64.random(in: .min ... .max, using: &chance) }
        if round % 3 > 1 { occupied &= UInt64.random(in: .min ... .max, using: &chance) }
        let tables = AttackTables.shared
        #expect(
          tables.rook(square, occupied)
            == Geometry.slides(square, occupied: occupied, Geometry.rookSteps))
        #expect(
          tables.bishop(square, occupied)
            == Geometry.slides(square, occupied: occupied, Geometry.bishopSteps))
      }
    }
  }

  @Test("The factors put every arrangement of pieces on a line where its attacks are")
  func factors() {
    for square in 0..<64 {
      for (mask, factor, shift, steps) in [
        (
          SliderLayout.rookMasks[square], Magics.rook[square], SliderLayout.rookShifts[square],
          Geometry.rookSteps
        ),
        (
          SliderLayout.bishopMasks[square], Magics.bishop[square],
          SliderLayout.bishopShifts[square], Geometry.bishopSteps
        ),
      ] {
        #expect(Int(shift) == 64 - mask.nonzeroBitCount)
        var seen: [Int: UInt64] = [:]
        var occupied: UInt64 = 0
        repeat {
          let index = Int((occupied &* factor) >> UInt64(shift))
          let attacks = Geometry.slides(square, occupied: occupied, steps)
          #expect(seen[index, default: attacks] == attacks)
          seen[index] = attacks
          occupied = (occupied &- mask) & mask
        } while occupied != 0
      }
    }
  }

  @Test("The tables of attacks follow each other without gap or overlap")
  func layout() {
    var next = 0
    for (offsets, shifts) in [
      (SliderLayout.rookOffsets, SliderLayout.rookShifts),
      (SliderLayout.bishopOffsets, SliderLayout.bishopShifts),
    ] {
      for square in 0..<64 {
        #expect(offsets[square] == next)
        next += 1 << (64 - Int(shifts[square]))
      }
    }
    #expect(next == 107_648)
  }

  @Test("Between and line are symmetric, and know what shares no line")
  func lines() {
    let tables = AttackTables.shared
    #expect(tables.between(0, 63) == 0x0040_2010_0804_0200)
    #expect(tables.line(9, 18) == 0x8040_2010_0804_0201)
    #expect(tables.between(0, 10) == 0)
    #expect(tables.line(0, 10) == 0)
    for a in 0..<64 {
      for b in 0..<64 {
        #expect(tables.between(a, b) == tables.between(b, a))
        #expect(tables.line(a, b) == tables.line(b, a))
      }
    }
  }
}
