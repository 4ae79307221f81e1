internal import Matches

extension Append {
  /// The version of the match once this append is stored.
  package var newVersion: Int { expectedVersion + bodies.count }

  /// Checks what needs no look at the store; every store asks this before anything else.
  ///
  /// - Throws: ``StoreError/invalid(_:)``.
  package func validate() throws(StoreError) {
    guard expectedVersion >= 0 else { throw .invalid("the expected version is negative") }
    guard !bodies.isEmpty else { throw .invalid("an append needs at least one event") }
    let (version, overflow) = expectedVersion.addingReportingOverflow(bodies.count)
    guard !overflow, summary.version == version else {
      throw .invalid("the summary's version is not that of the last event")
    }
    guard summary.match == match else { throw .invalid("the summary is of another match") }
    guard MatchSummary.seatCounts.contains(summary.seats.count) else {
      throw .invalid("a match has 1 to 16 seats")
    }
    guard !summary.game.isEmpty else { throw .invalid("the summary names no game") }
    if let queue = summary.queue {
      guard (1...MatchSummary.longestQueue).contains(queue.utf8.count),
        queue.utf8.allSatisfy({ (0x20..<0x7f).contains($0) })
      else { throw .invalid("a queue has 1 to 200 bytes of printable ASCII") }
    }
  }
}

extension SessionRecord {
  /// The number of bytes of a token's digest.
  package static let digestLength = 32

  /// Checks the length of the digest.
  ///
  /// - Throws: ``StoreError/invalid(_:)``.
  package func validate() throws(StoreError) {
    guard digest.count == SessionRecord.digestLength else {
      throw .invalid("a session's digest has 32 bytes")
    }
  }
}
