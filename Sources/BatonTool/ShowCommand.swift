internal import Board
internal import Chess
internal import GameBoards
internal import Games
internal import Reversi
internal import ReversiEngine

extension CommandSpecification {
  static let show = CommandSpecification(
    name: "show", summary: "Shows the position after some moves",
    arguments: [
      .boardGame,
      ArgumentSpecification(
        placeholder: "TRANSCRIPT", value: .text,
        summary: "The moves, such as F5D6C3; without them, the start. Case, spaces and move "
          + "numbers do not matter, and passes may be left out. Of chess: a position as FEN, moves "
          + "as PGN or UCI writes them, or a file with a game in PGN.",
        isOptional: true, isRepeating: true),
    ],
    options: [
      OptionSpecification(
        name: "svg", summary: "Print the board as an SVG picture.", group: "form"),
      OptionSpecification(
        name: "json", summary: "Print the position as one JSON object.", group: "form"),
      .color, .ascii,
    ],
    notes: """
      The JSON object has these members, in this order:
        board        64 characters from a1 to h8: X black, O white, - empty
        toMove       "black", "white", or null when the game is over
        black        the number of black discs
        white        the number of white discs
        over         true when neither side can move
        result       the result in words, or null while the game goes on
        legal        the squares where the side to move may place a disc
        moves        all moves so far, "pass" among them
        tournament   {"black": n, "white": n}: the discs with the empty squares
                     given to the side that has more, as tournaments count;
                     while the game goes on, as if it ended now

      Of chess:
        fen          the position
        toMove       "white", "black", or null when the game is over
        check        true when the king of the side to move is attacked
        over         true when the rules have ended the game
        result       the result in words, or null while the game goes on
        legal        the legal moves as people write them
        uci          the same moves as UCI writes them
        moves        all moves so far as people write them
        claim        true when the side to move may claim a draw

      A wrong transcript ends with exit code 65, the ply and the reason.
      """)
}

func runShow(
  _ arguments: ParsedArguments, environment: [String: String], io: some ToolIO
) throws -> Int32 {
  let words = arguments.arguments("TRANSCRIPT").joined(separator: " ")
  if arguments.arguments("GAME").first == ChessGame.info.id {
    return try showChess(words, arguments, environment: environment, io: io)
  }
  let record = try readTranscript(words).record
  let screen = ReversiScreen.starting(
    people: SeatSet(first: 2), level: .usual, record: record
  ).screen
  if arguments.has("json") {
    io.write(positionJSON(record).text + "\n")
  } else if arguments.has("svg") {
    io.write(screen.board.snapshot.svg())
  } else {
    let abilities = OutputAbilities(
      arguments, environment: environment, terminal: io.terminal)
    io.write(positionText(screen, abilities))
  }
  return ExitCode.success
}

/// The position at the end of a record, as `show --json` promises it.
private func positionJSON(_ record: Record<ReversiPosition>) -> JSONText {
  let position = record.position
  let toMove: JSONText =
    position.isOver ? .null : .string(position.sideToMove == .black ? "black" : "white")
  let placements = position.legalMoves(for: position.sideToMove.seat).filter { $0 != .pass }
  return .object([
    ("board", .string(String(position.text.prefix(64)))),
    ("toMove", toMove),
    ("black", .integer(position.discCount(of: .black))),
    ("white", .integer(position.discCount(of: .white))),
    ("over", .bool(position.isOver)),
    ("result", ReversiWords.result(of: position).map { .string($0) } ?? .null),
    ("legal", .array(placements.map { .string($0.text) })),
    ("moves", .array(record.moves.map { .string($0.move.text) })),
    (
      "tournament",
      .object([
        ("black", .integer(tournamentDiscs(of: .black, in: position))),
        ("white", .integer(tournamentDiscs(of: .white, in: position))),
      ])
    ),
  ])
}

/// The discs of a side, with the empty squares if it has more discs than the other.
private func tournamentDiscs(of side: Side, in position: ReversiPosition) -> Int {
  let own = position.discCount(of: side)
  return own > position.discCount(of: side.opponent) ? own + position.emptyCount : own
}

