import BatonTool
import Foundation
import Games
import Reversi
import Testing

@Suite("baton match")
struct MatchTests {
  struct Game: Decodable, Equatable {
    struct Forfeit: Decodable, Equatable {
      let loser: String
      let reason: String
    }
    let game: Int
    let black: String
    let moves: String
    let points: Double
    let discs: Int?
    let forfeit: Forfeit?
  }

  struct Summary: Decodable {
    struct Estimate: Decodable {
      let mean: Double
      let error: Double?
      let low: Double?
      let high: Double?
    }
    struct Stop: Decodable {
      let ratio: Double
      let verdict: String?
    }
    struct Numbers: Decodable, Equatable {
      let first: Int
      let second: Int
    }
    struct Elo: Decodable {
      let mean: Double?
      let low: Double?
      let high: Double?
    }
    let games: Int
    let wins: Int
    let draws: Int
    let losses: Int
    let score: Estimate?
    let discs: Estimate?
    let elo: Elo?
    let forfeits: Numbers
    let stop: Stop?
  }

  static let openings = [
    "f5f6f7d6c3d3c4g5f4b5", "f5f6c4g5e6c5g6c3g4f4", "f5d6c4d3e6g6c7b5b3b4",
    "f5f6d3c3c4c5b6e2f7f4", "f5f6d3e3f7g5f2c2f3e7", "f5f4e3f6c5c3d3c4e6d7",
  ]

  /// A program that speaks NBoard and answers `go` with some commands of a shell.
  static func nboard(_ answer: String) -> String {
    "nboard:sh -c 'while read word rest; do case $word in ping) echo pong $rest;; "
      + "go) \(answer);; esac; done'"
  }

  /// Runs a match with the clock of the system, since programs are watched.
  private func match(
    _ options: [String], openings: [String] = MatchTests.openings, code expected: Int32 = 0
  ) async throws -> (games: [Game], summary: Summary?, error: String) {
    let io = MatchIO()
    let code = try await withFile(openings.joined(separator: "\n") + "\n") { path in
      await BatonTool.run(
        arguments: ["match", "reversi", path, "--json"] + options, environment: [:], io: io)
    }
    #expect(code == expected, "\(io.error)")
    let lines = io.output.split(separator: "\n").map { Data($0.utf8) }
    guard let last = lines.last else { return ([], nil, io.error) }
    let decoder = JSONDecoder()
    return (
      try lines.dropLast().map { try decoder.decode(Game.self, from: $0) },
      try decoder.decode(Summary.self, from: last), io.error
    )
  }

  private func withFile<Result>(
    _ text: String, _ body: (String) async throws -> Result
  ) async throws -> Result {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "baton-match-\(UUID().uuidString)").path()
    try Data(text.utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await body(path)
  }

  /// Checks that a game is one by the rules and that its result is that of its last position.
  private func check(_ game: Game, opening: String) throws {
    let record = try Transcript(game.moves).record
    #expect(record.position.isOver)
    #expect(game.moves.lowercased().hasPrefix(opening))
    let score = record.position.tournamentScore(of: game.black == "first" ? .black : .white)
    #expect(game.discs == score)
    #expect(game.points == (score > 0 ? 1 : score < 0 ? 0 : 0.5))
    #expect(game.forfeit == nil)
  }

  @Test("Ours at two depths play two openings with colours reversed, by the rules and repeatably")
  func ours() async throws {
    let options = [
      "--first", "depth:2,solve:4,memory:1", "--second", "depth:1,memory:1", "--games", "4",
    ]
    let (games, summary, error) = try await match(options)
    #expect(error.isEmpty)
    #expect(games.map { $0.game } == [1, 2, 3, 4])
    #expect(games.map { $0.black } == ["first", "second", "first", "second"])
    for game in games { try check(game, opening: MatchTests.openings[(game.game - 1) / 2]) }
    let whole = try #require(summary)
    #expect(whole.games == 4)
    #expect(whole.wins + whole.draws + whole.losses == 4)
    #expect(whole.wins == games.count { $0.points == 1 })
    #expect(whole.forfeits == Summary.Numbers(first: 0, second: 0))
    let discs = games.compactMap { $0.discs }.map { Double($0) }
    let pairs = [(discs[0] + discs[1]) / 2, (discs[2] + discs[3]) / 2]
    let mean = try #require(whole.discs)
    #expect(abs(mean.mean - (pairs[0] + pairs[1]) / 2) < 0.001)
    let standardError = abs(pairs[0] - pairs[1]) / 2
    #expect(abs(try #require(mean.error) - standardError) < 0.001)
    #expect(abs(try #require(mean.high) - mean.mean - 1.959964 * standardError) < 0.01)
    #expect(try await match(options).games == games)
    let together = try await match(options + ["--concurrency", "2"]).games
    #expect(together.sorted { $0.game < $1.game } == games)
  }

