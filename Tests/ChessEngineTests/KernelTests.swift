import Chess
import Testing

@testable import ChessEngine

/// A search board of a position, with the memory that it needs.
final class Board {
  let owner = EngineTables(.handMade)
  let nodes = UnsafeMutablePointer<Node>.allocate(capacity: 16)
  let steps = UnsafeMutablePointer<Step>.allocate(capacity: 16 * 256)

  init(_ fen: String) throws {
    nodes.initialize(repeating: Node(), count: 16)
    nodes[0] = Node(try ChessPosition(fen: fen), owner.tables)
  }

  deinit {
    nodes.deallocate()
    steps.deallocate()
  }

  func step(_ text: String) throws -> Step {
    nodes[0].step(try ChessMove(text: text))
  }
}

/// Positions of all kinds: castling, promotions, pins, en passant, both forms of castling rights.
let assortedPositions = [
  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
  "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
  "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
  "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
  "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
  "2k1r3/8/8/8/8/8/8/1RK2R2 w FB - 0 1",
  "rkr5/8/8/8/8/8/8/RKR5 w CAca - 0 1",
]

@Suite("The search's own board")
struct KernelTests {
  @Test("It has the legal moves of the rules, knows checks, and hashes alike on every way")
  func moves() throws {
    for fen in assortedPositions {
      let board = try Board(fen)
      try compare(board, try ChessPosition(fen: fen), ply: 0, depth: 2)
    }
  }

  private func compare(_ board: Board, _ position: ChessPosition, ply: Int, depth: Int) throws {
    let node = board.nodes + ply
    var list = StepList(board.steps + ply * 256)
    node.pointee.generateLegal(&list)
    let found = (0..<list.count).compactMap { list.steps[$0].move }
    #expect(Set(found) == Set(position.legalMoves), "\(position.text)")
    #expect(found.count == position.legalMoves.count)
    if depth == 0 { return }
    let discoverers = node.pointee.discoverers()
    for index in 0..<list.count {
      let step = list.steps[index]
      let move = try #require(step.move)
      #expect(node.pointee.step(move) == step)
      #expect(node.pointee.isPlausible(step))
      let next = try position.playing(move)
      node.pointee.make(step, board.owner.tables, into: node + 1)
      if step.flag != Step.castling {
        #expect(node.pointee.givesCheck(step, discoverers: discoverers) == next.isCheck)
      }
      let fresh = Node(next, board.owner.tables)
      #expect(node[1].key == fresh.key, "\(position.text) \(move.text)")
      #expect(node[1].pawnKey == fresh.pawnKey && node[1].sum == fresh.sum)
      #expect(node[1].phase == fresh.phase && node[1].checkers == fresh.checkers)
      #expect(node[1].enPassant == fresh.enPassant && node[1].quietPlies == fresh.quietPlies)
      try compare(board, next, ply: ply + 1, depth: depth - 1)
    }
  }

  @Test("A move from elsewhere is plausible only where it is legal or leaves the king in check")
  func plausible() throws {
    for fen in assortedPositions {
      let board = try Board(fen)
      let legal = Set(try ChessPosition(fen: fen).legalMoves)
      let pinned = board.nodes[0].pinned(board.nodes[0].side)
      for bits in UInt16.min...UInt16.max {
        let step = Step(bits: bits)
        guard board.nodes[0].isPlausible(step), board.nodes[0].isSafe(step, pinned: pinned) else {
          continue
        }
        #expect(step.move.map { legal.contains($0) } == true, "\(fen) \(bits)")
      }
    }
  }

  @Test(
    "Exchanges are counted to their end",
    arguments: [
      // A pawn that is guarded by nothing, and one that costs a rook.
      ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
      ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -225),
      // The second rook behind the first counts.
      ("4k3/8/8/4r3/8/8/4R3/K3R3 w - - 0 1", "e2e5", 500),
      ("4r1k1/4r3/8/4p3/8/8/4R3/K3R3 w - - 0 1", "e2e5", -400),
      // A king takes what is not guarded, and nothing else.
      ("8/8/8/3k4/4p3/8/4R3/K7 w - - 0 1", "e2e4", -400),
      ("8/8/8/3k4/4p3/8/4R3/K3R3 w - - 0 1", "e2e4", 100),
    ])
  func exchanges(_ fen: String, _ move: String, _ value: Int) throws {
    let board = try Board(fen)
    let step = try board.step(move)
    #expect(board.nodes[0].wins(step, atLeast: value))
    #expect(!board.nodes[0].wins(step, atLeast: value + 1))
  }

  @Test("A position and its mirror image are worth the same")
  func symmetry() throws {
    let search = ChessSearch(memory: 1 << 16)
    for fen in assortedPositions.prefix(7) {
      let position = try ChessPosition(fen: fen)
      var mirrored = ChessSetup()
      for square in ChessSquare.all {
        guard let piece = position[square],
          let other = ChessSquare(file: square.file, rank: 7 - square.rank),
          let letter = ChessPiece(letter: piece.letter ^ 0x20)
        else { continue }
        mirrored[other] = letter
      }
      mirrored.sideToMove = position.sideToMove.opponent
      #expect(
        search.evaluation(of: position) == search.evaluation(of: try ChessPosition(mirrored)),
        "\(fen)")
    }
  }

  @Test("What the fit takes a position for is what the evaluation says")
  func linear() throws {
    let tables = ChessFitTables()
    let weights = ChessWeights.handMade
    let search = ChessSearch(weights: weights, memory: 1 << 16)
    for fen in assortedPositions {
      let position = try ChessPosition(fen: fen)
      let fit = ChessFit(from: weights)
      fit.add(
        ChessTrainingPosition(position: position, result: 1, value: 0), tables: tables)
      let value = search.evaluation(of: position) * (position.sideToMove == .white ? 1 : -1)
      guard fit.count == 1 else { continue }
      #expect(abs(fit.value(of: 0) - Float(value)) < 1.5, "\(fen)")
    }
  }

  @Test("The table keeps what it is told")
  func table() {
    let table = SearchTable(bytes: 1 << 16)
    let step = Step(12, 28)
    #expect(table.find(77) == nil)
    table.store(
      77, step, value: -31_990, judgement: 123, depth: 17, bound: Bound.lower, isPV: true)
    let entry = table.find(77)
    #expect(entry?.step == step && entry?.value == -31_990 && entry?.judgement == 123)
    #expect(entry?.depth == 17 && entry?.bound == Bound.lower && entry?.isPV == true)
    // A later look without a move keeps the one that is known.
    table.startSearch()
    table.store(77, .none, value: 5, judgement: 123, depth: 18, bound: Bound.exact, isPV: false)
    #expect(table.find(77)?.step == step && table.find(77)?.value == 5)
  }
}
