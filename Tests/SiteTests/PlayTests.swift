import Games
import HTTPServer
import Reversi
import Testing

@Suite("Playing the computer without script")
struct PlayTests {
  /// The fields of the form around the board of a page, or `nil` when there is none.
  private func fields(of page: String) throws -> [(String, String)] {
    let form = try #require(page.between("<form class=\"board-form\"", "</form>"))
    #expect(form.contains("action=\"/play\""))
    return try ["game", "level", "colour", "mode"].map { name in
      (name, try #require(form.between("name=\"\(name)\" value=\"", "\"")))
    }
  }

  private func targets(of page: String) throws -> [String] {
    let form = try #require(page.between("<form class=\"board-form\"", "</form>"))
    return form.split(separator: "<button ").dropFirst().compactMap { button in
      button.prefix { $0 != ">" }.contains("disabled")
        ? nil : String(button).between("value=\"", "\"")
    }
  }

  @Test(
    "A whole game goes by the rules to its end",
    arguments: [("black", "computer"), ("white", "computer"), ("black", "two")])
  func wholeGame(colour: String, mode: String) async throws {
    let place = try Place()
    let visitor = Visitor(place)
    var page = try await visitor.open("/?level=1&colour=\(colour)&mode=\(mode)")
    var chance = Chance(seed: 11)
    var plies = 0
    while true {
      let fields = try fields(of: page.text)
      let game = try #require(fields.first { $0.0 == "game" }?.1)
      // The page shows what the rules say of the transcript that it carries.
      let record = try Transcript(game).record
      #expect(record.moves.count >= plies)
      plies = record.moves.count
      for side in Side.allCases {
        let name = side.name.lowercased()
        #expect(
          page.text.between("id=\"\(name)\">", "<") == "\(record.position.discCount(of: side))")
      }
      let targets = try targets(of: page.text)
      if record.position.isOver {
        #expect(targets.isEmpty)
        break
      }
      if mode == "computer" {
        #expect(record.position.sideToMove.name.lowercased() == colour)
      }
      let legal = record.position.legalMoves(for: record.position.sideToMove.seat).map(\.text)
      #expect(Set(targets) == Set(legal))
      let move = legal[chance.below(legal.count)]
      page = try await visitor.submit("/play", fields + [("move", move)])
      #expect(page.status == 200)
      #expect(page.text.between("id=\"problem\" class=\"problem\" role=\"alert\">", "<") == "")
    }
    #expect(plies > 20)
    #expect(page.text.contains(" wins ") || page.text.contains("Draw"))
  }

  @Test(
    "A move that is none is told and changes nothing",
    arguments: [
      ("a1", "Not a move: a1 turns no disc"), ("d4", "Not a move: d4 is occupied"),
      ("i9", "That is no square of the board"), ("", "That is no square of the board"),
      ("pass", "Not a move: a pass is not allowed while a move exists"),
    ])
  func badMove(move: String, problem: String) async throws {
    let place = try Place()
    let page = try await Visitor(place).submit(
      "/play", [("game", "F5D6"), ("mode", "two"), ("move", move)])
    #expect(page.text.between("role=\"alert\">", "<") == problem)
    #expect(try fields(of: page.text).first?.1 == "F5D6")
  }

