internal import Board
internal import GameBoards
internal import Games
internal import Opponents
internal import Reversi
internal import ReversiEngine
internal import ReversiWeights

/// Reversi at the terminal.
struct ReversiTable: PlayTable {
  private var screen: ReversiScreen

  /// Begins a game, and says what to do first.
  static func starting(
    people: SeatSet, level: Int, record: Record<ReversiPosition>
  ) -> (table: ReversiTable, effects: [ScreenEffect<ReversiMove>]) {
    let (screen, effects) = ReversiScreen.starting(
      people: people, level: ReversiLevel(level) ?? .usual, record: record)
    return (ReversiTable(screen: screen), effects)
  }

  private init(screen: ReversiScreen) { self.screen = screen }

  static var info: GameInfo { ReversiPosition.info }

  static var words: [PlayWord] {
    [
      .moves, .hint, .undo, .new, .level, .save, .replace, .open, .transcript, .help, .quit,
    ]
  }

  static var exampleMove: (text: String, meaning: String) { ("d3", "place a disc on d3") }

  static var moveWord: String { "square" }

  static var levels: [PlayLevel] {
    ReversiLevel.all.map {
      PlayLevel(number: $0.number, name: $0.name, summary: $0.summary)
    }
  }

  static var usualLevel: Int { ReversiLevel.usual.number }

  var board: BoardState { screen.board }
  var status: String { screen.status }
  var isOver: Bool { screen.position.isOver }
  var people: SeatSet { screen.game.people }
  var moveCount: Int { screen.game.record.moves.count }
  var canTakeBack: Bool { screen.canTakeBack }
  var line: String { screen.transcript }
  var file: [UInt8] { Array((screen.transcript + "\n").utf8) }

  var sideOption: String? {
    people.count == 1 && people.contains(Side.white.seat) ? "--white" : nil
  }

  func sides(_ abilities: OutputAbilities, level: PlayLevel) -> [String] {
    let position = screen.position
    let widest = max(position.discCount(of: .black), position.discCount(of: .white)) > 9 ? 2 : 1
    return Side.allCases.map { side in
      let isNext = !position.isOver && position.sideToMove == side
      let count = leftPadded("\(position.discCount(of: side))", to: widest)
      let disc = sample(side == .black ? .blackDisc : .whiteDisc, abilities)
      return
        "\(isNext ? ">" : " ") \(disc) \(side.name)  \(count)  \(player(side.seat, level: level))"
    }
  }

  func facts(_ abilities: OutputAbilities) -> [String] {
    let empty = screen.position.emptyCount
    return [
      "  \(empty) square\(empty == 1 ? "" : "s") empty", lastMoves(abilities), "", legend,
    ]
  }

  private func lastMoves(_ abilities: OutputAbilities) -> String {
    let moves = screen.game.record.moves.prefix(screen.shownPly)
    guard !moves.isEmpty else { return "" }
    let last = moves.suffix(8).map { $0.move.text }.joined(separator: " ")
    let dots = moves.count > 8 ? (abilities.usesUnicode ? "… " : "... ") : ""
    return "  Moves: \(dots)\(last)"
  }

  private var legend: String {
    var parts: [String] = []
    if !screen.seatsToAct.isEmpty { parts.append("  + playable") }
    if screen.squares.lastMove != nil { parts.append("  ( ) last move") }
    return parts.joined()
  }

  var legalMoves: String { legalMovesLine(screen.position) }

  func read(_ word: String) -> PlayReading<ReversiMove> {
    (try? ReversiMove(text: word)).map { .move($0) } ?? .none
  }

  mutating func play(_ move: ReversiMove) throws(IllegalMove) -> [ScreenEffect<ReversiMove>] {
    try screen.play(move)
  }

  mutating func finishSearch(_ ticket: Int, move: ReversiMove) -> [ScreenEffect<ReversiMove>] {
    screen.finishSearch(ticket, move: move)
  }

  mutating func takeBack() -> [ScreenEffect<ReversiMove>] { screen.takeBack() }

  static var fileLimit: (bytes: Int, purpose: String) { (1 << 16, "a transcript") }

  mutating func restart(
    _ bytes: [UInt8], level: Int
  ) throws(TextError) -> [ScreenEffect<ReversiMove>] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw TextError("the file is not text in UTF-8")
    }
    let record: Record<ReversiPosition>
    do throws(TranscriptError) {
      record = try Transcript(text).record
    } catch {
      throw TextError(error.text, at: 0)
    }
    return screen.restart(people: people, level: ReversiLevel(level) ?? .usual, record: record)
  }

  mutating func setLevel(_ level: Int) {
    if let level = ReversiLevel(level) { screen.setLevel(level) }
  }

  func handle(_ word: PlayWord) -> (messages: [String], effects: [ScreenEffect<ReversiMove>]) {
    ([], [])
  }

  func choice(level: Int, chance: Chance) -> ReversiMove? {
    var chance = chance
    let position = screen.game.record.position
    return ReversiOpponent(
      level: ReversiLevel(level) ?? .usual, weights: .shipped, book: .shipped
    ).choose(
      in: position, for: position.sideToMove.seat, chance: &chance, limits: SearchLimits())?.move
  }

  /// Tells what the engine thinks of each move; it takes some tenths of a second.
  func hint() -> [String] {
    let position = screen.position
    let report = ReversiSearch(weights: .shipped, memory: 16 << 20).run(
      position, goal: position.emptyCount <= 16 ? .score : .depth(12), lines: 64)
    let values = report.lines.map { "\($0.move.text) \(ReversiWords.signed($0.value))" }
    return [ReversiWords.verdict(of: report)].compactMap { $0 } + [values.joined(separator: "  ")]
  }
}
