@testable import Games
@testable import MatchStore
@testable import Matches
@testable import Reversi
@testable import Service
@testable import Story

/// What the store hands back: it was written by an earlier release, or by hand.
extension FuzzTarget {
  static let stored: [FuzzTarget] = [
    FuzzTarget("event", text: readEvent),
    FuzzTarget("stored-body", readBody),
    FuzzTarget("stored-match", readMatch),
    FuzzTarget("summary", readSummary),
  ]

  @Sendable private static func readEvent(_ text: String) {
    readText(MatchEvent.self, text)
    readText(MatchPolicies.self, text)
    readText(TimeControl.self, text)
    readText(SeatOutcome.self, text)
    let quoted = Quotation.quote(text)
    expect(!quoted.utf8.contains(0x0A), "a line that is two")
    guard let read = try? Quotation.read(quoted) else { fail("a quotation that is not read") }
    expect(read.hasSameBytes(as: text), "another quotation")
    _ = try? Quotation.read(text)
  }

  @Sendable private static func readBody(_ bytes: [UInt8]) {
    guard let body = try? StoredBody(bytes: bytes) else { return }
    guard let again = try? MatchEvent(text: body.event.text) else {
      fail("an event that is not read again")
    }
    expect(again.text.hasSameBytes(as: body.event.text), "another event")
  }

  private static let registry = GameRegistry().adding(ReversiPosition.self)
    .adding(StoryPosition.self).adding(Carried.self)
  private static let start: Int64 = 1_700_000_000_000

  /// A line for each event; a line may begin with the seconds since the one before and a tab.
  @Sendable private static func readMatch(_ bytes: [UInt8]) {
    var hosted: (any HostedMatch)?
    var now = start
    for line in bytes.split(separator: 0x0A) {
      var rest = line
      if let tab = line.firstIndex(of: 0x09) {
        if let seconds = Int(decimal: line[..<tab]), (0...100_000_000).contains(seconds) {
          now += Int64(seconds) * 1000
        }
        rest = line[(tab + 1)...]
      }
      guard let event = try? StoredBody(bytes: Array(rest)).event else { return }
      let time = Timestamp(milliseconds: now)
      do throws(UnreadableMatch) {
        if var match = hosted {
          let before = match.version
          try match.apply(event, at: time)
          expect(match.version == before + 1, "an event that does not count")
          hosted = match
        } else {
          guard case .created(let terms) = event, let entry = registry.entry(terms.game) else {
            return
          }
          hosted = try entry.begin(event, time)
        }
      } catch {
        return
      }
      if let match = hosted { look(at: match, Timestamp(milliseconds: now)) }
    }
  }

  private static func look(at match: any HostedMatch, _ now: Timestamp) {
    _ = MatchSummary(MatchID(Identifier128(high: 0, low: 1)), of: match, at: now)
    _ = match.nextWake()
    _ = match.nextTimer()
    _ = match.crediting(60_000, at: now)
    if let due = match.nextDue(by: now) {
      var copy = match
      for event in due.events {
        guard (try? copy.apply(event, at: due.at)) != nil else { fail("what is due is refused") }
      }
    }
    _ = match.positionDigest
    _ = match.statusLine(for: nil)
    _ = match.positionText(for: .spectator)
    _ = match.moves(for: .spectator)
    expect(match.seats.count <= Seat.maximumCount, "more seats than there are")
    for (index, seat) in match.seats.enumerated() {
      guard let place = Seat(index), seat.status == .active else { continue }
      _ = match.possibleOffers(of: place)
    }
  }

  @Sendable private static func readSummary(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let seats = SeatText.seats(in: text) else { return }
    expect(SeatText.seats(in: SeatText.text(of: seats)) == seats, "other seats")
  }
}
