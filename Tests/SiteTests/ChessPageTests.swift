import Games
import HTTPServer
import Testing

@Suite("The page of chess without script")
struct ChessPageTests {
  private func problem(of page: String) -> String? {
    page.between("id=\"problem\" class=\"problem\" role=\"alert\">", "<")
  }

  @Test("A piece is taken up and put down, and the computer answers")
  func moves() async throws {
    let visitor = Visitor(try Place())
    var page = try await visitor.open("/chess")
    #expect(page.text.contains("aria-label=\"e2, white pawn, can move\""))
    let settings = [
      ("game", "startpos"), ("level", "1"), ("colour", "white"), ("mode", "computer"),
    ]
    page = try await visitor.submit("/chess/play", settings + [("move", "g1")])
    #expect(page.text.contains("name=\"from\" value=\"g1\""))
    #expect(page.text.contains("aria-label=\"f3, empty, can move here\""))
    page = try await visitor.submit("/chess/play", settings + [("from", "g1"), ("move", "f3")])
    #expect(page.text.contains(">Nf3</li>") && problem(of: page.text) == "")
    #expect(page.text.contains("Your turn, White"))
  }

  @Test("A game or a position is pasted, and what is wrong with it is told")
  func pasted() async throws {
    let visitor = Visitor(try Place())
    let field = [("game", "startpos moves e2e4"), ("mode", "two")]
    var page = try await visitor.submit("/chess/play", field + [("open", "1. d4 d5 2. c4 *")])
    #expect(page.text.contains(">c4</li>"))
    page = try await visitor.submit("/chess/play", field + [("open", "4k3/8/8/8/8/8/8/4K2R b K -")])
    #expect(page.text.contains("value=\"4k3/8/8/8/8/8/8/4K2R b K - 0 1\""))
    page = try await visitor.submit("/chess/play", field + [("open", "1. d4 d5 2. Qh9")])
    #expect(try #require(problem(of: page.text)).contains("Qh9"))
    #expect(page.text.contains(">e4</li>"), "the game before is still there")
    for wrong in ["<script>", "startpos moves e2e5", "8/8/8/8/8/8/8/8 w - - 0 1", "fen x"] {
      page = try await visitor.submit("/chess/play", field + [("open", wrong)])
      #expect(problem(of: page.text) != "", "\(wrong)")
      #expect(!page.text.contains("<script>"))
    }
  }

  @Test("The list of moves has the numbers of the position in which the game begins")
  func numbers() async throws {
    let visitor = Visitor(try Place())
    let game = "fen 4k3/8/8/8/8/8/8/4K2R b K - 3 12 moves e8e7 h1h7 e7e6"
    let page = try await visitor.submit("/chess/play", [("mode", "two"), ("open", game)])
    for item in [
      "data-number=\"12…\">Ke7<", "data-number=\"13.\">Rh7+<", "<li aria-current=\"true\">Ke6<",
    ] {
      #expect(page.text.contains(item), "\(item)")
    }
  }

  @Test("A game is a file in PGN, and a mistake in it is refused")
  func file() async throws {
    let place = try Place()
    let file = try await place.send(
      .get, "/chess/game.pgn?game=startpos+moves+f2f3+e7e5+g2g4+d8h4")
    #expect(file.headers["Content-Type"] == "application/x-chess-pgn")
    #expect(file.text.hasSuffix("1. f3 e5 2. g4 Qh4# 0-1\n\n"))
    #expect(try await place.send(.get, "/chess/game.pgn?game=startpos+moves+e2e5").status == 400)
  }

  @Test("Puzzles are shown one by one")
  func puzzles() async throws {
    let visitor = Visitor(try Place())
    let page = try await visitor.open("/chess/puzzles?number=2")
    #expect(page.text.contains("Black to move mates in 2 moves."))
    #expect(page.text.contains("href=\"/chess?mode=two&amp;game=fen+"))
    #expect(try await visitor.open("/chess/puzzles?number=999").status == 200)
  }
}
