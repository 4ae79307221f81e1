internal import Matches

/// The form in which the seats of a match stand in a column: `active 1 <player>,matching 0 -`.
///
/// A seat that is not in its player's list has a fourth word, `unlisted`.
package enum SeatText {
  private static let unlisted: StaticString = "unlisted"

  /// Returns the text of some seats.
  package static func text(of seats: [SeatSummary]) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(40 * seats.count)
    for (index, seat) in seats.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(contentsOf: seat.status.rawValue.utf8)
      bytes.append(UInt8(ascii: " "))
      bytes.append(UInt8(ascii: seat.mayAct ? "1" : "0"))
      bytes.append(UInt8(ascii: " "))
      if let player = seat.player {
        player.raw.appendText(to: &bytes)
      } else {
        bytes.append(UInt8(ascii: "-"))
      }
      if !seat.isListed {
        bytes.append(UInt8(ascii: " "))
        bytes.append(contentsOf: unlisted.description.utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads the seats back; `nil` if the text is damaged.
  package static func seats(in text: String) -> [SeatSummary]? {
    let parts = Array(text.utf8).split(
      separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard MatchSummary.seatCounts.contains(parts.count) else { return nil }
    var seats: [SeatSummary] = []
    seats.reserveCapacity(parts.count)
    for part in parts {
      guard let seat = seat(in: part) else { return nil }
      seats.append(seat)
    }
    return seats
  }

  private static func seat(in text: ArraySlice<UInt8>) -> SeatSummary? {
    let words = text.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard
      words.count == 3 || (words.count == 4 && words[3].elementsEqual(unlisted.description.utf8)),
      let status = SeatStatus(rawValue: String(decoding: words[0], as: UTF8.self)),
      words[1].count == 1, let digit = words[1].first, digit == 0x30 || digit == 0x31
    else { return nil }
    var player: PlayerID?
    if !words[2].elementsEqual(CollectionOfOne(UInt8(ascii: "-"))) {
      guard let id = try? Identifier128(textBytes: words[2]) else { return nil }
      player = PlayerID(id)
    }
    return SeatSummary(
      player: player, status: status, mayAct: digit == 0x31, isListed: words.count == 3)
  }
}
