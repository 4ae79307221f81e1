package import Matches

/// Reads the events of one match in order and holds them against the chain and the match's version.
///
/// Every store passes what it reads through this, so that all of them find the same damage.
package struct ChainReader: ~Copyable {
  private let match: MatchID
  private let version: Int
  private var number: Int
  private var checksum: Checksum
  /// The events that were read and found intact.
  package private(set) var events: [StoredEvent] = []

  /// Creates a reader of what follows event `number`, in a match of `version` events.
  ///
  /// - Parameters:
  ///   - match: The match.
  ///   - version: The match's version, by its summary.
  ///   - number: The number of the event before the first one to read, 0 for the whole log.
  ///   - checksum: The checksum of that event, or `nil` if it is not there.
  /// - Throws: ``StoreError/corrupt(match:number:)`` if that event is missing.
  package init(
    match: MatchID, version: Int, after number: Int, checksum: Checksum?
  ) throws(StoreError) {
    self.match = match
    self.version = version
    self.number = number
    guard let previous = number == 0 ? Checksum.start : checksum else {
      throw .corrupt(match: match, number: number)
    }
    self.checksum = previous
  }

  /// Takes the next event.
  ///
  /// - Throws: ``StoreError/corrupt(match:number:)`` with the number of the first event that is missing,
  ///   changed or too many.
  package mutating func admit(_ event: StoredEvent) throws(StoreError) {
    let expected = number + 1
    guard event.number == expected, expected <= version,
      event.checksum
        == Checksum.next(after: checksum, match: match, number: expected, body: event.body)
    else { throw .corrupt(match: match, number: expected) }
    number = expected
    checksum = event.checksum
    events.append(event)
  }

  /// Ends the reading, which asked for at most `limit` events.
  ///
  /// - Throws: ``StoreError/corrupt(match:number:)`` if there should have been more.
  package consuming func finish(limit: Int) throws(StoreError) -> [StoredEvent] {
    guard events.count >= limit || number == version else {
      throw .corrupt(match: match, number: number + 1)
    }
    return events
  }
}
