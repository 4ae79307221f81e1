internal import MatchStore
internal import Matches

/// An append, with whoever waits for it.
struct AppendJob: Sendable {
  let append: Append
  /// By it the append knows its own events again after a commit whose answer was lost.
  let writer = Int64.random(in: .min ... .max)
  /// When the caller wants to wait no longer.
  let deadline: UInt64
  /// Resumes who waits; to be called once.
  let answer: @Sendable (Result<Int, StoreError>) -> Void

  /// Divides jobs into those that can be done together and those that must see what these did.
  static func split(_ jobs: [AppendJob]) -> (together: [AppendJob], later: [AppendJob]) {
    var matches: Set<MatchID> = []
    var keys: Set<CommandKey> = []
    var (together, later): ([AppendJob], [AppendJob]) = ([], [])
    for job in jobs {
      // One that waits for another is not overtaken: its match and key stay taken.
      let isNewMatch = matches.insert(job.append.match).inserted
      let isNewKey = job.append.key.map { keys.insert($0).inserted } ?? true
      // What a limit counts must not change in the same transaction, so an append with one is done alone.
      let isCompany =
        together.first.map { $0.append.limit == nil && job.append.limit == nil } ?? true
      if isNewMatch && isNewKey && isCompany { together.append(job) } else { later.append(job) }
    }
    return (together, later)
  }
}

extension PostgresStore.Job {
  /// Whether the job can be done together with others like it.
  var isAppend: Bool {
    if case .append = self { true } else { false }
  }
}

/// What an append stands on, once its match is locked.
struct AppendBase {
  let job: AppendJob
  /// The summary that it replaces, if the match was there.
  let old: MatchSummary?
  /// The checksum of the last event.
  let checksum: Checksum
}
