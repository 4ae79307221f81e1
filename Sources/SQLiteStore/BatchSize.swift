/// How many writes one transaction takes, so that those behind it do not wait long for it.
///
/// A transaction must be worth its flush, and no more: whoever comes while it runs waits for all of it, and then for
/// the next one. So the work in one takes about three quarters as long as its commit, at least ``floor``: with flushes of
/// 3 ms this share gave the shortest waits of 256 clients (`docs/measurements.md`).
package struct BatchSize {
  /// The fewest and the most writes of a transaction, if so many wait.
  package static let range = 32...256
  /// How long the work in one transaction may always take.
  package static let floor = Duration.milliseconds(2)

  /// What one write took lately, without its share of the commit.
  private var work: Duration?
  /// What a commit took lately.
  private var commit = Duration.zero

  /// Begins with few writes, until it is known what they take.
  package init() {}

  /// The most writes that the next transaction takes.
  package var limit: Int {
    guard let work, work > .zero else { return BatchSize.range.lowerBound }
    let fitting = max(BatchSize.floor, commit * 3 / 4) / work
    let (least, most) = (BatchSize.range.lowerBound, BatchSize.range.upperBound)
    return Int(min(max(fitting, Double(least)), Double(most)))
  }

  /// Notes how long a transaction took.
  package mutating func note(writes: Int, work total: Duration, commit time: Duration) {
    guard writes > 0 else { return }
    let each = total / writes
    work = work.map { $0 + (each - $0) / 8 } ?? each
    commit += (time - commit) / 8
  }
}
