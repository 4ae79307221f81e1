import Board
import Testing

/// One row of the machine's decision table.
struct TouchRow: Sendable, CustomTestStringConvertible {
  let number: Int
  let state: TouchState
  let event: TouchEvent
  let effects: [TouchEffect]
  let next: TouchState

  init(
    _ number: Int, _ state: TouchState, _ event: TouchEvent, _ effects: [TouchEffect],
    _ next: TouchState
  ) {
    self.number = number
    self.state = state
    self.event = event
    self.effects = effects
    self.next = next
  }

  var testDescription: String { "row \(number)" }
}

private func pressed(_ origin: Int, over: Int? = nil, isOff: Bool = false) -> TouchState {
  var press = TouchState.Press(pointer: 1, origin: origin)
  press.over = isOff ? nil : over ?? origin
  return .pressed(press)
}

private let free: SquareAbility = [.act, .select]
private let chosen: SquareAbility = [.act, .select, .isSelected]

private let table: [TouchRow] = [
  TouchRow(
    1, .idle, .down(pointer: 1, square: 5, isPrimary: true, ability: free), [.didTouchDown(5)],
    pressed(5)),
  TouchRow(2, .idle, .down(pointer: 1, square: 5, isPrimary: false, ability: free), [], .idle),
  TouchRow(2, .idle, .down(pointer: 1, square: nil, isPrimary: true, ability: free), [], .idle),
  TouchRow(2, .idle, .down(pointer: 1, square: 5, isPrimary: true, ability: .select), [], .idle),
  TouchRow(3, .idle, .move(pointer: 1, square: 5), [], .idle),
  TouchRow(3, .idle, .up(pointer: 1, square: 5, ability: free), [], .idle),
  TouchRow(3, .idle, .cancel(pointer: 1), [], .idle),
  TouchRow(3, .idle, .abort, [], .idle),
  TouchRow(3, .idle, .reload(origin: nil, over: nil), [], .idle),
  TouchRow(
    4, pressed(5), .down(pointer: 2, square: 6, isPrimary: false, ability: free),
    [.didCancelTouch], .idle),
  TouchRow(
    4, pressed(5), .down(pointer: 2, square: 6, isPrimary: true, ability: free),
    [.didCancelTouch], .idle),
  TouchRow(
    5, pressed(5), .down(pointer: 1, square: 6, isPrimary: true, ability: free),
    [.didCancelTouch, .didTouchDown(6)], pressed(6)),
  TouchRow(
    5, pressed(5), .down(pointer: 1, square: nil, isPrimary: true, ability: []),
    [.didCancelTouch], .idle),
  TouchRow(
    6, pressed(5), .move(pointer: 1, square: 6), [.didMoveTouch(6)], pressed(5, over: 6)),
  TouchRow(
    6, pressed(5), .move(pointer: 1, square: nil), [.didMoveTouch(nil)], pressed(5, isOff: true)),
  TouchRow(
    6, pressed(5, isOff: true), .move(pointer: 1, square: 5), [.didMoveTouch(5)], pressed(5)),
  TouchRow(7, pressed(5), .move(pointer: 1, square: 5), [], pressed(5)),
  TouchRow(
    7, pressed(5, isOff: true), .move(pointer: 1, square: nil), [], pressed(5, isOff: true)),
  TouchRow(8, pressed(5), .move(pointer: 2, square: 6), [], pressed(5)),
  TouchRow(8, pressed(5), .up(pointer: 2, square: 5, ability: free), [], pressed(5)),
  TouchRow(8, pressed(5), .cancel(pointer: 2), [], pressed(5)),
  TouchRow(
    9, pressed(5), .up(pointer: 1, square: 5, ability: free), [.didTouchUp(5), .select(5)], .idle),
  TouchRow(
    10, pressed(5), .up(pointer: 1, square: 5, ability: chosen), [.didTouchUp(5), .deselect(5)],
    .idle),
  TouchRow(
    11, pressed(5), .up(pointer: 1, square: 5, ability: [.act, .isSelected]), [.didTouchUp(5)],
    .idle),
  TouchRow(
    12, pressed(5, over: 6), .up(pointer: 1, square: 6, ability: free), [.didTouchUp(6)], .idle),
  TouchRow(
    12, pressed(5, isOff: true), .up(pointer: 1, square: nil, ability: []), [.didTouchUp(nil)],
    .idle),
  TouchRow(13, pressed(5), .cancel(pointer: 1), [.didCancelTouch], .idle),
  TouchRow(14, pressed(5), .abort, [.didCancelTouch], .idle),
  TouchRow(15, pressed(5), .reload(origin: nil, over: 5), [.didCancelTouch], .idle),
  TouchRow(
    16, pressed(5, over: 6), .reload(origin: 4, over: nil), [.didMoveTouch(nil)],
    pressed(4, isOff: true)),
  TouchRow(17, pressed(5, over: 6), .reload(origin: 5, over: 6), [], pressed(5, over: 6)),
  TouchRow(
    17, pressed(5, isOff: true), .reload(origin: 5, over: nil), [], pressed(5, isOff: true)),
  TouchRow(
    18, .idle, .activate(square: 5, ability: free),
    [.didTouchDown(5), .didTouchUp(5), .select(5)], .idle),
  TouchRow(
    18, .idle, .activate(square: 5, ability: chosen),
    [.didTouchDown(5), .didTouchUp(5), .deselect(5)], .idle),
  TouchRow(
    18, .idle, .activate(square: 5, ability: .act), [.didTouchDown(5), .didTouchUp(5)], .idle),
  TouchRow(19, .idle, .activate(square: 5, ability: .select), [], .idle),
  TouchRow(20, pressed(5), .activate(square: 5, ability: free), [], pressed(5)),
  TouchRow(21, .idle, .escape, [.deselectAll], .idle),
  TouchRow(22, pressed(5), .escape, [.didCancelTouch], .idle),
]

