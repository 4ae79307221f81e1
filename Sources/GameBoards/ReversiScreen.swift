public import Board
public import Games
public import Opponents
public import Reversi
public import ReversiEngine

/// A screen on which Reversi is played, as a value: the game, the ply that is shown, the board, and what it says.
///
/// Every screen uses it: the page through WebAssembly, the page without script on the server, the terminal.
public struct ReversiScreen: Sendable {
  /// What the owner of the screen does next.
  public typealias Effect = ScreenEffect<ReversiMove>

  /// What is played on the screen.
  public enum Kind: Hashable, Sendable {
    /// A game on this device, with the computer at the seats that no person has.
    case local(ReversiLevel)
    /// A match on a server, seen from a seat or by a spectator.
    case match(you: Seat?)
  }

  /// What is played.
  public private(set) var kind: Kind
  /// The game.
  public private(set) var game: LocalGame<ReversiPosition>
  /// How many moves of the game are on the board.
  public private(set) var shownPly: Int
  /// The board with its gesture and focus.
  public private(set) var board: BoardState
  /// What is known of the moves in the position on the board, which is written on their squares.
  public private(set) var study: ReversiReport?
  /// Whether a match lets the reader move.
  private var isOpen = false
  /// How many moves the match itself has told; what goes beyond is shown on trust.
  private var confirmedPly = 0

  /// Creates a screen with a new game, and says what to do first.
  public static func starting(
    people: SeatSet, level: ReversiLevel, record: Record<ReversiPosition>? = nil
  ) -> (screen: ReversiScreen, effects: [Effect]) {
    let (game, effects) = LocalGame.starting(
      record ?? Record(start: ReversiPosition.start), people: people)
    var screen = ReversiScreen(kind: .local(level), game: game)
    return (screen, screen.carryOut(effects))
  }

  private init(kind: Kind, game: LocalGame<ReversiPosition>) {
    self.kind = kind
    self.game = game
    shownPly = game.record.moves.count
    board = BoardState(geometry: ReversiSquares.geometry)
    board.name = "Reversi board"
    board.allowsSelection = false
    _ = reload()
  }

  // MARK: What it shows

  /// The position on the board.
  public var position: ReversiPosition { game.record.positions[shownPly] }

  /// Whether the board shows the game as it stands now.
  public var isAtEnd: Bool { shownPly == game.record.moves.count }

  /// The seats at which somebody at this screen may move now.
  public var seatsToAct: SeatSet {
    guard isAtEnd else { return [] }
    switch kind {
    case .local: return game.peopleToAct
    case .match(let you):
      guard isOpen, let you else { return [] }
      return game.record.position.seatsToAct.intersection(SeatSet(you))
    }
  }

  /// What the squares hold.
  public var squares: ReversiSquares {
    var last: Square?
    for entry in game.record.moves.prefix(shownPly).reversed() {
      if case .place(let square) = entry.move {
        last = square
        break
      }
    }
    var squares = ReversiSquares(
      position: position, lastMove: last, mayMove: !seatsToAct.isEmpty)
    for line in study?.lines ?? [] {
      if case .place(let square) = line.move { squares.written |= square.bit }
    }
    return squares
  }

  /// The game so far as a transcript.
  public var transcript: String { Transcript(game.record).text }

  /// The line that says how things stand.
  public var status: String {
    if let result = ReversiWords.result(of: position) { return result }
    guard isAtEnd else { return "Move \(shownPly) of \(game.record.moves.count)" }
    let side = position.sideToMove
    guard case .local(let level) = kind else { return "\(side.name) to move" }
    if !game.people.contains(side.seat) {
      return "\(side.name) (level \(level.number)) is thinking"
    }
    return game.people.count == 1 ? "Your turn, \(side.name)" : "\(side.name) to move"
  }

  /// Whether somebody at this screen can take a move back.
  public var canTakeBack: Bool {
    guard case .local = kind else { return false }
    return game.record.movesBackToChoice(of: game.people) != nil
  }

  // MARK: What is done to it

  /// Begins another game in place of this one; a search for this one ends.
  public mutating func restart(
    people: SeatSet, level: ReversiLevel, record: Record<ReversiPosition>? = nil
  ) -> [Effect] {
    kind = .local(level)
    return carryOut(
      game.restart(record ?? Record(start: ReversiPosition.start), people: people))
  }

  /// Shows a match as its authority tells it; what was on the screen gives way.
  ///
  /// - Parameters:
  ///   - moves: All moves so far, as a transcript.
  ///   - you: The reader's seat, or `nil` for a spectator.
  ///   - mayAct: Whether the reader may move if the rules say that it is the reader's turn.
  /// - Returns: What to do next.
  /// - Throws: ``TranscriptError`` if the moves are no game; nothing has then changed.
  public mutating func showMatch(
    moves: String, you: Seat?, mayAct: Bool
  ) throws(TranscriptError) -> [Effect] {
    let record = try Transcript(moves).record
    let before = game.record.moves.prefix(confirmedPly)
    let wasMatch = if case .match = kind { true } else { false }
    let wasAtEnd = isAtEnd
    let isContinued =
      wasMatch && record.moves.count >= before.count
      && record.moves.prefix(before.count).elementsEqual(before)
    kind = .match(you: you)
    isOpen = mayAct
    confirmedPly = record.moves.count
    var effects = game.restart(record, people: SeatSet(first: 2)).compactMap { effect in
      effect == .stopSearch ? Effect.stopSearch : nil
    }
    if isContinued { effects += announcements(record.moves.dropFirst(before.count)) }
    shownPly =
      isContinued && !wasAtEnd ? min(shownPly, record.moves.count) : record.moves.count
    return effects + reload()
  }

