#if !hasFeature(Embedded)
  public import Board
  public import Games
  public import Opponents
  public import Reversi

  /// Data source and delegate of a board view on which Reversi is played on one device.
  ///
  /// It is the loop of the board: a touch comes in, the rules decide, the model changes, the view reloads, and
  /// whoever listens is told.
  public final class ReversiBoardController: BoardDataSource, BoardDelegate {
    /// The game; what changes it from outside is followed by ``BoardView/reloadData()``.
    public private(set) var game: LocalGame<ReversiPosition>
    /// Who listens to what happens: searches to start, moves to announce, the end.
    public let observers = Observers<LocalGame<ReversiPosition>.Effect>()
    private var touched: Int?

    /// Creates a controller with a new game; the computer plays the seats that are not in `people`.
    public init(people: SeatSet = SeatSet(first: 2)) {
      game = LocalGame.starting(Record(start: ReversiPosition.start), people: people).game
    }

    private var squares: ReversiSquares {
      var last: Square?
      if case .place(let square)? = game.record.moves.last(where: { !$0.isForced })?.move {
        last = square
      }
      return ReversiSquares(
        position: game.record.position, lastMove: last, mayMove: !game.peopleToAct.isEmpty)
    }

    /// Eight by eight.
    public func boardGeometry(for boardView: BoardView) -> BoardGeometry { ReversiSquares.geometry }

    /// What stands on a square.
    public func boardView(_ boardView: BoardView, contentOf square: Int) -> SquareContent {
      squares.content(of: square)
    }

    /// Remembers where a touch began.
    public func boardView(_ boardView: BoardView, didTouchDown square: Int) { touched = square }

    /// Plays the move of a touch that ends where it began.
    public func boardView(_ boardView: BoardView, didTouchUp square: Int?) {
      defer { touched = nil }
      guard let square, square == touched, let move = squares.move(touching: square),
        let seat = game.peopleToAct.first, let effects = try? game.play(move, by: seat)
      else { return }
      boardView.reloadData()
      for effect in effects { observers.tell(effect) }
    }

    /// Plays the move that a search found, unless it comes too late.
    public func finishSearch(
      _ ticket: LocalGame<ReversiPosition>.Ticket, move: ReversiMove, on boardView: BoardView
    ) {
      guard game.runningSearch == ticket else { return }
      let effects = game.finishSearch(ticket, move: move)
      boardView.reloadData()
      for effect in effects { observers.tell(effect) }
    }
  }
#endif
