import Games
import Testing

/// Two seats count up to 12 in turn; a seat that is left with a multiple of three must say "skip".
private struct Skip: EnumerableGame {
  enum Word: Hashable, Sendable, TextRepresentable {
    case one, skip
    var text: String { self == .one ? "one" : "skip" }
    init(text: String) throws(TextError) {
      if text.hasSameBytes(as: "one") { self = .one } else { self = .skip }
    }
  }

  var count: Int
  var mover = Seat.first
  var hasSkipped = false
  init(count: Int) { self.count = count }
  static var info: GameInfo { GameInfo(id: "skip", title: "Skip", seats: 2...2) }
  init(setup: GameSetup, chance: inout Chance) throws(SetupError) { count = 1 }
  init(text: String) throws(TextError) { throw TextError("not read", at: 0) }
  var text: String { "\(count)" }
  var seatCount: Int { 2 }
  var mustSkip: Bool { count % 3 == 0 && !hasSkipped && !isOver }
  var seatsToAct: SeatSet { isOver ? [] : SeatSet(mover) }
  var outcome: Outcome? { count >= 12 ? .tied(of: 2) : nil }
  var forcedMove: (seat: Seat, move: Word)? { mustSkip ? (mover, .skip) : nil }
  func legalMoves(for seat: Seat) -> [Word] {
    seatsToAct.contains(seat) ? [mustSkip ? .skip : .one] : []
  }
  mutating func play(_ move: Word, by seat: Seat, chance: inout Chance) throws(IllegalMove) {
    if isOver { throw .gameOver }
    guard seat == mover else { throw .notYourTurn }
    guard (move == .skip) == mustSkip else { throw IllegalMove("not now") }
    if move == .one { count += 1 }
    hasSkipped = move == .skip
    mover = mover.next(of: 2)
  }
}

@Suite("Records")
struct RecordTests {
  @Test("A forced move is played and recorded at once, after a move and at the start")
  func forcedMoves() throws {
    var record = Record(start: Skip(count: 1))
    #expect(try record.play(.one, by: .first) == 1)
    #expect(try record.play(.one, by: .second) == 2)
    #expect(record.moves.map(\.isForced) == [false, false, true])
    #expect(record.moves.last == RecordedMove(seat: .first, move: .skip, isForced: true))
    #expect(record.position.mover == .second)
    #expect(record.positions.count == 4)
    let late = Record(start: Skip(count: 3))
    #expect(late.moves == [RecordedMove(seat: .first, move: .skip, isForced: true)])
    #expect(late.positions.map(\.count) == [3, 3])
  }

  @Test("A refused move leaves the record as it was")
  func refused() throws {
    var record = Record(start: Skip(count: 1))
    let before = record
    #expect(throws: IllegalMove.notYourTurn) { try record.play(.one, by: .second) }
    #expect(throws: IllegalMove("not now")) { try record.play(.skip, by: .first) }
    #expect(record == before)
  }

  @Test("Moves are taken back one by one, and no more than there are")
  func takeBack() throws {
    var record = Record(start: Skip(count: 1))
    let start = record
    try record.play(.one, by: .first)
    let first = record
    try record.play(.one, by: .second)
    var copy = record
    copy.takeBack(2)
    #expect(copy == first)
    copy.takeBack(0)
    copy.takeBack(-3)
    #expect(copy == first)
    copy.takeBack(100)
    #expect(copy == start)
    copy.takeBack(1)
    #expect(copy == start)
  }

  @Test("A forced move is not taken back without the choice before it")
  func takeBackForced() throws {
    var record = Record(start: Skip(count: 1))
    try record.play(.one, by: .first)
    let before = record
    try record.play(.one, by: .second)
    record.takeBack(1)
    #expect(record == before)
    var late = Record(start: Skip(count: 3))
    let start = late
    late.takeBack(1)
    #expect(late == start)
    try late.play(.one, by: .second)
    late.takeBack(2)
    #expect(late == start)
  }

  @Test("It counts back to the last choice of a seat, over others' moves and forced ones")
  func backToChoice() throws {
    var record = Record(start: Skip(count: 1))
    #expect(record.movesBackToChoice(of: SeatSet(first: 2)) == nil)
    try record.play(.one, by: .first)  // 2
    #expect(record.movesBackToChoice(of: SeatSet(.first)) == 1)
    #expect(record.movesBackToChoice(of: SeatSet(.second)) == nil)
    try record.play(.one, by: .second)  // 3, the first seat skips
    #expect(record.movesBackToChoice(of: SeatSet(.first)) == 3)
    #expect(record.movesBackToChoice(of: SeatSet(.second)) == 2)
    #expect(record.movesBackToChoice(of: SeatSet(first: 2)) == 2)
    #expect(record.movesBackToChoice(of: []) == nil)
  }

  @Test("The same moves from the same seed give the same record, and each position in it")
  func replays() throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      var setUp = Chance(seed: seed)
      let start = try DiceRace(setup: GameSetup(seats: 3), chance: &setUp)
      var record = Record(start: start, seed: seed)
      while let seat = record.position.seatsToAct.first { try record.play(.roll, by: seat) }
      var again = Record(start: start, seed: seed)
      for entry in record.moves { try again.play(entry.move, by: entry.seat) }
      #expect(again == record)
      #expect(record.positions.count == record.moves.count + 1)
      // Taking back and playing again draws the same dice: nobody gets a second throw.
      record.takeBack(4)
      for entry in again.moves.suffix(4) { try record.play(entry.move, by: entry.seat) }
      #expect(record == again)
    }
  }
}
