/// A board that asks its data source what stands on each square and tells its delegate what is touched.
///
/// It knows no rules. The loop is: load, ``reloadData()``, wait for a touch; the delegate does the
/// logic, the model changes, reload. It draws nothing itself: a screen takes ``snapshot``, or sets
/// ``onChange`` to be handed each new one. Not for several threads at once.
///
/// Data source and delegate are weak; without `weak` (Embedded Swift) the owner clears them.
public final class BoardView {
  #if hasFeature(Embedded)
    /// Who knows what stands where; held until it is set to `nil`.
    public var dataSource: (any BoardDataSource)?
    /// Who is told what is touched; held until it is set to `nil`.
    public var delegate: (any BoardDelegate)?
  #else
    /// Who knows what stands where.
    public weak var dataSource: (any BoardDataSource)?
    /// Who is told what is touched.
    public weak var delegate: (any BoardDelegate)?
  #endif

  /// Called with the last snapshot and the new one when what is to be seen has changed, and only then.
  ///
  /// Changes that one event or reload brings come together, after the last callback.
  public var onChange: ((_ old: BoardSnapshot, _ new: BoardSnapshot) -> Void)?

  /// All that the view knows.
  public private(set) var state: BoardState
  private var shown: BoardSnapshot
  private var events: [BoardEvent] = []
  private var reload = Reload.none
  private var isBusy = false

  /// Creates an empty board; the size is that of the data source after the first reload.
  public init(geometry: BoardGeometry = BoardGeometry(rows: 8, columns: 8)) {
    state = BoardState(geometry: geometry)
    shown = state.snapshot
  }

  /// What a screen is to show now.
  public var snapshot: BoardSnapshot { state.snapshot }

  /// Size, names and orientation.
  public var geometry: BoardGeometry { state.geometry }

  private func change<Result>(_ body: (inout BoardState) -> Result) -> Result {
    let result = body(&state)
    if !isBusy { show() }
    return result
  }

  private func show() {
    let new = state.snapshot
    guard new != shown else { return }
    let old = shown
    shown = new
    onChange?(old, new)
  }
}

// MARK: - Settings

extension BoardView {
  /// The side from which the board is seen; survives reloads.
  public var orientation: BoardOrientation {
    get { state.orientation }
    set { change { $0.orientation = newValue } }
  }

  /// The square that has the keyboard's focus, or had it last.
  public var focusedSquare: Int? {
    get { state.focusedSquare }
    set { change { $0.focusedSquare = newValue } }
  }

  /// Whether the player may select squares by touch or key; the program always may.
  public var allowsSelection: Bool {
    get { state.allowsSelection }
    set { change { $0.allowsSelection = newValue } }
  }

  /// Whether several squares may be selected at once; when switched off, the last one stays.
  public var allowsMultipleSelection: Bool {
    get { state.allowsMultipleSelection }
    set { change { $0.allowsMultipleSelection = newValue } }
  }

  /// Whether touches and keys do anything; switching it off cancels a gesture.
  public var isEnabled: Bool {
    get { state.isEnabled }
    set {
      change { $0.isEnabled = newValue }
      if !newValue { handle(.cancelTouch) }
    }
  }

  /// How the board looks.
  public var style: BoardStyle {
    get { state.style }
    set { change { $0.style = newValue } }
  }

  /// What is drawn over the board.
  public var overlays: [Overlay] {
    get { state.overlays }
    set { change { $0.overlays = newValue } }
  }

  /// The board's name, as read out.
  public var name: String {
    get { state.name }
    set { change { $0.name = newValue } }
  }
}

// MARK: - Selection by program

extension BoardView {
  /// The selected squares, in the order in which they were selected.
  public var selectedSquares: [Int] { state.selectedSquares }

  /// Selects a square without telling the delegate; returns whether that changed anything.
  @discardableResult
  public func selectSquare(_ square: Int) -> Bool { change { $0.select(square) != nil } }

  /// Selects the square with a name such as `E4` or `e4`; returns whether that changed anything.
  @discardableResult
  public func selectSquare(named name: String) -> Bool {
    guard let square = geometry.square(named: name) else { return false }
    return selectSquare(square)
  }

