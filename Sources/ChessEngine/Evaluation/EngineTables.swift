/// The owner of what searches only read.
final class EngineTables: @unchecked Sendable {
  // Safe to share: written while it is made, and only read after that.
  let tables: Tables

  init(_ weights: ChessWeights) {
    _ = Attacks.areReady
    var state: UInt64 = 0x2545_F491_4F6C_DD1D
    func word() -> UInt64 {
      // SplitMix64; the words only have to differ.
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
    func words(_ count: Int) -> UnsafeMutablePointer<UInt64> {
      let result = UnsafeMutablePointer<UInt64>.allocate(capacity: count)
      for index in 0..<count { result[index] = word() }
      return result
    }
    let pairs = UnsafeMutablePointer<Int32>.allocate(capacity: W.count)
    let squareValues = UnsafeMutablePointer<Int32>.allocate(capacity: 1024)
    weights.write(pairs, squareValues: squareValues)
    let reductions = UnsafeMutablePointer<Int32>.allocate(capacity: 64 * 64)
    for depth in 0..<64 {
      for number in 0..<64 {
        reductions[depth * 64 + number] = EngineTables.reduction(depth, number)
      }
    }
    tables = Tables(
      pieceWords: words(1024), castlingWords: words(64), enPassantWords: words(8),
      sideWord: word(), squareValues: squareValues, weights: pairs, reductions: reductions)
  }

  deinit {
    tables.pieceWords.deallocate()
    tables.castlingWords.deallocate()
    tables.enPassantWords.deallocate()
    tables.squareValues.deallocate()
    tables.weights.deallocate()
    tables.reductions.deallocate()
  }

  /// By how much a late move is searched less deeply: 0.8 plies and ln(depth) · ln(number) / 2.3.
  private static func reduction(_ depth: Int, _ number: Int) -> Int32 {
    if depth == 0 || number == 0 { return 0 }
    return Int32(0.80 * 1024 + logarithm(depth) * logarithm(number) / 2.3 * 1024)
  }

  /// The natural logarithm; there is no mathematics library here.
  private static func logarithm(_ number: Int) -> Double {
    var x = Double(number)
    var result = 0.0
    while x > 1.5 {
      x /= 2
      result += 0.693_147_180_559_945_3
    }
    // ln x = 2 artanh((x - 1) / (x + 1))
    let y = (x - 1) / (x + 1)
    var power = y
    var sum = 0.0
    var n = 1.0
    while n < 30 {
      sum += power / n
      power *= y * y
      n += 2
    }
    return result + 2 * sum
  }
}
