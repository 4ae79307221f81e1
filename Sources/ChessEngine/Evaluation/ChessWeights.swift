/// The numbers by which the engine judges positions: pairs for midgame and endgame, in hundredths of a pawn.
public struct ChessWeights: Hashable, Sendable {
  /// Midgame and endgame in turn, in the order of the layout.
  package(set) public var values: [Int16]

  /// The number of values.
  public static var count: Int { 2 * W.count }

  /// Creates weights from values; `nil` if their number is not ``count``.
  public init?(values: [Int16]) {
    guard values.count == ChessWeights.count else { return nil }
    self.values = values
  }

  private init() { values = Array(repeating: 0, count: ChessWeights.count) }

  private mutating func set(_ index: Int, _ midgame: Int, _ endgame: Int) {
    values[2 * index] = Int16(clamping: midgame)
    values[2 * index + 1] = Int16(clamping: endgame)
  }

  /// The weights that tuning began with: what chess players say, in round numbers.
  public static let handMade: ChessWeights = {
    var w = ChessWeights()
    let material = [(90, 110), (330, 300), (345, 320), (470, 540), (980, 980), (0, 0)]
    for (kind, pair) in material.enumerated() { w.set(W.material + kind, pair.0, pair.1) }
    w.setPlaces()
    w.setPieces()
    w.setPawns()
    w.setKing()
    return w
  }()

  private mutating func setPlaces() {
    for rank in 0..<8 {
      for file in 0..<4 {
        let square = rank * 4 + file
        // 0 at the rim, 6 in the middle.
        let centre = file + min(rank, 7 - rank)
        let pawn =
          rank == 0 || rank == 7 ? (0, 0) : ((file - 1) * rank + (file == 3 ? 6 : 0), rank * 3)
        set(W.place + square, pawn.0, pawn.1)
        set(W.place + 32 + square, centre * 9 - 35 + (rank > 3 ? 6 : 0), centre * 6 - 22)
        set(W.place + 64 + square, centre * 4 - 14 - (rank == 0 ? 8 : 0), centre * 3 - 10)
        set(W.place + 96 + square, file * 4 - 6 + (rank == 6 ? 15 : 0), rank > 4 ? 8 : 0)
        set(W.place + 128 + square, centre * 2 - 6, centre * 6 - 18)
        let home = rank == 0 ? (file < 3 && file > 0 ? 25 : file == 0 ? 15 : -10) : -20 * rank
        set(W.place + 160 + square, max(home, -80) - (rank > 0 ? file * 5 : 0), centre * 11 - 36)
      }
    }
  }

  private mutating func setPieces() {
    for count in 0..<9 { set(W.knightMobility + count, count * 8 - 32, count * 8 - 34) }
    for count in 0..<14 {
      set(W.bishopMobility + count, min(count, 9) * 7 - 28, min(count, 10) * 8 - 36)
    }
    for count in 0..<15 { set(W.rookMobility + count, count * 4 - 22, min(count, 11) * 8 - 42) }
    for count in 0..<28 {
      set(W.queenMobility + count, min(count, 16) * 3 - 20, min(count, 18) * 4 - 36)
    }
    set(W.bishopPair, 30, 50)
    for count in 0..<9 { set(W.badBishop + count, 8 - 4 * count, 12 - 7 * count) }
    set(W.rookFile, 15, 6)
    set(W.rookFile + 1, 32, 12)
    set(W.rookSeventh, 8, 20)
    set(W.rookBehind, 5, 18)
    set(W.outpost, 32, 18)
    set(W.outpost + 1, 28, 8)
    set(W.outpostReach, 14, 4)
    set(W.behindPawn, 6, 2)
    set(W.behindPawn + 1, 5, 2)
    for kind in 1..<5 { set(W.pawnThreat + kind, 55 + 10 * (kind / 3), 40 + 8 * (kind / 3)) }
    let minor = [(4, 18), (28, 32), (30, 34), (55, 40), (50, 50)]
    let rook = [(2, 20), (26, 30), (26, 30), (8, 20), (52, 34)]
    for kind in 0..<5 {
      set(W.minorThreat + kind, minor[kind].0, minor[kind].1)
      set(W.rookThreat + kind, rook[kind].0, rook[kind].1)
    }
    set(W.hanging, 45, 25)
    set(W.kingThreat, 15, 45)
    set(W.pushThreat, 20, 16)
    set(W.space, 3, 0)
    set(W.tempo, 22, 16)
    set(W.restricted, 4, 4)
    for count in 0..<9 {
      set(W.knightPawns + count, (count - 5) * 4, (count - 5) * 5)
      set(W.rookPawns + count, (5 - count) * 3, (5 - count) * 2)
    }
  }