  @Test("A player against itself takes half of the points")
  func itself() async throws {
    let (games, summary, _) = try await match([
      "--first", "depth:1,solve:2,memory:1", "--second", "depth:1,solve:2,memory:1", "--games", "6",
    ])
    let whole = try #require(summary)
    #expect(whole.score?.mean == 0.5)
    #expect(whole.discs?.mean == 0)
    #expect(whole.elo?.mean == 0)
    for pair in 0..<3 { #expect(games[2 * pair].moves == games[2 * pair + 1].moves) }
  }

  @Test("Levels, positions and times are players too")
  func otherSettings() async throws {
    let (games, _, _) = try await match([
      "--first", "nodes:2000,memory:1", "--second", "level:2", "--games", "2", "--seed", "7",
    ])
    #expect(games.count == 2)
    let (timed, _, _) = try await match([
      "--first", "time:0.01,memory:1", "--second", "level:1", "--games", "2",
    ])
    for game in games + timed { #expect(try Transcript(game.moves).record.position.isOver) }
  }

  @Test("The seed shuffles the openings and makes the levels' choices")
  func seeds() async throws {
    let options = ["--first", "level:2", "--second", "level:3", "--games", "4", "--seed"]
    let one = try await match(options + ["1"]).games
    #expect(try await match(options + ["1"]).games == one)
    let others = try await match(options + ["2"]).games
    #expect(others.map { $0.moves } != one.map { $0.moves })
  }

  @Test("The test stops a match that is decided")
  func stops() async throws {
    let (games, summary, _) = try await match([
      "--first", "depth:3,solve:6,memory:1", "--second", "level:1", "--games", "200", "--stop",
      "0,200",
    ])
    #expect(games.count < 200)
    let stop = try #require(summary?.stop)
    #expect(stop.verdict == "higher")
    #expect(stop.ratio >= 2.944)
  }

  @Test(
    "A program that fails loses, and the reason is told",
    arguments: [
      (nboard("exit 3"), "ended with exit code 3"), (nboard("echo \"=== a1\""), "played a1"),
      (nboard("echo \"=== PA\""), "played pass"), (nboard("kill -9 $$"), "ended by signal 9"),
      (nboard("echo \"=== hello\""), "answered 'hello', which is no move"),
      (nboard("echo ==="), "answered without a move"), (nboard("sleep 60"), "gave no answer"),
      (nboard("while :; do echo x; done"), "gave no answer"),
      ("time:0.1," + nboard("exit 0"), "gave no answer"), ("nboard:true", "exit code 0"),
      ("gtp:sleep 60", "gave no answer"), ("gtp:cat", "gave no answer"),
      ("gtp:sh -c 'while read x; do echo \"? no\"; echo; done'", "refused 'boardsize 8': no"),
      ("gtp:sh -c 'while read x; do echo \"= resign\"; echo; done'", "resigned"),
      ("gtp:sh -c 'while read x; do echo \"= A1\"; echo; done'", "played a1"),
    ])
  func failures(program: String, reason: String) async throws {
    let (games, summary, _) = try await match([
      "--first", "level:1", "--second", program, "--games", "2", "--limit", "0.7",
    ])
    #expect(games.count == 2)
    for game in games {
      #expect(game.forfeit?.loser == "second")
      #expect(game.forfeit?.reason.contains(reason) == true, "\(game.forfeit?.reason ?? "")")
      #expect(game.points == 1 && game.discs == nil)
    }
    #expect(summary?.wins == 2)
    #expect(summary?.forfeits == Summary.Numbers(first: 0, second: 2))
  }

  @Test("A program that is not there ends the match with 69")
  func notThere() async throws {
    let (games, _, error) = try await match(
      ["--first", "level:1", "--second", "nboard:/not/there"], code: 69)
    #expect(games.isEmpty)
    #expect(
      error == "baton match: second could not be started: No such file or directory\n")
  }

  /// The tool beside the tests, where the whole package was built.
  static let builtTool: String? = {
    let path = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "baton").path()
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }()

