internal import Board
internal import Chess
internal import ChessEngine
internal import GameBoards
internal import Games
internal import Opponents

/// Chess at the terminal.
struct ChessTable: PlayTable {
  private var screen: ChessScreen

  /// Begins a game, and says what to do first.
  static func starting(
    people: SeatSet, level: Int, record: Record<ChessGame>
  ) -> (table: ChessTable, effects: [ScreenEffect<ChessAction>]) {
    let (screen, effects) = ChessScreen.starting(people: people, level: level, record: record)
    var table = ChessTable(screen: screen)
    // Who plays black alone sits behind the black pieces.
    if people == SeatSet(ChessSide.black.seat) { table.screen.see(from: .black) }
    return (table, effects)
  }

  private init(screen: ChessScreen) { self.screen = screen }

  static var info: GameInfo { ChessGame.info }

  static var words: [PlayWord] {
    [
      .moves, .hint, .undo, .draw, .flip, .new, .level, .save, .replace, .open, .pgn, .fen, .help,
      .quit,
    ]
  }

  static var exampleMove: (text: String, meaning: String) {
    ("Nf3, e2e4", "move; O-O castles, e8=Q promotes")
  }

  static var moveWord: String { "move" }

  static var levels: [PlayLevel] {
    ChessLevel.all.map { level in
      let estimate = "\(level.estimate.elo) Elo, give or take \(level.estimate.error)"
      return PlayLevel(
        number: level.number, name: level.name, summary: "\(level.summary) (\(estimate))")
    }
  }

  static var usualLevel: Int { ChessLevel.usual.number }

  var board: BoardState { screen.board }
  var status: String { screen.status }
  var isOver: Bool { screen.shown.isOver }
  var people: SeatSet { screen.game.people }
  var moveCount: Int { screen.game.record.moves.count }
  var canTakeBack: Bool { screen.canTakeBack }

  /// The game in UCI's words, since they read in a shell as they are.
  var line: String {
    let transcript = screen.transcript
    return transcript.record.moves.isEmpty && transcript.start == .start ? "" : transcript.text
  }

  var file: [UInt8] {
    func name(_ side: ChessSide) -> String {
      guard !people.contains(side.seat), case .local(let level) = screen.kind else { return "?" }
      return "Baton, level \(level)"
    }
    return ChessNotation.pgn(of: screen.game.record, white: name(.white), black: name(.black))
  }

  var sideOption: String? {
    people.count == 1 && people.contains(ChessSide.black.seat) ? "--black" : nil
  }

  func sides(_ abilities: OutputAbilities, level: PlayLevel) -> [String] {
    let material = screen.material
    return [ChessSide.black, .white].map { side in
      let isNext = !isOver && screen.position.sideToMove == side
      let king = ChessPiece(side, .king)
      let taken = material.taken(by: side).reversed().map { kind in
        abilities.usesUnicode && kind != .pawn
          ? String(decoding: [kind.letter], as: UTF8.self) : kind == .pawn ? "p" : letter(kind)
      }
      let lead = material.lead(of: side).map { " +\($0)" } ?? ""
      let won = taken.isEmpty && lead.isEmpty ? "" : "  \(taken.joined())\(lead)"
      return "\(isNext ? ">" : " ") \(sample(ChessSquares.occupant(king), abilities)) "
        + "\(ChessWords.name(side))  \(player(side.seat, level: level))\(won)"
    }
  }

  private func letter(_ kind: ChessPieceKind) -> String {
    String(decoding: [kind.letter], as: UTF8.self)
  }

  func facts(_ abilities: OutputAbilities) -> [String] {
    ["", lastMoves(abilities), "", legend]
  }

  private func lastMoves(_ abilities: OutputAbilities) -> String {
    let names = screen.notation.prefix(screen.shownPly)
    guard !names.isEmpty else { return "" }
    let start = screen.transcript.start
    let offset = start.sideToMove == .white ? 0 : 1
    // Whole moves, as many as the panel has room for.
    let first = max(0, (names.count + offset - 1) / 2 * 2 - 2 - offset)
    var text = first > 0 ? (abilities.usesUnicode ? "…" : "...") : ""
    for (index, name) in names.enumerated() where index >= first {
      let place = index + offset
      if place % 2 == 0 {
        text += " \(start.fullmoveNumber + place / 2)."
      } else if index == first {
        text += " \(start.fullmoveNumber + place / 2)..."
      }
      text += " \(abilities.text(name))"
    }
    return "  Moves:\(text)"
  }

