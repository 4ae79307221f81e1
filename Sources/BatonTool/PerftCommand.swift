internal import Chess
internal import Games
internal import Hosting
internal import Reversi
internal import ReversiEngine

extension CommandSpecification {
  static let perft = CommandSpecification(
    name: "perft", summary: "Counts the positions that lie some moves ahead",
    arguments: [
      .boardGame,
      ArgumentSpecification(
        placeholder: "DEPTH", value: .integer(0...20),
        summary: "How many plies ahead, 0 to 20; every depth from 1 on is counted. Each ply "
          + "takes about ten times as long as the one before, in chess thirty times."),
    ],
    options: [
      OptionSpecification(
        name: "convention", placeholder: "C", value: .choice(["a", "b", "c"], kind: "convention"),
        summary: "Reversi: how passes and finished games count, see below (default a)."),
      OptionSpecification(
        name: "position", placeholder: "TEXT",
        summary: "Reversi: where to start: 64 squares from a1 to h8, X black, O white, - empty, "
          + "then the side to move, X or O."),
      OptionSpecification(
        name: "fen", placeholder: "FEN",
        summary: "Chess: where to start, in FEN, X-FEN or Shredder-FEN; counters may be left out."),
      OptionSpecification(
        name: "chess960",
        summary: "Chess: write castling as the king's move to its rook, e1h1, as UCI does for "
          + "Chess960. Any position is counted by its rules either way."),
      OptionSpecification(name: "divide", summary: "List the count behind each first move."),
      OptionSpecification(
        name: "json",
        summary: "Print an object a line for each depth: depth, nodes, seconds, "
          + "nodesPerSecond (null when too fast to tell) and, with --divide, divide."),
    ],
    notes: """
      Conventions:
        a   a pass is a ply; a finished game counts 1 at every greater depth
        b   a pass is no ply, so depth counts discs; a finished game counts as in a
        c   a pass is a ply; a finished game counts 0 at every greater depth
      """)
}

/// What lies behind one first move.
private struct Branch: Sendable {
  let move: String
  let count: @Sendable () -> UInt64
}

/// What is counted: a position of some game.
private struct Tree: Sendable {
  /// The first moves, with the count of leaves behind each at a depth of at least one.
  let branches: @Sendable (Int) -> [Branch]
  /// The count where there is no first move to follow.
  let whole: @Sendable (Int) -> UInt64
}

/// The count of one depth.
private struct Count: Sendable {
  let depth: Int
  let nodes: UInt64
  let nanoseconds: UInt64
  let divide: [(move: String, nodes: UInt64)]

  /// Positions a second; `nil` when the clock did not move.
  var rate: UInt64? {
    guard nanoseconds > 0 else { return nil }
    let rate = Double(nodes) / Double(nanoseconds) * 1_000_000_000
    return rate < Double(UInt64.max) ? UInt64(rate) : nil
  }
}

func runPerft(_ arguments: ParsedArguments, io: some ToolIO) async throws -> Int32 {
  let tree = try readTree(arguments)
  let deepest = arguments.arguments("DEPTH").first.flatMap { Int($0) } ?? 0
  let isJSON = arguments.has("json")
  let divides = arguments.has("divide")
  if !isJSON {
    io.write(
      leftPadded("depth", to: 5) + leftPadded("positions", to: 28) + leftPadded("seconds", to: 14)
        + leftPadded("a second", to: 18) + "\n")
  }
  for depth in min(deepest, 1)...deepest {
    let count = await counted(tree, depth: depth, io: io)
    if isJSON {
      io.write(json(count, divides: divides).text + "\n")
    } else {
      io.write(row(count))
    }
    if io.outputFailure != nil { break }
    if divides, !isJSON, depth == deepest {
      io.write(divideTable(count))
    }
  }
  return ExitCode.success
}

