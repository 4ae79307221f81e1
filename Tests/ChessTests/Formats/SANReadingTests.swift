import Chess
import Games
import Testing

@Suite("Reading SAN")
struct SANReadingTests {
  static let castling = "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 0 1"
  static let promotion = "1r5k/P7/8/8/8/8/8/K7 w - - 0 1"
  static let passing = "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"
  static let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

  private func read(_ fen: String, _ text: String) throws -> String {
    let position = try ChessPosition(fen: fen)
    return try position.move(san: text).text
  }

  private func error(_ fen: String, _ text: String) throws -> SANError? {
    let position = try ChessPosition(fen: fen)
    do throws(SANError) {
      _ = try position.move(san: text)
      return nil
    } catch { return error }
  }

  @Test(
    "What people write is understood",
    arguments: [
      (castling, "O-O", "e1h1"), (castling, "0-0", "e1h1"), (castling, "o-o", "e1h1"),
      (castling, "O–O", "e1h1"), (castling, "OO", "e1h1"), (castling, "O-O-O", "e1a1"),
      (castling, "0-0-0", "e1a1"), (castling, "o-o-o!", "e1a1"), (castling, "e1g1", "e1h1"),
      (castling, "e1c1", "e1a1"), (castling, "e1h1", "e1h1"), (castling, "O-O+", "e1h1"),
      (promotion, "a8Q", "a7a8q"), (promotion, "a8=Q", "a7a8q"), (promotion, "a8(Q)", "a7a8q"),
      (promotion, "a8/Q", "a7a8q"), (promotion, "a8=(Q)", "a7a8q"), (promotion, "a8q", "a7a8q"),
      (promotion, "a7a8n", "a7a8n"), (promotion, "a8=♘", "a7a8n"), (promotion, "a8b", "a7a8b"),
      (promotion, "axb8=N", "a7b8n"), (promotion, "ab8N", "a7b8n"), (promotion, "a7xb8R#", "a7b8r"),
      (promotion, "a8=Q+", "a7a8q"), (promotion, "axb=Q", "a7b8q"), (promotion, "A7-A8=Q", "a7a8q"),
      (passing, "exd6", "e5d6"), (passing, "exd6 e.p.", "e5d6"), (passing, "exd6ep", "e5d6"),
      (passing, "exd6e.p.", "e5d6"), (passing, "ed6", "e5d6"), (passing, "ed", "e5d6"),
      (passing, "exd", "e5d6"), (passing, "e5xd6", "e5d6"), (passing, "xd6", "e5d6"),
      (passing, "e5d6", "e5d6"), (passing, "e5:d6", "e5d6"), (passing, "e×d6", "e5d6"),
      (start, "e4", "e2e4"), (start, "e2e4", "e2e4"), (start, "e2-e4", "e2e4"),
      (start, "e2–e4", "e2e4"), (start, "Pe4", "e2e4"), (start, "pe2e4", "e2e4"),
      (start, "♙e4", "e2e4"), (start, "E2E4", "e2e4"), (start, "E4", "e2e4"),
      (start, "Nf3", "g1f3"), (start, "nf3", "g1f3"), (start, "Ngf3", "g1f3"),
      (start, "N1f3", "g1f3"), (start, "Ng1f3", "g1f3"), (start, "Ng1-f3", "g1f3"),
      (start, "Nxf3", "g1f3"), (start, "Ng1xf3+", "g1f3"), (start, "♘f3", "g1f3"),
      (start, "♞f3", "g1f3"), (start, "♘\u{fe0e}f3", "g1f3"), (start, "Nf3#", "g1f3"),
      (start, "Nf3!?", "g1f3"), (start, "Nf3++", "g1f3"), (start, " Nf3 ", "g1f3"),
      (start, "Nf3†", "g1f3"), (start, "e4=", "e2e4"), (start, "e2e4!!", "e2e4"),
    ])
  func spellings(fen: String, text: String, uci: String) throws {
    #expect(try read(fen, text) == uci)
  }

