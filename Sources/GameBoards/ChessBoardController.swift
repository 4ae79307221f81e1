#if !hasFeature(Embedded)
  public import Board
  public import Chess
  public import Games
  public import Opponents

  /// Data source and delegate of a board view on which chess is played on one device.
  ///
  /// A touch takes a piece up, the next one puts it down; it can be carried, too. The view's own selection is to be off:
  /// what is in hand is the game's business.
  public final class ChessBoardController: BoardDataSource, BoardDelegate {
    /// The game; what changes it from outside is followed by ``BoardView/reloadData()``.
    public private(set) var game: LocalGame<ChessGame>
    /// Who listens to what happens: searches to start, moves to announce, the end.
    public let observers = Observers<LocalGame<ChessGame>.Effect>()
    /// Asked what a pawn becomes that goes from one square to another; without it, a queen.
    ///
    /// Whoever is asked calls ``promote(to:on:)``, now or later.
    public var asksForPromotion: ((_ from: ChessSquare, _ to: ChessSquare) -> Void)?
    private var squares: ChessSquares
    private var waiting: ChessMove?
    private var touched: Int?
    private var wasSelected = false

    /// Creates a controller with a game; the computer plays the seats that are not in `people`.
    public init(
      people: SeatSet = SeatSet(first: 2), record: Record<ChessGame> = Record(start: ChessGame())
    ) {
      game = LocalGame.starting(record, people: people).game
      squares = ChessSquares(position: record.position.position)
      lookAgain()
    }

    /// Eight by eight, seen from white's side.
    public func boardGeometry(for boardView: BoardView) -> BoardGeometry { ChessSquares.geometry }

    /// What stands on a square.
    public func boardView(_ boardView: BoardView, contentOf square: Int) -> SquareContent {
      squares.content(of: square)
    }

    /// Takes a piece up.
    public func boardView(_ boardView: BoardView, didTouchDown index: Int) {
      touched = index
      guard waiting == nil, let square = ChessSquares.square(at: index) else { return }
      wasSelected = squares.selected == square
      guard squares.moves(to: square).isEmpty, squares.canMove(from: square) else { return }
      squares.select(square)
      boardView.reloadData()
    }

    /// Puts the piece in hand down where the touch ends, if it can go there.
    public func boardView(_ boardView: BoardView, didTouchUp index: Int?) {
      defer { touched = nil }
      guard waiting == nil, let square = index.flatMap({ ChessSquares.square(at: $0) }) else {
        return
      }
      let moves = squares.moves(to: square)
      if let move = moves.first {
        guard move.promotion != nil, let asksForPromotion else {
          return play(move, on: boardView)
        }
        waiting = ChessMove(from: move.from, to: move.to)
        return asksForPromotion(move.from, move.to)
      }
      if index == touched, wasSelected {
        squares.select(nil)
        boardView.reloadData()
      }
    }

    /// Plays the move of the pawn that waits; with `nil` it stays where it was.
    public func promote(to kind: ChessPieceKind?, on boardView: BoardView) {
      guard var move = waiting else { return }
      waiting = nil
      guard let kind else {
        squares.select(nil)
        return boardView.reloadData()
      }
      move.promotion = kind
      play(move, on: boardView)
    }

    /// Plays the move that a search found, unless it comes too late.
    public func finishSearch(
      _ ticket: LocalGame<ChessGame>.Ticket, move: ChessAction, on boardView: BoardView
    ) {
      guard game.runningSearch == ticket else { return }
      show(game.finishSearch(ticket, move: move), on: boardView)
    }

    private func play(_ move: ChessMove, on boardView: BoardView) {
      guard let seat = game.peopleToAct.first,
        let effects = try? game.play(.move(move), by: seat)
      else { return }
      show(effects, on: boardView)
    }

    private func show(_ effects: [LocalGame<ChessGame>.Effect], on boardView: BoardView) {
      lookAgain()
      boardView.reloadData()
      for effect in effects { observers.tell(effect) }
    }

    private func lookAgain() {
      let record = game.record
      squares = ChessSquares(
        position: record.position.position, mayMove: !game.peopleToAct.isEmpty)
      guard record.moves.count > 0, case .move(let wanted)? = record.moves.last?.move else {
        return
      }
      let before = record.positions[record.moves.count - 1].position
      if let move = before.resolve(wanted) {
        squares.lastMove = (move.from, before.destination(of: move))
      }
    }
  }
#endif
