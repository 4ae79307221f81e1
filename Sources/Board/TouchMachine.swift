/// The touch machine: what a gesture means, as a pure function of state and event.
///
/// One gesture at a time; whatever begins with ``TouchEffect/didTouchDown(_:)`` ends exactly once, by
/// ``TouchEffect/didTouchUp(_:)`` or ``TouchEffect/didCancelTouch``. *p* is the pointer that pressed,
/// *o* the square on which it did.
///
/// | # | state | event | condition | effects | next state |
/// |---|---|---|---|---|---|
/// | 1 | idle | down *p* on *s* | primary, *s* can act | `didTouchDown(s)` | pressed |
/// | 2 | idle | down | not primary, off the board, or *s* cannot act | – | idle |
/// | 3 | idle | move, up, cancel, abort, reload | | – | idle |
/// | 4 | pressed | down of another pointer | | `didCancelTouch` | idle |
/// | 5 | pressed | down of *p* again (its up was lost) | | `didCancelTouch`, then row 1 or 2 | as there |
/// | 6 | pressed | move of *p* | onto another square, or off the board | `didMoveTouch(s or nil)` | pressed |
/// | 7 | pressed | move of *p* | within the same square | – | pressed |
/// | 8 | pressed | move, up or cancel of another pointer | | – | pressed |
/// | 9 | pressed | up of *p* on *o* | may be selected, is not | `didTouchUp(o)`, `select(o)` | idle |
/// | 10 | pressed | up of *p* on *o* | may be selected, is | `didTouchUp(o)`, `deselect(o)` | idle |
/// | 11 | pressed | up of *p* on *o* | may not be selected | `didTouchUp(o)` | idle |
/// | 12 | pressed | up of *p* elsewhere | | `didTouchUp(s or nil)` | idle |
/// | 13 | pressed | cancel of *p* | | `didCancelTouch` | idle |
/// | 14 | pressed | abort (by program) | | `didCancelTouch` | idle |
/// | 15 | pressed | reload | the piece on *o* changed, left, or cannot act any more | `didCancelTouch` | idle |
/// | 16 | pressed | reload | the square under the pointer is gone | `didMoveTouch(nil)` | pressed |
/// | 17 | pressed | reload | neither | – | pressed |
/// | 18 | idle | activate *s* | *s* can act | `didTouchDown(s)`, then row 9, 10 or 11 | idle |
/// | 19 | idle | activate *s* | *s* cannot act | – | idle |
/// | 20 | pressed | activate | | – | pressed |
/// | 21 | idle | escape | | `deselectAll` | idle |
/// | 22 | pressed | escape | | `didCancelTouch` | idle |
public enum TouchState: Hashable, Sendable {
  /// Nothing is pressed.
  case idle
  /// A pointer was pressed on a square and is still down.
  case pressed(Press)

  /// A gesture under way.
  public struct Press: Hashable, Sendable {
    /// The pointer that pressed.
    public let pointer: Int
    /// The square on which it did.
    public var origin: Int
    /// The square over which it is now; `nil` off the board.
    public var over: Int?

    /// Creates a gesture that has just begun.
    public init(pointer: Int, origin: Int) {
      self.pointer = pointer
      self.origin = origin
      over = origin
    }
  }
}

/// What happened to a pointer, to the board under it, or on the keyboard.
public enum TouchEvent: Hashable, Sendable {
  /// A pointer was pressed; `isPrimary` is true for the first finger and the main button.
  case down(pointer: Int, square: Int?, isPrimary: Bool, ability: SquareAbility)
  /// A pointer moved.
  case move(pointer: Int, square: Int?)
  /// A pointer was released.
  case up(pointer: Int, square: Int?, ability: SquareAbility)
  /// The system took a pointer away, for scrolling, say.
  case cancel(pointer: Int)
  /// The program ends the gesture.
  case abort
  /// The board was loaded again; the squares of the gesture are where they are now, `nil` if gone.
  case reload(origin: Int?, over: Int?)
  /// A square was activated by the keyboard.
  case activate(square: Int, ability: SquareAbility)
  /// The Escape key was pressed.
  case escape
}

/// What a touch on a square may do.
public struct SquareAbility: OptionSet, Hashable, Sendable {
  /// One bit an ability.
  public let rawValue: UInt8

  /// Creates a set of abilities from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A touch may begin here.
  public static let act = SquareAbility(rawValue: 1)
  /// The player may select and deselect it.
  public static let select = SquareAbility(rawValue: 2)
  /// It is selected.
  public static let isSelected = SquareAbility(rawValue: 4)
}

/// What the owner of a board has to be told or asked, in this order.
public enum TouchEffect: Hashable, Sendable {
  /// A gesture began.
  case didTouchDown(Int)
  /// It went over another square, or off the board.
  case didMoveTouch(Int?)
  /// It ended on a square, or off the board.
  case didTouchUp(Int?)
  /// It ended without a result.
  case didCancelTouch
  /// The player wants to select a square.
  case select(Int)
  /// The player wants to deselect a square.
  case deselect(Int)
  /// The player wants nothing to be selected.
  case deselectAll
}

extension TouchState {
  /// Returns the state after an event and what follows from it; see the table above.
  public func handling(_ event: TouchEvent) -> (state: TouchState, effects: [TouchEffect]) {
    switch self {
    case .idle: Self.handlingWhenIdle(event)
    case .pressed(let press): Self.handling(event, during: press)
    }
  }

  private static func handlingWhenIdle(_ event: TouchEvent)
    -> (state: TouchState, effects: [TouchEffect])
  {
    switch event {
    case .down(let pointer, let square?, true, let ability) where ability.contains(.act):
      (.pressed(Press(pointer: pointer, origin: square)), [.didTouchDown(square)])
    case .activate(let square, let ability) where ability.contains(.act):
      (.idle, [.didTouchDown(square)] + tap(square, ability))
    case .escape: (.idle, [.deselectAll])
    case .down, .move, .up, .cancel, .abort, .reload, .activate: (.idle, [])
    }
  }

  private static func handling(_ event: TouchEvent, during press: Press)
    -> (state: TouchState, effects: [TouchEffect])
  {
    var press = press
    switch event {
    case .down(let pointer, _, _, _):
      guard pointer == press.pointer else { return (.idle, [.didCancelTouch]) }
      let (state, effects) = handlingWhenIdle(event)
      return (state, [.didCancelTouch] + effects)
    case .move(press.pointer, let square) where square != press.over:
      press.over = square
      return (.pressed(press), [.didMoveTouch(square)])
    case .up(press.pointer, let square, let ability):
      guard let square, square == press.origin else { return (.idle, [.didTouchUp(square)]) }
      return (.idle, tap(square, ability))
    case .cancel(press.pointer), .abort, .escape, .reload(nil, _):
      return (.idle, [.didCancelTouch])
    case .reload(let origin?, let over):
      let hasLostSquare = press.over != nil && over == nil
      press.origin = origin
      press.over = over
      return (.pressed(press), hasLostSquare ? [.didMoveTouch(nil)] : [])
    case .move, .up, .cancel, .activate:
      return (.pressed(press), [])
    }
  }

  private static func tap(_ square: Int, _ ability: SquareAbility) -> [TouchEffect] {
    guard ability.contains(.select) else { return [.didTouchUp(square)] }
    return [
      .didTouchUp(square), ability.contains(.isSelected) ? .deselect(square) : .select(square),
    ]
  }
}
