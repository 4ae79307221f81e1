internal import Matches

/// The form in which the seats of a match stand in a column: `active 1 <player>,matching 0 -`.
///
/// A seat that is not in its player's list has a fourth word, `unlisted`.
package enum SeatText {
  private static let unlisted = "unlisted"

  /// Returns the text of some seats.
  package static func text(of seats: [SeatSummary]) -> String {
    seats.map { seat in
      let text = "\(seat.status.rawValue) \(seat.mayAct ? 1 : 0) \(seat.player?.text ?? "-")"
      return seat.isListed ? text : "\(text) \(unlisted)"
    }.joined(separator: ",")
  }

  /// Reads the seats back; `nil` if the text is damaged.
  package static func seats(in text: String) -> [SeatSummary]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard MatchSummary.seatCounts.contains(parts.count) else { return nil }
    var seats: [SeatSummary] = []
    for part in parts {
      guard let seat = seat(in: part) else { return nil }
      seats.append(seat)
    }
    return seats
  }

  private static func seat(in text: Substring) -> SeatSummary? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3 || (words.count == 4 && words[3] == unlisted),
      let status = SeatStatus(rawValue: String(words[0])),
      words[1] == "0" || words[1] == "1"
    else { return nil }
    var player: PlayerID?
    if words[2] != "-" {
      player = try? PlayerID(text: String(words[2]))
      guard player != nil else { return nil }
    }
    return SeatSummary(
      player: player, status: status, mayAct: words[1] == "1", isListed: words.count == 3)
  }
}
