import Games

/// A race of one seat against another with a choice between the sure and the lucky, made up for tests.
///
/// `sure` goes one step; `risk` goes six when the die shows six, else none. Who has gone six steps wins;
/// after `turns` turns of each the game is tied.
struct Duel: EnumerableGame {
  enum Move: Hashable, Sendable, CaseIterable, TextRepresentable {
    case risk, sure
    var text: String { self == .risk ? "risk" : "sure" }
    init(text: String) throws(TextError) {
      guard let move = Move.allCases.first(where: { $0.text.hasSameBytes(as: text) }) else {
        throw TextError("expected risk or sure", at: 0)
      }
      self = move
    }
  }

  var steps = [0, 0]
  var left = 12
  static var info: GameInfo { GameInfo(id: "duel", title: "Duel", seats: 2...2) }
  init(setup: GameSetup, chance: inout Chance) throws(SetupError) {
    guard setup.seats == 2 else { throw SetupError("two play") }
  }
  init(steps: [Int], left: Int) {
    self.steps = steps
    self.left = left
  }
  var text: String { "\(steps[0]) \(steps[1]) \(left)" }
  init(text: String) throws(TextError) {
    let numbers = text.utf8.split(separator: 0x20).compactMap { Int(decimal: $0) }
    guard numbers.count == 3, numbers.allSatisfy({ (0...12).contains($0) }) else {
      throw TextError("expected three numbers", at: 0)
    }
    self.init(steps: Array(numbers[..<2]), left: numbers[2])
  }
  var seatCount: Int { 2 }
  var mover: Seat { left % 2 == 0 ? .first : .second }
  var outcome: Outcome? {
    if let winner = steps.firstIndex(where: { $0 >= 6 }).flatMap({ Seat($0) }) {
      return .won(by: winner, of: 2)
    }
    return left == 0 ? .tied(of: 2) : nil
  }
  var seatsToAct: SeatSet { outcome == nil ? SeatSet(mover) : [] }
  func legalMoves(for seat: Seat) -> [Move] { seatsToAct.contains(seat) ? Move.allCases : [] }
  mutating func play(_ move: Move, by seat: Seat, chance: inout Chance) throws(IllegalMove) {
    guard seatsToAct.contains(seat) else { throw .notYourTurn }
    steps[seat.index] += move == .sure ? 1 : chance.roll() == 6 ? 6 : 0
    left -= 1
  }
}

/// Two to four seats each name a number at the same time; once all have, the highest wins.
///
/// Nothing is hidden here, since a full position is what a program is given.
struct HighestNumber: EnumerableGame {
  struct Move: Hashable, Sendable, TextRepresentable {
    let number: Int
    var text: String { "\(number)" }
    init(_ number: Int) { self.number = number }
    init(text: String) throws(TextError) {
      guard let number = Int(decimal: text.utf8), (0...4).contains(number) else {
        throw TextError("expected 0 to 4", at: 0)
      }
      self.number = number
    }
  }

  /// What each seat named, -1 while it has not.
  var named: [Int]
  static var info: GameInfo { GameInfo(id: "highest", title: "Highest Number", seats: 2...4) }
  init(setup: GameSetup, chance: inout Chance) throws(SetupError) {
    guard (2...4).contains(setup.seats) else { throw SetupError("2 to 4 play") }
    named = Array(repeating: -1, count: setup.seats)
  }
  init(seats: Int) { named = Array(repeating: -1, count: seats) }
  var text: String { named.map { "\($0)" }.joined(separator: " ") }
  init(text: String) throws(TextError) {
    named = text.utf8.split(separator: 0x20).compactMap { Int(decimal: $0) }
    guard (2...4).contains(named.count), named.allSatisfy({ (-1...4).contains($0) }) else {
      throw TextError("expected numbers", at: 0)
    }
  }
  var seatCount: Int { named.count }
  var seatsToAct: SeatSet {
    // Naming four wins at once, so that a seat's move can end what others still think about.
    guard !named.contains(4) else { return [] }
    var result: SeatSet = []
    for index in named.indices where named[index] < 0 {
      if let seat = Seat(index) { result.insert(SeatSet(seat)) }
    }
    return result
  }
  var outcome: Outcome? {
    guard seatsToAct.isEmpty else { return nil }
    let best = named.max() ?? 0
    return Outcome(seats: named.map { $0 == best ? .won : .lost }, scores: named)
  }
  func legalMoves(for seat: Seat) -> [Move] {
    seatsToAct.contains(seat) ? (0...4).map { Move($0) } : []
  }
  mutating func play(_ move: Move, by seat: Seat, chance: inout Chance) throws(IllegalMove) {
    if isOver { throw .gameOver }
    guard seatsToAct.contains(seat) else { throw .notYourTurn }
    guard (0...4).contains(move.number) else { throw IllegalMove("0 to 4 only") }
    named[seat.index] = move.number
  }
  mutating func withdraw(_ seat: Seat, chance: inout Chance) {
    if seatsToAct.contains(seat) { named[seat.index] = 0 }
  }
}

