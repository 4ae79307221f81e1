internal import Games
public import MatchStore
public import Matches

/// Replays stored matches through the rules and holds the result against what the lists show.
public struct MatchAudit: Sendable {
  /// What is wrong with one match.
  public struct Finding: Hashable, Sendable {
    /// The match.
    public let match: MatchID
    /// What is wrong, in a few words.
    public let reason: String
  }

  /// What a walk over all matches came to.
  public struct Report: Hashable, Sendable {
    /// The matches that were replayed.
    public fileprivate(set) var matches = 0
    /// The events of the sound ones.
    public fileprivate(set) var events = 0
    /// The matches with something wrong, of which the first ones are listed.
    public fileprivate(set) var findingCount = 0
    /// The first of what is wrong.
    public fileprivate(set) var findings: [Finding] = []
    /// A digest over the last positions of all sound matches: two copies that agree have the same.
    public fileprivate(set) var digest = [UInt8](repeating: 0, count: 32)
  }

  /// The most findings that are listed.
  public static let listedFindings = 1_000
  private static let page = 200

  private let store: any MatchStore & MatchWalk
  private let registry: GameRegistry

  /// Creates an audit of the matches in a store.
  public init(store: any MatchStore & MatchWalk, registry: GameRegistry) {
    self.store = store
    self.registry = registry
  }

  /// Replays all matches, a page at a time.
  ///
  /// Matches may be played meanwhile: each is judged by the version that its summary has when it is read.
  ///
  /// - Parameter progress: Told how far it is, after each page.
  /// - Returns: What was found.
  /// - Throws: `StoreError` if the store itself cannot be read.
  public func run(
    progress: @Sendable (Report) -> Void = { _ in }
  ) async throws(StoreError) -> Report {
    var report = Report()
    var last: MatchID?
    while true {
      let matches = try await store.matchIdentifiers(after: last, limit: MatchAudit.page)
      for match in matches {
        report.matches += 1
        do throws(Unsound) {
          let (version, hash) = try await replay(match)
          report.events += version
          report.digest = Secrets.digest(report.digest + match.raw.bytes + hash)
        } catch {
          switch error {
          case .store(let failure): throw failure
          case .match(let reason):
            report.findingCount += 1
            if report.findings.count < MatchAudit.listedFindings {
              report.findings.append(Finding(match: match, reason: reason))
            }
          }
        }
      }
      progress(report)
      guard let next = matches.last, matches.count == MatchAudit.page, !Task.isCancelled else {
        return report
      }
      last = next
    }
  }

  private enum Unsound: Error {
    case match(String)
    case store(StoreError)
  }

  /// Replays one match; returns its version and the hash of its last position.
  private func replay(_ match: MatchID) async throws(Unsound) -> (version: Int, hash: [UInt8]) {
    let summary: MatchSummary?
    var stored: [StoredEvent] = []
    do throws(StoreError) {
      summary = try await store.summary(of: match)
      let version = summary?.version ?? 0
      while stored.count < version {
        let part = try await store.events(
          of: match, after: stored.count, limit: min(version - stored.count, 500))
        if part.isEmpty { break }
        stored += part
      }
    } catch {
      switch error {
      case .corrupt(_, let number): throw .match("event \(number) does not fit its chain")
      default: throw .store(error)
      }
    }
    guard let summary else { throw .match("there is no summary") }
    let hosted = try replayed(stored)
    guard hosted.version == summary.version else {
      throw .match("the summary has version \(summary.version), the events \(hosted.version)")
    }
    let expected = MatchSummary(match, of: hosted, at: summary.updatedAt)
    guard hosted.status == summary.status else {
      throw .match(
        "the summary says \(summary.status.rawValue), the events \(hosted.status.rawValue)")
    }
    guard expected.seats == summary.seats, expected.game == summary.game else {
      throw .match("the summary has other seats than the events")
    }
    return (hosted.version, hosted.positionDigest)
  }

  private func replayed(_ stored: [StoredEvent]) throws(Unsound) -> any HostedMatch {
    var hosted: (any HostedMatch)?
    for line in stored {
      let body: StoredBody
      do throws(TextError) {
        body = try StoredBody(bytes: line.body)
      } catch {
        throw .match("event \(line.number) cannot be read: \(error.reason)")
      }
      let next = try applying(body.event, at: line.receivedAt, to: hosted)
      do throws(UnreadableMatch) {
        try body.verify(next)
      } catch {
        throw .match(error.reason)
      }
      hosted = next
    }
    guard let hosted else { throw .match("there are no events") }
    return hosted
  }

  private func applying(
    _ event: MatchEvent, at time: Timestamp, to hosted: (any HostedMatch)?
  ) throws(Unsound) -> any HostedMatch {
    do throws(UnreadableMatch) {
      if var hosted {
        try hosted.apply(event, at: time)
        return hosted
      }
      guard case .created(let terms) = event, let entry = registry.entry(terms.game) else {
        throw UnreadableMatch(reason: "the game is not hosted here")
      }
      return try entry.begin(event, time)
    } catch {
      throw .match(error.reason)
    }
  }
}
