import Games
import GamesTestKit
import Reversi
import Testing

@Suite("The rules of Reversi")
struct RulesTests {
  @Test("Reversi keeps the laws of games")
  func laws() throws {
    let report = try checkLaws(of: ReversiPosition.self, games: 30)
    #expect(report.unfinished == 0)
    #expect(report.forced > 0)
  }

  @Test("Black begins with four moves, two discs each")
  func start() throws {
    let start = ReversiPosition.start
    #expect(start.sideToMove == .black)
    #expect(start.seatsToAct == SeatSet(.first))
    #expect(start.legalMoves(for: .first).map(\.text) == ["d3", "c4", "f5", "e6"])
    #expect(start.legalMoves(for: .second).isEmpty)
    #expect(start[try Square(text: "d4")] == .white)
    #expect(start[try Square(text: "e5")] == .white)
    #expect(start[try Square(text: "d5")] == .black)
    #expect(start[try Square(text: "e4")] == .black)
    #expect(start.discCount(of: .black) == 2 && start.discCount(of: .white) == 2)
    #expect(start.emptyCount == 60)
    #expect(start.outcome == nil && start.forcedMove == nil && !start.mustPass)
    #expect(start.seatCount == 2)
  }

  @Test("A move turns what it encloses and hands over")
  func move() throws {
    var position = ReversiPosition.start
    try position.play(.place(Square(text: "f5")), by: .first)
    #expect(position.text == "---------------------------OX------XXX-------------------------- O")
    #expect(position.discCount(of: .black) == 4 && position.discCount(of: .white) == 1)
    #expect(position.legalMoves(for: .second).map(\.text) == ["f4", "d6", "f6"])
  }

  @Test(
    "A refused move says why, and the position stays",
    arguments: [
      ("d4", 0, "d4 is occupied"), ("e4", 0, "e4 is occupied"), ("a1", 0, "a1 turns no disc"),
      ("e3", 0, "e3 turns no disc"), ("pass", 0, "a pass is not allowed while a move exists"),
      ("f4", 1, "it is not this seat's turn"), ("pass", 1, "it is not this seat's turn"),
      ("d3", 2, "it is not this seat's turn"),
    ])
  func refused(move: String, seat: Int, reason: String) throws {
    var position = ReversiPosition.start
    let move = try ReversiMove(text: move)
    let seat = try #require(Seat(seat))
    #expect(throws: IllegalMove(reason)) { try position.play(move, by: seat) }
    #expect(position == .start)
  }