/// A number of matches from which two seats take one to three in turn; who takes the last wins.
struct Nim: EnumerableGame {
  struct Move: Hashable, Sendable, TextRepresentable {
    let count: Int
    var text: String { "\(count)" }
    init(_ count: Int) { self.count = count }
    init(text: String) throws(TextError) {
      guard let count = Int(decimal: text.utf8), (1...3).contains(count) else {
        throw TextError("expected 1 to 3", at: 0)
      }
      self.count = count
    }
  }

  var left = 21
  var mover = Seat.first
  static var info: GameInfo { GameInfo(id: "nim", title: "Nim", seats: 2...2) }
  init(setup: GameSetup, chance: inout Chance) throws(SetupError) {
    guard setup.seats == 2 else { throw SetupError("two play") }
  }
  init(left: Int) { self.left = left }
  var text: String { "\(left) @\(mover.number)" }
  init(text: String) throws(TextError) {
    let words = text.utf8.split(separator: 0x20)
    guard words.count == 2, let left = Int(decimal: words[0]), (0...21).contains(left),
      let number = Int(decimal: words[1].dropFirst()), (1...2).contains(number)
    else { throw TextError("expected a number and a seat", at: 0) }
    self.left = left
    mover = number == 1 ? .first : .second
  }
  var seatCount: Int { 2 }
  var seatsToAct: SeatSet { left > 0 ? SeatSet(mover) : [] }
  var outcome: Outcome? { left > 0 ? nil : .won(by: mover.next(of: 2), of: 2) }
  func legalMoves(for seat: Seat) -> [Move] {
    seatsToAct.contains(seat) ? (1...min(3, left)).map { Move($0) } : []
  }
  mutating func play(_ move: Move, by seat: Seat, chance: inout Chance) throws(IllegalMove) {
    guard seatsToAct.contains(seat) else { throw .notYourTurn }
    guard (1...3).contains(move.count), move.count <= left else { throw IllegalMove("too many") }
    left -= move.count
    mover = mover.next(of: 2)
  }
}

/// A climb that one seat makes from a low or a high camp while the other waits; each step up wins by more.
///
/// The climber may stop at any time and wins at once, so that every line looks decided early.
struct Climb: EnumerableGame {
  enum Move: String, Hashable, Sendable, TextRepresentable {
    case low, high, wait, stop, climb
    var text: String { rawValue }
    init(text: String) throws(TextError) {
      guard let move = Move(rawValue: text) else { throw TextError("expected a word", at: 0) }
      self = move
    }
  }

  var camp = 0
  var height = 0
  var isWaiting = false
  var hasStopped = false
  static var info: GameInfo { GameInfo(id: "climb", title: "Climb", seats: 2...2) }
  init(setup: GameSetup, chance: inout Chance) throws(SetupError) {
    guard setup.seats == 2 else { throw SetupError("two play") }
  }
  init() {}
  var text: String { "\(camp) \(height) \(isWaiting ? 1 : 0) \(hasStopped ? 1 : 0)" }
  init(text: String) throws(TextError) {
    let numbers = text.utf8.split(separator: 0x20).compactMap { Int(decimal: $0) }
    guard numbers.count == 4, numbers.allSatisfy({ (0...5).contains($0) }) else {
      throw TextError("expected four numbers", at: 0)
    }
    camp = numbers[0]
    height = numbers[1]
    isWaiting = numbers[2] > 0
    hasStopped = numbers[3] > 0
  }
  var seatCount: Int { 2 }
  var seatsToAct: SeatSet { outcome == nil ? SeatSet(isWaiting ? .second : .first) : [] }
  var outcome: Outcome? {
    guard hasStopped || camp + height >= 5 else { return nil }
    return .won(by: .first, of: 2, scores: [camp + height, 0])
  }
  func legalMoves(for seat: Seat) -> [Move] {
    guard seatsToAct.contains(seat) else { return [] }
    return isWaiting ? [.wait] : camp == 0 ? [.low, .high] : [.stop, .climb]
  }
  mutating func play(_ move: Move, by seat: Seat, chance: inout Chance) throws(IllegalMove) {
    guard seatsToAct.contains(seat) else { throw .notYourTurn }
    guard legalMoves(for: seat).contains(move) else { throw IllegalMove("not now") }
    switch move {
    case .low: camp = 1
    case .high: camp = 2
    case .climb: height += 1
    case .stop: hasStopped = true
    case .wait: break
    }
    isWaiting.toggle()
  }
}
