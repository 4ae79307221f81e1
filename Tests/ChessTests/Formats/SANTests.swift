import Chess
import Foundation
import Games
import Testing

@Suite("SAN")
struct SANTests {
  /// The moves of a position from one square to another, written.
  private func san(_ fen: String, _ uci: String) throws -> String {
    let position = try ChessPosition(fen: fen)
    return position.san(try position.move(uci: uci))
  }

  @Test(
    "The origin is told as far as it must be, and pinned pieces do not count",
    arguments: [
      // Two knights, either could go.
      ("4k3/8/8/8/8/5N2/8/1N2K3 w - -", "b1d2", "Nbd2"),
      ("4k3/8/8/1N6/8/8/8/1N2K3 w - -", "b1c3", "N1c3"),
      // The other is pinned to its king.
      ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - -", "g1e2", "Ne2"),
      // Pinned on the very line it goes along, it counts.
      ("4k3/8/8/4r3/8/8/4R3/R3K3 w - -", "a1a2", "Ra2"),
      ("4k3/4r3/8/R7/8/8/4R3/4K3 w - -", "a5e5", "Rae5"),
      ("4k3/4r3/8/R7/8/8/4R3/4K3 w - -", "e2e5", "Ree5"),
      // Three queens: file and rank.
      ("1k6/8/8/8/4Q2Q/8/8/K6Q w - -", "h4e1", "Qh4e1"),
      ("1k6/8/8/8/4Q2Q/8/8/K6Q w - -", "e4e1", "Qee1"),
      ("1k6/8/8/8/4Q2Q/8/8/K6Q w - -", "h1e1", "Q1e1"),
      // Rooks on one file.
      ("1k6/8/8/R7/8/8/8/R6K w - -", "a1a3", "R1a3"),
      // Bishops of one colour, from a promotion.
      ("7k/8/8/8/8/B3B3/8/6K1 w - -", "a3c5", "Bac5"),
      ("3k4/8/8/8/8/8/8/R3K2R w KQ -", "e1h1", "O-O"),
      ("3k4/8/8/8/8/8/8/R3K2R w KQ -", "e1a1", "O-O-O+"),
      ("7k/P7/8/8/8/8/8/K7 w - -", "a7a8q", "a8=Q+"),
      ("1r5k/P7/8/8/8/8/8/K7 w - -", "a7b8n", "axb8=N"),
      ("7k/8/8/3pP3/8/8/8/K7 w - d6", "e5d6", "exd6"),
      ("7k/5Q2/6K1/8/8/8/8/8 w - -", "f7g7", "Qg7#"),
      ("7k/5Q2/6K1/8/8/8/8/8 w - -", "f7f8", "Qf8#"),
      // Discovered and double check.
      ("4k3/8/8/8/8/8/4B3/4R1K1 w - -", "e2b5", "Bb5+"),
    ])
  func disambiguation(fen: String, uci: String, san expected: String) throws {
    #expect(try san(fen, uci) == expected)
  }

  @Test("Four knights on four files are told by their files")
  func allOrigins() throws {
    let position = try ChessPosition(fen: "k7/8/8/2N1N3/1N3N2/8/8/7K w - -")
    let moves = position.legalMoves.filter { $0.to.text == "d3" }.map { position.san($0) }
    #expect(moves.sorted() == ["Nbd3", "Ncd3", "Ned3", "Nfd3"])
  }

  @Test("Figurines stand for the letters")
  func figurines() throws {
    let position = try ChessPosition(fen: "1r5k/P7/8/8/8/8/8/KN6 w - -")
    #expect(position.san(try position.move(uci: "b1c3"), figurine: true) == "♘c3")
    #expect(position.san(try position.move(uci: "a7b8q"), figurine: true) == "axb8=♕+")
    #expect(position.san(try position.move(uci: "a7a8r"), figurine: true) == "a8=♖")
  }

  @Test("A move that is not legal is written as its squares")
  func illegal() throws {
    let from = try ChessSquare(text: "e2")
    #expect(
      ChessPosition.start.san(ChessMove(from: from, to: try ChessSquare(text: "e5"))) == "e2e5")
  }

  @Test(
    "Every move of every position of the counts is written and read the same, in five spellings")
  func roundTrip() throws {
    for row in ChessPerftTests.Row.all {
      let position = try ChessPosition(fen: row.fen)
      var written: Set<String> = []
      for move in position.legalMoves {
        let san = position.san(move)
        #expect(written.insert(san).inserted, "\(san) twice in \(row.fen)")
        #expect(try position.move(san: san) == move, "\(san) \(row.fen)")
        #expect(try position.move(san: position.san(move, figurine: true)) == move)
        #expect(try position.move(san: move.text) == move, "\(move.text) \(row.fen)")
        let bare = san.filter { !"x+#=".contains($0) }
        // Without its sign of capture a pawn's move keeps the file, so nothing is lost.
        #expect(try position.move(san: bare) == move, "\(bare) \(row.fen)")
        if !position.isCastling(move), let piece = position[move.from] {
          let letter = piece.kind == .pawn ? "" : String(UnicodeScalar(piece.kind.letter))
          let sign = position.isCapture(move) ? "x" : "-"
          let promotion = move.promotion.map { "(\(UnicodeScalar($0.letter)))" } ?? ""
          let long = letter + move.from.text + sign + move.to.text + promotion + "!?"
          #expect(try position.move(san: long) == move, "\(long) \(row.fen)")
        }
      }
    }
  }
}
