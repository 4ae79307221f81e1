internal import Games
internal import Hosting
internal import Reversi
internal import ReversiEngine

extension CommandSpecification {
  static let gtp = CommandSpecification(
    name: "gtp", summary: "Plays for a program that speaks the Go Text Protocol",
    options: [
      OptionSpecification(
        name: "depth", placeholder: "N", value: .integer(1...60),
        summary: "How many plies to look ahead (default \(Engine.usualDepth); without it a clock "
          + "alone decides, where the controller sets one)."),
      OptionSpecification(
        name: "time", placeholder: "SECONDS", value: .seconds(3600),
        summary: "How long to think about a move, where the controller sets no clock."),
      OptionSpecification(
        name: "nodes", placeholder: "N", value: .integer(1...Int.max),
        summary: "About how many positions to visit for a move."),
      .solve, .threads, .memory, .book, .variety, .bookSeed, .ponder,
    ],
    notes: "Commands of the protocol, version 2:\n"
      + wrapped(GTPSession.Word.allCases.map { $0.rawValue }.joined(separator: " "), width: 76)
      .map { "  \($0)\n" }.joined() + """

        A square is its column and row, such as F5, the same as in the other commands;
        Black's first moves are D3, C4, F5 and E6. A forced pass is 'pass', and may be
        left out in 'play' and 'genmove'.
        """)
}

func runGTP(_ arguments: ParsedArguments, io: some ToolIO) async throws -> Int32 {
  let book = try EngineBook(arguments)
  let ponders = arguments.has("ponder")
  io.exitOnInterrupt()
  let arrivals = Arrivals()
  let depth = arguments.integer("depth")
  let nanoseconds = arguments.seconds("time").map { UInt64($0 * 1_000_000_000) }
  let nodes = arguments.integer("nodes").map { UInt64($0) }
  let usualDepth = depth ?? (nanoseconds == nil && nodes == nil ? Engine.usualDepth : nil)
  let effort = Effort(
    depth: usualDepth, nanoseconds: nanoseconds, nodes: nodes,
    solve: arguments.integer("solve") ?? Effort.usualSolve(depth: usualDepth ?? 0))
  let size = EngineSize(arguments)
  await obeyLines(io: io, arrivals: arrivals, urgency: GTPSession.urgency) {
    let time = io.time
    let session = GTPSession(
      effort: effort, keepsDepth: depth != nil, size: size, book: book, ponders: ponders,
      arrivals: arrivals, now: { time.monotonicNanoseconds }, write: { io.write($0) },
      isAbandoned: { io.outputFailure != nil })
    return { session.obey($0) }
  }
  return ExitCode.success
}

/// The engine's side of the Go Text Protocol, version 2, as programs use it for Othello.
final class GTPSession {
  /// The commands.
  enum Word: String, CaseIterable, Sendable {
    case protocolVersion = "protocol_version"
    case name, version
    case knownCommand = "known_command"
    case listCommands = "list_commands"
    case quit, boardsize
    case clearBoard = "clear_board"
    case komi, play, genmove
    case regGenmove = "reg_genmove"
    case undo, showboard
    case finalScore = "final_score"
    case timeSettings = "time_settings"
    case timeLeft = "time_left"
    case setGame = "set_game"
    case listGames = "list_games"
  }

