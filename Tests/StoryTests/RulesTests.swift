import Games
import Matches
import Story
import Testing

/// A text of so many characters.
func words(_ count: Int) throws -> StoryText { try StoryText(String(repeating: "x", count: count)) }

extension StoryPosition {
  /// Plays for whoever has the turn.
  mutating func play(_ move: StoryMove) throws {
    try play(move, by: try #require(seatsToAct.first))
  }

  /// Takes a seat out.
  mutating func withdraw(_ number: Int) throws {
    var chance = Chance(seed: 1)
    withdraw(try #require(Seat(number - 1)), chance: &chance)
  }

  init(seats: Int, options: String = "") throws {
    var chance = Chance(seed: 1)
    try self.init(setup: GameSetup(seats: seats, options: options), chance: &chance)
  }
}

@Suite("Rules")
struct RulesTests {
  @Test("Turns go round", arguments: 2...16)
  func round(seats: Int) throws {
    var story = try StoryPosition(seats: seats)
    for turn in 0..<(2 * seats + 1) {
      #expect(story.seatsToAct.seats.map(\.index) == [turn % seats])
      let before = story
      for index in 0..<seats where index != turn % seats {
        let other = try #require(Seat(index))
        #expect(throws: IllegalMove.notYourTurn) { try story.play(.write(words(1)), by: other) }
      }
      #expect(story == before)
      try story.play(.write(StoryText("turn \(turn)")))
    }
    #expect(story.turns.map(\.seat.index) == (0..<(2 * seats + 1)).map { $0 % seats })
    #expect(story.turns.map(\.text.text) == (0..<(2 * seats + 1)).map { "turn \($0)" })
  }

  @Test("A turn of 250 characters is taken, one of 251 refused with how many it is over")
  func turnLimit() throws {
    var story = try StoryPosition(seats: 2)
    for excess in [1, 2, 1750] {
      let before = story
      let error = #expect(throws: IllegalMove.self) { try story.play(.write(words(250 + excess))) }
      #expect(error?.reason == StoryTextError.tooLong(by: excess).reason)
      #expect(story == before)
    }
    try story.play(.write(words(250)))
    #expect(story.standing.used == 250 && story.standing.left == 3550)
  }

  @Test("The story ends when it is exactly full, and not one character sooner")
  func total() throws {
    var story = try StoryPosition(seats: 3)
    for _ in 0..<15 { try story.play(.write(words(250))) }
    #expect(story.standing.left == 50 && story.standing.room == 50)
    let before = story
    let error = #expect(throws: IllegalMove.self) { try story.play(.write(words(51))) }
    #expect(
      error?.reason == "the text is 1 character too long; the story has room for 50 more")
    #expect(story == before)
    try story.play(.write(words(49)))
    #expect(story.outcome == nil && story.standing.room == 1)
    try story.play(.write(words(1)))
    #expect(story.outcome == Outcome.tied(of: 3))
    #expect(story.seatsToAct.isEmpty)
    #expect(throws: IllegalMove.gameOver) { try story.play(.write(words(1)), by: .first) }
    #expect(story.turns.reduce(0) { $0 + $1.text.count } == 3800)
    #expect(try StoryPosition(text: story.text) == story)
  }

  @Test("A seat that left is skipped, and what it wrote stays", arguments: 3...16)
  func quits(seats: Int) throws {
    var story = try StoryPosition(seats: seats)
    try story.play(.write(StoryText("One")))
    // Every second seat leaves: one with the turn, the others without it.
    for number in stride(from: 2, through: seats, by: 2) { try story.withdraw(number) }
    var order: [Int] = []
    for turn in 0..<10 where !story.isOver {
      order.append(try #require(story.seatsToAct.first).number)
      try story.play(.write(StoryText("turn \(turn)")))
    }
    let staying = Array(stride(from: 1, through: seats, by: 2))
    #expect(order == (0..<10).map { staying[($0 + 1) % staying.count] })
    #expect(story.turns.first?.text.text == "One")
  }

  @Test("Who stays alone ends the story")
  func alone() throws {
    var story = try StoryPosition(seats: 3)
    try story.withdraw(3)
    #expect(story.outcome == nil)
    try story.withdraw(1)
    #expect(story.outcome == Outcome(seats: [.quit, .won, .quit]))
    #expect(try StoryPosition(text: story.text) == story)
    try story.withdraw(2)
    #expect(story.outcome == Outcome(seats: [.quit, .quit, .quit]))
    #expect(try StoryPosition(text: story.text) == story)
  }

  @Test("The story ends when all who stay agree, one after the other")
  func agreement() throws {
    var story = try StoryPosition(seats: 4)
    #expect(throws: IllegalMove.self) { try story.play(.agreeToEnd) }
    try story.play(.write(StoryText("And they lived happily."), endsHere: true))
    try story.withdraw(3)
    try story.play(.agreeToEnd)
    #expect(story.standing.agreed.seats.map(\.number) == [1, 2])
    #expect(story.outcome == nil)
    var other = story
    try story.play(.agreeToEnd)
    #expect(story.outcome == Outcome(seats: [.tied, .tied, .quit, .tied]))
    #expect(story.turns.count == 1)
    // Writing on takes all agreement back; leaving takes one's own.
    try other.play(.write(StoryText("But then")))
    #expect(other.standing.agreed.isEmpty)
    try other.play(.agreeToEnd)
    try other.play(.agreeToEnd)
    #expect(other.outcome == nil)
    try other.withdraw(4)
    #expect(other.outcome == Outcome(seats: [.tied, .tied, .quit, .quit]))
  }

  @Test(
    "Options set the limits",
    arguments: [
      ("", 250, 3800), ("turn=250 total=3800", 250, 3800), ("total=5", 250, 5),
      ("turn=1", 1, 3800), (" total=100000  turn=2000 ", 2000, 100_000),
    ])
  func options(text: String, turn: Int, total: Int) throws {
    let story = try StoryPosition(seats: 2, options: text)
    #expect(story.standing.limits == StoryLimits(turn: turn, total: total))
    #expect(story.standing.room == min(turn, total))
  }

  @Test(
    "Other options are refused",
    arguments: [
      "turn=0", "turn=2001", "total=0", "total=100001", "turn=-1", "turn", "turn=", "turn=2 turn=2",
      "x", "turn=9,total=9", "turn=99999999999999999999", "total=٣",
    ])
  func badOptions(text: String) {
    #expect(throws: SetupError.self) { try StoryPosition(seats: 2, options: text) }
    #expect(StoryLimits(turn: 0, total: 1) == nil)
  }

  @Test(
    "A position that contradicts itself is refused",
    arguments: [
      "turn=9 total=9 seats=2 next=3 away=- agreed=- used=0",
      "turn=9 total=9 seats=2 next=1 away=1 agreed=- used=0",
      "turn=9 total=9 seats=2 next=1 away=- agreed=2 used=0",
      "turn=9 total=9 seats=2 next=1 away=2,2 agreed=- used=0",
      "turn=9 total=9 seats=2 next=1 away=- agreed=- used=1",
      "turn=9 total=9 seats=2 next=1 away=- agreed=- used=2 1\"a\"",
      "turn=1 total=9 seats=2 next=1 away=- agreed=- used=2 1\"ab\"",
      "turn=9 total=9 seats=2 next=1 away=- agreed=- used=1 3\"a\"",
      "turn=9 total=9 seats=2 next=1 away=- agreed=- used=1 1\"a\" ",
      "turn=9 total=9 seats=2 next=1 away=-9223372036854775808 agreed=- used=0",
      "turn=9 total=9 seats=2 next=1 away=- agreed=- used=1 -9223372036854775808\"a\"",
      "turn=9 total=9 seats=17 next=1 away=- agreed=- used=0", "",
    ])
  func badPosition(text: String) {
    #expect(throws: TextError.self) { try StoryPosition(text: text) }
  }

  @Test("A long story of tiny turns stays quick, with every position kept")
  func tinyTurns() throws {
    var record = Record(start: try StoryPosition(seats: 2))
    let move = StoryMove.write(try words(1))
    while let seat = record.position.seatsToAct.first { try record.play(move, by: seat) }
    #expect(record.moves.count == 3800)
    #expect(record.position.turns.count == 3800)
  }
}

@Suite("A match of a story")
struct StoryMatchTests {
  private let noon = Timestamp(milliseconds: 1_700_000_000_000)

  private func player(_ number: Int) -> PlayerID {
    PlayerID(Identifier128(high: 7, low: UInt64(number)))
  }

  @Test("B quits in turn: C has the turn, the story is intact, and B is skipped from then on")
  func quitInTurn() throws {
    let terms = MatchTerms(for: StoryPosition.self, seatCount: 3, seed: 1)
    var events = try Match<StoryPosition>.making(terms, by: player(1), at: .first)
    var match = try Match<StoryPosition>(first: try #require(events.first), at: noon)
    try match.apply(events[1], at: noon)
    func perform(_ command: MatchCommand, _ number: Int) throws {
      for event in try match.decide(command, by: player(number), at: noon) {
        try match.apply(try MatchEvent(text: event.text), at: noon)
        events.append(event)
      }
    }
    func write(_ text: String, _ number: Int) throws {
      try perform(.move(StoryMove.write(try StoryText(text)).text), number)
    }
    try perform(.join, 2)
    try perform(.join, 3)
    try write("Once upon\na time", 1)
    #expect(match.statusLine(for: .second) == "Player 2's Turn (that's you)")
    try perform(.quit, 2)
    #expect(match.seatsToAct.seats.map(\.number) == [3])
    #expect(match.position.turns.map(\.text.text) == ["Once upon\na time"])
    #expect(match.outcome == nil)
    try write("there was", 3)
    try write("a frog.", 1)
    #expect(match.seatsToAct.seats.map(\.number) == [3])
    #expect(throws: Refusal.notYourTurn) { try write("me!", 2) }
    #expect(match.position.turns.map(\.seat.number) == [1, 3, 1])
    // The rest of the round agrees, and B keeps the outcome of having left.
    try perform(.move("end"), 3)
    try perform(.move("end"), 1)
    #expect(match.outcome == Outcome(seats: [.tied, .quit, .tied]))
    var replayed = try Match<StoryPosition>(first: try #require(events.first), at: noon)
    for event in events.dropFirst() { try replayed.apply(event, at: noon) }
    #expect(replayed.position == match.position && replayed.version == match.version)
  }

  @Test("Where all but one leave, who stays has won")
  func walkOver() throws {
    let terms = MatchTerms(for: StoryPosition.self, seatCount: 2, seed: 1)
    let events = try Match<StoryPosition>.making(terms, by: player(1), at: .first)
    var match = try Match<StoryPosition>(first: try #require(events.first), at: noon)
    try match.apply(events[1], at: noon)
    for event in try match.decide(.join, by: player(2), at: noon) {
      try match.apply(event, at: noon)
    }
    for event in try match.decide(.quit, by: player(1), at: noon) {
      try match.apply(event, at: noon)
    }
    #expect(match.outcome == Outcome(seats: [.quit, .won]))
  }
}
