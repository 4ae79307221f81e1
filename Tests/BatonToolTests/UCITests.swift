import Chess
import Testing

@Suite("Playing chess for programs that speak UCI")
struct UCITests {
  private let arguments = ["uci", "--memory", "1"]

  private func answers(_ lines: [String]) -> [String] {
    lines.filter { $0.hasPrefix("bestmove ") }.map { String($0.dropFirst(9)) }
  }

  private func isLegal(_ answer: String, after moves: String = "") throws -> Bool {
    var position = ChessPosition.start
    for move in moves.split(separator: " ") {
      try position.play(try position.move(uci: String(move)))
    }
    let first = answer.split(separator: " ").first.map(String.init) ?? ""
    return (try? position.move(uci: first)) != nil
  }

  @Test("It says who it is and what can be set")
  func greeting() async throws {
    let lines = await dialogue(arguments, "> uci\n< uciok\n> isready\n< readyok\n> quit")
    #expect(lines.first?.hasPrefix("id name Baton") == true)
    for name in [
      "Hash", "Threads", "MultiPV", "Ponder", "Clear Hash", "Move Overhead", "UCI_Chess960",
      "UCI_LimitStrength", "UCI_Elo", "UCI_ShowWDL",
    ] {
      #expect(lines.contains { $0.hasPrefix("option name \(name) type ") }, "\(name)")
    }
  }

  @Test("A search of some depth tells of each depth and then its move")
  func depth() async throws {
    let lines = await dialogue(
      arguments, "> position startpos moves e2e4 e7e5\n> go depth 6\n< bestmove\n> quit")
    for depth in 1...6 {
      let line = try #require(lines.first { $0.hasPrefix("info depth \(depth) ") })
      for word in ["seldepth", "multipv 1", "score", "nodes", "nps", "hashfull", "time", "pv"] {
        #expect(line.contains(" \(word) "), "\(line)")
      }
    }
    #expect(try isLegal(try #require(answers(lines).first), after: "e2e4 e7e5"))
  }

  @Test("It answers isready while it searches, and moves only after stop in an infinite search")
  func infinite() async throws {
    let lines = await dialogue(
      arguments,
      """
      > position startpos
      > go infinite
      < info depth 4
      > isready
      < readyok
      > stop
      < bestmove
      > quit
      """)
    let ready = try #require(lines.firstIndex(of: "readyok"))
    let answer = try #require(lines.firstIndex { $0.hasPrefix("bestmove") })
    #expect(ready < answer)
    #expect(answers(lines).count == 1)
    #expect(lines[answer...].count == 1, "nothing more is said of a search after its end")
  }

  @Test("A search without a limit ends by stop also when there is nothing left to search")
  func solved() async throws {
    let lines = await dialogue(
      arguments,
      """
      > position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1
      > go infinite searchmoves g6g7
      < info depth 5
      > isready
      < readyok
      > stop
      < bestmove g6g7
      > quit
      """)
    #expect(answers(lines).count == 1)
  }

  @Test("Pondering moves after ponderhit by the clock, or after stop")
  func ponder() async throws {
    let lines = await dialogue(
      arguments,
      """
      > position startpos moves e2e4 e7e5
      > go ponder wtime 300 btime 300
      < info depth 3
      > isready
      < readyok
      > ponderhit
      < bestmove
      > go ponder wtime 100000 btime 100000
      < info depth 3
      > stop
      < bestmove
      > quit
      """)
    let ready = try #require(lines.firstIndex(of: "readyok"))
    #expect(!lines[..<ready].contains { $0.hasPrefix("bestmove") })
    #expect(answers(lines).count == 2)
  }

  @Test("Nothing leaks from one search into the next")
  func independent() async throws {
    let lines = await dialogue(
      arguments,
      """
      > position startpos
      > go depth 3 searchmoves a2a3
      < bestmove a2a3
      > go depth 3 searchmoves h2h4 b1a3
      < bestmove
      > setoption name MultiPV value 3
      > go depth 3
      < bestmove
      > setoption name MultiPV value 1
      > go nodes 500
      < bestmove
      > go mate 1
      > stop
      < bestmove
      > go depth 4
      < bestmove
      > quit
      """)
    let moves = answers(lines).compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(moves.count == 6)
    #expect(["h2h4", "b1a3"].contains(moves[1]))
    #expect(!["a2a3", "h2h4", "b1a3"].contains(moves[5]))
    #expect(lines.contains { $0.contains("depth 3 ") && $0.contains("multipv 3") })
    let last = try #require(lines.lastIndex { $0.contains("multipv 3") })
    #expect(answers(Array(lines[..<last])).count == 2, "only the third search had three lines")
  }