  @Test("A pass is refused while a move exists, and is the only move when none exists")
  func forcedPass() throws {
    let record = try Transcript("E6F6C4C5C6D6G7F4G4G6E7H8H6G5G8F8").record
    #expect(record.moves.count == 17)
    #expect(record.moves.last == RecordedMove(seat: .first, move: .pass, isForced: true))
    #expect(record.position.legalMoves(for: .second).map(\.text) == ["c3", "g3", "b4"])
    #expect(record.position.discCount(of: .black) == 17)
    #expect(record.position.discCount(of: .white) == 3)
    let before = record.positions[16]
    #expect(before.mustPass)
    #expect(before.legalMoves(for: .first) == [.pass])
    #expect(before.forcedMove?.seat == .first)
    #expect(before.forcedMove?.move == .pass)
    for square in Square.all {
      #expect(throws: IllegalMove.self) {
        var copy = before
        try copy.place(at: square)
      }
    }
    #expect(throws: IllegalMove("a pass is not allowed while a move exists")) {
      var copy = record.position
      try copy.pass()
    }
  }

  @Test("A pass is forced exactly when the side to move cannot place and the other can")
  func passesInRandomGames() throws {
    var passes = 0
    try visitRandomGames(seeds: 1...150) { position, _ in
      let own = position.placements(of: position.sideToMove)
      let other = position.placements(of: position.sideToMove.opponent)
      #expect((position.forcedMove != nil) == (own == 0 && other != 0))
      #expect(position.isOver == (own == 0 && other == 0))
      let moves = position.legalMoves(for: position.sideToMove.seat)
      #expect(moves.contains(.pass) == (own == 0 && other != 0))
      if position.mustPass { passes += 1 }
    }
    #expect(passes > 20)
  }

  @Test("A colour that is gone ends the game, and the winner gets the empties")
  func wipeOut() throws {
    let record = try Transcript("E6F4E3F6G5D6E7F5C5").record
    let end = record.position
    #expect(record.moves.count == 9)
    #expect(end.isOver)
    #expect(end.discCount(of: .black) == 13 && end.discCount(of: .white) == 0)
    #expect(end.emptyCount == 51)
    #expect(end.tournamentScore(of: .black) == 64)
    #expect(end.tournamentScore(of: .white) == -64)
    #expect(end.outcome == Outcome(seats: [.won, .lost], scores: [64, 0]))
    #expect(end.seatsToAct.isEmpty)
    #expect(end.legalMoves(for: .first).isEmpty && end.legalMoves(for: .second).isEmpty)
    for move in [ReversiMove.pass, .place(try Square(text: "a1"))] {
      for seat in [Seat.first, .second] {
        var copy = end
        #expect(throws: IllegalMove.gameOver) { try copy.play(move, by: seat) }
        #expect(copy == end)
      }
    }
    var copy = end
    #expect(throws: IllegalMove.gameOver) { try copy.pass() }
  }

  @Test("Both sides stuck end the game, also with squares left empty")
  func stuck() throws {
    let record = try Transcript(TranscriptTests.thirteenPasses).record
    let end = record.position
    #expect(record.moves.count(where: { $0.move == .pass }) == 13)
    #expect(record.moves.allSatisfy { $0.isForced == ($0.move == .pass) })
    #expect(end.isOver && end.emptyCount == 5)
    #expect(end.discCount(of: .black) == 0 && end.discCount(of: .white) == 59)
    #expect(end.outcome == Outcome(seats: [.lost, .won], scores: [0, 64]))
    // Both colours on the board, nobody can move: the empties go to the winner's score alone.
    let both = try ReversiPosition(text: "XX" + String(repeating: "-", count: 60) + "OO X")
    let more = try ReversiPosition(text: "XXX" + String(repeating: "-", count: 59) + "OO O")
    #expect(both.outcome == .tied(of: 2, scores: [2, 2]))
    #expect(both.tournamentScore(of: .black) == 0)
    #expect(more.outcome == Outcome(seats: [.won, .lost], scores: [62, 2]))
    #expect(more.tournamentScore(of: .white) == -60)
    #expect(more.discCount(of: .black) == 3)
  }

  @Test("A board without discs is over and tied")
  func empty() throws {
    let board = try #require(ReversiPosition(black: 0, white: 0, sideToMove: .white))
    #expect(board.isOver)
    #expect(board.outcome == .tied(of: 2, scores: [0, 0]))
  }

  @Test("Moves and flips are those of the rule book, in games and on scattered discs")
  func comparedWithSlow() throws {
    var lines: Set<Int> = []
    func compare(_ position: ReversiPosition) {
      let slow = SlowReversi(position)
      for side in Side.allCases {
        #expect(position.placements(of: side) == slow.placements(of: side), "\(position.text)")
      }
      for square in Square.all {
        let flips = slow.flips(at: square, by: position.sideToMove)
        #expect(position.flips(at: square) == flips, "\(square.text) in \(position.text)")
        lines.insert(flips.nonzeroBitCount)
        var next = position
        if flips == 0 {
          #expect(throws: IllegalMove.self) { try next.place(at: square) }
          #expect(next == position)
        } else {
          #expect(throws: Never.self) { try next.place(at: square) }
          let own = position.discs(of: position.sideToMove) | square.bit | flips
          #expect(next.discs(of: position.sideToMove) == own)
          #expect(
            next.discs(of: position.sideToMove.opponent)
              == position.discs(of: position.sideToMove.opponent) & ~flips)
          #expect(next.sideToMove == position.sideToMove.opponent)
        }
      }
    }
    try visitRandomGames(seeds: 1...6) { position, _ in compare(position) }
    var chance = Chance(seed: 99)
    for _ in 0..<150 { compare(scattered(by: &chance)) }
    // One disc turned up to a dozen at once: long lines were among them.
    #expect(lines.isSuperset(of: 0...9))
  }

  @Test("Each line of each length is turned, in all eight directions and not round the edge")
  func lines() throws {
    for square in Square.all {
      for (right, down) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
        var between: UInt64 = 0
        var (x, y) = (square.column + right, square.row + down)
        while let next = Square(column: x, row: y) {
          let position = try #require(
            ReversiPosition(black: next.bit, white: between, sideToMove: .black))
          #expect(position.flips(at: square) == between)
          #expect(position.placements & square.bit == (between == 0 ? 0 : square.bit))
          between |= next.bit
          x += right
          y += down
        }
        // The same line without a disc at its end turns nothing.
        let open = try #require(ReversiPosition(black: 0, white: between, sideToMove: .black))
        #expect(open.flips(at: square) == 0 && open.placements == 0)
      }
    }
    // h1 and a2 are neighbours in the bitboard only.
    let wrapped = try #require(
      ReversiPosition(black: 1 << 9, white: 1 << 8, sideToMove: .black))
    #expect(wrapped.flips(at: try Square(text: "h1")) == 0)
  }

  @Test("A set-up with two discs on one square is refused")
  func overlap() throws {
    #expect(ReversiPosition(black: 1, white: 1, sideToMove: .black) == nil)
    #expect(ReversiPosition(black: .max, white: 1 << 63, sideToMove: .white) == nil)
    #expect(ReversiPosition(black: .max, white: 0, sideToMove: .white) != nil)
  }

  @Test("A game is set up from text in its options, and not otherwise than for two")
  func setUp() throws {
    var chance = Chance(seed: 1)
    let usual = try ReversiPosition(setup: GameSetup(seats: 2), chance: &chance)
    #expect(usual == .start)
    for seed in 1...5 as ClosedRange<UInt64> {
      let position = try randomRecord(seed: seed).positions[20]
      let setup = GameSetup(seats: 2, options: position.text)
      #expect(try ReversiPosition(setup: setup, chance: &chance) == position)
    }
    #expect(throws: SetupError.self) {
      try ReversiPosition(setup: GameSetup(seats: 2, options: "XO"), chance: &chance)
    }
    for seats in [0, 1, 3] {
      #expect(throws: SetupError.self) {
        try ReversiPosition(setup: GameSetup(seats: seats), chance: &chance)
      }
    }
  }
}
