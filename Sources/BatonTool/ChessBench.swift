internal import Chess
internal import ChessEngine
internal import ChessThreads
internal import Games
internal import Hosting

/// Positions of games that the engine played against itself, from the opening to the ending.
private let benchPositions = [
  "r2qkbnr/1pp3p1/p1n1bp2/3pp1Pp/P7/1PP2P1N/R2PP2P/1NBQKB1R b Kkq - 0 8",
  "r1bqk1r1/2pp2pp/ppnb1p1n/8/P3P3/2NN4/1PPPBPPP/R1BQ1RK1 w q - 0 11",
  "3r1rk1/2pqb1p1/p1b4p/3p1p1P/1PpPpNn1/P3P1P1/2QBNP2/R4K1R b - - 3 27",
  "rn1qkb2/1ppbpp1r/p4npp/3p4/1P1P4/2N1P3/P1P2PPP/1RBQKBNR b Kq - 0 8",
  "1k1r1b1r/p2qn1p1/1p1p3p/2pPpp2/8/1Q1PP2P/PP1BBP1P/R3K1R1 b Q - 2 16",
  "rn1qkb1r/1bp1ppp1/pp3n1p/3PN3/P1B5/2NP4/1PP2PPP/R1BQK2R b KQkq - 1 9",
  "r2q1rk1/1pp1n1b1/p1np1pp1/4pb1p/2P4P/1PN1PPQ1/PB1P1NP1/2KR1B1R b - - 2 12",
  "r3kbnr/1pqbppp1/p1np4/2p4p/2P5/2NPPN1P/PP1BQPP1/R3KB1R b KQkq - 1 8",
  "r2q1rk1/pp1n1p1p/2p4b/3ppPp1/3P3P/2NQ4/PPP2KP1/R4B1R w - e6 0 12",
  "r3kbr1/3n2pp/3p1p2/pP1qp3/P2P4/4PN1P/1BP3P1/R2Q1RK1 w q - 1 18",
  "1k1r3r/pp5p/n1p3p1/5p2/PbQP4/1P2P3/q3N2P/2B2RK1 w - - 0 21",
  "rnk1r3/ppp2ppp/8/3b4/3P1Pn1/P1P2N2/P5PP/R1B2BKR w - - 3 14",
  "7r/r2bk2p/p2pp1p1/2b2p2/P1P2P2/1P4P1/3N2BP/1R3R1K b - - 4 25",
  "r2qr1k1/2pn1pp1/4p2p/p2p3n/4P2P/QPN2P2/4N1P1/R1B2RK1 w - - 1 20",
  "1r3b1k/2p2q2/r1p1p3/P1BpPb2/RP3Pp1/1NQP2Pp/2P4R/5K2 b - - 34 45",
  "3r1k1r/pp1nppbp/2n3p1/8/1PP5/P4N1P/1BB2PP1/2KR3R b - - 6 19",
  "5k2/p7/1p1p1nR1/3Pp3/1PP2rb1/P2B4/3K4/8 w - - 3 44",
  "5k2/4b1p1/1P2p2p/p3Pp1P/Nnp5/r3BP2/5P2/5KR1 w - - 1 40",
  "8/2bkn1p1/2pp1p2/8/4P2P/1N3KP1/2r5/R3B3 b - - 3 37",
  "8/3n1k2/2pBp2p/p4pp1/8/PP2PP1P/4K1P1/8 b - - 5 34",
  "7r/3bb1kp/p2q1pp1/3P4/P1Q1PP2/4B2P/6P1/1R4K1 w - - 1 32",
  "2k1r3/ppr5/2p3p1/3p1pBp/P2N4/3P2PP/2P1B3/3KR3 w - - 1 24",
  "2rr4/5k2/1pP1bp2/4p2p/4B3/1NK2R1P/3N4/6R1 w - - 2 36",
  "1r4k1/4n1pp/p1rb1p2/3p3P/3P4/1PN2PP1/3BN1K1/R3R3 w - - 3 29",
  "8/8/8/3k3p/p4B1P/P4P2/5K2/8 w - - 2 54",
  "8/8/2R5/8/5p2/3K4/1p4r1/3k4 w - - 10 81",
  "8/3n4/1p6/p1p5/P1K1k2B/5p2/P7/8 w - - 0 48",
  "8/8/1p3p1B/p1p1n3/P3k3/2K5/P7/8 w - - 8 44",
  "5k2/1p6/2b1R3/p5Pr/8/1P6/8/1K4R1 b - - 0 46",
  "7B/pb1k4/4R3/8/2P2N2/p4P2/5K2/8 w - - 0 61",
]

/// How deep each is searched.
private let benchDepth = 12

/// Searches the positions one by one, each with an empty table.
func benchChess(
  threads: Int, io: some ToolIO, report: (String, UInt64, UInt64) -> Void
) async throws {
  let team = ChessTeam(memory: 16 << 20, threads: threads)
  let time = io.time
  var nodes: UInt64 = 0
  var elapsed: UInt64 = 0
  for (number, fen) in benchPositions.enumerated() {
    let position: ChessPosition
    do throws(TextError) {
      position = try ChessPosition(fen: fen)
    } catch {
      throw ToolFailure(code: ExitCode.software, message: "position \(number + 1): \(error.reason)")
    }
    team.forget()
    let begin = time.monotonicNanoseconds
    let found = await onOwnThread {
      team.run(ChessGame(position), limits: ChessLimits(depth: benchDepth))
    }
    let spent = time.monotonicNanoseconds - begin
    report("position \(number + 1) to \(benchDepth) plies", found.nodes, spent)
    nodes += found.nodes
    elapsed += spent
  }
  report("signature", nodes, elapsed)
}
