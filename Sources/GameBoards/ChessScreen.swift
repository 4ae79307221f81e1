public import Board
public import Chess
public import Games
public import Opponents

/// A screen on which chess is played, as a value: the game, the ply that is shown, the board, and what it says.
///
/// A piece is taken up by a touch and put down by the next one, or carried there in one gesture.
public struct ChessScreen: Sendable {
  /// What the owner of the screen does next.
  public typealias Effect = ScreenEffect<ChessAction>

  /// What is played on the screen.
  public enum Kind: Hashable, Sendable {
    /// A game on this device, with the computer of a level at the seats that no person has.
    case local(level: Int)
    /// A match on a server, seen from a seat or by a spectator.
    case match(you: Seat?)
  }

  /// A pawn that waits on its way to the last rank for what it is to become.
  public struct Promotion: Hashable, Sendable {
    /// Whose pawn it is.
    public let side: ChessSide
    /// Where it stands.
    public let from: ChessSquare
    /// Where it goes.
    public let to: ChessSquare
  }

  /// What is played.
  public private(set) var kind: Kind
  /// The game.
  public private(set) var game: LocalGame<ChessGame>
  /// How many moves of the game are on the board.
  public private(set) var shownPly: Int
  /// The board with its gesture and focus.
  public private(set) var board: BoardState
  /// What the squares hold.
  public private(set) var squares: ChessSquares
  /// The pawn for which a piece has to be chosen, if there is one; the squares wait meanwhile.
  public private(set) var promotion: Promotion?
  /// The moves of the game as people write them.
  public private(set) var notation: [String] = []
  /// What was taken by each move, with the side that lost it.
  private var captures: [ChessPiece?] = []
  /// Whether a match lets the reader move.
  private var isOpen = false
  /// How many moves the match itself has told; what goes beyond is shown on trust.
  private var confirmedPly = 0
  /// Whether the piece under the finger was taken up before.
  private var wasSelected = false

  /// Creates a screen with a new game, and says what to do first.
  public static func starting(
    people: SeatSet, level: Int, record: Record<ChessGame>? = nil
  ) -> (screen: ChessScreen, effects: [Effect]) {
    let (game, effects) = LocalGame.starting(
      record ?? Record(start: ChessGame(.start)), people: people)
    var screen = ChessScreen(kind: .local(level: level), game: game)
    let next = screen.carryOut(effects)
    return (screen, next)
  }

  private init(kind: Kind, game: LocalGame<ChessGame>) {
    self.kind = kind
    self.game = game
    shownPly = game.record.moves.count
    squares = ChessSquares(position: game.record.position.position, mayMove: false)
    board = BoardState(geometry: ChessSquares.geometry)
    board.name = "Chess board"
    board.style = .walnut
    board.allowsSelection = false
  }

  // MARK: What it shows

  /// The game as it stood at the ply that is shown.
  public var shown: ChessGame { game.record.positions[shownPly] }

  /// The position on the board.
  public var position: ChessPosition { shown.position }

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

  /// The game so far as text.
  public var transcript: ChessTranscript { ChessTranscript(game.record) }

  /// What was taken up to the ply that is shown.
  public var material: ChessMaterial {
    ChessMaterial(captures: captures.prefix(shownPly).compactMap { $0 }, in: position)
  }

  /// The line that says how things stand.
  public var status: String {
    if let result = ChessWords.result(of: shown) { return result }
    guard isAtEnd else { return "Move \(shownPly) of \(game.record.moves.count)" }
    let side = position.sideToMove
    let check = position.isCheck ? "Check. " : ""
    guard case .local(let level) = kind else { return "\(check)\(ChessWords.name(side)) to move" }
    if !game.people.contains(side.seat) {
      return "\(check)\(ChessWords.name(side)) (level \(level)) is thinking"
    }
    return game.people.count == 1
      ? "\(check)Your turn, \(ChessWords.name(side))" : "\(check)\(ChessWords.name(side)) to move"
  }

  /// Whether somebody at this screen can take a move back.
  public var canTakeBack: Bool {
    guard case .local = kind else { return false }
    return game.record.movesBackToChoice(of: game.people) != nil
  }

  /// Whether somebody at this screen can end the game as a draw, because the position came three times or nothing
  /// was taken and no pawn moved for 50 moves.
  public var canClaimDraw: Bool { !seatsToAct.isEmpty && game.record.position.canClaimDraw }

  // MARK: What is done to it

  /// Begins another game in place of this one; a search for this one ends.
  public mutating func restart(
    people: SeatSet, level: Int, record: Record<ChessGame>? = nil
  ) -> [Effect] {
    kind = .local(level: level)
    let effects = game.restart(record ?? Record(start: ChessGame(.start)), people: people)
    writeNotation(from: 0)
    return carryOut(effects)
  }