  @Test(
    "A transcript with a mistake is told with its ply and reason, and the game stays",
    arguments: [
      ("F5D6A1", "a1 turns no disc at ply 3"), ("F5F5", "f5 is occupied at ply 2"),
      ("F5 D6 x9", "expected a square from a1 to h8 at ply 3"),
      ("e6f4e3f6g5d6e7f5c5a1", "the game is over at ply 10"), ("hello", "expected a square"),
    ])
  func badTranscript(text: String, reason: String) async throws {
    let place = try Place()
    let visitor = Visitor(place)
    for fields in [
      [("game", "F5D6C3"), ("open", text), ("mode", "two")],
      [("game", "F5D6C3"), ("open", text), ("mode", "two"), ("move", "d3")],
      [("game", "F5D6C3"), ("open", text), ("mode", "two"), ("undo", "1")],
    ] {
      let page = try await visitor.submit("/play", fields)
      let problem = try #require(page.text.between("role=\"alert\">", "<"))
      #expect(problem.hasPrefix("The transcript has a mistake: "))
      #expect(problem.contains(reason))
      #expect(try self.fields(of: page.text).first?.1 == "F5D6C3")
    }
    let direct = try await visitor.open("/?mode=two&game=\(text.formEncoded)")
    #expect(
      try #require(direct.text.between("role=\"alert\">", "<")).hasPrefix(
        "The game has a mistake: "))
  }

  @Test("A transcript is opened in any spelling; one that is too long is not read")
  func open() async throws {
    let place = try Place()
    let visitor = Visitor(place)
    let page = try await visitor.submit("/play", [("mode", "two"), ("open", "1. f5 d6\n2. C3")])
    #expect(try fields(of: page.text).first?.1 == "F5D6C3")
    let blank = try await visitor.submit(
      "/play", [("mode", "two"), ("game", "F5"), ("open", " \n")])
    #expect(try fields(of: blank.text).first?.1 == "F5")
    let long = try await visitor.submit(
      "/play", [("mode", "two"), ("game", "F5"), ("open", String(repeating: "F5", count: 2049))])
    #expect(long.text.contains("The transcript is too long"))
    #expect(try fields(of: long.text).first?.1 == "F5")
  }

  @Test("Undo takes back to the person's last choice, and steps show the game as it was")
  func undoAndSteps() async throws {
    let place = try Place()
    let visitor = Visitor(place)
    let page = try await visitor.submit(
      "/play", [("game", ""), ("level", "1"), ("colour", "black"), ("move", "d3")])
    let game = try #require(try fields(of: page.text).first?.1)
    #expect(game.utf8.count == 4)
    let undone = try await visitor.submit(
      "/play", [("game", game), ("level", "1"), ("colour", "black"), ("undo", "1")])
    #expect(try fields(of: undone.text).first?.1 == "")
    for path in ["/?level=99", "/?level=", "/?level=x", "/chess?level=11"] {
      let page = try await visitor.open(path)
      #expect(page.status == 200)
      #expect(page.text.contains("There is no such level; they go from 1 to 10"))
    }
    let step = try await visitor.open("/?game=\(game)&level=1&colour=black&ply=1")
    #expect(step.text.contains("Move 1 of 2"))
    #expect(try targets(of: step.text).isEmpty)
    for ply in ["-5", "0", "2", "99", "x"] {
      #expect(try await visitor.open("/?game=\(game)&level=1&ply=\(ply)").status == 200)
    }
  }
}

@Suite("Games as files")
struct GameFileTests {
  @Test(
    "The picture of a position is drawn with the discs of the rules",
    arguments: ["start", "F5D6C3", "e6f4e3f6g5d6e7f5c5"])
  func picture(game: String) async throws {
    let place = try Place()
    let answer = try await place.send(.get, "/games/\(game).svg")
    #expect(answer.status == 200)
    #expect(answer.headers["Content-Type"] == "image/svg+xml")
    #expect(answer.text.hasPrefix("<svg"))
    let record = try Transcript(game == "start" ? "" : game).record
    let uses =
      answer.text.components(of: "black-disc\"") + answer.text.components(of: "white-disc\"")
    #expect(uses >= record.position.discCount(of: .black) + record.position.discCount(of: .white))
    #expect(!answer.text.contains("<script"))
    #expect(!answer.text.contains("target"), "a picture shows no squares to press")
  }

  @Test("The transcript is a file to keep, in one spelling")
  func transcript() async throws {
    let place = try Place()
    let answer = try await place.send(.get, "/games/f5%20d6%20C3.txt")
    #expect(answer.text == "F5D6C3\n")
    #expect(answer.headers["Content-Disposition"] == "attachment; filename=\"reversi.txt\"")
    #expect(answer.headers["Content-Type"] == "text/plain; charset=utf-8")
    #expect(try await place.send(.get, "/games/start.txt").text == "\n")
  }

  @Test("A mistake is told with its ply", arguments: ["svg", "txt"])
  func mistakes(suffix: String) async throws {
    let place = try Place()
    for game in ["F5D6A1", "x", "F5%7B", "%3Csvg%3E", String(repeating: "F5", count: 2049)] {
      let answer = try await place.send(.get, "/games/\(game).\(suffix)")
      #expect(answer.status == 400)
      #expect(answer.code == "malformed")
      #expect(answer.field("field") == "game")
    }
    #expect(
      try await place.send(.get, "/games/F5D6A1.svg").text.contains("a1 turns no disc at ply 3"))
  }
}
