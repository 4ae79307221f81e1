internal import Games
internal import Reversi

/// A program in another process as a player; how to speak with it is the talk's business.
final class ProgramPlayer: MatchPlayer {
  private let talk: any ProgramTalk
  private let command: [String]
  private let rules: MatchRules
  private var process: ChildProcess?

  init(_ talk: some ProgramTalk, _ command: [String], _ rules: MatchRules) {
    self.talk = talk
    self.command = command
    self.rules = rules
  }

  func prepare(_ situation: MatchSituation) throws(PlayerFailure) {
    try talk.tell(situation, line(to: try started()))
  }

  func choose(_ situation: MatchSituation) throws(PlayerFailure) -> ReversiMove {
    try talk.choose(situation, line(to: try started()))
  }

  private func line(to process: ChildProcess) -> ProgramLine {
    ProgramLine(process: process, rules: rules, deadline: rules.now() &+ rules.limit)
  }

  private func started() throws(PlayerFailure) -> ChildProcess {
    if let process { return process }
    talk.forget()
    do throws(SystemError) {
      let new = try ChildProcess(command)
      process = new
      return new
    } catch {
      throw PlayerFailure("could not be started: \(error.reason)", kind: .start)
    }
  }

  func abandon() {
    process?.kill()
    process = nil
  }

  func close() {
    process?.end(asking: "quit")
    process = nil
  }
}

/// The way to a program while it is asked for one move.
struct ProgramLine {
  let process: ChildProcess
  let rules: MatchRules
  let deadline: UInt64

  /// Sends a line.
  func send(_ text: String) throws(PlayerFailure) {
    if process.send(text) { return }
    throw PlayerFailure(process.endInWords(otherwise: "does not read its input"))
  }

  /// Waits for a line.
  func receive() throws(PlayerFailure) -> String {
    guard let text = try receive(before: deadline) else {
      throw PlayerFailure("gave no answer within \(seconds(rules.limit, decimals: 1)) s")
    }
    return text
  }

  /// Waits for a line until some time; `nil` if none came.
  func receive(before time: UInt64) throws(PlayerFailure) -> String? {
    let reply = process.receive(
      until: min(time, deadline), now: rules.now, shouldStop: rules.shouldStop)
    switch reply {
    case .line(let text): return text
    case .ended: throw PlayerFailure(process.endInWords(otherwise: "closed its output"))
    case .stopped: throw .stopped
    case .timeout: return nil
    }
  }
}

/// How a program is told of a game and asked for a move.
protocol ProgramTalk: AnyObject {
  /// Tells of a game, and waits until the program has heard it.
  func tell(_ situation: MatchSituation, _ line: ProgramLine) throws(PlayerFailure)

  /// Asks for a move.
  func choose(_ situation: MatchSituation, _ line: ProgramLine) throws(PlayerFailure)
    -> ReversiMove

  /// Forgets what the program was told: it is a new one.
  func forget()
}

/// Reads the move that a program answered; the words for a pass differ.
private func readMove(_ text: some StringProtocol) throws(PlayerFailure) -> ReversiMove {
  if text.lowercased() == "resign" { throw PlayerFailure("resigned") }
  do throws(TextError) {
    return try ReversiMove(text: String(text))
  } catch {
    throw PlayerFailure("answered \(quoted(String(text))), which is no move")
  }
}

/// The other side of the NBoard protocol.
final class NBoardTalk: ProgramTalk {
  private let specification: PlayerSpecification
  private var told: (number: Int, game: EngineGame)?
  private var pings = 0

  init(_ specification: PlayerSpecification) { self.specification = specification }

  func forget() { told = nil }

  func tell(_ situation: MatchSituation, _ line: ProgramLine) throws(PlayerFailure) {
    if told == nil { try line.send("nboard 2") }
    if let told, told.number == situation.number, situation.game.continues(told.game) {
      for index in told.game.moves.count..<situation.game.moves.count {
        let time = seconds(situation.times[index], decimals: 2)
        try line.send("move \(situation.game.moves[index].capitals)//\(time)")
      }
    } else {
      // With a clock alone the depth is to be no limit.
      let usual = specification.nanoseconds == nil ? Engine.usualDepth : 60
      try line.send("set depth \(specification.depth ?? usual)")
      try line.send("set game \(game(situation))")
    }
    told = (situation.number, situation.game)
    // What it still had to say about the position before ends with the pong.
    try ping(line)
  }

  private func ping(
    _ line: ProgramLine, heard: (String) -> Void = { _ in }
  ) throws(PlayerFailure) {
    pings += 1
    try line.send("ping \(pings)")
    while true {
      let text = try line.receive()
      if trimmed(text) == "pong \(pings)" { return }
      heard(text)
    }
  }

  func choose(_ situation: MatchSituation, _ line: ProgramLine) throws(PlayerFailure)
    -> ReversiMove
  {
    if let time = specification.nanoseconds, specification.depth == nil {
      return try choose(within: time, line)
    }
    try line.send("go")
    while true {
      let words = try line.receive().split { $0 == " " || $0 == "\t" }
      guard words.first == "===" else { continue }
      guard words.count > 1 else { throw PlayerFailure("answered without a move") }
      return try readMove(words[1].prefix { $0 != "/" })
    }
  }