  /// Shows a match as its authority tells it; what was on the screen gives way.
  ///
  /// - Parameters:
  ///   - text: The whole match, as ``ChessTranscript`` writes it.
  ///   - you: The reader's seat, or `nil` for a spectator.
  ///   - mayAct: Whether the reader may move if the rules say that it is the reader's turn.
  /// - Returns: What to do next.
  /// - Throws: ``TextError`` if the moves are no game; nothing has then changed.
  public mutating func showMatch(
    _ text: String, you: Seat?, mayAct: Bool
  ) throws(TextError) -> [Effect] {
    let record = try ChessTranscript(text: text).record
    let before = game.record.moves.prefix(confirmedPly)
    let wasMatch = if case .match = kind { true } else { false }
    let wasAtEnd = isAtEnd
    let isContinued =
      wasMatch && record.moves.count >= before.count
      && record.positions[0] == game.record.positions[0]
      && record.moves.prefix(before.count).elementsEqual(before)
    let wasShown = game.record.moves.count
    let isSame = isContinued && record.moves == game.record.moves
    kind = .match(you: you)
    let wasOpen = isOpen
    isOpen = mayAct
    confirmedPly = record.moves.count
    // Word of something else than a move must not take a piece out of the reader's hand.
    if isSame, wasShown == confirmedPly, wasOpen == isOpen { return announcements(before.count) }
    var effects = game.restart(record, people: SeatSet(first: 2)).compactMap { effect in
      effect == .stopSearch ? Effect.stopSearch : nil
    }
    writeNotation(from: isContinued ? before.count : 0)
    if isContinued { effects += announcements(before.count) }
    shownPly =
      isContinued && !wasAtEnd ? min(shownPly, record.moves.count) : record.moves.count
    reload()
    return effects
  }

  /// Changes the level of the computer, from its next move on.
  public mutating func setLevel(_ level: Int) {
    if case .local = kind { kind = .local(level: level) }
  }

  /// Plays a move that was touched, typed or sent by a form; in a match it is shown and sent.
  ///
  /// - Throws: ``IllegalMove`` with the reason; nothing has then changed.
  public mutating func play(_ action: ChessAction) throws(IllegalMove) -> [Effect] {
    guard let seat = seatsToAct.first else {
      throw game.record.position.isOver ? .gameOver : .notYourTurn
    }
    let added = try game.play(action, by: seat)
    guard case .match = kind else { return carryOut(added) }
    // The picture shows the move at once; the match decides, and showMatch brings its word, which is
    // what is announced.
    isOpen = false
    _ = carryOut(added)
    return [.send(action)]
  }

  /// Takes in the answer of a search; a stale one changes nothing.
  public mutating func finishSearch(_ ticket: Int, move: ChessAction) -> [Effect] {
    guard game.runningSearch?.number == ticket else { return [] }
    return carryOut(game.finishSearch(LocalGame.Ticket(number: ticket), move: move))
  }

  /// Takes back to the last choice of a person, over replies, and ends a running search.
  public mutating func takeBack() -> [Effect] {
    guard canTakeBack, let effects = game.takeBack() else { return [] }
    return carryOut(effects)
  }

  /// Shows the game after `ply` moves, held to those that there are.
  public mutating func show(ply: Int) -> [Effect] {
    shownPly = min(max(ply, 0), game.record.moves.count)
    reload()
    return []
  }

  /// Sees the board from a side.
  public mutating func see(from side: ChessSide) {
    board.orientation = side == .white ? .normal : .flipped
  }

  /// Sees the board from the other side.
  public mutating func flip() { board.orientation = board.orientation.opposite }

  // MARK: Touches

  /// Takes in what happened on the board.
  public mutating func handle(_ event: BoardEvent) -> [Effect] {
    var origin: Int? = if case .pressed(let press) = board.touch { press.origin } else { nil }
    var effects: [Effect] = []
    for effect in board.handle(event) {
      switch effect {
      case .didTouchDown(let index):
        origin = index
        takeUp(index)
      case .didMoveTouch:
        // A rook that could have been castled with is carried away: it is the rook that is meant.
        if let square = origin.flatMap({ ChessSquares.square(at: $0) }),
          squares.canMove(from: square), squares.selected != square
        {
          select(square)
        }
      case .didTouchUp(let index?):
        if index == origin {
          effects += put(on: index)
        } else if let square = ChessSquares.square(at: index),
          let from = origin.flatMap({ ChessSquares.square(at: $0) }), squares.selected == from,
          !squares.moves(to: square).isEmpty
        {
          effects += go(to: square)
        }
      case .deselectAll:
        if promotion != nil { effects += promote(to: nil) }
        select(nil)
      default: break
      }
    }
    return effects
  }

  /// Touches a square: takes a piece up, or puts the one in hand down there.
  public mutating func tap(_ square: ChessSquare) -> [Effect] {
    let index = ChessSquares.index(of: square)
    guard board.squares[index].isEnabled else { return [] }
    takeUp(index)
    return put(on: index)
  }

  private mutating func takeUp(_ index: Int) {
    guard let square = ChessSquares.square(at: index) else { return }
    wasSelected = squares.selected == square
    if squares.moves(to: square).isEmpty, squares.canMove(from: square) { select(square) }
  }

