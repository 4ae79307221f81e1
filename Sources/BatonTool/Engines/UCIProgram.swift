internal import Chess
internal import Games
internal import Hosting

/// A UCI engine in another process that plays chess at the seats of matches.
///
/// It is never trusted. Whatever it is asked has a limit of time; what it answers is a move only if the rules say so;
/// when it dies, hangs or talks nonsense it is ended, and the next question goes to a new one. As many run as think at
/// the same time, and they stay for the next move.
final class UCIProgram: Sendable {
  /// Why an engine gave no move.
  struct Failure: Error, Equatable {
    let reason: String
  }

  /// What a host chose.
  struct Specification: Hashable, Sendable {
    /// The name in matches, lower-case ASCII.
    var name: String
    /// What people call it.
    var title: String
    /// The program and its arguments.
    var command: [String]
    /// What is set before the first game, by the engine's own names.
    var options: [Option] = []

    struct Option: Hashable, Sendable {
      var name: String
      var value: String
    }
  }

  /// How long an engine may take to start, or to say that it is ready.
  static let patience: UInt64 = 10_000_000_000
  /// How long it may go on after its time is over before it is told to stop, and then again before it is ended.
  static let grace: UInt64 = 1_000_000_000

  let specification: Specification
  private let time: any TimeSource
  private let idle = Lock<[Session]>([])
  private let tell: @Sendable (String) -> Void

  /// Creates the engine; nothing starts before the first move.
  ///
  /// - Parameters:
  ///   - specification: What to start.
  ///   - time: The clock for the limits.
  ///   - tell: Told when something goes wrong, in words for the log.
  init(
    _ specification: Specification, time: any TimeSource,
    tell: @escaping @Sendable (String) -> Void
  ) {
    self.specification = specification
    self.time = time
    self.tell = tell
  }

  /// Asks for a move and waits for it; a failure is tried once more with a new process.
  ///
  /// - Parameters:
  ///   - game: The game so far, which goes on.
  ///   - milliseconds: How long to think.
  /// - Returns: a legal move in the form of the rules, or `nil` if the engine gave none twice.
  func move(in game: ChessGame, milliseconds: Int) -> ChessMove? {
    for _ in 0..<2 {
      do throws(Failure) {
        let session: Session
        if let waiting = idle.withLock({ $0.popLast() }) {
          session = waiting
        } else {
          session = try Session(specification, time: time)
        }
        let move = try session.move(in: game, milliseconds: milliseconds)
        idle.withLock { $0.append(session) }
        return move
      } catch {
        // The session is not put back; with it goes its process.
        tell("\(specification.name): \(error.reason)")
      }
    }
    return nil
  }

  /// Ends the processes that wait.
  func close() {
    for session in idle.withLock({ sessions in
      defer { sessions = [] }
      return sessions
    }) {
      session.close()
    }
  }
}

extension UCIProgram {
  /// One process of the engine.
  ///
  /// Sendable by use: a session is either in the list of idle ones or in the hands of the one thread that took it out.
  private final class Session: @unchecked Sendable {
    private let process: ChildProcess
    private let time: any TimeSource
    private var knowsChess960 = false
    private var isSetToChess960 = false

    init(_ specification: Specification, time: any TimeSource) throws(Failure) {
      self.time = time
      do throws(SystemError) {
        process = try ChildProcess(specification.command)
      } catch {
        throw Failure(reason: "could not be started: \(error.reason)")
      }
      try send("uci")
      let deadline = time.monotonicNanoseconds &+ UCIProgram.patience
      while true {
        let words = try receive(before: deadline, "said no 'uciok'")
        if words.first == "uciok" { break }
        if words.starts(with: ["option", "name", "UCI_Chess960"]) { knowsChess960 = true }
      }
      for option in specification.options {
        try send("setoption name \(option.name) value \(option.value)")
      }
      try send("ucinewgame")
      try waitUntilReady()
    }

    func move(in game: ChessGame, milliseconds: Int) throws(Failure) -> ChessMove {
      let isLong = game.base.isChess960 || game.position.isChess960
      if isLong != isSetToChess960 {
        guard knowsChess960 else { throw Failure(reason: "does not play Chess960") }
        try send("setoption name UCI_Chess960 value \(isLong)")
        isSetToChess960 = isLong
      }
      try waitUntilReady()
      try send(UCIProgram.positionLine(game, chess960: isLong))
      try send("go movetime \(max(milliseconds, 1))")
      let thinking = UInt64(max(milliseconds, 1)) * 1_000_000
      let answer = try answer(within: thinking + UCIProgram.grace)
      do throws(TextError) {
        return try game.position.move(uci: answer)
      } catch {
        throw Failure(
          reason: "answered \(quoted(String(answer.prefix(30)))), which is no legal move")
      }
    }