  /// Changes the level of the computer, from its next move on.
  public mutating func setLevel(_ level: ReversiLevel) {
    if case .local = kind { kind = .local(level) }
  }

  /// Takes in what happened on the board.
  public mutating func handle(_ event: BoardEvent) -> [Effect] {
    let pressed: Int? = if case .pressed(let press) = board.touch { press.origin } else { nil }
    var origin = pressed
    var effects: [Effect] = []
    for effect in board.handle(event) {
      switch effect {
      case .didTouchDown(let square): origin = square
      case .didTouchUp(let square?) where square == origin: effects += touch(square)
      default: break
      }
    }
    return effects
  }

  private mutating func touch(_ square: Int) -> [Effect] {
    guard let move = squares.move(touching: square) else { return [] }
    return (try? play(move)) ?? []
  }

  /// Plays a move that was touched, typed or sent by a form; in a match it is shown and sent.
  ///
  /// - Throws: ``IllegalMove`` with the reason; nothing has then changed.
  public mutating func play(_ move: ReversiMove) throws(IllegalMove) -> [Effect] {
    guard let seat = seatsToAct.first else {
      throw game.record.position.isOver ? .gameOver : .notYourTurn
    }
    let added = try game.play(move, by: seat)
    guard case .match = kind else { return carryOut(added) }
    // The picture shows the move at once; the match decides, and showMatch brings its word, which is
    // what is announced.
    isOpen = false
    _ = carryOut(added)
    return [.send(move)]
  }

  /// Takes in the answer of a search; a stale one changes nothing.
  public mutating func finishSearch(_ ticket: Int, move: ReversiMove) -> [Effect] {
    guard game.runningSearch?.number == ticket else { return [] }
    return carryOut(game.finishSearch(LocalGame.Ticket(number: ticket), move: move))
  }

  /// Takes back to the last choice of a person, over replies and passes, and ends a running search.
  public mutating func takeBack() -> [Effect] {
    guard canTakeBack, let effects = game.takeBack() else { return [] }
    return carryOut(effects)
  }

  /// Shows the game after `ply` moves, held to those that there are.
  public mutating func show(ply: Int) -> [Effect] {
    shownPly = min(max(ply, 0), game.record.moves.count)
    return reload()
  }

  /// Writes on the squares what the moves of a position are worth to the side to move, until the board changes; `nil`
  /// takes it away.
  ///
  /// What is not about the position on the board, because it came too late, changes nothing.
  ///
  /// - Parameters:
  ///   - report: What is known.
  ///   - ply: How many moves of the game led to the position.
  public mutating func showStudy(_ report: ReversiReport?, ply: Int) {
    let moves = report?.lines.map { $0.move } ?? []
    let legal = position.legalMoves(for: position.sideToMove.seat)
    guard ply == shownPly, moves.allSatisfy({ legal.contains($0) }) else { return }
    study = report
    let best = report?.lines.map { $0.value }.max() ?? 0
    board.overlays = []
    for line in report?.lines ?? [] {
      guard case .place(let square) = line.move else { continue }
      let emphasis: Overlay.Emphasis = line.value == best ? .strong : .weak
      board.overlays.append(
        Overlay(
          .label(square.index), text: ReversiWords.signed(line.value), layer: .above,
          emphasis: emphasis))
      if line.value == best {
        board.overlays.append(Overlay(.ring(square.index), layer: .above, emphasis: .strong))
      }
    }
    refill()
  }

  /// Marks a square as a hint, until the board changes.
  public mutating func showHint(_ square: Square) {
    board.overlays = [Overlay(.ring(square.index), layer: .above, emphasis: .strong)]
    refill()
  }

  /// Sees the board from the other side.
  public mutating func flip() { board.orientation = board.orientation.opposite }

  // MARK: Inside

  private mutating func carryOut(
    _ effects: [LocalGame<ReversiPosition>.Effect]
  ) -> [Effect] {
    var result: [Effect] = []
    for effect in effects {
      switch effect {
      case .stopSearch: result.append(.stopSearch)
      case .startSearch(let ticket, _):
        if case .local(let level) = kind {
          result.append(.startSearch(ticket: ticket.number, level: level.number))
        }
      case .announce(let moves): result += announcements(moves[...])
      case .finish:
        if let text = ReversiWords.result(of: game.record.position) { result.append(.say(text)) }
      }
    }
    shownPly = game.record.moves.count
    return result + reload()
  }

  private func announcements(
    _ moves: ArraySlice<RecordedMove<ReversiMove>>
  ) -> [Effect] {
    moves.compactMap { entry in
      Side(entry.seat).map { .say(ReversiWords.announcement(of: entry.move, by: $0)) }
    }
  }

  private mutating func reload() -> [Effect] {
    study = nil
    board.overlays = []
    refill()
    return []
  }

  private mutating func refill() {
    let squares = squares
    let geometry = ReversiSquares.geometry
    // A gesture that the reload cancels has no other consequence here.
    _ = board.reload(geometry: geometry) { squares.content(of: $0) }
  }
}
