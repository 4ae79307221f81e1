import Games
import GamesTestKit
import Matches
import Testing

@Suite("Carried matches")
struct CarriedTests {
  private func end(_ next: [Int], _ data: String = "x", _ results: [CarriedMove.SeatResult] = [])
    -> MatchCommand
  {
    .move(CarriedMove.end(next: next.map { seat($0) }, results: results, data: data).text)
  }

  @Test("They keep the laws of games", arguments: [2, 3, 5, 16])
  func laws(seats: Int) throws {
    try checkLaws(
      of: Carried.self, setups: [GameSetup(seats: seats)], games: 12, longestGame: 60
    ) { position, seat in
      guard position.seatsToAct.contains(seat) else { return [] }
      let others = position.playing.seats
      var moves: [CarriedMove] = [
        .save("a \"hostile\" \\ \n\u{1} text"),
        .end(next: others.reversed(), results: [], data: ""),
        .finish(results: others.map { .init($0, .custom(-3)) }, data: "the end"),
      ]
      moves += others.map { .end(next: [$0, seat], results: [], data: "to \($0.number)") }
      if let other = others.last, others.count > 2, let first = others.first {
        moves.append(.end(next: [first], results: [.init(other, .place(2))], data: ""))
      }
      return moves
    }
  }

  @Test("The list is a chain of who is next when the one before does not act")
  func chain() throws {
    var play = try TimedPlay(Carried.self, seats: 4, policies: perTurn(hour, .pass))
    try play.perform(end([3, 2, 4]), by: alice)
    #expect(play.match.seatsToAct == SeatSet(seat(3)))
    #expect(play.match.position.next == [seat(2), seat(4)])
    #expect(try play.pass(hour).last == .timedOut(seat(3), .passed))
    #expect(play.match.seatsToAct == SeatSet(seat(2)))
    try play.pass(hour)
    #expect(play.match.seatsToAct == SeatSet(seat(4)))
    #expect(try play.pass(1000 * day) == [], "the last one has as long as it likes")
    #expect(play.match.nextWake() == nil)
    try play.perform(end([4]), by: crowd[3])
    #expect(play.match.seatsToAct == SeatSet(seat(4)), "naming oneself is an extra turn")
    try play.checkReplay()
  }

  @Test("A list is gone through to its end, however often it names the same")
  func longChain() throws {
    var play = try TimedPlay(Carried.self, policies: perTurn(hour, .pass))
    try play.perform(end([2, 1, 2, 1, 2, 1, 2, 1]), by: alice)
    let passed = try play.pass(1000 * day).filter {
      if case .timedOut = $0 { true } else { false }
    }
    #expect(passed.count == 7)
    #expect(play.match.status == .open)
    #expect(play.match.seatsToAct == SeatSet(seat(1)))
    #expect(play.match.nextWake() == nil)
    try play.checkReplay()
  }

  @Test(
    "Seats that have left or have a result are skipped and told, and a list of only those is refused"
  )
  func skipping() throws {
    var play = try TimedPlay(Carried.self, seats: 4)
    try play.perform(end([2], "x", [.init(seat(4), .place(4))]), by: alice)
    #expect(play.match.seats[3].status == .done)
    #expect(play.match.seats[3].outcome == .place(4))
    #expect(play.refusal(.quit, by: crowd[3])?.code == "invalidState")
    try play.perform(.quit, by: carol)
    for list in [[], [3], [4, 3], [9]] {
      #expect(play.refusal(end(list), by: bob)?.code == "invalidParticipant", "\(list)")
    }
    #expect(
      play.refusal(end([1], "x", [.init(seat(3), .lost)]), by: bob)?.code == "invalidParticipant")
    #expect(
      play.refusal(end([1], "x", [.init(seat(9), .lost)]), by: bob)?.code == "invalidParticipant")
    try play.perform(end([4, 3, 1]), by: bob)
    #expect(play.match.seatsToAct == SeatSet(seat(1)))
    #expect(play.match.position.skipped.seats.map(\.number) == [3, 4])
  }

  @Test("Data is limited, saved without ending a turn, and byte for byte what was sent")
  func data() throws {
    var play = try TimedPlay(Carried.self)
    let hostile =
      "\"quotes\" \\back\\slashes\\n \n\r\t\u{0}\u{7F}\u{301}\u{202E}\u{1F600} ' \u{2028}"
    try play.perform(.move(CarriedMove.save(hostile).text), by: alice)
    #expect(play.match.position.data.utf8.elementsEqual(hostile.utf8))
    #expect(play.match.seatsToAct == SeatSet(.first))
    let full = String(repeating: "\n", count: Carried.dataLimit)
    try play.perform(.move(CarriedMove.save(full).text), by: alice)
    #expect(
      play.refusal(.move(CarriedMove.save(full + "x").text), by: alice)?.code == "dataTooLarge")
    #expect(play.refusal(.move(CarriedMove.save("").text), by: bob) == .notYourTurn)
    for text in ["", "save", "save x", "end 2 - \"", "end - - \"\"", "finish \"\"", "end 0 - \"\""]
    {
      #expect(play.refusal(.move(text), by: alice) != nil, "\(text)")
    }
    try play.checkReplay()
  }

  @Test("Who ends the match names an outcome for each that has none")
  func finishing() throws {
    var play = try TimedPlay(Carried.self, seats: 3)
    try play.perform(.quit, by: bob)
    let finish = { (results: [CarriedMove.SeatResult]) in
      MatchCommand.move(CarriedMove.finish(results: results, data: "end").text)
    }
    #expect(play.refusal(finish([.init(seat(1), .won)]), by: alice)?.code == "invalidParticipant")
    #expect(
      play.refusal(
        finish([.init(seat(1), .won), .init(seat(2), .won), .init(seat(3), .lost)]), by: alice)?
        .code == "invalidParticipant")
    let events = try play.perform(
      finish([.init(seat(1), .custom(9)), .init(seat(3), .tied)]), by: alice)
    #expect(events.last == .ended(Outcome(seats: [.custom(9), .quit, .tied])))
    #expect(play.match.position.data == "end")
    try play.checkReplay()
  }
}