  /// Why a command fails, in the protocol's words where it has some.
  struct Failure: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }

    static let syntax = Failure("syntax error")
    static let illegalMove = Failure("illegal move")
  }

  /// The game, and after how many moves each command of it began, so that `undo` takes back one command.
  private var game = EngineGame()
  private var commands: [Command] = []
  private var clock: GTPClock?
  private let effort: Effort
  private let keepsDepth: Bool
  private let arrivals: Arrivals
  private let now: () -> UInt64
  private let write: (String) -> Void
  private let isAbandoned: () -> Bool
  /// Whether the next search is the first one of a game.
  private var hasNewGame = false
  private let size: EngineSize
  private var book: EngineBook?
  private let ponders: Bool
  /// The position that the engine ponders on, if it does.
  private var pondered: ReversiPosition?
  /// Made when it is first needed, so that the first answers do not wait for its memory.
  private lazy var engine = Engine(size, now: now)

  /// What a `play` or `genmove` added: some moves, or none where it passed in a finished game.
  private struct Command {
    let moves: Int
  }

  init(
    effort: Effort, keepsDepth: Bool, size: EngineSize, book: EngineBook?, ponders: Bool,
    arrivals: Arrivals, now: @escaping () -> UInt64, write: @escaping (String) -> Void,
    isAbandoned: @escaping () -> Bool = { false }
  ) {
    self.book = book
    self.ponders = ponders
    self.effort = effort
    self.keepsDepth = keepsDepth
    self.arrivals = arrivals
    self.now = now
    self.write = write
    self.isAbandoned = isAbandoned
    self.size = size
  }

  /// No command interrupts another one; after `quit` nothing is read.
  static func urgency(of line: String) -> Urgency {
    parse(line)?.words.first == Word.quit.rawValue ? .last : .waits
  }

  /// The identity number and the words of a line; `nil` when it has none.
  ///
  /// Control characters do not count, except that a tab is a space; a comment begins with `#`.
  private static func parse(_ line: String) -> (id: String, words: [String])? {
    var bytes: [UInt8] = []
    for byte in line.utf8 {
      if byte == UInt8(ascii: "#") { break }
      if byte == 0x09 { bytes.append(0x20) }
      if byte >= 0x20, byte != 0x7F { bytes.append(byte) }
    }
    var words = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
    guard let first = words.first else { return nil }
    guard first.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return ("", words) }
    words.removeFirst()
    return (first, words)
  }

  /// Obeys a line and answers it.
  ///
  /// - Returns: whether the session goes on.
  func obey(_ line: String) -> Bool {
    guard let (id, words) = GTPSession.parse(line) else { return true }
    let word = words.first.flatMap { Word(rawValue: $0) }
    do throws(Failure) {
      guard let word else { throw Failure("unknown command") }
      let result = try answer(word, Array(words.dropFirst()))
      write("=\(id)\(result.isEmpty ? "" : " \(result)")\n\n")
    } catch {
      write("?\(id) \(error.reason)\n\n")
    }
    // After the answer, so that nobody waits for it.
    if let pondered, pondered != game.position {
      engine.stopPondering()
      self.pondered = nil
    } else if word == .genmove, ponders, !game.position.mustPass, !game.position.isOver {
      pondered = game.position
      engine.ponder(game.position)
    }
    return word != .quit
  }

  private func answer(_ word: Word, _ arguments: [String]) throws(Failure) -> String {
    switch word {
    case .protocolVersion: return "2"
    case .name: return "Baton"
    case .version: return toolVersion
    case .knownCommand:
      return "\(Word(rawValue: try one(arguments)) != nil)"
    case .listCommands:
      return Word.allCases.map { $0.rawValue }.joined(separator: "\n")
    case .quit: return ""
    case .boardsize:
      guard let size = Int(try one(arguments)) else { throw .syntax }
      guard size == 8 else { throw Failure("unacceptable size") }
      clear()
    case .clearBoard: clear()
    // Othello has no compensation; a controller made for Go may send one.
    case .komi:
      guard Double(try one(arguments)) != nil else { throw .syntax }
    case .play: try play(arguments)
    case .genmove: return try generate(arguments, plays: true)
    case .regGenmove: return try generate(arguments, plays: false)
    case .undo: try undo()
    case .showboard: return "\n" + board()
    case .finalScore: return try finalScore()
    case .timeSettings: try setTime(arguments)
    case .timeLeft: try noteTime(arguments)
    case .setGame:
      let name = try one(arguments).lowercased()
      guard name == "othello" || name == "reversi" else { throw Failure("unsupported game") }
      clear()
    case .listGames: return "Othello"
    }
    return ""
  }

  private func one(_ arguments: [String]) throws(Failure) -> String {
    guard arguments.count == 1 else { throw .syntax }
    return arguments[0]
  }

  private func side(_ text: String) throws(Failure) -> Side {
    switch text.lowercased() {
    case "b", "black": return .black
    case "w", "white": return .white
    default: throw .syntax
    }
  }

  // MARK: The game

  private func clear() {
    game = EngineGame()
    commands = []
    clock?.restart()
    hasNewGame = true
  }

  private func play(_ arguments: [String]) throws(Failure) {
    guard arguments.count == 2 else { throw .syntax }
    let side = try side(arguments[0])
    let move: ReversiMove
    do throws(TextError) {
      move = try ReversiMove(text: arguments[1])
    } catch {
      throw .syntax
    }
    try play(move, by: side)
  }

  private func play(_ move: ReversiMove, by side: Side) throws(Failure) {
    // Controllers made for Go end a game by passes.
    if game.position.isOver, move == .pass { return commands.append(Command(moves: 0)) }
    do throws(IllegalMove) {
      commands.append(Command(moves: try game.play(move, by: side)))
    } catch {
      throw .illegalMove
    }
  }

  private func undo() throws(Failure) {
    guard let last = commands.popLast() else { throw Failure("cannot undo") }
    for _ in 0..<last.moves { _ = game.takeBack() }
  }

  private func finalScore() throws(Failure) -> String {
    guard game.position.isOver else { throw Failure("cannot score") }
    let score = game.position.tournamentScore(of: .black)
    if score == 0 { return "0" }
    return score > 0 ? "B+\(score)" : "W+\(-score)"
  }

  private func board() -> String {
    let letters = "   A B C D E F G H"
    var lines = [letters]
    for row in 0..<8 {
      var line = " \(row + 1)"
      for column in 0..<8 {
        let disc = Square(column: column, row: row).flatMap { game.position[$0] }
        line += disc == .black ? " X" : disc == .white ? " O" : " ."
      }
      lines.append(line + " \(row + 1)")
    }
    lines.append(letters)
    let position = game.position
    lines.append(
      "Black (X) \(position.discCount(of: .black)), White (O) \(position.discCount(of: .white)), "
        + (position.isOver ? "the game is over" : "\(position.sideToMove.name) to move"))
    return lines.joined(separator: "\n")
  }

  // MARK: Moves of our own

  private func generate(_ arguments: [String], plays: Bool) throws(Failure) -> String {
    let side = try side(try one(arguments))
    var position = game.position
    if position.isOver {
      if plays { commands.append(Command(moves: 0)) }
      return "pass"
    }
    if position.sideToMove != side {
      // The other side's forced pass may be left out.
      do throws(IllegalMove) {
        try position.pass()
      } catch {
        throw .illegalMove
      }
    }
    let begin = now()
    var move = position.legalMoves(for: side.seat).first
    if position.legalMoves(for: side.seat).count > 1 {
      if let known = book?.choose(in: position) {
        move = known.move
      } else {
        move = think(about: position, side: side, since: begin)
      }
    }
    guard let move else { throw .illegalMove }
    if plays {
      clock?.spend(now() &- begin, by: side)
      try play(move, by: side)
    }
    switch move {
    case .place(let square): return square.text.uppercased()
    case .pass: return "pass"
    }
  }

  private func think(
    about position: ReversiPosition, side: Side, since begin: UInt64
  ) -> ReversiMove? {
    let (arrivals, now, isAbandoned) = (arrivals, now, isAbandoned)
    if hasNewGame { engine.forget() }
    hasNewGame = false
    let (report, _) = engine.think(position, effort(of: side, position)) {
      isAbandoned() || arrivals.isImpatient(with: begin, now: now())
    }
    return report.best
  }

  private func effort(of side: Side, _ position: ReversiPosition) -> Effort {
    guard let limit = clock?.nanoseconds(for: side, empties: position.emptyCount) else {
      return effort
    }
    var limited = effort
    limited.nanoseconds = limit
    if !keepsDepth { limited.depth = nil }
    return limited
  }

  // MARK: Time

  private func setTime(_ arguments: [String]) throws(Failure) {
    let numbers = arguments.compactMap { Int($0) }
    guard arguments.count == 3, numbers.count == 3,
      numbers.allSatisfy({ (0...1 << 31).contains($0) })
    else { throw .syntax }
    clock = GTPClock(main: numbers[0], period: numbers[1], moves: numbers[2])
  }

  private func noteTime(_ arguments: [String]) throws(Failure) {
    guard arguments.count == 3 else { throw .syntax }
    let side = try side(arguments[0])
    guard let time = Int(arguments[1]), let moves = Int(arguments[2]), moves >= 0,
      (-1 << 31...1 << 31).contains(time)
    else { throw .syntax }
    if clock == nil { clock = GTPClock(main: max(time, 0), period: 0, moves: 0) }
    clock?.set(side, seconds: max(time, 0), moves: moves)
  }
}

