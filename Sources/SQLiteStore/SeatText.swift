internal import MatchStore
internal import Matches

/// The form in which the seats of a match stand in a column: `active 1 <player>,matching 0 -`.
enum SeatText {
  static func text(of seats: [SeatSummary]) -> String {
    seats.map { seat in
      "\(seat.status.rawValue) \(seat.mayAct ? 1 : 0) \(seat.player?.text ?? "-")"
    }.joined(separator: ",")
  }

  /// Reads the seats back; `nil` if the text is damaged.
  static func seats(in text: String) -> [SeatSummary]? {
    var seats: [SeatSummary] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 3, let status = SeatStatus(rawValue: String(words[0])),
        words[1] == "0" || words[1] == "1"
      else { return nil }
      var player: PlayerID?
      if words[2] != "-" {
        player = try? PlayerID(text: String(words[2]))
        guard player != nil else { return nil }
      }
      seats.append(SeatSummary(player: player, status: status, mayAct: words[1] == "1"))
    }
    return MatchSummary.seatCounts.contains(seats.count) ? seats : nil
  }
}
