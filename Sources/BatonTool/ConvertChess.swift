internal import Chess
internal import Games
internal import Hosting

/// A format that games of chess are written in.
enum ChessFormat: String, CaseIterable, Sendable {
  case pgn, fen, uci
}

/// Converts games of chess; the input streams through, so that its size does not matter.
func runChessConvert(
  _ arguments: ParsedArguments, to target: ChessFormat, io: some ToolIO
) async throws -> Int32 {
  if let from = arguments.text("from"), from != ChessFormat.pgn.rawValue {
    throw UsageError("\(from) is a format of Reversi, and \(target.rawValue) one of chess")
  }
  let output = arguments.text("output")
  if output == nil, arguments.has("json") {
    throw UsageError("--json needs --output, so that both have a place")
  }
  let replaces = arguments.has("force")
  if let output, !replaces, TextFile.exists(output) {
    throw ToolFailure(
      code: ExitCode.cannotCreate,
      message: "\(quoted(output)) is there already; --force replaces it")
  }
  let path = arguments.arguments("INPUT").first ?? "-"
  let conversion = ChessConversion(
    target: target, writesEvery: arguments.has("every"), skips: arguments.has("skip"))
  // Standard input comes whole, since a test stands in for it; files come in pieces.
  let whole = path == "-" ? await io.readAll(limit: GameFile.limit) : nil
  if path == "-", whole == nil {
    throw ToolFailure(code: ExitCode.data, message: "the input is too long")
  }
  let progress = Task { await conversion.showProgress(io: io) }
  defer { progress.cancel() }
  // The pieces go one after the other over one file, so this is one piece of work on one thread.
  let failure = await onOwnThread { () -> ToolFailure? in
    do throws(ToolFailure) {
      try conversion.run(path, whole: whole, output: output, replacing: replaces, io: io)
      return nil
    } catch {
      return error
    }
  }
  progress.cancel()
  await progress.value
  if let failure { throw failure }
  let counts = conversion.counts
  if counts.read == 0 {
    throw ToolFailure(code: ExitCode.data, message: "there are no games in the input")
  }
  if arguments.has("json") {
    let summary = JSONText.object([
      ("from", .string(ChessFormat.pgn.rawValue)), ("to", .string(target.rawValue)),
      ("read", .integer(counts.read)), ("written", .integer(counts.written)),
      ("skipped", .integer(counts.skipped)), ("errors", .integer(counts.errors)),
      ("warnings", .integer(counts.warnings)), ("files", .array([.string(output ?? "")])),
    ])
    io.write(summary.text + "\n")
  }
  return counts.errors == 0 ? ExitCode.success : ExitCode.problems
}

/// One run over a file of games.
private final class ChessConversion: Sendable {
  struct Counts: Sendable {
    var read = 0
    var written = 0
    var skipped = 0
    var errors = 0
    var warnings = 0
    var bytes = 0
    var length: Int?
  }

  private let target: ChessFormat
  private let writesEvery: Bool
  private let skips: Bool
  private let state = Lock(Counts())
  private let line = ProgressLine()

  init(target: ChessFormat, writesEvery: Bool, skips: Bool) {
    self.target = target
    self.writesEvery = writesEvery
    self.skips = skips
  }

  var counts: Counts { state.withLock { $0 } }

  func run(
    _ path: String, whole: [UInt8]?, output: String?, replacing: Bool, io: some ToolIO
  ) throws(ToolFailure) {
    let sink = try Sink(output, replacing: replacing, io: io)
    var reader = PGNReader()
    if let whole {
      reader.append(whole)
    } else {
      let file: ReadFile
      do throws(TextFile.Failure) {
        file = try ReadFile(path)
      } catch {
        throw ToolFailure(
          code: TextFile.exists(path) ? ExitCode.inputOutput : ExitCode.unavailable,
          message: "\(quoted(path)) cannot be read: \(error.reason)")
      }
      state.withLock { $0.length = file.length }
      while true {
        let piece: [UInt8]
        do throws(TextFile.Failure) {
          piece = try file.next()
        } catch {
          throw ToolFailure(
            code: ExitCode.inputOutput, message: "\(quoted(path)) cannot be read: \(error.reason)")
        }
        if piece.isEmpty { break }
        reader.append(piece)
        try drain(&reader, into: sink, io: io)
        if io.outputFailure != nil { return }
      }
    }
    reader.finish()
    try drain(&reader, into: sink, io: io)
    try sink.finish()
  }

