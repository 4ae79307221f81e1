import Games
import Reversi
import Testing

@Suite("Symmetry of Reversi")
struct SymmetryTests {
  /// The eight ways to lay a square board on itself.
  static let ways: [@Sendable (Square) -> Square?] = [
    { Square(column: $0.column, row: $0.row) }, { Square(column: 7 - $0.column, row: $0.row) },
    { Square(column: $0.column, row: 7 - $0.row) }, { Square(column: $0.row, row: $0.column) },
    { Square(column: 7 - $0.column, row: 7 - $0.row) },
    { Square(column: $0.row, row: 7 - $0.column) },
    { Square(column: 7 - $0.row, row: $0.column) },
    { Square(column: 7 - $0.row, row: 7 - $0.column) },
  ]

  private func moved(_ bits: UInt64, _ way: (Square) -> Square?) -> UInt64 {
    Square.all.reduce(0) { bits & $1.bit == 0 ? $0 : $0 | (way($1)?.bit ?? 0) }
  }

  private func moved(
    _ position: ReversiPosition, _ way: (Square) -> Square?
  ) throws -> ReversiPosition {
    try #require(
      ReversiPosition(
        black: moved(position.black, way), white: moved(position.white, way),
        sideToMove: position.sideToMove))
  }

  @Test(
    "Turned and mirrored boards have turned and mirrored moves, flips and results", arguments: 1...7
  )
  func boards(index: Int) throws {
    let way = SymmetryTests.ways[index]
    try visitRandomGames(seeds: 1...3) { position, chance in
      let image = try moved(position, way)
      #expect(image.placements == moved(position.placements, way))
      #expect(image.outcome == position.outcome)
      #expect(image.mustPass == position.mustPass)
      guard let square = Square.all.filter({ position.placements & $0.bit != 0 }).first else {
        return
      }
      let target = try #require(way(square))
      #expect(image.flips(at: target) == moved(position.flips(at: square), way))
    }
  }

  @Test("With the colours exchanged everything is the same for the other side")
  func colours() throws {
    try visitRandomGames(seeds: 10...20) { position, _ in
      let other = try #require(
        ReversiPosition(
          black: position.white, white: position.black, sideToMove: position.sideToMove.opponent))
      #expect(other.placements == position.placements)
      #expect(other.tournamentScore(of: .white) == position.tournamentScore(of: .black))
      #expect(position.tournamentScore(of: .black) == -position.tournamentScore(of: .white))
      let moves = position.legalMoves(for: position.sideToMove.seat)
      #expect(other.legalMoves(for: other.sideToMove.seat) == moves)
      if let outcome = position.outcome {
        #expect(other.outcome?.seats == outcome.seats.reversed())
        #expect(other.outcome?.scores == outcome.scores.reversed())
      }
    }
  }

  @Test("The four first moves are one move, turned")
  func firstMoves() throws {
    var images: [Set<ReversiPosition>] = []
    for move in ReversiPosition.start.legalMoves(for: .first) {
      var position = ReversiPosition.start
      try position.play(move, by: .first)
      images.append(Set(try SymmetryTests.ways.map { try moved(position, $0) }))
    }
    #expect(images.count == 4)
    #expect(Set(images).count == 1)
  }
}
