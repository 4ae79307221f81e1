import Games
import Testing

@Suite("Chance")
struct ChanceTests {
  // Stored matches replay from these numbers, which were computed apart from this code. A change here breaks every stored game with chance in it.
  @Test(
    "The sequence of a seed and a move never changes",
    arguments: [
      (0, 0, [0x2382_75BC_38FC_BE91, 0xF89A_2566_B582_2C54, 0x4720_0E1D_9780_FA44]),
      (1, 0, [0xB18A_02F4_6D8D_86C3, 0xF8C5_B62C_83F7_07E8, 0x6D33_9D17_4013_0EDD]),
      (1, 1, [0xB925_7FBD_9225_782A, 0x1B6D_B440_8FDB_453D, 0x9865_243C_C26C_17D8]),
      (.max, 41, [0xAED3_66BB_E0D1_96C5, 0x51EE_D392_4DD4_315E, 0xA744_F884_D5CC_F3B3]),
    ] as [(UInt64, Int, [UInt64])])
  func fixedSequence(seed: UInt64, move: Int, expected: [UInt64]) {
    var chance = Chance(seed: seed, move: move)
    #expect((0..<3).map { _ in chance.next() } == expected)
  }

  @Test("Dice, draws and shuffles of a seed never change")
  func fixedDraws() {
    var chance = Chance(seed: 2026, move: 7)
    #expect((0..<12).map { _ in chance.roll() } == [2, 1, 1, 5, 4, 6, 5, 5, 3, 3, 5, 1])
    #expect((0..<8).map { _ in chance.below(1000) } == [562, 926, 556, 619, 259, 283, 45, 434])
    var cards = Array(0..<12)
    chance.shuffle(&cards)
    #expect(cards == [3, 8, 0, 2, 10, 7, 9, 11, 6, 5, 4, 1])
  }

  @Test("Equal seeds and moves give equal chance, and neighbours share nothing")
  func neighbours() {
    #expect(Chance(seed: 9, move: 4) == Chance(seed: 9, move: 4))
    var seen: Set<UInt64> = []
    for seed in 0..<20 as Range<UInt64> {
      for move in 0..<20 {
        var chance = Chance(seed: seed, move: move)
        for _ in 0..<10 { seen.insert(chance.next()) }
      }
    }
    #expect(seen.count == 4000)
  }

  @Test("The bits are balanced")
  func bits() {
    var chance = Chance(seed: 3)
    var counts = [Int](repeating: 0, count: 64)
    for _ in 0..<4000 {
      let word = chance.next()
      for bit in 0..<64 where word >> UInt64(bit) & 1 == 1 { counts[bit] += 1 }
    }
    // Six standard deviations (32 each) about a half.
    for count in counts { #expect((2000 - 190...2000 + 190).contains(count)) }
  }

  @Test("Each number below a bound is equally likely", arguments: [1, 2, 3, 6, 7, 10, 52])
  func uniform(bound: Int) {
    var chance = Chance(seed: 77, move: bound)
    var counts = [Int](repeating: 0, count: bound)
    let draws = 400 * bound
    for _ in 0..<draws { counts[chance.below(bound)] += 1 }
    #expect(counts.reduce(0, +) == draws)
    // 400 expected, standard deviation 20 at most.
    for count in counts { #expect((280...520).contains(count)) }
  }

  @Test("The largest bounds work too", arguments: [Int.max, Int.max - 1, 1 << 62, 1 << 62 + 1])
  func largeBounds(bound: Int) {
    var chance = Chance(seed: 1)
    var high = 0
    for _ in 0..<200 {
      let draw = chance.below(bound)
      #expect((0..<bound).contains(draw))
      if draw >= bound / 2 { high += 1 }
    }
    #expect((50...150).contains(high))
  }

  @Test("A bound of nothing is a programmer's error")
  func emptyBound() async {
    await #expect(processExitsWith: .failure) {
      var chance = Chance(seed: 1)
      _ = chance.below(0)
    }
  }

  @Test("A die shows each of its faces and nothing else", arguments: [1, 2, 6, 20])
  func dice(sides: Int) {
    var chance = Chance(seed: 4)
    let faces = Set((0..<40 * sides).map { _ in chance.roll(sides) })
    #expect(faces == Set(1...sides))
  }

  @Test("A shuffle keeps the items and makes each order equally likely")
  func shuffle() {
    var chance = Chance(seed: 12)
    var counts: [[Int]: Int] = [:]
    for _ in 0..<24 * 200 {
      var items = [0, 1, 2, 3]
      chance.shuffle(&items)
      counts[items, default: 0] += 1
    }
    #expect(counts.count == 24)
    for (order, count) in counts {
      #expect(order.sorted() == [0, 1, 2, 3])
      #expect((115...285).contains(count))
    }
    var none: [Int] = []
    chance.shuffle(&none)
    #expect(none.isEmpty)
  }
}
