import Chess
import Games
import Testing

@Suite("Set-ups and FEN")
struct ChessSetupTests {
  static let illegal: [(fen: String, reason: IllegalSetup)] = {
    func s(_ text: String) -> ChessSquare { (try? ChessSquare(text: text)) ?? ChessSquare.all[0] }
    return [
      ("8/8/8/8/8/8/8/8 w - - 0 1", .noKing(.white)),
      ("8/8/8/8/8/8/8/K7 w - - 0 1", .noKing(.black)),
      ("k7/8/8/8/8/8/8/KKK5 w - - 0 1", .severalKings(.white)),
      ("k6k/8/8/8/8/8/8/K7 w - - 0 1", .severalKings(.black)),
      ("k3P3/8/8/8/8/8/8/K7 w - - 0 1", .pawnOnLastRank(s("e8"))),
      ("k7/8/8/8/8/8/8/K4p2 w - - 0 1", .pawnOnLastRank(s("f1"))),
      ("k7/pppppppp/p7/8/8/8/8/K7 w - - 0 1", .tooManyPawns(.black)),
      ("k7/8/8/8/8/QQQQQQQQ/QQQQQQQQ/K7 b - - 0 1", .tooManyPieces(.white)),
      ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", .opponentInCheck(.black)),
      ("4k3/8/8/8/8/8/3p4/4K3 b - - 0 1", .opponentInCheck(.white)),
      ("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", .castlingWithoutRook(.white, s("a1"))),
      ("4k3/8/8/8/8/8/8/4K2r b k - 0 1", .castlingWithoutRook(.black, s("h8"))),
      ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", .castlingWithoutKing(.white)),
      ("4k3/8/8/8/8/8/8/4K2R w A - 0 1", .castlingWithoutRook(.white, s("a1"))),
      ("4k3/8/8/8/8/8/8/R1R1K3 w AC - 0 1", .castlingWithSeveralRooks(.white)),
      ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", .impossibleEnPassant(s("e6"))),
      ("4k3/8/8/4p3/8/8/8/4K3 b - e6 0 1", .impossibleEnPassant(s("e6"))),
      ("4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", .impossibleEnPassant(s("e6"))),
      ("4k3/4n3/8/4p3/8/8/8/4K3 w - e6 0 1", .impossibleEnPassant(s("e6"))),
      ("4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1", .impossibleEnPassant(s("e4"))),
    ]
  }()

  @Test("Each reason why a set-up is illegal has its name", arguments: illegal)
  func reasons(fen: String, reason: IllegalSetup) throws {
    let setup = try ChessSetup(fen: fen)
    #expect(setup.illegality == reason)
    #expect(throws: reason) { try ChessPosition(setup) }
    #expect(setup.mirrored.illegality != nil)
    #expect(!reason.reason.isEmpty)
  }

  @Test(
    "What cannot be read is refused at its place",
    arguments: [
      ("", 0), ("8/8/8/8/8/8/8 w - - 0 1", 13), ("8/8/8/8/8/8/8/8/8 w - - 0 1", 15),
      ("9/8/8/8/8/8/8/8 w - - 0 1", 0), ("8/7/8/8/8/8/8/8 w - - 0 1", 3),
      ("8/8p/8/8/8/8/8/8 w", 3), ("8/x7/8/8/8/8/8/8 w", 2), ("8/8/8/8/8/8/8/8 x", 16),
      ("8/8/8/8/8/8/8/8 w KZ", 19), ("8/8/8/8/8/8/8/8 w - e9", 20), ("8/8/8/8/8/8/8/8 w - - x", 22),
      ("8/8/8/8/8/8/8/8 w - - -1", 22), ("8/8/8/8/8/8/8/8 w - - 0 99999999999999999999", 24),
      ("8/8/8/8/8/8/8/8 w - - 0 1 more", 26), ("8/8/8/8/8/8/8/8 white", 16),
      ("♔7/8/8/8/8/8/8/8 w", 0), ("8/8/8/8/8/8/8/44p w", 16), ("8/8/8/8/8/8/8/71p w", 16),
    ])
  func unreadable(fen: String, offset: Int) {
    do {
      _ = try ChessSetup(fen: fen)
      Issue.record("\(fen) was read")
    } catch {
      #expect(error.offset == offset, "\(fen): \(error.reason)")
    }
  }

