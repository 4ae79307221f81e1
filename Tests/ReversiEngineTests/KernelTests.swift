import Games
import Reversi
import ReversiEngine
import Testing

/// Positions of random games from a seed; both sides' placements may be empty in some.
func randomPositions(games: Int, seed: UInt64) -> [ReversiPosition] {
  var random = SplitMix(state: seed)
  var result: [ReversiPosition] = []
  for _ in 0..<games {
    var position = ReversiPosition.start
    while !position.isOver {
      let moves = position.legalMoves(for: position.sideToMove.seat)
      guard
        (try? position.play(moves[random.below(moves.count)], by: position.sideToMove.seat)) != nil
      else { break }
      result.append(position)
    }
  }
  return result
}

extension ReversiPosition {
  var own: UInt64 { discs(of: sideToMove) }
  var other: UInt64 { discs(of: sideToMove.opponent) }
}

@Suite("Kernels")
struct KernelTests {
  @Test("One line after the other finds the moves and flips that four lines at once find, seed 11")
  func bothWays() {
    var random = SplitMix(state: 11)
    for _ in 0..<20_000 {
      let a = random.next() & random.next()
      let b = random.next() & ~a
      let moves = Inspection.movesBothWays(a, b)
      #expect(moves.lanes == moves.scalar)
      for square in 0..<64 where (a | b) >> UInt64(square) & 1 == 0 {
        let flips = Inspection.flipsBothWays(square, a, b)
        if flips.lanes != flips.scalar {
          Issue.record("square \(square) of \(a), \(b): \(flips.lanes) and \(flips.scalar)")
          return
        }
      }
    }
  }

  @Test("Moves and flips are those of the rules on 200 random games, seed 1")
  func matchesRules() throws {
    for position in randomPositions(games: 200, seed: 1) {
      #expect(Inspection.moves(position.own, position.other) == position.placements)
      for square in Square.all where (position.black | position.white) & square.bit == 0 {
        let flips = Inspection.flips(square.index, position.own, position.other)
        try #require(flips == position.flips(at: square), "\(position.text) \(square.text)")
      }
    }
  }

  @Test("Moves and flips are those of the rules on boards that no game reaches, seed 2")
  func matchesRulesOnRandomBoards() throws {
    var random = SplitMix(state: 2)
    for _ in 0..<20_000 {
      let (a, b, c) = (random.next(), random.next(), random.next())
      // Half full, nearly full and nearly empty boards.
      let full = [a | b, a, a & b][random.below(3)]
      let position = try #require(
        ReversiPosition(black: full & c, white: full & ~c, sideToMove: .black))
      try #require(Inspection.moves(position.own, position.other) == position.placements)
      for square in Square.all where full & square.bit == 0 {
        try #require(
          Inspection.flips(square.index, position.own, position.other) == position.flips(at: square)
        )
      }
    }
  }

  @Test("The rays are what their name says")
  func rays() {
    let directions = [(1, 0), (0, 1), (-1, 1), (1, 1)]
    for square in 0..<64 {
      for (lane, (dx, dy)) in directions.enumerated() {
        for sign in [1, -1] {
          var ray: UInt64 = 0
          var (column, row) = (square & 7, square >> 3)
          while true {
            column += sign * dx
            row += sign * dy
            guard (0..<8).contains(column), (0..<8).contains(row) else { break }
            ray |= 1 << UInt64(row * 8 + column)
          }
          #expect(Inspection.ray(from: square, lane: lane, isUp: sign == 1) == ray)
        }
      }
    }
  }

  @Test("Counts are those of the rules in every convention", arguments: PerftConvention.allCases)
  func counts(convention: PerftConvention) {
    for depth in 0...7 {
      #expect(
        ReversiPosition.start.countedLeaves(atDepth: depth, convention: convention)
          == ReversiPosition.start.perft(depth, convention: convention))
    }
    // Late positions have passes and early ends.
    for position in randomPositions(games: 12, seed: 3) where position.emptyCount < 14 {
      for depth in 0...4 {
        #expect(
          position.countedLeaves(atDepth: depth, convention: convention)
            == position.perft(depth, convention: convention))
      }
    }
  }

  @Test("Ten plies from the start have the published count")
  func tenPlies() {
    #expect(ReversiPosition.start.countedLeaves(atDepth: 10) == 24_571_284)
  }

  @Test("A disc that is called stable is never turned, on 100 random games, seed 4")
  func stability() throws {
    var random = SplitMix(state: 4)
    for position in randomPositions(games: 100, seed: 4) where position.emptyCount < 45 {
      let stable = Inspection.stable(position.own, position.other)
      #expect(stable & ~position.own == 0)
      let side = position.sideToMove
      for _ in 0..<4 {
        var game = position
        while !game.isOver {
          let moves = game.legalMoves(for: game.sideToMove.seat)
          try game.play(moves[random.below(moves.count)], by: game.sideToMove.seat)
        }
        try #require(stable & ~game.discs(of: side) == 0, "\(position.text)")
      }
    }
  }

  @Test("Four equal corners and full edges are stable")
  func fullBoardIsStable() {
    #expect(Inspection.stable(.max, 0) == .max)
    #expect(Inspection.stable(0xFF, 0) == 0xFF)
    #expect(Inspection.stable(1, 0) == 1)
    #expect(Inspection.stable(2, 0) == 0)
  }

  @Test("Quarters with an odd number of empty squares are found and kept by moves")
  func quarters() {
    #expect(Inspection.oddQuarters(0) == 0)
    #expect(Inspection.oddQuarters(1) == 0x0F0F_0F0F)
    #expect(Inspection.oddQuarters(1 << 63) == 0xF0F0_F0F0_0000_0000)
    for square in 0..<64 {
      #expect(Inspection.oddQuarters(1 << UInt64(square)) == Inspection.quarter(square))
      #expect(Inspection.quarter(square) & 1 << UInt64(square) != 0)
    }
  }
}
