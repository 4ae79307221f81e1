import Games

/// A race to 20 for 2 to 6 seats, made up to test chance, seats that act twice, and play without a board.
///
/// A seat rolls a die and goes on by what it shows, and after a six it acts again; or it walks two for sure.
/// The text has a word for each seat, its way so far or `x` once it left, and the number of the seat to act
/// after an `@`: `6 x 11 @3`.
struct DiceRace: Hashable, Sendable {
  static let goal = 20
  /// How far each seat has come, `nil` once it has left.
  var ways: [Int?]
  var turn = Seat.first

  /// The seat that has won: it reached the goal, or all others left.
  var winner: Int? {
    let racing = ways.indices.filter { ways[$0] != nil }
    return ways.firstIndex { $0 ?? 0 >= DiceRace.goal } ?? (racing.count == 1 ? racing.first : nil)
  }

  private mutating func handOver() {
    for _ in ways {
      turn = turn.next(of: ways.count)
      if ways[turn.index] != nil { return }
    }
  }
}

enum DiceMove: Hashable, Sendable, CaseIterable, TextRepresentable {
  case roll, walk
  var text: String { self == .roll ? "roll" : "walk" }
  init(text: String) throws(TextError) {
    guard let move = DiceMove.allCases.first(where: { $0.text.hasSameBytes(as: text) }) else {
      throw TextError("expected roll or walk", at: 0)
    }
    self = move
  }
}

extension DiceRace: EnumerableGame {
  static var info: GameInfo { GameInfo(id: "dice-race", title: "Dice Race", seats: 2...6) }

  init(setup: GameSetup, chance: inout Chance) throws(SetupError) {
    guard DiceRace.info.seats.contains(setup.seats) else { throw SetupError("2 to 6 may play") }
    ways = Array(repeating: 0, count: setup.seats)
  }

  var seatCount: Int { ways.count }

  var seatsToAct: SeatSet { winner == nil ? SeatSet(turn) : [] }

  var outcome: Outcome? {
    guard let winner else { return nil }
    let seats: [SeatOutcome] = ways.indices.map {
      ways[$0] == nil ? .quit : $0 == winner ? .won : .lost
    }
    return Outcome(seats: seats, scores: ways.map { $0 ?? 0 })
  }

  func legalMoves(for seat: Seat) -> [DiceMove] {
    seatsToAct.contains(seat) ? DiceMove.allCases : []
  }

  mutating func play(
    _ move: DiceMove, by seat: Seat, chance: inout Chance
  ) throws(IllegalMove) {
    if isOver { throw .gameOver }
    guard seatsToAct.contains(seat), let way = ways[seat.index] else { throw .notYourTurn }
    let steps = move == .roll ? chance.roll() : 2
    ways[seat.index] = way + steps
    if steps != 6 { handOver() }
  }

  mutating func withdraw(_ seat: Seat, chance: inout Chance) {
    guard !isOver, seat.index < ways.count else { return }
    ways[seat.index] = nil
    if turn == seat { handOver() }
  }

  var text: String {
    ways.map { $0.map { "\($0)" } ?? "x" }.joined(separator: " ") + " @\(turn.number)"
  }

  init(text: String) throws(TextError) {
    ways = []
    let words = text.utf8.split(separator: 0x20, omittingEmptySubsequences: false)
    for word in words.dropLast() {
      let way = Int(decimal: word)
      guard (0...DiceRace.goal + 5).contains(way ?? -1) || word.elementsEqual("x".utf8) else {
        throw TextError("expected a way or x", at: 0)
      }
      ways.append(way)
    }
    guard DiceRace.info.seats.contains(ways.count), let last = words.last,
      let number = String(last)?.integer(after: "@"), number <= ways.count,
      let seat = Seat(number - 1), winner != nil || ways[seat.index] != nil
    else { throw TextError("expected 2 to 6 ways and the seat to act", at: text.utf8.count) }
    turn = seat
  }
}