  @Test("A position that can be read and is not legal is refused for its reason, without a place")
  func placeless() throws {
    let fen = "8/8/8/8/8/8/8/4K3 w - - 0 1"
    let reason = IllegalSetup.noKing(.black).reason
    #expect(throws: TextError(reason)) { try ChessPosition(fen: fen) }
    #expect(throws: TextError(reason)) { try ChessGame(text: fen) }
    #expect(throws: TextError(reason)) { try EPDRecord(text: "8/8/8/8/8/8/8/4K3 w - -") }
    #expect(TextError(reason).offset == nil && TextError(reason) != TextError(reason, at: 0))
    // Where it is part of another text, it has a place there.
    #expect(throws: TextError(reason, at: 4)) { try ChessPuzzle(line: "a\t1\t\(fen)") }
    let entry = try #require(PGNReader.games(in: "[FEN \"\(fen)\"]\n\n1. Ke2 *").first)
    #expect(entry.problems.map(\.reason) == [.illegalSetup(.noKing(.black))])
    #expect(entry.problems.first?.description.contains(reason) == true)
    #expect(entry.game.mainLine.isEmpty)
  }

  @Test("Counters and more may be left out")
  func short() throws {
    #expect(try ChessPosition(fen: "4k3/8/8/8/8/8/8/4K3").fen() == "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    #expect(
      try ChessPosition(fen: " 4k3/8/8/8/8/8/8/4K3\tb\n").fen() == "4k3/8/8/8/8/8/8/4K3 b - - 0 1")
    #expect(
      try ChessPosition(fen: "4k3/8/8/8/8/8/8/4K3 w - - 7 0").fen()
        == "4k3/8/8/8/8/8/8/4K3 w - - 7 1")
  }

  @Test("En passant is named always or only where it is legal, as asked")
  func enPassant() throws {
    var position = ChessPosition.start
    try position.play(ChessMove(text: "e2e4"))
    #expect(position.fen().contains(" KQkq - 0 1"))
    #expect(position.fen(enPassant: .always).contains(" KQkq e3 0 1"))
    let pinned = try ChessPosition(fen: "8/8/8/r2pP2K/8/8/8/7k w - d6 0 1")
    #expect(pinned.fen().contains(" - - 0 1"))
    #expect(!pinned.hasLegalEnPassant)
    #expect(try ChessPosition(text: pinned.text) == pinned)
    let free = try ChessPosition(fen: "8/8/8/3pP2K/8/8/8/7k w - d6 0 1")
    #expect(free.fen().contains(" d6 "))
  }

  @Test("Rights to castle are read and written in all three forms")
  func castling() throws {
    let inner = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1"
    let position = try ChessPosition(fen: inner)
    #expect(position.isChess960)
    #expect(position.fen() == inner)
    #expect(position.fen(castling: .shredder) == "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1")
    #expect(try ChessPosition(fen: position.fen(castling: .shredder)) == position)
    let outer = "4k3/8/8/8/8/8/8/R1R1KR1R w FC - 0 1"
    #expect(try ChessPosition(fen: outer).fen() == outer)
    #expect(!ChessPosition.start.isChess960)
    #expect(ChessPosition.start.fen(castling: .shredder).contains(" HAha "))
  }

  @Test("All 960 beginnings are different, lawful and come with all rights")
  func chess960() throws {
    var seen: Set<String> = []
    for number in 0..<960 {
      let position = try #require(ChessPosition.chess960(number))
      #expect(position.setup.illegality == nil)
      #expect(position.castlingRooks.count == 4)
      #expect(try ChessPosition(fen: position.fen()) == position)
      seen.insert(position.fen())
    }
    #expect(seen.count == 960)
    #expect(ChessPosition.chess960(518) == .start)
    #expect(ChessPosition.chess960(0)?.fen().hasPrefix("bbqnnrkr/") == true)
    #expect(ChessPosition.chess960(959)?.fen().hasPrefix("rkrnnqbb/") == true)
    #expect(ChessPosition.chess960(960) == nil)
    #expect(ChessPosition.chess960(-1) == nil)
  }
}
