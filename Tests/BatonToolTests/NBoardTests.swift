import BatonTool
import Games
import Reversi
import Testing

@Suite("baton nboard")
struct NBoardTests {
  /// The moves that `go` was answered with.
  private func answers(_ lines: [String]) throws -> [ReversiMove] {
    try lines.filter { $0.hasPrefix("=== ") }.map {
      try ReversiMove(text: String($0.dropFirst(4).prefix { $0 != "/" }))
    }
  }

  private func isLegal(_ move: ReversiMove, in position: ReversiPosition) -> Bool {
    position.legalMoves(for: position.sideToMove.seat).contains(move)
  }

  @Test("A session in version 2 goes as the protocol says")
  func session() async throws {
    let lines = await dialogue(
      ["nboard", "--book", "none", "--memory", "1"],
      """
      > nboard 2
      < set myname Baton
      > set depth 1
      < set myname Baton1
      > set contempt 0
      > set game \(try ggf("F5D6C3"))
      > ping 1
      < pong 1
      > go
      < ===
      > learn
      < learned
      > ping 2
      < pong 2
      """)
    #expect(isLegal(try #require(answers(lines).first), in: try position(after: "F5D6C3")))
    #expect(lines.contains { $0.hasPrefix("search ") })
    #expect(lines.contains { $0.hasPrefix("nodestats ") })
    #expect(!lines.contains { $0.contains("error") })
  }

  @Test("In version 1 a move has no word before it")
  func versionOne() async throws {
    let lines = await dialogue(
      ["nboard", "--book", "none", "--memory", "1", "--depth", "1"],
      """
      > nboard 1
      > set game \(ggf(.start))
      > F5
      > d6/0.25/1.5
      > go
      < ===
      """)
    #expect(isLegal(try #require(answers(lines).first), in: try position(after: "F5D6")))
  }

  @Test("A forced pass is PA, and what follows it is legal", arguments: [true, false])
  func forcedPass(writesPass: Bool) async throws {
    let game = try ggf(passingGame)
    let lines = await dialogue(
      ["nboard", "--book", "none", "--memory", "1", "--depth", "1"],
      """
      > nboard 2
      > set game \(game)
      > hint 3
      < search PA
      < status
      > go
      < === PA
      > \(writesPass ? "move PA//0.1" : "move G3")
      > \(writesPass ? "move G3/-1.5" : "ping 8")
      > go
      < ===
      """)
    let moves = try answers(lines)
    #expect(moves[0] == .pass)
    #expect(isLegal(moves[1], in: try position(after: passingGame + "G3")))
    #expect(!lines.contains { $0.contains("error") })
  }

  @Test("The white moves after the pass are the three there are")
  func afterPass() async throws {
    let lines = await dialogue(
      ["nboard", "--book", "none", "--memory", "1", "--depth", "1"],
      """
      > nboard 2
      > set game \(try ggf(passingGame))
      > move PA
      > hint 5
      < nodestats
      """)
    let last = lines.filter { $0.hasPrefix("search ") }.suffix(3)
    #expect(Set(last.map { String($0.dropFirst(7).prefix(2)) }) == ["B4", "C3", "G3"])
  }

  @Test("A game with its passes left out is the same game")
  func passesLeftOut() async throws {
    let lines = await dialogue(
      ["nboard", "--book", "none", "--memory", "1", "--depth", "1", "--solve", "8"],
      """
      > nboard 2
      > set game \(try ggf(lostGame, writesPasses: false))
      > analyze
      < nodestats
      """)
    let record = try Transcript(lostGame).record
    #expect(lines.filter { $0.hasPrefix("analysis ") }.count == record.positions.count)
  }