  @Test(
    "Ourselves by either protocol play as we do inside", .enabled(if: MatchTests.builtTool != nil),
    arguments: ["nboard", "gtp"])
  func playsAsInside(protocolName: String) async throws {
    let path = try #require(MatchTests.builtTool)
    let program = "\(protocolName):'\(path)' \(protocolName) --depth 1 --solve 2 --memory 1"
    let setting = protocolName == "nboard" ? "depth:1,\(program)" : program
    let (games, summary, _) = try await match([
      "--first", setting, "--second", "depth:1,solve:2,memory:1", "--games", "4",
    ])
    #expect(summary?.forfeits == Summary.Numbers(first: 0, second: 0))
    for game in games { try check(game, opening: MatchTests.openings[(game.game - 1) / 2]) }
    for pair in 0..<2 { #expect(games[2 * pair].moves == games[2 * pair + 1].moves) }
  }

  @Test("A program has a time for each move by NBoard", .enabled(if: MatchTests.builtTool != nil))
  func timedProgram() async throws {
    let path = try #require(MatchTests.builtTool)
    let (games, summary, _) = try await match([
      "--first", "time:0.01,nboard:'\(path)' nboard --memory 1", "--second", "level:1",
      "--games", "2",
    ])
    #expect(summary?.forfeits == Summary.Numbers(first: 0, second: 0))
    for game in games { try check(game, opening: MatchTests.openings[0]) }
  }

  @Test("The games are written as transcripts that are openings again, or in GGF")
  func files() async throws {
    for name in ["games.txt", "games.ggf"] {
      let folder = FileManager.default.temporaryDirectory
        .appending(path: "baton-match-\(UUID().uuidString)").path()
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let file = folder + "/" + name
      let options = [
        "--first", "level:1", "--second", "depth:1,memory:1", "--games", "2", "--games-file", file,
      ]
      let (games, _, _) = try await match(options)
      let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
      #expect(lines.count == 2)
      for (line, game) in zip(lines, games) {
        if name == "games.txt" {
          #expect(line.hasPrefix("\(game.moves) # \(game.game): black \(game.black), "))
        } else {
          #expect(line.hasPrefix("(;GM[Othello]PC[Baton]PB["))
          let tags = line.split(separator: "[").map { $0.prefix { $0 != "]" && $0 != "/" } }
          let squares = tags.filter { $0.count == 2 && $0 != "PA" }.joined()
          #expect(squares == game.moves)
        }
      }
      _ = try await match(options, code: 73)
    }
  }

  @Test("The text is what was reviewed")
  func text() async throws {
    let options = [
      "--first", "depth:2,solve:4,memory:1", "--second", "depth:1,solve:4,memory:1", "--games", "2",
    ]
    let result = try await withFile("# one\n\nF5D6 # two\n") { path in
      await tool(["match", "reversi", path] + options)
    }
    #expect(result.code == 0)
    let lines = result.output.split(separator: "\n")
    #expect(lines[0].hasPrefix("2 games, +"))
    let names = lines.dropFirst().map { String($0.prefix(14)).trimmingCharacters(in: .whitespaces) }
    #expect(
      names == [
        "first", "second", "games", "score", "discs", "Elo", "time first", "time second",
      ])
  }

  @Test(
    "A wrong list of openings is named with its line",
    arguments: [
      ("F5D6\n\nF5F5\n", ":3: f5 is occupied at ply 2"), ("# nothing\n", " has no opening"),
      (drawnGame, ":1: the game is over at ply "),
    ])
  func wrongOpenings(text: String, message: String) async throws {
    let result = try await withFile(text) { path in
      await tool(["match", "reversi", path, "--first", "level:1", "--second", "level:2"])
    }
    #expect(result.code == 65)
    #expect(result.error.contains(message))
  }

  @Test(
    "A player that cannot be is refused",
    arguments: [
      ("", "--first needs settings such as depth:8 or nboard:COMMAND, not ''"),
      ("depth", "--first needs settings such as depth:8 or nboard:COMMAND, not 'depth'"),
      ("depth:0", "--first depth needs a number from 1 to 60, not '0'"),
      ("dept:8", "unknown setting 'dept' for --first; did you mean 'depth'?"),
      ("depth:8,depth:9", "--first has depth twice"),
      ("solve:8", "--first needs depth, time, nodes, level, nboard or gtp"),
      ("level:1,depth:3", "--first: a level has no other settings"),
      ("nboard:", "--first names no program"),
      ("nboard:sh -c 'x", "--first has a quotation mark without its other one"),
      ("time:0.5,gtp:x", "--first: time is told by GTP in whole seconds; give less to the "),
      ("depth:5,gtp:x", "--first: depth cannot be told by GTP; give it to the program itself"),
      ("nodes:5,nboard:x", "--first: nodes cannot be told to a program"),
    ])
  func wrongPlayers(text: String, message: String) async {
    let result = await tool(["match", "reversi", "none", "--first", text, "--second", "level:1"])
    #expect(result.code == 64)
    #expect(result.error.hasPrefix("baton match: " + message), "\(result.error)")
  }

  @Test(
    "Options that cannot be are refused",
    arguments: [
      (["--games", "3"], "--games needs an even number, since each opening is played twice"),
      (["--stop", "5"], "--stop needs two differences in Elo, the lower one first"),
      (["--stop", "5,1"], "--stop needs two differences in Elo, the lower one first"),
    ])
  func wrongOptions(options: [String], message: String) async throws {
    let result = try await withFile("F5\n") { path in
      await tool(
        ["match", "reversi", path, "--first", "level:1", "--second", "level:2"] + options)
    }
    #expect(result.code == 64)
    #expect(result.error.hasPrefix("baton match: " + message))
    let missing = await tool(["match", "reversi", "none", "--first", "level:1"])
    #expect(missing.error.hasPrefix("baton match: --second is missing"))
  }
}