  private var legend: String {
    screen.squares.lastMove == nil ? "" : "  ( ) last move"
  }

  var legalMoves: String {
    let position = screen.position
    let names = position.legalMoves.map { position.san($0) }.sorted()
    return "Legal moves: \(names.joined(separator: " "))"
  }

  func read(_ word: String) -> PlayReading<ChessAction> {
    do throws(SANError) {
      return .move(.move(try screen.game.record.position.position.move(san: word)))
    } catch {
      switch error {
      case .notAMove: return .none
      default: return .wrong(error.reason)
      }
    }
  }

  mutating func play(_ move: ChessAction) throws(IllegalMove) -> [ScreenEffect<ChessAction>] {
    try screen.play(move)
  }

  mutating func finishSearch(_ ticket: Int, move: ChessAction) -> [ScreenEffect<ChessAction>] {
    screen.finishSearch(ticket, move: move)
  }

  mutating func takeBack() -> [ScreenEffect<ChessAction>] { screen.takeBack() }

  static var fileLimit: (bytes: Int, purpose: String) { (1 << 24, "a game") }

  mutating func restart(
    _ bytes: [UInt8], level: Int
  ) throws(TextError) -> [ScreenEffect<ChessAction>] {
    let record = try ChessNotation.read(bytes, playsOn: true)
    return screen.restart(people: people, level: level, record: record)
  }

  mutating func setLevel(_ level: Int) { screen.setLevel(level) }

  mutating func handle(
    _ word: PlayWord
  ) -> (messages: [String], effects: [ScreenEffect<ChessAction>]) {
    switch word {
    case .draw:
      do throws(IllegalMove) {
        return ([], try screen.play(.claimDraw))
      } catch {
        return ([error.reason.prefix(1).uppercased() + error.reason.dropFirst()], [])
      }
    case .flip:
      screen.flip()
      return ([], [])
    case .fen: return ([screen.position.fen()], [])
    case .pgn:
      let lines = String(decoding: file, as: UTF8.self).split(separator: "\n").map(String.init)
      return (lines.filter { !$0.hasPrefix("[") }, [])
    default: return ([], [])
    }
  }

  func choice(level: Int, chance: Chance) -> ChessAction? {
    var chance = chance
    let game = screen.game.record.position
    return ChessOpponent(level: ChessLevel(level) ?? .usual).choose(
      in: game, for: game.position.sideToMove.seat, chance: &chance, limits: SearchLimits())?.move
  }

  /// Tells the three best moves and how play would go on; it takes some tenths of a second.
  func hint() -> [String] {
    let game = screen.game.record.position
    var lines: [ChessLine] = []
    let report = ChessSearch(memory: 16 << 20).run(
      game, limits: ChessLimits(nodes: 400_000, lines: 3),
      progress: { report in
        if report.isWhole { lines = report.lines }
        return true
      })
    // Where the limit cuts a depth, its lines and those of the depth before cannot be compared.
    return (lines.isEmpty ? report.lines : lines).map { line in
      let names = sanNames(game.position, Array(line.moves.prefix(6)))
      return "\(padded(ChessTable.text(line.score), to: 7)) \(names.joined(separator: " "))"
    }
  }

  /// A score as people write it: pawns with a sign, or the moves to mate.
  static func text(_ score: ChessScore) -> String {
    switch score {
    case .mate(let moves): return moves > 0 ? "#\(moves)" : "#-\(-moves)"
    case .centipawns(let value):
      let hundredths = value.magnitude % 100
      let sign = value > 0 ? "+" : value < 0 ? "-" : ""
      return "\(sign)\(value.magnitude / 100).\(hundredths < 10 ? "0" : "")\(hundredths)"
    }
  }
}