  private func drain<IO: ToolIO>(
    _ reader: inout PGNReader, into sink: Sink<IO>, io: IO
  ) throws(ToolFailure) {
    var bytes: [UInt8] = []
    while let entry = reader.next() {
      let errors = entry.errors
      for problem in errors {
        line.clear(io: io)
        io.writeError("baton convert: \(shown(problem.description))\n")
      }
      // Where a game begins is all that FEN and UCI could tell of one whose moves were not read.
      let isLost = target != .pgn && errors.contains { $0.reason.hidesStart }
      let isLeftOut = isLost || skips && !errors.isEmpty
      state.withLock { counts in
        counts.read += 1
        counts.errors += errors.count
        counts.warnings += entry.problemCount - errors.count
        if isLeftOut { counts.skipped += 1 } else { counts.written += 1 }
        counts.bytes = reader.byteCount
      }
      if !isLeftOut { add(entry.game, to: &bytes) }
      if bytes.count >= 1 << 20 {
        try sink.append(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    try sink.append(bytes)
  }

  private func add(_ game: PGNGame, to bytes: inout [UInt8]) {
    switch target {
    case .pgn:
      // An empty line stands between two games.
      game.write(to: &bytes)
    case .fen:
      var position = game.start
      for node in game.mainLine {
        if writesEvery { bytes += Array((position.fen() + "\n").utf8) }
        // Every move of the tree was legal when it was read.
        guard let move = game.move(to: node) else { break }
        position.play(known: move)
      }
      bytes += Array((position.fen() + "\n").utf8)
    case .uci:
      var position = game.start
      var words: [String] = []
      for node in game.mainLine {
        guard let move = game.move(to: node) else { break }
        words.append(position.uci(move))
        position.play(known: move)
      }
      bytes += Array((words.joined(separator: " ") + "\n").utf8)
    }
  }

  /// Writes a line of progress until the task is cancelled.
  func showProgress(io: some ToolIO) async {
    await line.show(io: io) { [self] elapsed in
      let counts = counts
      let share = counts.length.map { $0 > 0 ? ", \(100 * counts.bytes / $0) %" : "" } ?? ""
      let rate = UInt64(counts.bytes) * 1_000 / max(elapsed, 1)
      return
        "\(grouped(UInt64(counts.read))) games, \(counts.bytes >> 20) MiB\(share), \(rate) MB/s"
    }
  }
}

extension PGNProblem.Reason {
  /// Whether nobody knows where the game begins.
  fileprivate var hidesStart: Bool {
    switch self {
    case .fen, .illegalSetup: true
    default: false
    }
  }
}

/// Where the games go: a new file or standard output.
private struct Sink<IO: ToolIO> {
  private var file: NewFile?
  private let path: String
  private let io: IO

  init(_ path: String?, replacing: Bool, io: IO) throws(ToolFailure) {
    self.path = path ?? ""
    self.io = io
    guard let path else { return }
    do throws(TextFile.Failure) {
      file = try NewFile(path, replacing: replacing)
    } catch {
      throw Self.failure(path, error)
    }
  }

  private static func failure(_ path: String, _ error: TextFile.Failure) -> ToolFailure {
    ToolFailure(
      code: ExitCode.inputOutput, message: "\(quoted(path)) cannot be written: \(error.reason)")
  }

  func append(_ bytes: [UInt8]) throws(ToolFailure) {
    if bytes.isEmpty { return }
    do throws(TextFile.Failure) {
      if try file?.append(bytes) == nil { io.write(String(decoding: bytes, as: UTF8.self)) }
    } catch {
      throw Self.failure(path, error)
    }
  }

  func finish() throws(ToolFailure) {
    do throws(TextFile.Failure) {
      try file?.finish()
    } catch {
      throw Self.failure(path, error)
    }
  }
}