  @Test("A second go ends the first, which has its answer before")
  func twice() async throws {
    let lines = await dialogue(
      arguments,
      """
      > position startpos
      > go infinite
      < info depth 2
      > position startpos moves e2e4
      > go depth 2
      < bestmove
      < bestmove
      > quit
      """)
    let found = answers(lines)
    #expect(try isLegal(found[0]) && isLegal(found[1], after: "e2e4"))
  }

  @Test("Each go that comes before the one before has ended is answered in its turn")
  func many() async throws {
    let lines = await dialogue(
      arguments,
      """
      > position startpos
      > go infinite
      > position startpos moves e2e4
      > go infinite
      > position startpos moves e2e4 e7e5
      > go infinite
      > position startpos moves e2e4 e7e5 g1f3
      > go depth 2
      < bestmove
      < bestmove
      < bestmove
      < bestmove
      > quit
      """)
    let found = answers(lines)
    #expect(found.count == 4)
    let moves = ["e2e4", "e7e5", "g1f3"]
    for (index, answer) in found.enumerated() {
      #expect(try isLegal(answer, after: moves.prefix(index).joined(separator: " ")))
    }
  }

  @Test("What comes after a go is for it, also while the search before it winds down")
  func windingDown() async throws {
    let lines = await dialogue(
      arguments,
      """
      > position startpos
      > go infinite
      > go infinite
      > stop
      < bestmove
      < bestmove
      > go infinite
      < info depth 3
      > stop
      > position startpos moves e2e4
      > go infinite
      > stop
      > isready
      < readyok
      < bestmove
      < bestmove
      > go infinite
      < info depth 3
      > stop
      > go ponder wtime 300 btime 300
      > ponderhit
      < bestmove
      < bestmove
      > quit
      """)
    #expect(answers(lines).count == 6)
  }

  @Test("The end of the input ends also an infinite search that has not begun")
  func inputEndsEarly() async throws {
    let begin = ContinuousClock.now
    let lines = await dialogue(arguments, "> position startpos\n> go infinite\n> go infinite")
    #expect(answers(lines).count == 2)
    // Who waits for nobody ends a search after ten seconds in any case.
    #expect(ContinuousClock.now - begin < .seconds(8))
  }

  @Test("A finished game has no move")
  func finished() async throws {
    let lines = await dialogue(
      arguments,
      """
      > position startpos moves f2f3 e7e5 g2g4 d8h4
      > go depth 5
      < bestmove (none)
      > position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1
      > go wtime 1000 btime 1000
      < bestmove (none)
      > quit
      """)
    #expect(lines.contains("info depth 0 score mate 0"))
    #expect(lines.contains("info depth 0 score cp 0"))
  }

  @Test("Castling is written as the program asks for it")
  func castling() async throws {
    let position = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    let lines = await dialogue(
      arguments,
      """
      > \(position)
      > go depth 1 searchmoves e1g1
      < bestmove e1g1
      > setoption name UCI_Chess960 value true
      > \(position)
      > go depth 1 searchmoves e1h1
      < bestmove e1h1
      > quit
      """)
    #expect(answers(lines).count == 2)
  }

  @Test("It survives nonsense, says what is wrong and plays on")
  func nonsense() async throws {
    let lines = await dialogue(
      arguments,
      """
      > xyzzy
      >  \t
      > go depth
      > stop
      < bestmove
      > position
      > position fen
      > position fen 8/8/8/8/8/8/8/8 w - - 0 1
      > position startpos moves e2e4 e7e6 e4e6
      > setoption
      > setoption name
      > setoption name Hash value many
      > setoption name Hash value 99999999999999999999
      > setoption name No Such Option value 1
      > setoption value name
      > ponderhit
      > stop
      > go wtime -100 btime x depth 2 searchmoves e9e9 banana
      < bestmove
      > joho debug on
      > joho go depth 2
      < bestmove
      > quit
      """)
    let found = answers(lines)
    #expect(found.count == 3)
    // What came before the wrong move was played.
    #expect(try isLegal(found[1], after: "e2e4 e7e6"))
    #expect(lines.contains { $0.hasPrefix("info string move 3, 'e4e6'") })
    #expect(lines.contains { $0.hasPrefix("info string Hash is a number") })
  }

  @Test("It goes on where the rules have ended the game, and does not take a draw for a loss")
  func repetition() async throws {
    let again = Array(repeating: "g1f3 g8f6 f3g1 f6g8", count: 6).joined(separator: " ")
    let lines = await dialogue(
      arguments, "> position startpos moves \(again)\n> go depth 4\n< bestmove\n> quit")
    #expect(try isLegal(try #require(answers(lines).first)))
  }

