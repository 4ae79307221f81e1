internal import Games
internal import Hosting
internal import Reversi
internal import ReversiEngine

extension CommandSpecification {
  static let nboard = CommandSpecification(
    name: "nboard", summary: "Plays for a program that speaks the NBoard protocol",
    options: [
      OptionSpecification(
        name: "depth", placeholder: "N", value: .integer(1...60),
        summary: "How many plies to look ahead until 'set depth' says another number (default "
          + "\(Engine.usualDepth))."),
      .solve, .threads, .memory, .book, .variety, .bookSeed, .ponder,
    ],
    notes: """
      Commands of the protocol, one a line:
        nboard N, set depth N, set game GGF, set contempt N, move M[/VALUE/SECONDS],
        hint N, go, ping N, learn, analyze, quit

      A line that arrives while 'hint' or 'analyze' runs ends it. 'ping' ends 'go',
      whose answer comes before the pong; a line that changes the game or starts
      another search ends a 'go' that is not done, which then has no answer. Every
      search may take a tenth of a second. A forced pass is PA. A line that is wrong
      is answered by 'status error: ...'.

      'hint' and 'go' are answered from the book where it knows the position. 'learn'
      takes the first \(NBoardSession.learntPlies) plies of the game into it, also into its file if there is
      one, and 'set contempt' says what its drawn moves count as for Black.
      """)
}

func runNBoard(_ arguments: ParsedArguments, io: some ToolIO) async throws -> Int32 {
  let book = try EngineBook(arguments)
  let ponders = arguments.has("ponder")
  io.exitOnInterrupt()
  let arrivals = Arrivals()
  let depth = arguments.integer("depth") ?? Engine.usualDepth
  let solve = arguments.integer("solve")
  let size = EngineSize(arguments)
  await obeyLines(io: io, arrivals: arrivals, urgency: NBoardSession.urgency) {
    let time = io.time
    let session = NBoardSession(
      depth: depth, solve: solve, size: size, book: book, ponders: ponders, arrivals: arrivals,
      now: { time.monotonicNanoseconds }, write: { io.write($0) },
      isAbandoned: { io.outputFailure != nil })
    return { session.obey($0) }
  }
  return ExitCode.success
}

/// The engine's side of the NBoard protocol, versions 1 and 2.
///
/// It obeys one line at a time; a running search looks at ``Arrivals`` for lines that came after.
final class NBoardSession {
  private var state = NBoardGame.start
  private var depth: Int
  private let fixedSolve: Int?
  private let arrivals: Arrivals
  private let now: () -> UInt64
  private let write: (String) -> Void
  private let isAbandoned: () -> Bool
  private let size: EngineSize
  private var book: EngineBook?
  private let ponders: Bool
  /// Where the game may be while the engine ponders: before its move and after.
  private var pondered: [ReversiPosition] = []
  /// Made when it is first needed, so that the first answers do not wait for its memory.
  private lazy var engine = Engine(size, now: now)

  init(
    depth: Int, solve: Int?, size: EngineSize, book: EngineBook?, ponders: Bool,
    arrivals: Arrivals, now: @escaping () -> UInt64, write: @escaping (String) -> Void,
    isAbandoned: @escaping () -> Bool = { false }
  ) {
    self.book = book
    self.ponders = ponders
    self.depth = depth
    fixedSolve = solve
    self.arrivals = arrivals
    self.now = now
    self.write = write
    self.isAbandoned = isAbandoned
    self.size = size
  }

  /// What a line means for a search that runs.
  static func urgency(of line: String) -> Urgency {
    let words = line.split(maxSplits: 2) { $0 == " " || $0 == "\t" }
    switch words.first ?? "" {
    case "quit": return .last
    case "ping": return .fence
    case "set": return words.count > 1 && words[1] == "game" ? .replaces : .waits
    case "move", "go", "hint", "analyze", "analyse": return .replaces
    case let word: return (try? TimedMove(text: String(word))) == nil ? .waits : .replaces
    }
  }

  /// Obeys a line.
  ///
  /// - Returns: whether the session goes on.
  func obey(_ line: String) -> Bool {
    let line = line.drop { $0 == " " || $0 == "\t" }
    guard !line.isEmpty else { return true }
    let space = line.firstIndex { $0 == " " || $0 == "\t" } ?? line.endIndex
    let word = String(line[..<space])
    let rest = trimmed(line[space...])
    defer {
      // The game went elsewhere. Searches stop it anyway.
      if !pondered.isEmpty, !pondered.contains(state.game.position) {
        engine.stopPondering()
        pondered = []
      }
    }
    switch word {
    case "quit": return false
    case "nboard": greet(rest)
    case "set": set(rest)
    case "move": move(rest)
    case "hint": hint(rest)
    case "go": go()
    case "ping": ping(rest)
    case "learn": learn()
    case "analyze", "analyse": analyze()
    default:
      // Version 1 sends a move without a word before it.
      if (try? TimedMove(text: word)) != nil {
        move(word)
      } else {
        fail("unknown command \(quoted(word))")
      }
    }
    return true
  }

