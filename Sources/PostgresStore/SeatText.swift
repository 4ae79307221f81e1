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
    guard words.count == 3, let status = SeatStatus(rawValue: String(words[0])),
      let mayAct = ["0": false, "1": true][words[1]]
    else { return nil }
    if words[2] == "-" { return SeatSummary(player: nil, status: status, mayAct: mayAct) }
    guard let player = try? PlayerID(text: String(words[2])) else { return nil }
    return SeatSummary(player: player, status: status, mayAct: mayAct)
  }
}