/// Finds out what is to be counted; each option belongs to one game.
private func readTree(_ arguments: ParsedArguments) throws -> Tree {
  let isChess = arguments.arguments("GAME").first == ChessGame.info.id
  for name in isChess ? ["convention", "position"] : ["fen", "chess960"]
  where arguments.has(name) || arguments.text(name) != nil {
    throw UsageError("--\(name) is not for \(isChess ? "chess" : "reversi")")
  }
  if isChess {
    let position = try arguments.text("fen").map(readFEN) ?? .start
    let isLong = arguments.has("chess960") ? true : nil
    return Tree(
      branches: { depth in
        guard depth > 0 else { return [] }
        return position.legalMoves.compactMap { move in
          guard let next = try? position.playing(move) else { return nil }
          return Branch(move: position.uci(move, chess960: isLong)) { next.perft(depth - 1) }
        }
      }, whole: { position.perft($0) })
  }
  let start = try arguments.text("position").map(readPosition) ?? .start
  let convention: PerftConvention =
    switch arguments.text("convention") {
    case "b": .passIsFree
    case "c": .fullPathsOnly
    default: .passIsPly
    }
  return Tree(
    branches: { branches(of: start, depth: $0, convention: convention) },
    whole: { start.countedLeaves(atDepth: $0, convention: convention) })
}

extension TextError {
  /// What is wrong, and at which character if that has a place.
  var placed: String { reason + (offset.map { " at character \($0 + 1)" } ?? "") }
}

/// Reads a FEN that came from the command line.
func readFEN(_ text: String) throws(ToolFailure) -> ChessPosition {
  do throws(TextError) {
    return try ChessPosition(fen: text)
  } catch {
    throw ToolFailure(
      code: ExitCode.data,
      message: "the FEN is wrong: \(error.placed)")
  }
}

private func readPosition(_ text: String) throws(ToolFailure) -> ReversiPosition {
  do throws(TextError) {
    return try ReversiPosition(text: text)
  } catch {
    throw ToolFailure(
      code: ExitCode.data,
      message: "the position is wrong: \(error.placed)")
  }
}

/// Counts one depth on a thread of its own, with a line of progress where somebody waits at a terminal.
private func counted(_ tree: Tree, depth: Int, io: some ToolIO) async -> Count {
  let branches = tree.branches(depth)
  let finished = Lock(0)
  let time = io.time
  let begin = time.monotonicNanoseconds
  let progress = Task {
    await ProgressLine().show(io: io) { elapsed in
      let done = finished.withLock { $0 }
      return "depth \(depth): \(done) of \(branches.count) first moves, "
        + "\(seconds(elapsed, decimals: 0)) s"
    }
  }
  let counts = await onOwnThread {
    branches.map { branch in
      defer { finished.withLock { $0 += 1 } }
      return branch.count()
    }
  }
  let end = time.monotonicNanoseconds
  progress.cancel()
  _ = await progress.result
  // Without a first move to follow, the whole is counted as it stands.
  let nodes = branches.isEmpty ? tree.whole(depth) : counts.reduce(0, +)
  return Count(
    depth: depth, nodes: nodes, nanoseconds: end - begin,
    divide: zip(branches, counts).map { ($0.move, $1) })
}

/// The first moves of Reversi.
private func branches(
  of start: ReversiPosition, depth: Int, convention: PerftConvention
) -> [Branch] {
  guard depth > 0 else { return [] }
  let seat = start.sideToMove.seat
  return start.legalMoves(for: seat).compactMap { move in
    var next = start
    guard (try? next.play(move, by: seat)) != nil else { return nil }
    let isFree = move == .pass && convention == .passIsFree
    return Branch(move: move.text) { [next] in
      next.countedLeaves(atDepth: isFree ? depth : depth - 1, convention: convention)
    }
  }
}

private func row(_ count: Count) -> String {
  leftPadded("\(count.depth)", to: 5) + leftPadded(grouped(count.nodes), to: 28)
    + leftPadded(seconds(count.nanoseconds, decimals: 3), to: 14)
    + leftPadded(count.rate.map(grouped) ?? "-", to: 18) + "\n"
}

private func divideTable(_ count: Count) -> String {
  var text = "\n"
  for (move, nodes) in count.divide {
    text += leftPadded(move, to: 5) + leftPadded(grouped(nodes), to: 28) + "\n"
  }
  return text
}

private func json(_ count: Count, divides: Bool) -> JSONText {
  var members: [(String, JSONText)] = [
    ("depth", .integer(count.depth)),
    ("nodes", .number("\(count.nodes)")),
    ("seconds", .number(seconds(count.nanoseconds, decimals: 6))),
    ("nodesPerSecond", count.rate.map { .number("\($0)") } ?? .null),
  ]
  if divides {
    members.append(("divide", .object(count.divide.map { ($0.move, .number("\($0.nodes)")) })))
  }
  return .object(members)
}