  // MARK: Short commands

  private func greet(_ rest: String) {
    guard let version = Int(rest), version >= 1 else {
      return fail("nboard needs the version of the protocol")
    }
    sayName()
  }

  private func sayName() { say("set myname Baton\(depth)") }

  private func set(_ rest: String) {
    let space = rest.firstIndex(of: " ") ?? rest.endIndex
    let value = trimmed(rest[space...])
    switch rest[..<space] {
    case "depth":
      guard let number = Int(value), number >= 1 else {
        return fail("set depth needs a number from 1 on, not \(quoted(value))")
      }
      depth = min(number, 60)
      sayName()
    case "game":
      do throws(TextError) {
        state = try NBoardGame(text: value)
      } catch {
        fail(error.reason + (error.offset.map { ", at character \($0 + 1) of the game" } ?? ""))
      }
    case "contempt":
      guard let number = Double(value), number.isFinite else {
        return fail("set contempt needs a number, not \(quoted(value))")
      }
      book?.contempt = Int(max(-64, min(64, number)))
    case let name: fail("unknown setting \(quoted(String(name)))")
    }
  }

  private func move(_ rest: String) {
    do throws(TextError) {
      let timed = try TimedMove(text: rest)
      do throws(IllegalMove) {
        try state.play(timed)
      } catch {
        fail("\(error.reason)")
      }
    } catch {
      fail(error.reason)
    }
  }

  private func ping(_ rest: String) {
    guard let number = Int(rest) else {
      return fail("ping needs a number, not \(quoted(rest))")
    }
    say("pong \(number)")
  }

  // MARK: Searches

  private var effort: Effort {
    Effort(depth: depth, solve: fixedSolve ?? Effort.usualSolve(depth: depth))
  }

  /// How much of a game is taken into the book.
  static let learntPlies = 20

  private func learn() {
    if var book {
      say("status Learning")
      do throws(ToolFailure) {
        try book.learn(
          state.game, plies: NBoardSession.learntPlies, effort, engine: engine,
          shouldStop: mustStop(since: now(), for: NBoardSession.allLines))
      } catch {
        fail(error.message)
      }
      self.book = book
    }
    say("learned")
    if book != nil { say("status") }
  }

  /// Tells the moves of the book; no line if it does not know the position.
  private func showBook(_ count: Int, in position: ReversiPosition) -> Bool {
    guard let book = book?.book, let depth = book.depth(of: position) else { return false }
    var text = ""
    for (move, value) in book.moves(in: position).prefix(count) {
      var next = position
      guard (try? next.play(move, by: position.sideToMove.seat)) != nil else { continue }
      let line = [move] + book.line(from: next)
      text += "book \(line.map { $0.capitals }.joined()) \(value).00 0 \(depth)\n"
    }
    write(text)
    return !text.isEmpty
  }

  private func hint(_ rest: String) {
    guard let count = rest.isEmpty ? 1 : Int(rest), count >= 1 else {
      return fail("hint needs the number of moves, not \(quoted(rest))")
    }
    let position = state.game.position
    if position.isOver { return fail("the game is over") }
    say("status Analysing")
    if showBook(min(count, 64), in: position) { return say("status") }
    let engine = engine
    let begin = now()
    var hasSpoken = false
    let (report, _) = engine.think(
      position, effort, lines: min(count, 64),
      shouldStop: mustStop(since: begin, for: NBoardSession.allLines)
    ) { report in
      self.show(report)
      hasSpoken = true
      return true
    }
    // Also a hint that was ended at once has its move.
    if !hasSpoken { show(report) }
    sayNodes(report.nodes, since: begin)
    say("status")
  }