private func positionText(_ screen: ReversiScreen, _ abilities: OutputAbilities) -> String {
  let position = screen.position
  var text = screen.board.snapshot.text(abilities.boardStyle(showsLegend: true))
  text += "\n"
  for side in Side.allCases {
    text += "\(side.name) \(position.discCount(of: side))"
    text += side == .black ? ", " : ". "
  }
  text += abilities.text(screen.status) + "\n"
  if !position.isOver { text += legalMovesLine(position) + "\n" }
  return text
}

/// The legal moves as a line; 33 squares, the most there can be, still make one of 112 columns.
func legalMovesLine(_ position: ReversiPosition) -> String {
  let moves = position.legalMoves(for: position.sideToMove.seat).map { $0.text }
  return "Legal moves: \(moves.joined(separator: " "))"
}

extension OutputAbilities {
  /// How a board is written.
  func boardStyle(showsLegend: Bool = false) -> TextStyle {
    TextStyle(
      characters: usesUnicode ? .unicode : .ascii, usesColor: usesColor, showsLegend: showsLegend)
  }
}

private func showChess(
  _ words: String, _ arguments: ParsedArguments, environment: [String: String], io: some ToolIO
) throws(ToolFailure) -> Int32 {
  let bytes = try fileOrText(words)
  let record: Record<ChessGame>
  do throws(TextError) {
    record = try ChessNotation.read(bytes, playsOn: true)
  } catch {
    throw ToolFailure(code: ExitCode.data, message: "the game is wrong: \(shown(error.reason))")
  }
  let screen = ChessScreen.starting(people: SeatSet(first: 2), level: 1, record: record).screen
  if arguments.has("json") {
    io.write(chessJSON(record, names: allNames(bytes) ?? screen.notation).text + "\n")
  } else if arguments.has("svg") {
    io.write(screen.board.snapshot.svg())
  } else {
    let abilities = OutputAbilities(arguments, environment: environment, terminal: io.terminal)
    let position = screen.position
    var text = screen.board.snapshot.text(abilities.boardStyle(showsLegend: true))
    text += "\n\(abilities.text(screen.status))\n\(position.fen())\n"
    let names = position.legalMoves.map { position.san($0) }.sorted()
    if !screen.shown.isOver { text += "Legal moves: \(names.joined(separator: " "))\n" }
    io.write(text)
  }
  return ExitCode.success
}

/// The bytes of a file with that name, or else of the words themselves.
private func fileOrText(_ words: String) throws(ToolFailure) -> [UInt8] {
  guard words.lowercased().hasSuffix(".pgn") else { return Array(words.utf8) }
  let bytes: [UInt8]
  do throws(TextFile.Failure) {
    bytes = try TextFile.readBytes(words, limit: 1 << 24, purpose: "a game")
  } catch {
    throw ToolFailure(
      code: TextFile.exists(words) ? ExitCode.inputOutput : ExitCode.unavailable,
      message: "\(quoted(words)) cannot be read: \(error.reason)")
  }
  guard bytes.contains(where: { $0 > 0x20 }) else {
    throw ToolFailure(code: ExitCode.data, message: "there are no games in the input")
  }
  return bytes
}

/// The moves of a game in PGN that went on where the rules had ended it; `nil` if its record has them all.
private func allNames(_ bytes: [UInt8]) -> [String]? {
  var reader = PGNReader()
  reader.append(bytes)
  reader.finish()
  guard let game = reader.next()?.game, (try? game.record()) == nil else { return nil }
  return sanNames(game.start, game.mainLine.compactMap { game.move(to: $0) })
}

/// The position at the end of a record, as `show --json` promises it.
private func chessJSON(_ record: Record<ChessGame>, names: [String]) -> JSONText {
  let game = record.position
  let position = game.position
  let legal = game.isOver ? [] : position.legalMoves
  return .object([
    ("fen", .string(position.fen())),
    ("toMove", game.isOver ? .null : .string(position.sideToMove.name)),
    ("check", .bool(position.isCheck)), ("over", .bool(game.isOver)),
    ("result", ChessWords.result(of: game).map { .string($0) } ?? .null),
    ("legal", .array(legal.map { .string(position.san($0)) })),
    ("uci", .array(legal.map { .string(position.uci($0)) })),
    ("moves", .array(names.map { .string($0) })), ("claim", .bool(game.canClaimDraw)),
  ])
}
