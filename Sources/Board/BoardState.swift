/// All that a board view knows, as a value: what stands where, selection, focus, and the gesture.
///
/// ``BoardView`` wraps it and adds who is asked and who is told. Where there is no such pair of objects
/// (a test, a bridge to another language) the value is used alone: load it, hand it events, carry out
/// the effects, draw ``snapshot``.
public struct BoardState: Hashable, Sendable {
  /// Size, names and orientation.
  public private(set) var geometry: BoardGeometry
  /// What stands on each square, as loaded.
  public private(set) var squares: [SquareContent]
  /// The selected squares, in the order in which they were selected.
  public private(set) var selectedSquares: [Int] = []
  /// The gesture under way.
  public private(set) var touch = TouchState.idle
  /// Whether the player may select squares; the program always may.
  public var allowsSelection = true
  /// Whether several squares may be selected at once.
  public var allowsMultipleSelection = false {
    didSet {
      if !allowsMultipleSelection { selectedSquares = Array(selectedSquares.suffix(1)) }
    }
  }
  /// Whether touches and keys do anything; a board that is off shows all squares as not enabled.
  public var isEnabled = true
  /// How it looks.
  public var style = BoardStyle.felt
  /// What is drawn over it.
  public var overlays: [Overlay] = []
  private var nameText = ByteText("Board")
  private var focus: Int?

  /// Creates an empty board.
  public init(geometry: BoardGeometry = BoardGeometry(rows: 8, columns: 8)) {
    self.geometry = geometry
    squares = [SquareContent](repeating: .empty, count: geometry.squareCount)
  }

  /// The board's name, as read out.
  public var name: String {
    get { nameText.string }
    set { nameText = ByteText(newValue) }
  }

  /// The side from which it is seen; the same squares stay selected, focused and held.
  public var orientation: BoardOrientation {
    get { geometry.orientation }
    set { geometry.orientation = newValue }
  }

  /// The square that has the keyboard's focus, or had it last; setting one that does not exist sets none.
  public var focusedSquare: Int? {
    get { focus }
    set { focus = newValue.flatMap { geometry.contains($0) ? $0 : nil } }
  }

  /// What a screen is to show.
  ///
  /// - Complexity: O(*n*) in the number of squares, if anything is selected or the board is off.
  public var snapshot: BoardSnapshot {
    var shown = squares
    for square in selectedSquares { shown[square].marks.insert(.selected) }
    if !isEnabled {
      for square in shown.indices { shown[square].isEnabled = false }
    }
    var snapshot = BoardSnapshot(
      geometry: geometry, squares: shown, style: style, overlays: overlays, focusedSquare: focus)
    snapshot.nameText = nameText
    return snapshot
  }
}

// MARK: - Loading

extension BoardState {
  /// Loads the whole board anew.
  ///
  /// Selection, focus and gesture stay with squares of the same name. A selected square that is gone is
  /// dropped, the focus goes to the nearest square, a gesture whose piece changed is cancelled.
  ///
  /// - Parameters:
  ///   - newGeometry: Size and names; its orientation is ignored, since that is the view's own.
  ///   - content: What stands on a square; asked once for each, row by row.
  /// - Returns: What follows for a gesture under way.
  public mutating func reload(
    geometry newGeometry: BoardGeometry, content: (Int) -> SquareContent
  ) -> [TouchEffect] {
    var next = newGeometry
    next.orientation = geometry.orientation
    var loaded: [SquareContent] = []
    loaded.reserveCapacity(next.squareCount)
    for square in next.squares { loaded.append(content(square)) }

    let old = geometry
    let held = heldContent
    geometry = next
    squares = loaded
    var kept: [Int] = []
    for square in selectedSquares {
      if let square = old.square(square, on: next) { kept.append(square) }
    }
    selectedSquares = kept
    focus = focus.flatMap { old.nearestSquare(to: $0, on: next) }
    return reviewTouch(held: held) { old.square($0, on: next) }
  }

  /// Loads some squares anew; those that do not exist are left out, the others asked once, in order.
  public mutating func reload(
    squares chosen: [Int], content: (Int) -> SquareContent
  ) -> [TouchEffect] {
    let held = heldContent
    for square in existing(chosen) { squares[square] = content(square) }
    return reviewTouch(held: held) { $0 }
  }

  /// Returns those squares that exist, ascending, each once.
  func existing(_ chosen: [Int]) -> [Int] {
    // Flags instead of sorting, which would be another two kilobytes in the browser.
    var isChosen = [Bool](repeating: false, count: geometry.squareCount)
    for square in chosen where geometry.contains(square) { isChosen[square] = true }
    var found: [Int] = []
    for square in geometry.squares where isChosen[square] { found.append(square) }
    return found
  }

