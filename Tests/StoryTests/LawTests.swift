import Games
import GamesTestKit
import Story
import Testing

/// Turns to try: short and long ones, all that the room allows, and both ways to speak of the end.
private func someTurns(_ position: StoryPosition, _ seat: Seat) -> [StoryMove] {
  guard position.seatsToAct.contains(seat) else { return [] }
  let room = position.standing.room
  var moves: [StoryMove] = []
  for (index, words) in ["and", "ein \"Wort\"\nmehr \\n", "שלום", "🇩🇪 é"].enumerated() {
    guard let text = try? StoryText(words, limit: room) else { continue }
    moves.append(.write(text, endsHere: index == 1))
  }
  if let full = try? StoryText(String(repeating: "x", count: room)) { moves.append(.write(full)) }
  if position.standing.used > 0 { moves.append(.agreeToEnd) }
  return moves
}

@Suite("Laws")
struct LawTests {
  @Test(
    "A story keeps the laws of games", arguments: ["turn=9 total=60", "turn=250 total=251", ""])
  func laws(options: String) throws {
    let setups = [2, 3, 5, 16].map { GameSetup(seats: $0, options: options) }
    let report = try checkLaws(
      of: StoryPosition.self, setups: setups, games: 12, longestGame: 60, moves: someTurns)
    #expect(report.accepted > 1000)
    #expect(report.refused > 100)
  }

  @Test("Damaged texts are refused or read as something whose text reads back")
  func fuzz() throws {
    var draws = Chance(seed: 20261130)
    var position = try #require(StoryPosition(seatCount: 3))
    for words in ["Once \"upon\"\na time", "\\ und ü", "🇩🇪👩‍👩‍👧"] {
      let seat = try #require(position.seatsToAct.first)
      try position.play(.write(StoryText(words), endsHere: words.utf8.count < 12), by: seat)
    }
    let limits = try #require(StoryLimits(turn: 10, total: 20))
    let move = StoryMove.write(try StoryText("a \"b\"\n\\c"), endsHere: true)
    var read = 0
    for _ in 0..<4000 {
      let text = damaged(position.text, by: &draws)
      if let found = try? StoryPosition(text: text) {
        #expect(found.text.hasSameBytes(as: text))
        read += 1
      }
      let moveText = damaged(move.text, by: &draws)
      if let found = try? StoryMove(text: moveText) {
        #expect(try StoryMove(text: found.text) == found)
      }
      let standing = damaged(position.standing.text, by: &draws)
      if let found = try? StoryStanding(text: standing) {
        #expect(found.text.hasSameBytes(as: standing))
      }
      let limitsText = damaged(limits.text, by: &draws)
      if let found = try? StoryLimits(text: limitsText) {
        #expect(try StoryLimits(text: found.text) == found)
      }
    }
    #expect(read > 0, "a changed letter is another story, so some damage is none")
  }

  private func damaged(_ text: String, by draws: inout Chance) -> String {
    var bytes = Array(text.utf8)
    for _ in 0...draws.below(2) {
      let place = draws.below(bytes.count)
      switch draws.below(4) {
      case 0: bytes[place] = UInt8(draws.below(256))
      case 1: bytes[place] = bytes[draws.below(bytes.count)]
      case 2: bytes.remove(at: place)
      default: bytes.insert(bytes[draws.below(bytes.count)], at: place)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
