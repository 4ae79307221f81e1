package import Matches

/// A match's summary as it stands in the columns of a table.
package struct SummaryRow {
  /// The identifier's bytes.
  package var id: [UInt8]
  /// The game's identifier.
  package var game: String
  /// The raw value of the status.
  package var status: String
  /// The version.
  package var version: Int
  /// The seats, as ``SeatText`` writes them.
  package var seats: String
  /// When the last event was received, in milliseconds.
  package var updatedAt: Int64
  /// When the match needs the server, in milliseconds.
  package var wakeAt: Int64?
  /// The queue.
  package var queue: String?
  /// Whether anybody may find the match.
  package var isPublic: Bool

  /// Creates a row.
  package init(
    id: [UInt8], game: String, status: String, version: Int, seats: String, updatedAt: Int64,
    wakeAt: Int64?, queue: String?, isPublic: Bool
  ) {
    self.id = id
    self.game = game
    self.status = status
    self.version = version
    self.seats = seats
    self.updatedAt = updatedAt
    self.wakeAt = wakeAt
    self.queue = queue
    self.isPublic = isPublic
  }

  /// Reads the summary.
  ///
  /// - Throws: ``StoreError/corrupt(match:number:)`` or, when not even the match can be named,
  ///   ``StoreError/unavailable(_:)``.
  package func summary() throws(StoreError) -> MatchSummary {
    let match = try MatchID(stored: id)
    guard let status = MatchStatus(rawValue: status), let seats = SeatText.seats(in: seats) else {
      throw .corrupt(match: match, number: version)
    }
    return MatchSummary(
      match: match, game: game, status: status, version: version, seats: seats,
      updatedAt: Timestamp(milliseconds: updatedAt),
      wakeAt: wakeAt.map { Timestamp(milliseconds: $0) }, queue: queue, isPublic: isPublic)
  }
}

extension MatchID {
  /// Reads an identifier from a column.
  ///
  /// - Throws: ``StoreError/unavailable(_:)`` unless there are 16 bytes.
  package init(stored bytes: [UInt8]) throws(StoreError) {
    guard let id = Identifier128(bytes: bytes) else {
      throw .unavailable("the identifier of a match is damaged")
    }
    self.init(id)
  }
}