  @Test(
    "What is no move, fits none or fits several is refused by its name",
    arguments: [
      ("", .notAMove), (" ", .notAMove), ("e", .notAMove), ("e9", .notAMove), ("i4", .notAMove),
      ("Ye4", .notAMove), ("Xe4", .noSuchMove), ("Nf", .notAMove), ("Nfd", .notAMove),
      ("N", .notAMove),
      ("e4e", .notAMove), ("e2e4e5", .notAMove), ("e4 e5", .notAMove), ("00", .notAMove),
      ("O", .notAMove), ("O-", .notAMove), ("O-O-O-O", .notAMove), ("1-0", .notAMove),
      ("*", .notAMove), ("e4=K", .notAMove), ("e8=(Q", .notAMove), ("e.p.", .notAMove),
      ("+", .notAMove), ("good", .notAMove), ("é4", .notAMove), ("♘", .notAMove),
      ("\u{1}e4", .notAMove), ("e4\u{7}", .notAMove),
      ("e5", .noSuchMove), ("Nd5", .noSuchMove), ("Ke2", .noSuchMove), ("Bb5", .noSuchMove),
      ("e3e4", .noSuchMove), ("e7e5", .noSuchMove), ("Qd1d1", .noSuchMove), ("Kg1", .noSuchMove),
      ("exe4", .noSuchMove), ("xe4", .noSuchMove), ("exd3", .noSuchMove), ("exd", .noSuchMove),
      ("O-O", .castlingNotAllowed), ("0-0-0", .castlingNotAllowed), ("e1g1", .noSuchMove),
      ("e4=Q", .promotesNothing), ("e2e4q", .promotesNothing), ("Nf3=Q", .promotesNothing),
      ("--", .nullMove), ("Z0", .nullMove),
    ] as [(String, SANError)])
  func refusals(text: String, expected: SANError) throws {
    #expect(try error(SANReadingTests.start, text) == expected, "\(text)")
  }

  @Test("A promotion without a piece has an error of its own, if the pawn can go there at all")
  func promotionWithoutPiece() throws {
    for text in ["a8", "axb8", "a7a8", "a7xb8", "axb", "a8="] {
      #expect(try error(SANReadingTests.promotion, text) == .needsPromotion, "\(text)")
    }
    #expect(try error(SANReadingTests.promotion, "b8") == .noSuchMove)
    // Here the pawn is pinned.
    #expect(try error("2rk4/KP5r/8/8/8/8/8/8 w - -", "b8") == .leavesKingInCheck)
    #expect(try error("2rk4/KP5r/8/8/8/8/8/8 w - -", "b8=Q") == .leavesKingInCheck)
  }

  @Test("A pawn's move without its file is never a capture")
  func pushesOnly() throws {
    let fens = [
      ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "d5"),
      ("rnbqkbnr/ppp1pppp/8/3p4/2P1P3/8/PP1P1PPP/RNBQKBNR w KQkq - 0 2", "d5"),
      (SANReadingTests.passing, "d6"),
      ("4k3/8/8/8/4p3/3P4/8/4K3 b - - 0 1", "d3"),
      ("1r5k/P7/8/8/8/8/8/K7 w - -", "b8=Q"),
      ("1r5k/P7/8/8/8/8/8/K7 w - -", "b8"),
    ]
    for (fen, text) in fens { #expect(try error(fen, text) == .noSuchMove, "\(text) \(fen)") }
    // With both, the push is meant.
    #expect(try read("4k3/8/8/8/2p5/3P4/3P4/4K3 w - - 0 1", "d4") == "d3d4")
  }

  @Test("A pawn does not jump over a piece")
  func jump() throws {
    let fen = "rnbqkb1r/pppppppp/8/8/8/4n3/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    #expect(try error(fen, "e4") == .noSuchMove)
    #expect(try error(fen, "e2e4") == .noSuchMove)
    #expect(try error("4k3/p7/1N6/N7/8/8/8/4K3 b - -", "a5") == .noSuchMove)
    #expect(try error("4k3/p7/N7/8/8/8/8/4K3 b - -", "a7-a5") == .noSuchMove)
  }

