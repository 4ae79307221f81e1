import BatonTool
import Foundation
import Games
import Reversi
import ReversiEngine
import Testing

@Suite("baton book, and engines with a book")
struct BookToolTests {
  private let small = ["--depth", "4", "--solve", "4", "--memory", "1"]

  @Test("A book grows, goes on growing, and is shown and checked")
  func grow() async throws {
    try await withTemporaryFolder { place in
      let folder = place.path
      let file = folder + "/own.book"
      let first = await tool(["book", "grow", file, "--positions", "20"] + small)
      #expect(first.code == 0)
      #expect(first.output.hasPrefix("20 positions, 20 of them new; the start is worth "))
      let second = await tool(["book", "grow", file, "F5D6C4D3C3", "--positions", "40"] + small)
      #expect(second.output.hasPrefix("40 positions, 20 of them new; "))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["own.book"])

      let start = await tool(["book", "show", file])
      #expect(start.code == 0)
      #expect(start.output.hasPrefix(ReversiPosition.start.text + "\n"))
      let line = await tool(["book", "show", file, "F5D6C4D3C3", "--json"])
      struct Shown: Decodable {
        let value: Int?
        struct Move: Decodable {
          let move: String
          let value: Int
        }
        let moves: [Move]
        let line: [String]
      }
      let shown = try JSONDecoder().decode(Shown.self, from: Data(line.output.utf8))
      #expect(shown.value != nil && shown.moves.first?.value == shown.value)
      #expect(shown.line.first == shown.moves.first?.move)
      let elsewhere = await tool(["book", "show", file, passingGame])
      #expect(elsewhere.output.hasSuffix("not in the book of 40 positions\n"))

      let check = await tool(["book", "verify", file, "--json"])
      #expect(check.output.hasPrefix("{\"positions\":40,\"lost\":0,"))
      #expect(await tool(["book", "verify", file]).code == check.code)
    }
  }

  @Test("The shipped book is sound and cannot be grown")
  func shipped() async {
    #expect(await tool(["book", "verify", "shipped"]).code == 0)
    #expect(await tool(["book", "show", "shipped", "F5"]).code == 0)
    let grown = await tool(["book", "grow", "shipped"])
    #expect(grown.code == 64)
    #expect(grown.error.contains("grow needs a file"))
  }

  @Test("A file that is no book is refused by every command, and is left as it is")
  func damaged() async throws {
    try await withTemporaryFolder { place in
      let folder = place.path
      let file = folder + "/wrong.book"
      try Data("BRB1, or not".utf8).write(to: URL(fileURLWithPath: file))
      for arguments in [
        ["book", "show", file], ["book", "verify", file], ["book", "grow", file, "--time", "1"],
        ["nboard", "--book", file], ["gtp", "--book", file],
      ] {
        let result = await tool(arguments)
        #expect(result.code == 65)
        #expect(result.error.contains("wrong.book, byte 4: its checksum does not fit"))
      }
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "BRB1, or not")
      #expect(await tool(["book", "show", folder + "/none.book"]).code == 69)
    }
  }

  @Test("NBoard is answered from the book, for hints with what follows")
  func nboard() async throws {
    let lines = await dialogue(
      ["nboard", "--memory", "1", "--depth", "1", "--seed", "1"],
      """
      > nboard 2
      > set game \(try ggf("F5"))
      > hint 2
      < book
      < status
      > set contempt 20
      > set contempt -3
      > go
      < ===
      """)
    #expect(!lines.contains { $0.hasPrefix("search") || $0.contains("error") })
    let answer = try #require(lines.first { $0.hasPrefix("=== ") })
    #expect(answer.hasSuffix(".00/0.00"))
  }

  @Test("NBoard's learn takes the game into the book's file")
  func learn() async throws {
    try await withTemporaryFolder { place in
      let folder = place.path
      let file = folder + "/own.book"
      _ = await tool(["book", "grow", file, "--positions", "2"] + small)
      _ = await dialogue(
        ["nboard", "--memory", "1", "--depth", "2", "--book", file],
        """
        > nboard 2
        > set game \(try ggf("F5F4E3"))
        > learn
        < learned
        """)
      let shown = await tool(["book", "show", file, "F5F4E3", "--json"])
      #expect(!shown.output.contains("\"value\":null"))
    }
  }

  @Test("Engines that ponder play legal moves and end", arguments: ["nboard", "gtp"])
  func ponder(protocolName: String) async throws {
    let options = ["--memory", "1", "--depth", "2", "--book", "none", "--ponder"]
    if protocolName == "nboard" {
      let lines = await dialogue(
        ["nboard"] + options,
        """
        > nboard 2
        > set game \(try ggf("F5D6C3D3C4F4"))
        > go
        < ===
        > ping 1
        < pong 1
        > set game \(try ggf("F5D6"))
        > ping 2
        < pong 2
        > go
        < ===
        """)
      let last = try #require(lines.last { $0.hasPrefix("=== ") })
      let move = try ReversiMove(text: String(last.dropFirst(4).prefix(2)))
      let at = try position(after: "F5D6")
      #expect(at.legalMoves(for: at.sideToMove.seat).contains(move))
    } else {
      let lines = await dialogue(
        ["gtp"] + options,
        """
        > genmove black
        < =
        > genmove white
        < =
        > showboard
        < =
        > clear_board
        < =
        > play black f5
        < =
        > genmove white
        < =
        """)
      #expect(!lines.contains { $0.hasPrefix("?") })
    }
  }

  @Test("A match may have books, pondering and weights of its own")
  func match() async throws {
    try await withTemporaryFolder { place in
      let folder = place.path
      let openings = folder + "/openings.txt"
      try Data("F5\n".utf8).write(to: URL(fileURLWithPath: openings))
      let result = await tool([
        "match", "reversi", openings, "--first", "depth:1,solve:4,book:on,ponder:on,memory:1",
        "--second", "depth:1,solve:4,memory:1",
      ])
      #expect(result.code == 0)
      #expect(result.output.contains("2 games"))
      for (setting, message) in [
        ("ponder:perhaps", "takes on, off"), ("variety:99", "needs a number from 0 to 10"),
      ] {
        let refused = await tool([
          "match", "reversi", openings, "--first", "depth:1,\(setting)", "--second", "depth:1",
        ])
        #expect(refused.code == 64)
        #expect(refused.error.contains(message))
      }
      for setting in ["book:\(folder)/none.book", "weights:\(folder)/none.weights"] {
        let refused = await tool([
          "match", "reversi", openings, "--first", "depth:1,\(setting)", "--second", "depth:1",
        ])
        #expect(refused.code == 69)
      }
    }
  }
}