  /// Asks for a hint, ends it when the time is over, and takes its last word.
  ///
  /// Programs keep to a clock of NBoard as they like, some not at all; a hint ends at once.
  private func choose(within time: UInt64, _ line: ProgramLine) throws(PlayerFailure)
    -> ReversiMove
  {
    let end = line.rules.now() &+ time
    var move: Substring?
    var isSure = false
    func hear(_ text: String) {
      let words = text.split { $0 == " " || $0 == "\t" }
      guard words.count > 1, words[0] == "search" || words[0] == "book" else { return }
      move = words[1].prefix(2)
      isSure = words.count > 4 && words[4] == "100%"
    }
    try line.send("hint 1")
    while move == nil { hear(try line.receive()) }
    while !isSure, line.rules.now() < end, let text = try line.receive(before: end) { hear(text) }
    try ping(line, heard: hear)
    return try readMove(move ?? "")
  }

  /// The game in GGF.
  ///
  /// A time for each move is told as a clock of 30 times as much for the game, where a depth says when to end.
  private func game(_ situation: MatchSituation) -> String {
    let clock = specification.nanoseconds.map { ($0 * 30 + 999_999_999) / 1_000_000_000 }
    return ggf(situation.game, times: situation.times, clock: clock)
  }
}

/// A game in GGF, as far as programs and files need it.
func ggf(
  _ game: EngineGame, times: [UInt64], clock: UInt64? = nil, players: (String, String) = ("", ""),
  result: String = "?"
) -> String {
  var text = "(;GM[Othello]PC[Baton]PB[\(tagValue(players.0))]PW[\(tagValue(players.1))]"
  text += "RE[\(result)]"
  if let clock {
    let rest = clock % 60
    text += "TI[\(clock / 60):\(rest < 10 ? "0" : "")\(rest)]"
  }
  text += "TY[8]BO[8 "
  for symbol in game.start.text { text.append(symbol == "X" ? "*" : symbol) }
  text += "]"
  for (index, move) in game.moves.enumerated() {
    text += game.positions[index].sideToMove == .black ? "B[" : "W["
    text += move.capitals
    if index < times.count, times[index] > 0 {
      text += "//\(seconds(times[index], decimals: 2))"
    }
    text += "]"
  }
  return text + ";)"
}

/// A text without what would end the tag it stands in.
private func tagValue(_ text: String) -> String {
  shown(text).filter { $0 != "]" && $0 != "[" }
}

/// The controller's side of the Go Text Protocol.
final class GTPTalk: ProgramTalk {
  private let specification: PlayerSpecification
  private var told: (number: Int, game: EngineGame)?

  init(_ specification: PlayerSpecification) { self.specification = specification }

  func forget() { told = nil }

  func tell(_ situation: MatchSituation, _ line: ProgramLine) throws(PlayerFailure) {
    if told == nil, try ask("known_command set_game", line).answer == "true" {
      try demand("set_game Othello", line)
    }
    var first = 0
    if let told, told.number == situation.number, situation.game.continues(told.game) {
      first = told.game.moves.count
    } else {
      guard situation.game.start == .start else {
        throw PlayerFailure("cannot be told by GTP of a game with another start")
      }
      try demand("boardsize 8", line)
      try demand("clear_board", line)
      if let time = specification.nanoseconds {
        // A period for a single move is a limit for each move.
        try demand("time_settings 0 \(time / 1_000_000_000) 1", line)
      }
    }
    let game = situation.game
    for index in first..<game.moves.count {
      let color = game.positions[index].sideToMove == .black ? "black" : "white"
      try demand("play \(color) \(vertex(game.moves[index]))", line)
    }
    told = (situation.number, game)
  }

  func choose(_ situation: MatchSituation, _ line: ProgramLine) throws(PlayerFailure)
    -> ReversiMove
  {
    let game = situation.game
    let color = game.position.sideToMove == .black ? "black" : "white"
    let move = try readMove(try demand("genmove \(color)", line))
    // The program has made the move; if it is refused, the game is over and so is what was told.
    var next = game
    _ = try? next.play(move)
    told = (situation.number, next)
    return move
  }

  private func vertex(_ move: ReversiMove) -> String {
    switch move {
    case .place(let square): square.text.uppercased()
    case .pass: "pass"
    }
  }

  @discardableResult
  private func demand(_ command: String, _ line: ProgramLine) throws(PlayerFailure) -> String {
    let (isSuccess, answer) = try ask(command, line)
    if isSuccess { return answer }
    throw PlayerFailure("refused \(quoted(command)): \(shown(answer))")
  }

  /// Sends a command and reads its answer up to the empty line that ends it.
  private func ask(
    _ command: String, _ line: ProgramLine
  ) throws(PlayerFailure) -> (isSuccess: Bool, answer: String) {
    try line.send(command)
    var lines: [String] = []
    while true {
      let text = try line.receive()
      // What comes before the sign of an answer is talk.
      if lines.isEmpty, text.first != "=", text.first != "?" { continue }
      if trimmed(text).isEmpty { break }
      lines.append(text)
      if lines.count > 1000 { throw PlayerFailure("answered endlessly") }
    }
    let isSuccess = lines[0].first == "="
    lines[0].removeFirst()
    return (isSuccess, trimmed(lines.joined(separator: "\n")))
  }
}
