internal import Games
internal import MatchStore
internal import Matches

/// An event as the store keeps it: its line and, now and then, the digest of the position that it led to.
///
/// By the digests a later release finds out whether it replays a match to the same positions, and at which event
/// it does not. Not every event has one: that of a long story costs more than the event.
struct StoredBody {
  let event: MatchEvent
  /// The first 8 bytes of the position's digest, in hexadecimal.
  let check: String?

  /// Stands between the two; no event has it, since their texts escape control characters.
  private static let separator: UInt8 = 0x1F
  /// Every so many events there is a digest, and at the end of a match.
  private static let span = 16

  /// Returns the bytes of an event that led to `match`.
  static func bytes(of event: MatchEvent, leadingTo match: any HostedMatch) -> [UInt8] {
    let line = Array(event.text.utf8)
    let isEnd = if case .ended = event { true } else { false }
    guard isEnd || match.version % span == 0 else { return line }
    return line + [separator] + Array(text(of: match).utf8)
  }

  /// Reads an event from the bytes.
  init(bytes: [UInt8]) throws(TextError) {
    let parts = bytes.split(
      separator: StoredBody.separator, maxSplits: 1, omittingEmptySubsequences: false)
    event = try MatchEvent(text: String(decoding: parts[0], as: UTF8.self))
    check = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : nil
  }

  /// Checks that the event has led to the position that it led to when it was stored.
  func verify(_ match: any HostedMatch) throws(UnreadableMatch) {
    guard let check else { return }
    guard check.hasSameBytes(as: StoredBody.text(of: match)) else {
      throw UnreadableMatch(
        reason: "event \(match.version) leads to another position than when it was played")
    }
  }

  private static func text(of match: any HostedMatch) -> String {
    match.positionDigest.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
