internal import Games
internal import Hosting
internal import Reversi
internal import ReversiEngine

extension CommandSpecification {
  static let book = CommandSpecification(
    name: "book", summary: "Grows, shows and checks opening books of Reversi",
    arguments: [
      ArgumentSpecification(
        placeholder: "ACTION", value: .choice(["grow", "show", "verify"], kind: "action"),
        summary: "grow makes a book or extends it; show tells what it knows of a position; verify "
          + "checks that its values hang together."),
      ArgumentSpecification(
        placeholder: "FILE", value: .text,
        summary: "The book; to show and verify, also the word shipped for the one in the program."),
      ArgumentSpecification(
        placeholder: "LINE", value: .text,
        summary: "A transcript such as F5D6C3. show: the position to look up, otherwise the "
          + "start. grow: take the positions of this line into the book first.",
        isOptional: true),
    ],
    options: [
      OptionSpecification(
        name: "positions", placeholder: "N", value: .integer(1...100_000_000),
        summary: "Grow until the book has N positions."),
      OptionSpecification(
        name: "time", placeholder: "SECONDS", value: .seconds(10_000_000),
        summary: "Grow for so long."),
      OptionSpecification(
        name: "depth", placeholder: "N", value: .integer(1...60),
        summary: "How many plies to look ahead from a position that is added (default 16)."),
      OptionSpecification(
        name: "solve", placeholder: "N", value: .integer(0...60),
        summary: "Find exact values with N empty squares or fewer (default 20)."),
      .threads, .memory,
      OptionSpecification(
        name: "json",
        summary: "show: print an object with position, value, moves and line. verify: print an "
          + "object with the figures."),
    ],
    notes: """
      A book grows from the start of the game. The position that comes next is the
      one nearest to the best lines: a move away counts 2, a disc given away on the
      way 1. All its moves that are worth nearly as much as the best get values, and
      these change the values of the positions before it. The file is replaced as a
      whole each half minute and at the end; Ctrl-C ends the growth and loses at
      most the search that runs. With neither --positions nor --time it grows until
      Ctrl-C.

      verify exits with 1 when a value is not the best of its moves, when a move
      that is not known may be better than those that are, when a position is not
      reached from the start, or when the best line does not lead to the value of
      the start.
      """)
}

func runBook(_ arguments: ParsedArguments, io: some ToolIO) async throws -> Int32 {
  let file = arguments.arguments("FILE").first ?? ""
  let line = try arguments.arguments("LINE").first.map { text throws(ToolFailure) in
    try readTranscript(text).record
  }
  switch arguments.arguments("ACTION").first {
  case "show":
    let book = try BookFile.named(file)
    io.write(
      arguments.has("json")
        ? showJSON(book, at: line?.position ?? .start).text + "\n"
        : show(book, at: line?.position ?? .start))
    return ExitCode.success
  case "verify":
    let check = try BookFile.named(file).check()
    io.write(arguments.has("json") ? json(check).text + "\n" : text(check))
    return check.isSound ? ExitCode.success : ExitCode.problems
  default:
    guard file != "shipped" else {
      throw UsageError("the shipped book is part of the program; grow needs a file")
    }
    return try await grow(file, line: line, arguments, io: io)
  }
}

// MARK: Showing

private func show(_ book: ReversiBook, at position: ReversiPosition) -> String {
  let moves = book.moves(in: position)
  var text = position.text + "\n"
  if moves.isEmpty { return text + "not in the book of \(grouped(UInt64(book.count))) positions\n" }
  for (move, value) in moves {
    var next = position
    guard (try? next.play(move, by: position.sideToMove.seat)) != nil else { continue }
    let line = book.line(from: next).map { $0.capitals }.joined()
    text += "\(padded(move.text, to: 4))\(leftPadded(signed(value), to: 4))  \(line)"
    while text.last == " " { text.removeLast() }
    text += "\n"
  }
  return text
}

private func showJSON(_ book: ReversiBook, at position: ReversiPosition) -> JSONText {
  .object([
    ("position", .string(position.text)),
    ("value", book.value(of: position).map { .integer($0) } ?? .null),
    (
      "moves",
      .array(
        book.moves(in: position).map {
          .object([("move", .string($0.move.text)), ("value", .integer($0.value))])
        })
    ),
    ("line", .array(book.line(from: position).map { .string($0.text) })),
  ])
}

// MARK: Checking

extension BookCheck {
  /// Whether nothing is wrong.
  var isSound: Bool { doubtful == 0 && lost == 0 && lineValue == startValue }
}

private func hundredths(_ number: Double) -> String { seconds(UInt64(number * 1e9), decimals: 2) }

private func text(_ check: BookCheck) -> String {
  func count(_ number: Int) -> String { grouped(UInt64(number)) }
  return """
    positions  \(count(check.positions)), \(count(check.lost)) not reached from the start
    moves      \(count(check.moves)), \(count(check.connected)) lead to positions of the book
    values     \(count(check.doubtful)) doubtful; what is known now is off from the first search by \
    \(hundredths(check.drift)) discs, at most \(check.greatestDrift)
    best line  \(check.lineLength) moves, \(signed(check.lineValue)) where it ends, \
    \(signed(check.startValue)) at the start

    """
}