@Suite("TouchState")
struct TouchMachineTests {
  @Test("Each row of the decision table holds", arguments: table)
  func row(row: TouchRow) {
    let (state, effects) = row.state.handling(row.event)
    #expect(effects == row.effects)
    #expect(state == row.next)
  }

  @Test("The table has no row without a test")
  func complete() {
    #expect(Set(table.map(\.number)) == Set(1...22))
  }

  @Test(
    "Whatever happens, each touch down has exactly one end",
    arguments: 1...40 as ClosedRange<UInt64>)
  func oneEnd(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var state = TouchState.idle
    var isDown = false
    for _ in 0..<500 {
      let (next, effects) = state.handling(randomEvent(&random))
      for effect in effects {
        switch effect {
        case .didTouchDown:
          #expect(!isDown, "a second touch down before the end of the first")
          isDown = true
        case .didTouchUp, .didCancelTouch:
          #expect(isDown, "an end without a touch down")
          isDown = false
        case .didMoveTouch:
          #expect(isDown, "a move without a touch down")
        case .select, .deselect, .deselectAll:
          #expect(!isDown, "a selection during a gesture")
        }
      }
      #expect(isDown == (next != .idle))
      state = next
    }
  }

  private func randomEvent(_ random: inout SeededGenerator) -> TouchEvent {
    let pointer = Int.random(in: 1...2, using: &random)
    let place = Int.random(in: 0...3, using: &random)
    let square = place == 3 ? nil : place
    let ability = SquareAbility(rawValue: UInt8.random(in: 0...7, using: &random))
    switch Int.random(in: 0...11, using: &random) {
    case 0...2:
      return .down(
        pointer: pointer, square: square, isPrimary: Bool.random(using: &random), ability: ability)
    case 3...5: return .move(pointer: pointer, square: square)
    case 6...7: return .up(pointer: pointer, square: square, ability: ability)
    case 8: return .cancel(pointer: pointer)
    case 9: return .reload(origin: square, over: square)
    case 10: return .activate(square: place, ability: ability)
    default: return Bool.random(using: &random) ? .abort : .escape
    }
  }
}