  @Test("The analysis of a lost game is -64 for Black in the whole solved tail")
  func analysis() async throws {
    let lines = await dialogue(
      ["nboard", "--book", "none", "--memory", "1", "--depth", "1", "--solve", "10"],
      """
      > nboard 2
      > set game \(try ggf(lostGame))
      > analyze
      < nodestats
      """)
    let record = try Transcript(lostGame).record
    let values = lines.filter { $0.hasPrefix("analysis ") }.map { $0.split(separator: " ") }
    #expect(values.map { Int($0[1]) } == record.positions.indices.reversed().map { $0 })
    for words in values {
      let position = record.positions[try #require(Int(words[1]))]
      guard position.emptyCount <= 10 else { continue }
      #expect(Double(words[2]) == (position.sideToMove == .black ? -64 : 64))
    }
  }

  @Test("A solved position has the exact score", arguments: 1...4 as ClosedRange<UInt64>)
  func exact(seed: UInt64) async throws {
    let position = ending(empties: 7, seed: seed * 100)
    let lines = await dialogue(
      ["nboard", "--book", "none", "--memory", "1", "--depth", "4", "--solve", "8"],
      """
      > nboard 2
      > set game \(ggf(position))
      > hint 1
      < nodestats
      > go
      < ===
      """)
    let score = exactScore(position)
    let solved = lines.filter { $0.hasPrefix("search ") && $0.hasSuffix(" 100%") }
    #expect(!solved.isEmpty)
    for line in solved { #expect(Double(line.split(separator: " ")[2]) == Double(score)) }
    let answer = try #require(lines.first { $0.hasPrefix("=== ") })
    #expect(Double(answer.split(separator: "/")[1]) == Double(score))
    let move = try #require(try answers(lines).first)
    var next = position
    try next.play(move, by: position.sideToMove.seat)
    #expect(-exactScore(next) == score)
  }

  @Test(
    "A line that is wrong is answered by a status, and nothing changes",
    arguments: [
      "dance", "move", "move a1", "move pass", "move F5/x/1", "move F5/1/2/3", "move F9",
      "set", "set depth", "set depth x", "set depth 0", "set game", "set game x", "set game (;",
      "set game (;BO[8 ---];)", "set game (;BO[6 ---];)", "set game (;GM[Chess];)",
      "set game (;B[F5]B[F6];)", "set game (;B[A1];)", "set game (;B[F5", "set game (;[F5];)",
      "set contempt much", "set colour red", "hint x", "hint 0", "ping", "ping x", "nboard",
      "nboard x", "\u{1}\u{2}", "=== F5", "F5F6",
    ])
  func malformed(line: String) async throws {
    let lines = await dialogue(
      ["nboard", "--book", "none", "--memory", "1", "--depth", "1"],
      """
      > nboard 2
      > set game \(try ggf("F5"))
      > \(line)
      < status error: 
      > hint 9
      < nodestats
      """)
    let hints = Set(
      lines.filter { $0.hasPrefix("search ") }.map { String($0.dropFirst(7).prefix(2)) })
    #expect(hints == ["D6", "F4", "F6"])
  }

  @Test("A finished game has no hint and no move, and is not the end")
  func finished() async throws {
    let lines = await dialogue(
      ["nboard", "--book", "none", "--memory", "1"],
      """
      > nboard 2
      > set game \(try ggf(drawnGame))
      > hint 1
      < status error: the game is over
      > go
      < status error: the game is over
      > move A1
      < status error: 
      > ping 3
      < pong 3
      """)
    #expect(try answers(lines).isEmpty)
  }

  @Test(
    "The end of the input ends it, and what was asked before is answered", arguments: ["", "quit"])
  func endOfInput(last: String) async throws {
    let result = await tool(
      ["nboard", "--book", "none", "--memory", "1"],
      lines: ["nboard 2", "set depth 2", "set game \(ggf(.start))", "go", last])
    #expect(result.code == 0)
    let moves = try answers(result.output.split(separator: "\n").map(String.init))
    #expect(moves.count == 1 && isLegal(moves[0], in: .start))
  }

  @Test("A ping ends a deep search, whose answer comes before the pong")
  func fence() async throws {
    let lines = await dialogue(
      ["nboard", "--book", "none", "--memory", "1"],
      """
      > nboard 2
      > set depth 60
      > set game \(ggf(.start))
      > hint 2
      < search
      > ping 1
      < pong 1
      > go
      < search
      > ping 2
      < pong 2
      """)
    let answer = try #require(lines.firstIndex { $0.hasPrefix("=== ") })
    let first = try #require(lines.firstIndex(of: "pong 1"))
    let second = try #require(lines.firstIndex(of: "pong 2"))
    #expect(first < answer && answer < second)
    #expect(isLegal(try answers(lines)[0], in: .start))
    #expect(lines[second...].allSatisfy { !$0.hasPrefix("search") })
  }

  @Test("A deep search that another game replaces has no answer")
  func replaced() async throws {
    let lines = await dialogue(
      ["nboard", "--book", "none", "--memory", "1"],
      """
      > nboard 2
      > set depth 60
      > set game \(ggf(.start))
      > go
      < search
      > set game \(try ggf(passingGame))
      > go
      < ===
      > set depth 60
      > set game \(ggf(.start))
      > go
      < search
      > move D3
      > set game \(try ggf(passingGame))
      > go
      < ===
      > ping 1
      < pong 1
      """)
    #expect(try answers(lines) == [.pass, .pass])
  }

  @Test("Searches that are started and stopped quickly never play a stale move")
  func quickly() async throws {
    var positions: [ReversiPosition] = []
    for number in 0..<12 {
      positions.append(ending(empties: 50 - 3 * number, seed: UInt64(number + 1)))
    }
    var script = "> nboard 2\n> set depth 60\n"
    for (number, position) in positions.enumerated() {
      script += "> set game \(ggf(position))\n> \(number.isMultiple(of: 3) ? "hint 4" : "go")\n"
      script += "> ping \(number)\n"
      // Some of the answers are waited for, some are not.
      if number.isMultiple(of: 2) { script += "< pong \(number)\n" }
    }
    script += "< pong \(positions.count - 1)\n"
    let lines = await dialogue(["nboard", "--book", "none", "--memory", "1"], script)
    var number = 0
    var count = 0
    for line in lines {
      if line == "pong \(number)" { number += 1 }
      if line.hasPrefix("=== ") {
        #expect(isLegal(try #require(try answers([line]).first), in: positions[number]))
        count += 1
      }
      if line.hasPrefix("search ") {
        let move = try ReversiMove(text: String(line.dropFirst(7).prefix(2)))
        #expect(isLegal(move, in: positions[number]))
      }
    }
    #expect(number == positions.count)
    #expect(count == positions.indices.count { !$0.isMultiple(of: 3) })
  }

  @Test("A clock ends a deep search")
  func clock() async throws {
    let lines = await dialogue(
      ["nboard", "--book", "none", "--memory", "1"],
      """
      > nboard 2
      > set depth 60
      > set game \(ggf(.start, tags: "TI[00:02/0/2:00]"))
      > go
      < ===
      """)
    #expect(isLegal(try #require(try answers(lines).first), in: .start))
  }
}