    /// The move after `bestmove`; after its time the engine is told once to stop.
    private func answer(within limit: UInt64) throws(Failure) -> String {
      var deadline = time.monotonicNanoseconds &+ limit
      var wasStopped = false
      while true {
        switch process.receive(
          until: deadline, now: { time.monotonicNanoseconds }, shouldStop: { false })
        {
        case .line(let line):
          let words = line.split { $0 == " " || $0 == "\t" }
          if words.first == "bestmove" { return words.count > 1 ? String(words[1]) : "" }
          // Who talks without end is out of time as well.
          let isLate = time.monotonicNanoseconds >= deadline
          if isLate, wasStopped { throw Failure(reason: "gave no move within its time") }
          if isLate {
            wasStopped = true
            deadline = time.monotonicNanoseconds &+ UCIProgram.grace
            try send("stop")
          }
        case .timeout where !wasStopped:
          wasStopped = true
          deadline = time.monotonicNanoseconds &+ UCIProgram.grace
          try send("stop")
        case .timeout, .stopped: throw Failure(reason: "gave no move within its time")
        case .ended: throw Failure(reason: process.endInWords(otherwise: "closed its output"))
        }
      }
    }

    private func waitUntilReady() throws(Failure) {
      try send("isready")
      let deadline = time.monotonicNanoseconds &+ UCIProgram.patience
      while try receive(before: deadline, "said no 'readyok'").first != "readyok" {}
    }

    private func send(_ line: String) throws(Failure) {
      if process.send(line) { return }
      throw Failure(reason: process.endInWords(otherwise: "does not read its input"))
    }

    private func receive(
      before deadline: UInt64, _ complaint: String
    ) throws(Failure) -> [Substring] {
      guard time.monotonicNanoseconds < deadline else { throw Failure(reason: complaint) }
      switch process.receive(
        until: deadline, now: { time.monotonicNanoseconds }, shouldStop: { false })
      {
      case .line(let line): return line.split { $0 == " " || $0 == "\t" }
      case .ended: throw Failure(reason: process.endInWords(otherwise: "closed its output"))
      case .timeout, .stopped: throw Failure(reason: complaint)
      }
    }

    func close() { process.end(asking: "quit") }
  }

  /// The game as UCI tells it: the last position that cannot come again, and the moves since then, so that the engine
  /// sees repetitions coming.
  static func positionLine(_ game: ChessGame, chess960: Bool) -> String {
    var position = game.base
    var line =
      position == .start
      ? "position startpos"
      : "position fen \(position.fen(castling: chess960 ? .shredder : .automatic))"
    for (index, move) in game.moves.enumerated() {
      line += (index == 0 ? " moves " : " ") + position.uci(move, chess960: chess960)
      guard let next = try? position.playing(move) else { break }
      position = next
    }
    return line
  }
}

extension UCIProgram.Specification {
  /// Reads the engines of the setting `uci`: commands with commas between.
  ///
  /// Each is called after its program; a second one of the same name gets a number.
  static func list(
    _ text: String, options: [UCIProgram.Specification.Option]
  ) throws(CommandText.OpenQuote) -> [UCIProgram.Specification] {
    var found: [UCIProgram.Specification] = []
    for command in try CommandText.commands(of: text) {
      let program = command[0].split(separator: "/").last.map(String.init) ?? command[0]
      let letters = program.lowercased().utf8.map { byte in
        let isPlain =
          byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
          || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
        return isPlain ? byte : UInt8(ascii: "-")
      }
      var name = "uci-" + String(decoding: letters.prefix(24), as: UTF8.self)
      var title = program
      let same = found.count { $0.name == name || $0.name.hasPrefix(name + "-") }
      if same > 0 {
        name += "-\(same + 1)"
        title += " \(same + 1)"
      }
      found.append(
        UCIProgram.Specification(name: name, title: title, command: command, options: options))
    }
    return found
  }
}

extension UCIProgram.Specification.Option {
  /// Reads options such as `Hash=16;UCI_Elo=1500`; `nil` if one has no name or no value.
  static func list(_ text: String) -> [UCIProgram.Specification.Option]? {
    var found: [UCIProgram.Specification.Option] = []
    for part in text.split(separator: ";") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else { return nil }
      let (name, value) = (trimmed(sides[0]), trimmed(sides[1]))
      // A line end would be a second command.
      guard !name.isEmpty, !value.isEmpty, !part.contains(where: \.isNewline) else { return nil }
      found.append(UCIProgram.Specification.Option(name: name, value: value))
    }
    return found
  }
}
