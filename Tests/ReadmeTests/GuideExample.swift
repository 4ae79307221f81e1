import Games

struct Race: EnumerableGame {
  struct Roll: Hashable, Sendable, TextRepresentable {
    var text: String { "roll" }
    init() {}
    init(text: String) throws(TextError) {
      guard text.hasSameBytes(as: "roll") else { throw TextError("expected roll", at: 0) }
    }
  }

  static let info = GameInfo(id: "race", title: "Race", seats: 2...6)
  /// How far each seat has come; -1 for one that has left.
  private(set) var places: [Int]
  private(set) var turn = Seat.first

  init(setup: GameSetup, chance: inout Chance) throws(SetupError) {
    guard Self.info.seats.contains(setup.seats) else { throw SetupError("two to six race") }
    places = Array(repeating: 0, count: setup.seats)
  }

  var seatCount: Int { places.count }
  var seatsToAct: SeatSet { isOver ? [] : SeatSet(turn) }
  var outcome: Outcome? {
    guard let winner = places.firstIndex(where: { $0 >= 10 }).flatMap({ Seat($0) }) else {
      return nil
    }
    return .won(by: winner, of: seatCount, scores: places)
  }

  func legalMoves(for seat: Seat) -> [Roll] { seatsToAct.contains(seat) ? [Roll()] : [] }

  mutating func play(_ move: Roll, by seat: Seat, chance: inout Chance) throws(IllegalMove) {
    guard seatsToAct.contains(seat) else { throw .notYourTurn }
    places[seat.index] += chance.roll()
    handOn()
  }

  mutating func withdraw(_ seat: Seat, chance: inout Chance) {
    places[seat.index] = -1
    if turn == seat { handOn() }
  }

  private mutating func handOn() {
    repeat {
      turn = turn.next(of: seatCount)
    } while places[turn.index] < 0 && places.max() ?? 0 >= 0
  }

  var text: String { "\(turn.number) " + places.map { "\($0)" }.joined(separator: ",") }
  init(text: String) throws(TextError) {
    let parts = text.split(separator: " ").map { String($0) }
    guard parts.count == 2, let number = Int(parts[0]), (1...6).contains(number),
      let turn = Seat(number - 1)
    else { throw TextError("expected the seat to move", at: 0) }
    self.turn = turn
    places = parts[1].split(separator: ",").compactMap { Int($0) }
    guard Self.info.seats.contains(places.count), turn.index < places.count,
      self.text.hasSameBytes(as: text)
    else { throw TextError("expected a place for each seat", at: parts[0].utf8.count + 1) }
  }
}