  @Test("A limited strength is kept, and a clock that is nearly out is not overstepped by much")
  func limits() async throws {
    let lines = await dialogue(
      arguments,
      """
      > setoption name UCI_LimitStrength value true
      > setoption name UCI_Elo value 1000
      > position startpos
      > go infinite
      > stop
      < bestmove
      > go wtime 60000 btime 60000
      < bestmove
      > setoption name UCI_LimitStrength value false
      > go wtime 30 btime 30
      < bestmove
      > go movetime 20
      < bestmove
      > quit
      """)
    #expect(answers(lines).count == 4)
  }

  @Test("It counts the positions after each move and together")
  func perft() async throws {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    let lines = await dialogue(
      arguments,
      """
      > go perft 1
      < Nodes searched: 20
      > position startpos moves e2e4
      > go perft 3
      < Nodes searched: 13160
      > position fen \(fen)
      > go perft 4
      < Nodes searched: 4085603
      > setoption name UCI_Chess960 value true
      > go perft 2
      < Nodes searched: 2039
      > go depth 1
      < bestmove
      > quit
      """)
    #expect(lines.count { $0.hasPrefix("e2e4: ") } == 1)
    #expect(lines.contains("g1f3: 1") && lines.contains("e7e5: 835"))
    let counts = lines.split { $0.hasPrefix("Nodes searched: ") }
    let sums = counts.map { part in
      part.compactMap { $0.split(separator: ": ").last.flatMap { Int($0) } }.reduce(0, +)
    }
    #expect(sums.starts(with: [20, 13160, 4_085_603, 2039]))
    // Castling as the options want it.
    #expect(lines.contains { $0.hasPrefix("e1g1: ") } && lines.contains { $0.hasPrefix("e1h1: ") })
    #expect(answers(lines).count == 1)
  }

  @Test("Nothing ahead is one position, and what cannot be counted is said")
  func perftLimits() async throws {
    let lines = await dialogue(
      arguments,
      """
      > go perft 0
      < Nodes searched: 1
      > go perft -1
      < info string go: perft
      > go perft 1000000
      < info string go: perft
      > go perft 100
      > stop
      < info string perft was stopped
      > quit
      """)
    #expect(lines.count { $0.hasPrefix("Nodes searched: ") } == 1)
    #expect(!lines.contains { $0.hasPrefix("a2a3: ") })
  }

  @Test("A line that is too long is not obeyed in part")
  func longLine() async throws {
    let moves = Array(repeating: "g1f3 g8f6 f3g1 f6g8", count: 4000).joined(separator: " ")
    let lines = await dialogue(
      arguments,
      """
      > position startpos moves e2e4
      > position startpos moves \(moves)
      < info string a line of 65536 bytes
      > d
      < info string rnbqkbnr/pppppppp/8/8/4P3
      > quit
      """)
    #expect(lines.count == 2)
  }

  @Test("Also a search that is over at once tells of the move that it gives")
  func told() async throws {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    for nodes in [1, 2, 30, 300, 1_000, 3_000, 10_000, 20_000] {
      let lines = await dialogue(
        arguments, "> position fen \(fen)\n> go nodes \(nodes)\n< bestmove\n> quit")
      let answer = try #require(answers(lines).first?.split(separator: " ").first)
      let info = try #require(lines.last { $0.hasPrefix("info depth ") }, "\(nodes) nodes")
      #expect(info.contains(" score ") && info.contains(" pv \(answer)"), "\(nodes): \(info)")
    }
  }

  @Test("Counting answers isready, ends by stop and before a search, and at the end of the input")
  func perftEnds() async throws {
    let lines = await dialogue(
      arguments,
      """
      > go perft 12
      > isready
      < readyok
      > stop
      < info string perft was stopped
      > go perft 12
      > go depth 2
      < info string perft was stopped
      < bestmove
      > go perft
      < info string go:
      > stop
      < bestmove
      > go perft 3
      """)
    #expect(answers(lines).count == 2)
    #expect(lines.contains("Nodes searched: 8902"))
  }

  @Test("The end of the input ends an infinite search with its move")
  func inputEnds() async throws {
    let lines = await dialogue(arguments, "> position startpos\n> go infinite\n< info depth 3")
    #expect(answers(lines).count == 1)
  }

  @Test("Two threads search and stop")
  func threads() async throws {
    let lines = await dialogue(
      arguments,
      """
      > setoption name Threads value 2
      > ucinewgame
      > position startpos
      > go depth 7
      < bestmove
      > go infinite
      < info depth 3
      > stop
      < bestmove
      > go nodes 20000
      < bestmove
      > quit
      """)
    #expect(answers(lines).count == 3)
  }
}