  private func go() {
    let position = state.game.position
    if position.isOver { return fail("the game is over") }
    let moves = position.legalMoves(for: position.sideToMove.seat)
    if moves.count == 1, let only = moves.first { return say("=== \(only.capitals)") }
    if let (move, value) = book?.choose(in: position) {
      say("=== \(move.capitals)/\(value).00/0.00")
      return ponder(after: move)
    }
    say("status Thinking")
    let engine = engine
    let begin = now()
    var effort = effort
    if let left = state.secondsLeft {
      effort.nanoseconds = Allowance.nanoseconds(secondsLeft: left, empties: position.emptyCount)
      // No depth in effect: then the clock decides how the time is spent.
      if depth >= position.emptyCount { effort.depth = nil }
    }
    let (report, isCut) = engine.think(
      position, effort, shouldStop: mustStop(since: begin, for: [.fence, .replaces])
    ) { report in
      self.show(report)
      return true
    }
    sayNodes(report.nodes, since: begin)
    // Without a fence before it, an answer after the change would be taken for a move in the new game.
    let isStale = isCut && arrivals.first(of: [.fence, .replaces]) == .replaces
    if !isStale, let best = report.best {
      let elapsed = seconds(now() &- begin, decimals: 2)
      say("=== \(best.capitals)/\(report.value).00/\(elapsed)")
    }
    say("status")
    if !isCut, let best = report.best { ponder(after: best) }
  }

  /// Thinks on while the opponent does, in the position after our move.
  private func ponder(after move: ReversiMove) {
    var next = state.game
    guard ponders, (try? next.play(move)) != nil, !next.position.mustPass else { return }
    pondered = [state.game.position, next.position]
    engine.ponder(next.position)
  }

  private func analyze() {
    say("status Analysing the game")
    let engine = engine
    let begin = now()
    let game = state.game
    var nodes: UInt64 = 0
    var later: ReversiReport?
    let shouldStop = mustStop(since: begin, for: NBoardSession.allLines)
    for index in game.positions.indices.reversed() {
      if shouldStop() { break }
      var (report, isCut) = engine.think(game.positions[index], effort, shouldStop: shouldStop)
      nodes += report.nodes
      // A search that was ended has nothing to say of the game.
      if isCut { break }
      // What was played leads to a score that is known: the position is worth that at least.
      if let later, later.isExact, !report.isExact {
        report.value = max(report.value, -later.value)
      }
      say("analysis \(index) \(report.value).00")
      later = report
    }
    sayNodes(nodes, since: begin)
    say("status")
  }

  /// The lines that end a search which nobody waits for in order to play.
  private static let allLines: Set<Urgency> = [.waits, .fence, .replaces]

  /// What every search may take, so that one with little to do ends by itself.
  private static let grace: UInt64 = 100_000_000

  /// Makes the question whether a search has to end for lines of some kinds that arrived.
  private func mustStop(since begin: UInt64, for kinds: Set<Urgency>) -> () -> Bool {
    let (arrivals, now, isAbandoned) = (arrivals, now, isAbandoned)
    return {
      let time = now()
      if time &- begin >= NBoardSession.grace, arrivals.first(of: kinds) != nil { return true }
      return isAbandoned() || arrivals.isImpatient(with: begin, now: time)
    }
  }

  // MARK: Answers

  private func show(_ report: ReversiReport) {
    var text = ""
    for line in report.lines {
      let moves = line.variation.isEmpty ? [line.move] : line.variation
      let variation = moves.map { $0.capitals }.joined()
      let depth = report.depth == 0 && !report.isExact ? "1" : report.depthText
      text += "search \(variation) \(line.value).00 0 \(depth)\n"
    }
    write(text)
  }

  private func sayNodes(_ nodes: UInt64, since begin: UInt64) {
    say("nodestats \(nodes) \(seconds(now() &- begin, decimals: 2))")
  }

  private func say(_ line: String) { write(line + "\n") }

  private func fail(_ reason: String) { say("status error: \(reason)") }
}

/// The share of a clock that one move may take.
enum Allowance {
  /// The nanoseconds for a move, by what is left for the game and the empty squares.
  ///
  /// The moves until the end is solved share evenly; after that little time is needed.
  static func nanoseconds(secondsLeft: Double, empties: Int) -> UInt64 {
    let moves = max(2, (empties - 14) / 2)
    let share = max(secondsLeft * 0.95 / Double(moves) - 0.02, 0.005)
    return UInt64(min(share, 1e9) * 1e9)
  }
}

/// A text without the spaces around it.
func trimmed(_ text: some StringProtocol) -> String {
  var part = text[...]
  while let last = part.last, last == " " || last == "\t" { part.removeLast() }
  return String(part.drop { $0 == " " || $0 == "\t" })
}

extension NBoardGame {
  /// The start, without a clock.
  static let start = NBoardGame()

  private init() {}
}
