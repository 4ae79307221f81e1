import Games
import Matches
import Testing

@Suite("Events with hostile contents")
struct EventPayloadTests {
  static let payloads = [
    "", " ", "a", "\"", "\\", "\\n", "\n", "\r\n", "\t", "\u{0}", "\u{7F}", "\u{1F}\u{1B}[2J",
    "ended won,lost", "e\u{301}", String(repeating: "\u{301}", count: 200), "\u{202E}abc",
    "\u{2028}\u{2029}", "👩‍👩‍👧‍👦", "</script>", "'; DROP TABLE--", "\u{FEFF}", "\u{FFFD}",
    " leading", "trailing ", String(repeating: "\\\"", count: 512),
  ]

  static func events(_ payload: String) -> [MatchEvent] {
    let seat = Seat(15) ?? .first
    let two = SeatSet(rawValue: 0b1000_0000_0000_0001)
    var policies = MatchPolicies(
      clock: TimeControl(
        .byoYomi(initial: 0, period: 1000, count: 99), overall: TimeControl.longest,
        weekend: Weekend(offsetMinutes: -840)) ?? .unlimited,
      vacation: MatchPolicies.longestVacation, decline: .proceed, timeout: .standIn,
      spectators: .delayed(100), group: MatchPolicies.largestGroup, isFindable: true, hasRoles: true
    )
    policies.isFindable = payload.utf8.count % 2 == 0
    return [
      .created(MatchTerms(game: "g", rulesVersion: 1, seatCount: 16, seed: .max, options: "o  o")),
      .created(
        MatchTerms(
          game: "g", rulesVersion: 1, seatCount: 2, seed: 0, options: "x", policies: policies)),
      .created(MatchTerms(game: "g", rulesVersion: 1, seatCount: 2, seed: 0)),
      .invited(seat, alice),
      .seated(seat, alice), .seated(seat, alice, role: .max), .botSeated(seat, "level-3"),
      .declined(seat), .opened(seat), .left(seat, .custom(.min)), .left(seat, .place(4)),
      .timedOut(seat, .passed), .timedOut(seat, .lost), .timedOut(seat, .standIn),
      .timedOut(seat, .claimable), .expired, .warned(seat),
      .asked(.max, from: seat, to: two, until: nil, payload: payload),
      .asked(1, from: seat, to: SeatSet(rawValue: .max), until: noon, payload: payload),
      .replied(7, seat, payload: payload), .lapsed(1), .cancelled(2), .resolved([1]),
      .resolved(Array(1...16)), .offered(seat, .draw), .offered(seat, .takeback),
      .offered(seat, .pause), .answered(seat, accepts: true), .answered(seat, accepts: false),
      .tookBack(to: 0), .tookBack(to: .max), .paused, .resumed(seat),
      .vacation(seat, begins: true), .vacation(seat, begins: false), .reminded(seat, by: .first),
      .credited(1), .credited(.max), .ended(Outcome(seats: [.none, .quit], scores: [.min, .max])),
      .rematched(MatchID(1), seed: .max), .removed(seat),
      .moved(seat, move: CarriedMove.save(payload).text, isForced: false),
      .moved(seat, move: "x", isForced: true),
    ]
  }

  @Test("Each case reads back as the same bytes on one line", arguments: payloads)
  func roundTrip(payload: String) throws {
    for event in Self.events(payload) {
      let text = event.text
      #expect(!text.utf8.contains(0x0A), "\(text) is on one line")
      let again = try MatchEvent(text: text)
      #expect(again == event)
      #expect(again.text.utf8.elementsEqual(text.utf8))
    }
  }

  @Test("A damaged line is refused or reads back as it is, and none traps")
  func damaged() {
    var chance = Chance(seed: 5)
    for payload in Self.payloads {
      for event in Self.events(payload) {
        for _ in 0..<6 {
          var bytes = Array(event.text.utf8)
          switch chance.below(3) {
          case 0: bytes[chance.below(bytes.count)] = UInt8(chance.below(256))
          case 1: bytes.remove(at: chance.below(bytes.count))
          default: bytes.insert(UInt8(chance.below(256)), at: chance.below(bytes.count + 1))
          }
          let text = String(decoding: bytes, as: UTF8.self)
          guard let read = try? MatchEvent(text: text) else { continue }
          #expect(read.text.utf8.elementsEqual(text.utf8))
        }
      }
    }
  }
}