private func json(_ check: BookCheck) -> JSONText {
  .object([
    ("positions", .integer(check.positions)), ("lost", .integer(check.lost)),
    ("moves", .integer(check.moves)), ("connected", .integer(check.connected)),
    ("doubtful", .integer(check.doubtful)), ("drift", .number(hundredths(check.drift))),
    ("greatestDrift", .integer(check.greatestDrift)), ("lineLength", .integer(check.lineLength)),
    ("lineValue", .integer(check.lineValue)), ("startValue", .integer(check.startValue)),
    ("sound", .bool(check.isSound)),
  ])
}

// MARK: Growing

private let secondsBetweenWrites: UInt64 = 30

private func grow(
  _ file: String, line: Record<ReversiPosition>?, _ arguments: ParsedArguments, io: some ToolIO
) async throws -> Int32 {
  let book = TextFile.exists(file) ? try BookFile.read(file) : ReversiBook()
  let wasInterrupted = Lock(false)
  let signals = StopSignals { _ in wasInterrupted.withLock { $0 = true } }
  defer { signals.cancel() }
  let time = io.time
  let grower = BookGrower(
    book: book,
    effort: Effort(
      depth: arguments.integer("depth") ?? 16, solve: arguments.integer("solve") ?? 20),
    engine: Engine(EngineSize(arguments), now: { time.monotonicNanoseconds }),
    now: { time.monotonicNanoseconds },
    shouldStop: { wasInterrupted.withLock { $0 } || io.outputFailure != nil })
  let failure = await onOwnThread { () -> ToolFailure? in
    do throws(ToolFailure) {
      try grower.grow(
        along: line.map { ($0.positions, $0.moves.map { $0.move }) },
        positions: arguments.integer("positions"),
        nanoseconds: arguments.seconds("time").map { UInt64($0 * 1e9) },
        save: { book throws(ToolFailure) in try BookFile.write(book, to: file) },
        tell: { text in if io.terminal.errorIsTerminal { io.writeError(text) } })
      return nil
    } catch {
      return error
    }
  }
  if let failure { throw failure }
  let grown = grower.book
  io.write(
    "\(grouped(UInt64(grown.count))) positions, \(grouped(UInt64(grown.count - book.count))) of "
      + "them new; the start is worth \(signed(grown.value(of: .start) ?? 0))\n")
  return wasInterrupted.withLock { $0 } ? ExitCode.interrupted : ExitCode.success
}

/// Makes a book grow, one search after the other.
final class BookGrower: @unchecked Sendable {
  // Used by one thread at a time: the command waits for the one that grows.
  private(set) var book: ReversiBook
  private let effort: Effort
  private let engine: Engine
  private let now: () -> UInt64
  private let shouldStop: () -> Bool

  init(
    book: ReversiBook, effort: Effort, engine: Engine, now: @escaping () -> UInt64,
    shouldStop: @escaping () -> Bool
  ) {
    self.book = book
    self.effort = effort
    self.engine = engine
    self.now = now
    self.shouldStop = shouldStop
  }

  /// Searches a position and takes it into the book.
  ///
  /// - Returns: whether the search came to its end.
  @discardableResult
  func add(_ position: ReversiPosition, margin: Int) -> Bool {
    let report = engine.explore(position, effort, margin: margin, shouldStop: shouldStop)
    guard let report else { return false }
    book.learn(report, of: position)
    return true
  }

  /// Takes the positions of a game into the book, as far as they are not there.
  ///
  /// - Returns: whether all searches came to their ends.
  @discardableResult
  func add(_ positions: [ReversiPosition], _ moves: [ReversiMove], plies: Int) -> Bool {
    guard positions.first == .start else { return true }
    for (index, position) in positions.enumerated().prefix(plies + 1) {
      if position.isOver { return true }
      // A pass is no step of the book: the move before it leads to the position behind it.
      if position.mustPass { continue }
      if let last = moves[..<index].lastIndex(where: { $0 != .pass }) {
        // The value is that of the search that follows.
        _ = book.note(moves[last], value: 0, in: positions[last])
      }
      if book.value(of: position) == nil, !add(position, margin: ReversiBook.usualMargin) {
        return false
      }
    }
    return true
  }

  /// Grows until one of the limits is reached or it is told to stop.
  func grow(
    along line: (positions: [ReversiPosition], moves: [ReversiMove])?, positions: Int?,
    nanoseconds: UInt64?,
    save: (ReversiBook) throws(ToolFailure) -> Void, tell: (String) -> Void
  ) throws(ToolFailure) {
    let begin = now()
    let before = book.count
    var written = begin
    var told = begin
    if let line { add(line.positions, line.moves, plies: 60) }
    while !shouldStop() {
      let time = now()
      if let positions, book.count >= positions { break }
      if let nanoseconds, time &- begin >= nanoseconds { break }
      guard let task = book.nextTask(), add(task.position, margin: task.margin) else { break }
      let done = now()
      if done &- told >= 1_000_000_000 {
        told = done
        tell(
          "\r\(book.count) positions, \(book.count - before) new, start "
            + "\(signed(book.value(of: .start) ?? 0)), cost \(task.cost), "
            + "\(seconds(done &- begin, decimals: 0)) s ")
      }
      if done &- written >= secondsBetweenWrites * 1_000_000_000 {
        written = done
        try save(book)
      }
    }
    tell("\r" + String(repeating: " ", count: 70) + "\r")
    if book.count > 0 { try save(book) }
  }
}