/// The clocks of both sides as the Go Text Protocol describes them: main time, then periods for some moves each.
struct GTPClock {
  private let main: Double
  private let period: Double
  private let moves: Int
  /// What is left for each side: seconds, and for how many moves; 0 moves for main time.
  private var left: [(seconds: Double, moves: Int)] = []

  /// Creates clocks; a period without moves means that there is no limit.
  init(main: Int, period: Int, moves: Int) {
    self.main = Double(main)
    self.period = Double(period)
    self.moves = moves
    restart()
  }

  /// Whether no limit was set.
  private var isUnlimited: Bool { period > 0 && moves == 0 }

  /// Sets both clocks to the start of a game.
  mutating func restart() {
    let first = main > 0 || moves == 0 ? (seconds: main, moves: 0) : (seconds: period, moves: moves)
    left = [first, first]
  }

  /// Sets what a side has left; with 0 `moves` it is main time.
  mutating func set(_ side: Side, seconds: Int, moves: Int) {
    left[side.seat.index] = (Double(seconds), moves)
  }

  /// Takes the time of a move from a side's clock.
  mutating func spend(_ nanoseconds: UInt64, by side: Side) {
    let index = side.seat.index
    left[index].seconds -= Double(nanoseconds) / 1e9
    if left[index].moves > 1 {
      left[index].moves -= 1
    } else if left[index].moves == 1 || (left[index].seconds <= 0 && moves > 0) {
      left[index] = (period, moves)
    }
  }

  /// The nanoseconds that a side should think; `nil` if there is no limit.
  func nanoseconds(for side: Side, empties: Int) -> UInt64? {
    if isUnlimited { return nil }
    let (seconds, count) = left[side.seat.index]
    guard count == 0 else {
      let share = max(seconds * 0.9 / Double(count) - 0.02, 0.005)
      return UInt64(min(share, 1e9) * 1e9)
    }
    // Main time may be used up when periods follow it.
    let reserve = moves > 0 ? period * 0.9 / Double(moves) : 0
    return Allowance.nanoseconds(secondsLeft: max(seconds, 0), empties: empties)
      &+ UInt64(min(reserve, 1e9) * 1e9)
  }
}