  private mutating func put(on index: Int) -> [Effect] {
    guard let square = ChessSquares.square(at: index) else { return [] }
    if !squares.moves(to: square).isEmpty { return go(to: square) }
    if wasSelected, squares.selected == square { select(nil) }
    return []
  }

  private mutating func go(to square: ChessSquare) -> [Effect] {
    let moves = squares.moves(to: square)
    guard let move = moves.first else { return [] }
    guard move.promotion == nil else {
      promotion = Promotion(side: position.sideToMove, from: move.from, to: move.to)
      refill()
      return []
    }
    return (try? play(.move(move))) ?? []
  }

  /// Takes a piece up, or puts it down with `nil`, as a touch does.
  public mutating func select(_ square: ChessSquare?) {
    guard promotion == nil else { return }
    squares.select(square)
    squares.hint = nil
    refill()
  }

  /// Draws arrows for moves of the position after `ply` moves, the first one strongly, until the board changes; what is
  /// about another position, because it came too late, changes nothing.
  public mutating func showArrows(_ moves: [ChessMove], ply: Int) {
    guard ply == shownPly else { return }
    board.overlays = []
    for move in moves {
      guard let legal = position.resolve(move) else { continue }
      let arrow = Overlay.arrow(
        from: ChessSquares.index(of: legal.from),
        to: ChessSquares.index(of: position.destination(of: legal)),
        emphasis: board.overlays.isEmpty ? .strong : .weak)
      if !board.overlays.contains(where: { $0.figure == arrow.figure }) {
        board.overlays.append(arrow)
      }
    }
  }

  /// Proposes a piece to move, until the board changes.
  public mutating func showHint(_ square: ChessSquare?) {
    squares.hint = square
    refill()
  }

  /// Chooses what the waiting pawn becomes; with `nil` it goes back.
  public mutating func promote(to kind: ChessPieceKind?) -> [Effect] {
    guard let waiting = promotion else { return [] }
    promotion = nil
    if let kind,
      let effects = try? play(
        .move(ChessMove(from: waiting.from, to: waiting.to, promotion: kind)))
    {
      return effects
    }
    reload()
    return []
  }

  // MARK: Inside

  private mutating func carryOut(_ effects: [LocalGame<ChessGame>.Effect]) -> [Effect] {
    var result: [Effect] = []
    writeNotation(from: notation.count)
    for effect in effects {
      switch effect {
      case .stopSearch: result.append(.stopSearch)
      case .startSearch(let ticket, _):
        if case .local(let level) = kind {
          result.append(.startSearch(ticket: ticket.number, level: level))
        }
      case .announce(let moves): result += announcements(game.record.moves.count - moves.count)
      case .finish:
        if let text = ChessWords.result(of: game.record.position) { result.append(.say(text)) }
      }
    }
    shownPly = game.record.moves.count
    reload()
    return result
  }

  /// Says the moves from one on.
  private func announcements(_ first: Int) -> [Effect] {
    let record = game.record
    guard first < record.moves.count else { return [] }
    return (first..<record.moves.count).map { index in
      .say(
        ChessWords.announcement(
          of: record.moves[index].move, in: record.positions[index],
          leadingTo: record.positions[index + 1]))
    }
  }

  /// Writes the moves after the first `count`, which are written already.
  private mutating func writeNotation(from count: Int) {
    let moves = game.record.moves
    let kept = min(count, moves.count)
    notation.removeLast(notation.count - kept)
    captures.removeLast(captures.count - kept)
    for index in kept..<moves.count {
      let entry = moves[index]
      let position = game.record.positions[index].position
      notation.append(ChessNotation.text(of: entry.move, in: position))
      captures.append(ChessScreen.captured(by: entry.move, in: position))
    }
  }

  private static func captured(by action: ChessAction, in position: ChessPosition) -> ChessPiece? {
    guard case .move(let wanted) = action, let move = position.resolve(wanted),
      position.isCapture(move)
    else { return nil }
    return position.isEnPassant(move)
      ? ChessPiece(position.sideToMove.opponent, .pawn) : position[move.to]
  }

  private mutating func reload() {
    promotion = nil
    board.overlays = []
    squares = ChessSquares(position: position, mayMove: !seatsToAct.isEmpty)
    for index in (0..<shownPly).reversed() {
      guard case .move(let wanted) = game.record.moves[index].move else { continue }
      let before = game.record.positions[index].position
      guard let move = before.resolve(wanted) else { break }
      squares.lastMove = (move.from, before.destination(of: move))
      break
    }
    refill()
  }

  private mutating func refill() {
    let squares = squares
    let waits = promotion
    // A gesture that the reload cancels has no other consequence here.
    _ = board.reload(geometry: ChessSquares.geometry) { index in
      var content = squares.content(of: index)
      if let waits {
        content.isEnabled = false
        content.marks.remove(.target)
        if ChessSquares.square(at: index) == waits.to { content.marks.insert(.selected) }
      }
      return content
    }
  }
}
