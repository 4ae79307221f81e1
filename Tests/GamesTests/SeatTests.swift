import Games
import Testing

@Suite("Seats")
struct SeatTests {
  @Test("Seats are numbered 0 to 15 in code and 1 to 16 for people")
  func numbers() throws {
    #expect(Seat(-1) == nil)
    #expect(Seat(16) == nil)
    for index in 0..<16 {
      let seat = try #require(Seat(index))
      #expect(seat.index == index)
      #expect(seat.number == index + 1)
    }
    #expect(Seat.first == Seat(0))
    #expect(Seat.second == Seat(1))
    #expect(Seat.first < Seat.second)
  }

  @Test(
    "Numbers of people are 1 to 16, and no other number traps",
    arguments: [Int.min, -1, 0, 17, .max])
  func numbersOfPeople(number: Int) {
    #expect(Seat(number: number) == nil)
    for seat in SeatSet(first: 16).seats { #expect(Seat(number: seat.number) == seat) }
  }

  @Test("Turns go round in a circle", arguments: 1...16)
  func circle(count: Int) {
    var seat = Seat.first
    var seen: [Int] = []
    for _ in 0..<count {
      seen.append(seat.index)
      seat = seat.next(of: count)
    }
    #expect(seen == Array(0..<count))
    #expect(seat == .first)
  }

  @Test("The next seat exists whatever the count", arguments: [Int.min, -1, 0, 17, Int.max])
  func nextStaysInRange(count: Int) throws {
    let last = try #require(Seat(15))
    #expect(Seat(last.next(of: count).index) != nil)
  }

  @Test("A set holds the first seats, none below 0 and sixteen at most", arguments: -2...18)
  func firstSeats(count: Int) {
    let set = SeatSet(first: count)
    let expected = Array(0..<min(max(count, 0), 16))
    #expect(set.seats.map(\.index) == expected)
    #expect(set.count == expected.count)
    #expect(set.first?.index == expected.first)
    #expect(set.isEmpty == expected.isEmpty)
  }

  @Test("A set is what was put in, in ascending order")
  func members() throws {
    let third = try #require(Seat(2))
    let last = try #require(Seat(15))
    var set: SeatSet = [SeatSet(last), SeatSet(third)]
    #expect(set.seats == [third, last])
    #expect(set.contains(last))
    #expect(!set.contains(Seat.first))
    set.subtract(SeatSet(third))
    #expect(set.seats == [last])
    #expect(set.first == last)
    #expect(set.rawValue == 0x8000)
  }
}