  private mutating func setPawns() {
    let passed = [0, 0, 2, 8, 30, 70, 130, 0]
    let passedEnd = [0, 14, 18, 36, 68, 130, 210, 0]
    for rank in 0..<8 {
      set(W.passed + rank, passed[rank], passedEnd[rank])
      let step = rank > 2 ? rank - 2 : 0
      set(W.passedBlocked + rank, -4 * step, -14 * step)
      set(W.passedFree + rank, 3 * step, 11 * step)
      set(W.passedSupported + rank, 5 + 3 * step, 5 + 4 * step)
      set(W.candidate + rank, rank * 3, rank * 6)
      set(W.phalanx + rank, [0, 3, 8, 12, 26, 50, 80, 0][rank], [0, 0, 3, 8, 26, 50, 80, 0][rank])
      set(
        W.supported + rank, [0, 0, 14, 12, 16, 34, 60, 0][rank], [0, 0, 8, 8, 14, 32, 50, 0][rank])
      // By distance.
      set(W.passedOwnKing + rank, 0, 8 - 4 * rank)
      set(W.passedEnemyKing + rank, 0, min(7 * rank, 32) - 12)
    }
    set(W.doubled, -10, -24)
    set(W.isolated, -8, -12)
    set(W.isolated + 1, -18, -18)
    set(W.backward, -8, -8)
    set(W.backward + 1, -22, -14)
  }

  private mutating func setKing() {
    for edge in 0..<4 {
      let shelter = [-30, 32, 24, 8, 2, -6, -12, 0]
      let storm = [0, 0, -50, -34, -14, -4, 0, 0]
      for rank in 0..<8 {
        set(
          W.shelter + edge * 8 + rank, shelter[rank] * (edge == 3 ? 2 : 3) / 3, rank == 0 ? -4 : 0)
        set(W.storm + edge * 8 + rank, storm[rank], rank == 2 ? 4 : 0)
      }
    }
    for rank in 0..<8 { set(W.stormBlocked + rank, rank == 2 ? -18 : 0, rank == 2 ? -12 : 0) }
    set(W.kingOpenFile, -18, 0)
    set(W.kingOpenFile + 1, -36, 0)
    for units in 0..<64 { set(W.danger + units, -units * units / 7, -units) }
  }
}

extension ChessWeights {
  /// The pairs as the search adds them.
  func write(_ weights: UnsafeMutablePointer<Int32>, squareValues: UnsafeMutablePointer<Int32>) {
    for index in 0..<W.count {
      weights[index] = Pair.pack(Int(values[2 * index]), Int(values[2 * index + 1]))
    }
    for piece in 0..<16 {
      for square in 0..<64 {
        let kind = piece & 7
        guard kind < 6 else {
          squareValues[piece << 6 | square] = 0
          continue
        }
        let value =
          weights[W.material + kind] &+ weights[W.place(kind, square, side: piece >> 3)]
        squareValues[piece << 6 | square] = piece < 8 ? value : 0 &- value
      }
    }
  }
}

extension W {
  /// The weight of a kind on a square.
  static func place(_ kind: Int, _ square: Int, side: Int) -> Int {
    let file = square & 7
    let rank = side == 0 ? square >> 3 : 7 - square >> 3
    return W.place + kind * 32 + rank * 4 + min(file, 7 - file)
  }
}
