import Games
import Reversi
import Testing

@Suite("Counts of game trees")
struct PerftTests {
  #if DEBUG
    static let depth = 7
  #else
    static let depth = 10
  #endif

  /// Published counts from the usual start by depth; the conventions differ from depth 9 on.
  static let counts: [(depth: Int, ply: UInt64, free: UInt64, full: UInt64)] = [
    (1, 4, 4, 4), (2, 12, 12, 12), (3, 56, 56, 56), (4, 244, 244, 244), (5, 1396, 1396, 1396),
    (6, 8200, 8200, 8200), (7, 55092, 55092, 55092), (8, 390_216, 390_216, 390_216),
    (9, 3_005_288, 3_005_320, 3_005_288), (10, 24_571_284, 24_571_420, 24_571_056),
  ]

  @Test("The counts are the published ones in each convention")
  func published() {
    print("perft of Reversi to depth \(PerftTests.depth)")
    for row in PerftTests.counts where row.depth <= PerftTests.depth {
      let start = ReversiPosition.start
      #expect(start.perft(row.depth) == row.ply, "depth \(row.depth)")
      #expect(start.perft(row.depth, convention: .passIsFree) == row.free, "depth \(row.depth)")
      #expect(start.perft(row.depth, convention: .fullPathsOnly) == row.full, "depth \(row.depth)")
    }
    #expect(ReversiPosition.start.perft(0) == 1)
  }

  @Test("The count over any game gives the same", arguments: 0...5)
  func generic(depth: Int) {
    #expect(
      ReversiPosition.start.perft(depth, seed: 0)
        == ReversiPosition.start.perft(depth, convention: .passIsPly))
  }

  @Test("With passes and ends in reach all conventions count what a plain walk counts")
  func nearTheEnd() throws {
    var differing = 0
    for seed in 1...12 as ClosedRange<UInt64> {
      let record = try randomRecord(seed: seed)
      let position = record.positions[max(record.positions.count - 7, 0)]
      for depth in 0...6 {
        var counts: [UInt64] = []
        for convention in PerftConvention.allCases {
          let count = position.perft(depth, convention: convention)
          #expect(count == plain(position, depth, convention), "\(position.text) depth \(depth)")
          counts.append(count)
        }
        #expect(counts[0] == position.perft(depth, seed: 0))
        if Set(counts).count > 1 { differing += 1 }
      }
    }
    #expect(differing > 5)
  }

  private func plain(
    _ position: ReversiPosition, _ depth: Int, _ convention: PerftConvention
  ) -> UInt64 {
    if depth == 0 { return 1 }
    if position.isOver { return convention == .fullPathsOnly ? 0 : 1 }
    var count: UInt64 = 0
    for move in position.legalMoves(for: position.sideToMove.seat) {
      var next = position
      guard (try? next.play(move, by: position.sideToMove.seat)) != nil else { continue }
      let isFree = move == .pass && convention == .passIsFree
      count += plain(next, isFree ? depth : depth - 1, convention)
    }
    return count
  }
}
