package import Games

/// A race of 2 to 6 seats with dice, made up for simulations: seats go round, may be passed over, and may leave.
///
/// The options are the goal, such as `goal 20`. In the text, `7/20 @2 x..` is the best place so far, the goal, whose
/// turn it is, and a mark for each seat that left; the places follow.
package struct Dash: Hashable, Sendable {
  var goal = 20
  var places: [Int]
  var turn = Seat.first
  var gone: SeatSet = []

  var staying: SeatSet { SeatSet(first: places.count).subtracting(gone) }

  private mutating func handOn() {
    guard !staying.isEmpty else { return }
    repeat { turn = turn.next(of: places.count) } while gone.contains(turn)
  }
}

/// A step of one to three, or a throw of the die.
package enum DashMove: Hashable, Sendable, TextRepresentable {
  case step(Int)
  case roll

  package var text: String { if case .step(let count) = self { "step-\(count)" } else { "roll" } }

  package init(text: String) throws(TextError) {
    if text.hasSameBytes(as: "roll") {
      self = .roll
    } else if let count = text.integer(after: "step-"), (1...3).contains(count) {
      self = .step(count)
    } else {
      throw TextError("expected roll or step-1 to step-3", at: 0)
    }
  }
}

extension Dash: EnumerableGame {
  package static var info: GameInfo { GameInfo(id: "dash", title: "Dash", seats: 2...6) }

  package init(setup: GameSetup, chance: inout Chance) throws(SetupError) {
    guard Dash.info.seats.contains(setup.seats) else { throw SetupError("two to six race") }
    places = Array(repeating: 0, count: setup.seats)
    guard !setup.options.isEmpty else { return }
    guard let goal = setup.options.integer(after: "goal "), goal > 0 else {
      throw SetupError("expected a goal")
    }
    self.goal = goal
  }

  package var seatCount: Int { places.count }
  package var seatsToAct: SeatSet { outcome == nil ? SeatSet(turn) : [] }

  package var outcome: Outcome? {
    let winner = places.firstIndex { $0 >= goal } ?? (staying.count < 2 ? staying.first?.index : -1)
    guard winner != -1 else { return nil }
    return Outcome(
      seats: places.indices.map { index in
        if index == winner { return .won }
        return Seat(index).map { gone.contains($0) } == true ? .quit : .lost
      }, scores: places)
  }

  package func legalMoves(for seat: Seat) -> [DashMove] {
    seatsToAct.contains(seat) ? [.step(1), .step(2), .step(3), .roll] : []
  }

  package mutating func play(
    _ move: DashMove, by seat: Seat, chance: inout Chance
  ) throws(IllegalMove) {
    guard outcome == nil else { throw .gameOver }
    guard seat == turn else { throw .notYourTurn }
    switch move {
    case .step(let count): places[seat.index] += count
    case .roll: places[seat.index] += chance.roll()
    }
    if outcome == nil { handOn() }
  }

  package mutating func withdraw(_ seat: Seat, chance: inout Chance) {
    guard outcome == nil, seat.index < places.count else { return }
    gone.formUnion(SeatSet(seat))
    if turn == seat { handOn() }
  }

  package mutating func passOver(_ seat: Seat, chance: inout Chance) -> Bool {
    guard outcome == nil, seat == turn, staying.count > 1 else { return false }
    handOn()
    return true
  }

  package var text: String {
    "\(goal) @\(turn.number) " + places.map { "\($0)" }.joined(separator: ",") + " \(gone.rawValue)"
  }

  package init(text: String) throws(TextError) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false).map { String($0) }
    guard parts.count == 4, let goal = Int(parts[0]), let number = parts[1].integer(after: "@"),
      let turn = Seat(number - 1), let gone = UInt16(parts[3])
    else { throw TextError("expected a dash", at: 0) }
    self.goal = goal
    self.turn = turn
    places = parts[2].split(separator: ",").compactMap { Int($0) }
    self.gone = SeatSet(rawValue: gone)
    guard Dash.info.seats.contains(places.count), turn.index < places.count,
      self.text.hasSameBytes(as: text)
    else { throw TextError("expected a dash", at: 0) }
  }
}
