import Games

/// A game of 2 to 6 seats made up for these tests: one after the other adds a number to a sum.
///
/// Who reaches the goal wins. A seat adds 1 to 3, or throws a die and adds what it shows; a seat that left is
/// passed over. Where the goal is beyond 900, running out of time is a tie. The options are the goal, `goal 30`. In the text, `7/12 @2 ..x` is sum, goal, the seat to
/// act, and a dot for each seat that plays.
struct Relay: Hashable, Sendable {
  var goal = 12
  var sum = 0
  var turn = Seat.first
  var hasLeft: [Bool]
  var last = Seat.first

  private mutating func handOver() {
    for _ in hasLeft {
      turn = turn.next(of: hasLeft.count)
      if !hasLeft[turn.index] { return }
    }
  }
}

enum RelayMove: Hashable, Sendable, TextRepresentable {
  case add(Int)
  case roll

  var text: String { if case .add(let number) = self { "add-\(number)" } else { "roll" } }

  init(text: String) throws(TextError) {
    if text.hasSameBytes(as: "roll") {
      self = .roll
    } else if let number = text.integer(after: "add-"), (1...3).contains(number) {
      // Several spellings of one move: a match writes the game's own.
      self = .add(number)
    } else {
      throw TextError("expected add-1 to add-3, or roll", at: 0)
    }
  }
}

extension Relay: EnumerableGame {
  static var info: GameInfo { GameInfo(id: "relay", title: "Relay", seats: 2...6, rulesVersion: 3) }

  init(setup: GameSetup, chance: inout Chance) throws(SetupError) {
    guard Relay.info.seats.contains(setup.seats) else { throw SetupError("2 to 6 may play") }
    hasLeft = Array(repeating: false, count: setup.seats)
    if !setup.options.isEmpty {
      guard let goal = setup.options.integer(after: "goal "), goal > 0 else {
        throw SetupError("expected a goal")
      }
      self.goal = goal
    }
  }

  var seatCount: Int { hasLeft.count }
  var isFinished: Bool { sum >= goal || hasLeft.count(where: { !$0 }) < 2 }
  var seatsToAct: SeatSet { isFinished ? [] : SeatSet(turn) }

  var outcome: Outcome? {
    guard isFinished else { return nil }
    let winner = sum >= goal ? last.index : hasLeft.firstIndex(of: false)
    return Outcome(
      seats: hasLeft.indices.map { $0 == winner ? .won : hasLeft[$0] ? .quit : .lost },
      scores: hasLeft.indices.map { $0 == winner ? sum : 0 })
  }

  func legalMoves(for seat: Seat) -> [RelayMove] {
    seatsToAct.contains(seat) ? [.add(1), .add(2), .add(3), .roll] : []
  }

  mutating func play(_ move: RelayMove, by seat: Seat, chance: inout Chance) throws(IllegalMove) {
    if isFinished { throw .gameOver }
    guard seat == turn else { throw .notYourTurn }
    switch move {
    case .add(let number): sum += number
    case .roll: sum += chance.roll()
    }
    last = seat
    handOver()
  }

  mutating func withdraw(_ seat: Seat, chance: inout Chance) {
    guard !isFinished, seat.index < hasLeft.count else { return }
    hasLeft[seat.index] = true
    if turn == seat { handOver() }
  }

  func outcomeWhenTimeExpires(for seat: Seat) -> Outcome? {
    goal > 900 ? .tied(of: seatCount) : nil
  }

  var text: String {
    "\(sum)/\(goal) @\(turn.number) \(last.number) "
      + hasLeft.map { $0 ? "x" : "." }.joined()
  }

  init(text: String) throws(TextError) {
    let parts = text.split(separator: " ").map { String($0) }
    let sums = (parts.first ?? "").split(separator: "/").compactMap { Int($0) }
    guard parts.count == 4, sums.count == 2, let turn = parts[1].integer(after: "@"),
      let turn = Seat(turn - 1), let last = Int(parts[2]), let last = Seat(last - 1)
    else { throw TextError("expected a relay", at: 0) }
    self.turn = turn
    self.last = last
    (sum, goal) = (sums[0], sums[1])
    hasLeft = parts[3].map { $0 == "x" }
  }
}