  /// Deselects a square without telling the delegate; returns whether that changed anything.
  @discardableResult
  public func deselectSquare(_ square: Int) -> Bool { change { $0.deselect(square) } }

  /// Deselects the square with a name such as `E4` or `e4`; returns whether that changed anything.
  @discardableResult
  public func deselectSquare(named name: String) -> Bool {
    guard let square = geometry.square(named: name) else { return false }
    return deselectSquare(square)
  }
}

// MARK: - Reloads and events

extension BoardView {
  private enum Reload {
    case none
    case squares([Int])
    case all
  }

  /// Asks the data source for the size and then for all squares again.
  ///
  /// Inside a callback it is put off until after it, and several become one. Without a data source the
  /// board is empty.
  public func reloadData() {
    reload = .all
    work()
  }

  /// Asks the data source for some squares again, each once; those that do not exist are left out.
  public func reload(squares: [Int]) {
    switch reload {
    case .none: reload = .squares(squares)
    case .squares(let others): reload = .squares(others + squares)
    case .all: break
    }
    work()
  }

  /// Takes in an event from a screen; inside a callback it is put off until after it.
  public func handle(_ event: BoardEvent) {
    events.append(event)
    work()
  }

  /// Ends the gesture under way, if any.
  public func cancelTouch() { handle(.cancelTouch) }

  private func work() {
    guard !isBusy else { return }
    isBusy = true
    // A source that asks for a reload each time it is asked a question gets one more, not an endless row.
    var reloadsForSource = 0
    while true {
      if !events.isEmpty {
        let event = events.removeFirst()
        carryOut(state.handle(event))
      } else if case .none = reload {
        break
      } else {
        let wanted = reload
        reload = .none
        let effects = load(wanted)
        if case .none = reload {
        } else {
          reloadsForSource += 1
          if reloadsForSource > 1 { reload = .none }
        }
        carryOut(effects)
      }
    }
    isBusy = false
    show()
  }

  private func load(_ wanted: Reload) -> [TouchEffect] {
    // A local reference, so that a source that is freed by its own answer is asked to the end.
    guard let source = dataSource else {
      return state.reload(geometry: state.geometry) { _ in .empty }
    }
    // All answers are collected before any is used: a source may look at the view, and even change it.
    var answers: [SquareContent] = []
    switch wanted {
    case .none:
      return []
    case .squares(let chosen):
      let squares = state.existing(chosen)
      for square in squares { answers.append(source.boardView(self, contentOf: square)) }
      var next = answers.makeIterator()
      return state.reload(squares: squares) { _ in next.next() ?? .empty }
    case .all:
      let geometry = source.boardGeometry(for: self)
      for square in geometry.squares {
        answers.append(source.boardView(self, contentOf: square))
      }
      return state.reload(geometry: geometry) { answers[$0] }
    }
  }
}

// MARK: - Telling the delegate

extension BoardView {
  private func carryOut(_ effects: [TouchEffect]) {
    for effect in effects {
      switch effect {
      case .didTouchDown(let square): delegate?.boardView(self, didTouchDown: square)
      case .didMoveTouch(let square): delegate?.boardView(self, didMoveTouch: square)
      case .didTouchUp(let square): delegate?.boardView(self, didTouchUp: square)
      case .didCancelTouch: delegate?.boardViewDidCancelTouch(self)
      case .select(let square): select(square)
      case .deselect(let square): deselect(square)
      case .deselectAll:
        guard state.allowsSelection else { continue }
        for square in state.selectedSquares { deselect(square) }
      }
    }
  }

  private func select(_ square: Int) {
    guard state.allowsSelection else { return }
    var square = square
    if let delegate {
      guard delegate.boardView(self, shouldSelect: square),
        let chosen = delegate.boardView(self, willSelect: square)
      else { return }
      square = chosen
    }
    guard let dropped = state.select(square) else { return }
    for other in dropped { delegate?.boardView(self, didDeselect: other) }
    delegate?.boardView(self, didSelect: square)
  }

  private func deselect(_ square: Int) {
    guard state.allowsSelection, state.deselect(square) else { return }
    delegate?.boardView(self, didDeselect: square)
  }
}