  private var heldContent: SquareContent? {
    guard case .pressed(let press) = touch else { return nil }
    return squares[press.origin]
  }

  private mutating func reviewTouch(
    held: SquareContent?, moved: (Int) -> Int?
  ) -> [TouchEffect] {
    guard case .pressed(let press) = touch, let held else { return [] }
    var origin = moved(press.origin)
    if let square = origin, !squares[square].holdsSamePiece(as: held) || !squares[square].isEnabled
    {
      origin = nil
    }
    return pass(.reload(origin: origin, over: press.over.flatMap(moved)))
  }
}

// MARK: - Events

/// What comes in from a screen.
public enum BoardEvent: Hashable, Sendable {
  /// A pointer was pressed on a square, or `nil` off the board.
  ///
  /// `isPrimary` is true for the first finger, the pen's tip and the main button of a mouse only.
  case pointerDown(pointer: Int, square: Int?, isPrimary: Bool)
  /// A pointer moved.
  case pointerMove(pointer: Int, square: Int?)
  /// A pointer was released.
  case pointerUp(pointer: Int, square: Int?)
  /// The system took a pointer away.
  case pointerCancel(pointer: Int)
  /// The program ends the gesture.
  case cancelTouch
  /// A key was pressed while the board had the focus.
  case key(BoardKey)
  /// The keyboard's focus came to a square in another way, by the Tab key, say.
  case focus(Int)
}

extension BoardState {
  /// Takes in an event and returns what follows from it, to be carried out in this order.
  public mutating func handle(_ event: BoardEvent) -> [TouchEffect] {
    switch event {
    case .pointerDown(let pointer, let square, let isPrimary):
      let square = existing(square)
      let effects = pass(
        .down(pointer: pointer, square: square, isPrimary: isPrimary, ability: ability(of: square)))
      if case .pressed(let press) = touch { focus = press.origin }
      return effects
    case .pointerMove(let pointer, let square):
      return pass(.move(pointer: pointer, square: existing(square)))
    case .pointerUp(let pointer, let square):
      let square = existing(square)
      return pass(.up(pointer: pointer, square: square, ability: ability(of: square)))
    case .pointerCancel(let pointer):
      return pass(.cancel(pointer: pointer))
    case .cancelTouch:
      return pass(.abort)
    case .focus(let square):
      if geometry.contains(square) { focus = square }
      return []
    case .key(let key):
      return press(key)
    }
  }

  private mutating func press(_ key: BoardKey) -> [TouchEffect] {
    guard let square = snapshot.tabStop else { return [] }
    switch key {
    case .activate:
      focus = square
      return pass(.activate(square: square, ability: ability(of: square)))
    case .escape:
      return pass(.escape)
    case .up, .down, .left, .right, .rowStart, .rowEnd, .boardStart, .boardEnd:
      focus = geometry.square(reachedFrom: square, by: key)
      return []
    }
  }

  private func existing(_ square: Int?) -> Int? {
    square.flatMap { geometry.contains($0) ? $0 : nil }
  }

  private func ability(of square: Int?) -> SquareAbility {
    guard let square, isEnabled, squares[square].isEnabled else { return [] }
    var ability = SquareAbility.act
    if allowsSelection { ability.insert(.select) }
    if selectedSquares.contains(square) { ability.insert(.isSelected) }
    return ability
  }

  private mutating func pass(_ event: TouchEvent) -> [TouchEffect] {
    let (state, effects) = touch.handling(event)
    touch = state
    return effects
  }
}

// MARK: - Selection

extension BoardState {
  /// Selects a square; without multiple selection, instead of the one before.
  ///
  /// - Returns: The squares that are not selected any more; `nil` when nothing changed, because the
  ///   square does not exist or is selected already.
  public mutating func select(_ square: Int) -> [Int]? {
    guard geometry.contains(square), !selectedSquares.contains(square) else { return nil }
    let dropped = allowsMultipleSelection ? [] : selectedSquares
    if !allowsMultipleSelection { selectedSquares = [] }
    selectedSquares.append(square)
    return dropped
  }

  /// Deselects a square and returns whether it was selected.
  public mutating func deselect(_ square: Int) -> Bool {
    let count = selectedSquares.count
    selectedSquares.removeAll { $0 == square }
    return selectedSquares.count < count
  }
}
