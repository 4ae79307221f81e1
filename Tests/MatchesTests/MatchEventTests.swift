import Games
import Matches
import Testing

@Suite("Events of a match as text")
struct MatchEventTests {
  static let lines = [
    "created reversi 1 2 0", "created relay 3 6 18446744073709551615",
    "created relay 3 3 12 goal 30", "created x 1 2 3  options  with  spaces ",
    "seated 1 0000000000000000000000000d", "seated 16 7zzzzzzzzzzzzzzzzzzzzzzzzz",
    "moved 1 d3", "moved 12 once upon a time", "forced 2 pass", "left 3 quit",
    "left 1 timeExpired", "ended won,lost 40,24", "ended tied,tied 32,32", "ended quit,won",
    "ended place-1,place-2,lost,custom--7 -3,0,9223372036854775807,-9223372036854775808",
    "ended none", "rematched 0123456789abcdefghjkmnpqrs 18446744073709551615",
  ]

  @Test("A stored line reads back as the same event and prints the same", arguments: lines)
  func roundTrip(line: String) throws {
    let event = try MatchEvent(text: line)
    #expect(event.text == line)
    let again = try MatchEvent(text: event.text)
    #expect(again == event)
    #expect(again.hashValue == event.hashValue)
  }

  @Test("Each kind of event keeps all its parts")
  func parts() throws {
    let seat = try #require(Seat(4))
    guard
      case .created(let terms) = try MatchEvent(text: "created relay 3 6 18446744073709551615 a  b")
    else {
      Issue.record("not a making")
      return
    }
    #expect(
      terms
        == MatchTerms(game: "relay", rulesVersion: 3, seatCount: 6, seed: .max, options: "a  b"))
    guard case .moved(seat, let move, true) = try MatchEvent(text: "forced 5 to  h8 ") else {
      Issue.record("not a forced move")
      return
    }
    #expect(move == "to  h8 ")
    guard case .ended(let outcome) = try MatchEvent(text: "ended won,place-4 5,-5") else {
      Issue.record("not an end")
      return
    }
    #expect(outcome == Outcome(seats: [.won, .place(4)], scores: [5, -5]))
    guard case .rematched(let match, let seed) = try MatchEvent(text: Self.lines[16]) else {
      Issue.record("not a rematch")
      return
    }
    #expect(match.text == "0123456789abcdefghjkmnpqrs")
    #expect(seed == .max)
  }

  @Test("No event has a space at an end of its line, as the store's form asks")
  func noOuterSpace() {
    let events: [MatchEvent] = [
      .ended(Outcome(seats: [.quit, .won])), .left(.first, .quit), .rematched(MatchID(1), seed: 0),
      .created(MatchTerms(game: "g", rulesVersion: 1, seatCount: 2, seed: 1)),
    ]
    for event in events {
      #expect(event.text.first != " ")
      #expect(event.text.last != " ")
    }
  }

  @Test(
    "A line that no event prints is refused",
    arguments: [
      "", " ", "created", "created reversi", "created reversi 1 2", "created reversi 1 2 ",
      "created reversi 1 2 18446744073709551616", "created reversi 1 2 -1",
      "created reversi one 2 3", "created reversi 1 2 3 ", "created reversi 01 2 3",
      "created reversi 1 2 003",
      "created reversi 99999999999999999999 2 3", "seated", "seated 1", "seated 0 \(alice.text)",
      "seated 17 \(alice.text)", "seated 1 \(alice.text)x", "seated 1 \(alice.text.dropLast())",
      "seated 01 \(alice.text)", "seated 1  \(alice.text)",
      "seated 1 8zzzzzzzzzzzzzzzzzzzzzzzzz", "seated 1 \(alice.text.uppercased())",
      "seated 1 ilouilouilouilouilouilouil", "moved", "moved x d3", "moved -1 d3",
      "moved -9223372036854775808 d3", "left -9223372036854775808 quit",
      "asked 1 1 -9223372036854775808 - \"\"",
      "moved 99999999999999999999 d3", "Moved 1 d3", "moved\t1 d3", "forced d3", "left 1",
      "left 1 happy", "left 1 quit ", "left 0 quit", "ended", "ended ", "ended winner",
      "ended won,", "ended ,won", "ended won,,lost", "ended won,lost ", "ended won,lost 1,x",
      "ended won,lost 1,2 3", "ended won,lost 1,,2", "ended won,lost +1,2", "ended place-5",
      "ended place-0", "ended custom-", "ended custom-1.5", "ended custom-99999999999999999999",
      "rematched", "rematched \(MatchID(1).text)", "rematched \(MatchID(1).text) ",
      "rematched \(MatchID(1).text) 1 ", "rematched \(MatchID(1).text) 1 2", "rematched 1 2",
      "undone 1", "move\u{301}d 1 d3",
    ])
  func refused(line: String) {
    #expect(throws: TextError.self) { try MatchEvent(text: line) }
  }

  @Test("Damaged lines are refused or print back as they are; none traps", arguments: lines)
  func damaged(line: String) {
    var chance = Chance(seed: UInt64(line.utf8.count))
    var accepted = 0
    for _ in 0..<300 {
      var bytes = Array(line.utf8)
      switch chance.below(3) {
      case 0: bytes[chance.below(bytes.count)] = UInt8(chance.below(128))
      case 1: bytes.remove(at: chance.below(bytes.count))
      default: bytes.insert(UInt8(chance.below(128)), at: chance.below(bytes.count + 1))
      }
      let text = String(decoding: bytes, as: UTF8.self)
      guard let event = try? MatchEvent(text: text) else { continue }
      accepted += 1
      #expect(event.text.utf8.elementsEqual(bytes))
    }
    #expect(accepted < 300)
  }

  @Test("Identifiers read back, and keep their order", arguments: [0, 1, 31, 32, UInt64.max])
  func identifiers(low: UInt64) throws {
    for high in [0, 1, low, UInt64.max] {
      let id = Identifier128(high: high, low: low)
      #expect(id.text.utf8.count == Identifier128.textLength)
      #expect(try Identifier128(text: id.text) == id)
      #expect(Identifier128(bytes: id.bytes) == id)
      let next = Identifier128(high: high, low: low ^ 1)
      #expect((id < next) == (id.text < next.text))
    }
    #expect(Identifier128(bytes: [1, 2, 3]) == nil)
  }
}