  @Test("Several legal moves are an error that names them, and a pinned piece is none of them")
  func ambiguity() throws {
    func moves(_ text: String) throws -> [ChessMove] {
      try text.split(separator: " ").map { try ChessMove(text: String($0)) }
    }
    let knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - -"
    #expect(try error(knights, "Nd2") == .ambiguous(moves("b1d2 f3d2")))
    #expect(SANError.ambiguous(try moves("b1d2 f3d2")).reason == "ambiguous between b1d2 and f3d2")
    #expect(try read(knights, "Nbd2") == "b1d2")
    #expect(try read("4k3/8/8/8/1b6/2N5/8/4K1N1 w - -", "Ne2") == "g1e2")
    #expect(try error("4k3/8/8/8/1b6/2N5/8/4K1N1 w - -", "Nce2") == .leavesKingInCheck)
    // File alone does not tell two rooks on it.
    #expect(
      try error("1k6/8/8/R7/8/8/8/R6K w - -", "Raa3") == .ambiguous(moves("a1a3 a5a3")))
    #expect(
      try error("4k3/8/8/3p4/2P1P3/8/8/4K3 w - -", "xd5") == .ambiguous(moves("c4d5 e4d5")))
    #expect(
      try error("4k3/8/3p4/2P5/3p4/2P5/8/4K3 w - -", "cd") == .ambiguous(moves("c3d4 c5d6")))
    // Three queens, where the letter of the file leaves two.
    #expect(
      try error("1k6/8/8/8/4Q2Q/8/8/K6Q w - -", "Qhe1") == .ambiguous(moves("h1e1 h4e1")))
  }

  @Test(
    "A small b is the pawn if that has the move, else the bishop, and both if the text does not tell"
  )
  func smallB() throws {
    let both = "4k3/8/8/8/8/2p5/1P6/3BK3 w - -"
    #expect(try read(both, "bxc3") == "b2c3")
    #expect(try read(both, "bc3") == "b2c3")
    #expect(try read("4k3/8/8/8/8/2p5/PP1B4/4K3 w - -", "bxc3") == "b2c3")
    #expect(try read("4k3/8/8/8/8/2p5/P2B4/4K3 w - -", "bxc3") == "d2c3")
    #expect(try read("4k3/8/8/8/8/2p5/PP1B4/4K3 w - -", "Bxc3") == "d2c3")
    #expect(try read("4k3/8/8/8/8/8/1P6/4KB2 w - -", "b4") == "b2b4")
    #expect(try read("4k3/8/8/8/8/8/1P6/4KB2 w - -", "bd3") == "f1d3")
    #expect(try read("4k3/8/8/8/8/8/1P6/4KB2 w - -", "bb5") == "f1b5")
    #expect(
      try error("4k3/8/8/8/1P6/8/8/4KB2 w - -", "bb5")
        == .ambiguous([ChessMove(text: "f1b5"), ChessMove(text: "b4b5")]))
    // Squares are squares: a bishop on the first rank is not looked for.
    #expect(try error("4k3/8/8/8/8/8/8/B3K3 w - -", "b1c3") == .noSuchMove)
    #expect(try read("4k3/8/8/8/8/8/8/1N2K3 w - -", "b1c3") == "b1c3")
    // The pawn needs a piece, although a bishop could capture too.
    #expect(try error("r3k3/1P6/8/8/4B3/8/8/4K3 w - -", "bxa8") == .needsPromotion)
  }

  @Test("A king's move by two squares castles only where nothing but squares is written")
  func kingByTwo() throws {
    #expect(try error(SANReadingTests.castling, "Kg1") == .noSuchMove)
    #expect(try error(SANReadingTests.castling, "Ke1-g1") == .noSuchMove)
    #expect(try read(SANReadingTests.castling, "Kf1") == "e1f1")
    // In Chess960 the king may go to g1 by itself, which is not castling.
    let fen = "4k3/8/8/8/8/8/8/5K1R w H - 0 1"
    #expect(try read(fen, "Kg1") == "f1g1")
    #expect(try read(fen, "O-O") == "f1h1")
    #expect(try read(fen, "f1h1") == "f1h1")
  }

  @Test(
    "Castling out of, through or into check is refused",
    arguments: [
      ("4k3/8/8/8/4r3/8/8/R3K2R w KQ -", "O-O"), ("4k3/8/8/8/5r2/8/8/R3K2R w KQ -", "O-O"),
      ("4k3/8/8/8/6r1/8/8/R3K2R w KQ -", "0-0"), ("4k3/8/8/8/3r4/8/8/R3K2R w KQ -", "O-O-O"),
      ("4k3/8/8/8/2r5/8/8/R3K2R w KQ -", "O-O-O"), ("4k3/8/8/8/8/8/8/RN2K1NR w KQ -", "O-O"),
      ("4k3/8/8/8/8/8/8/RN2K1NR w KQ -", "O-O-O"), ("4k3/8/8/8/8/8/8/R3K2R w - -", "O-O"),
      ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq -", "Kc8"),
    ])
  func castlingRefused(fen: String, text: String) throws {
    #expect(throws: SANError.self) { try ChessPosition(fen: fen).move(san: text) }
    // The b-file may be attacked.
    #expect(try read("4k3/8/8/8/1r6/8/8/R3K2R w KQ -", "O-O-O") == "e1a1")
  }

  @Test("Castling in Chess960 where the king does not move, and by the rook's file")
  func castling960() throws {
    #expect(try read("1k6/8/8/8/8/8/8/R1K4R w HA - 0 1", "O-O-O") == "c1a1")
    #expect(try read("6k1/8/8/8/8/8/8/6KR w H - 0 1", "O-O") == "g1h1")
    #expect(try error("6k1/8/8/8/8/8/8/6KR w H - 0 1", "O-O-O") == .castlingNotAllowed)
    #expect(try read("1k6/8/8/8/8/8/8/2RK3R w HC - 0 1", "O-O-O") == "d1c1")
  }

  @Test("A capture en passant that uncovers a check along the rank is refused")
  func enPassantPin() throws {
    #expect(try error("8/8/8/K2pP2r/8/8/8/7k w - d6", "exd6") == .leavesKingInCheck)
    #expect(try error("8/8/8/K2pP2r/8/8/8/7k w - d6", "e5d6") == .leavesKingInCheck)
    #expect(try error("7K/8/8/8/k2Pp2R/8/8/8 b - d3", "exd3") == .leavesKingInCheck)
    #expect(try read("8/8/8/K2pP3/7r/8/8/7k w - d6", "exd6") == "e5d6")
  }

  @Test("Random texts and damaged moves are read as a legal move or refused, and never trap")
  func fuzz() throws {
    var chance = Chance(seed: 7)
    print("SAN fuzz seed 7")
    let alphabet = Array("KQRBNPabcdefgh12345678x-=+#!?()O0o:. ♘".utf8)
    let positions = try [
      SANReadingTests.start, SANReadingTests.castling, SANReadingTests.promotion,
      SANReadingTests.passing, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
    ].map { try ChessPosition(fen: $0) }
    var read = 0
    for _ in 0..<20_000 {
      let position = positions[chance.below(positions.count)]
      let moves = position.legalMoves
      var bytes = Array(position.san(moves[chance.below(moves.count)]).utf8)
      if chance.below(4) > 0 { bytes = damaged(bytes, alphabet: alphabet, chance: &chance) }
      if let move = try? position.move(san: String(decoding: bytes, as: UTF8.self)) {
        read += 1
        #expect(position.isLegal(move))
      }
    }
    #expect(read > 5000)
  }
}
