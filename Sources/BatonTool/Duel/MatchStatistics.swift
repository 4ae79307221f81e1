#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A mean with what is known of its error.
struct Estimate: Hashable, Sendable {
  /// The two-sided 95 % point of the normal distribution.
  static let width = 1.959964

  let mean: Double
  /// The standard error; `nil` for fewer than two observations.
  let error: Double?

  /// Estimates the mean of independent observations; `nil` without any.
  init?(_ values: [Double]) {
    guard !values.isEmpty else { return nil }
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    self.mean = mean
    guard values.count > 1 else {
      error = nil
      return
    }
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    error = (squares / (count - 1) / count).squareRoot()
  }

  /// The 95 % interval.
  var interval: (low: Double, high: Double)? {
    error.map { (mean - Estimate.width * $0, mean + Estimate.width * $0) }
  }
}

/// The result of one opening, played twice with colours reversed; all from the first player's side.
struct PairResult: Hashable, Sendable {
  /// The points of each game: 1 for a win, 0.5 for a draw.
  var points: [Double]
  /// The disc differences of the games that were played to their end.
  var discs: [Int]
}

/// What the games of a match say about its players.
///
/// The two games of an opening belong together, so errors are those of the means of pairs.
struct MatchStatistics: Sendable {
  private(set) var pairs: [PairResult] = []

  /// Adds the games of an opening.
  mutating func add(_ pair: PairResult) { pairs.append(pair) }

  /// The number of games.
  var games: Int { pairs.reduce(0) { $0 + $1.points.count } }
  /// The games that the first player won.
  var wins: Int { count(1) }
  /// The games that nobody won.
  var draws: Int { count(0.5) }
  /// The games that the first player lost.
  var losses: Int { count(0) }

  private func count(_ points: Double) -> Int {
    pairs.reduce(0) { $0 + $1.points.count { $0 == points } }
  }

  /// The first player's share of the points, 0 to 1.
  var score: Estimate? { Estimate(pairs.map { $0.points.mean }) }

  /// The first player's discs less the second's in a game.
  var discs: Estimate? {
    Estimate(pairs.filter { !$0.discs.isEmpty }.map { $0.discs.map { Double($0) }.mean })
  }

  /// How many Elo the first player is stronger; infinite if a side took everything.
  var elo: Double? { score.map { MatchStatistics.elo($0.mean) } }

  /// The 95 % interval of ``elo``.
  var eloInterval: (low: Double, high: Double)? {
    guard let score, var (low, high) = score.interval else { return nil }
    if score.error == 0 {
      // Equal results say nothing of their spread: the interval of a share by Wilson, a pair for one observation.
      let count = Double(pairs.count)
      let square = Estimate.width * Estimate.width
      let center = (score.mean + square / (2 * count)) / (1 + square / count)
      let spread =
        Estimate.width / (1 + square / count)
        * (score.mean * (1 - score.mean) / count + square / (4 * count * count)).squareRoot()
      low = score.mean == 0 ? 0 : center - spread
      high = score.mean == 1 ? 1 : center + spread
    }
    return (MatchStatistics.elo(low), MatchStatistics.elo(high))
  }

  /// The difference in Elo that makes a share of the points likely.
  static func elo(_ share: Double) -> Double {
    if share <= 0 { return -.infinity }
    if share >= 1 { return .infinity }
    return 400 * log10(share / (1 - share))
  }

  /// The share of the points that a difference in Elo makes likely.
  static func share(_ elo: Double) -> Double { 1 / (1 + pow(10, -elo / 400)) }
}

extension [Double] {
  /// The mean; 0 of nothing.
  fileprivate var mean: Double { isEmpty ? 0 : reduce(0, +) / Double(count) }
}

/// A test of two differences in Elo against each other, which may look after every opening.
///
/// It is the sequential probability ratio test of A. Wald with the likelihood of the mean of pairs in the normal
/// approximation; both kinds of error have a chance of 5 %.
struct SequentialTest: Hashable, Sendable {
  /// What the test came to.
  enum Verdict: String, Sendable {
    /// The difference is the lower one, or less.
    case lower
    /// The difference is the higher one, or more.
    case higher
  }

  /// The two differences.
  let low, high: Double

  /// The ratio at which the test ends on either side: log(0.95 / 0.05).
  static let bound = 2.944439

  /// Reads two numbers of Elo such as `0,20`, the lower one first.
  init(_ text: String) throws(UsageError) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 2, let low = numbers[0], let high = numbers[1], low < high,
      abs(low) <= 1000, abs(high) <= 1000
    else {
      throw UsageError(
        "--stop needs two differences in Elo, the lower one first, such as 0,20, not \(quoted(text))"
      )
    }
    (self.low, self.high) = (low, high)
  }

  /// The logarithm of how much likelier the games are by the higher difference than by the lower one.
  func ratio(_ statistics: MatchStatistics) -> Double {
    let means = statistics.pairs.map { $0.points.reduce(0, +) / Double(max($0.points.count, 1)) }
    guard !means.isEmpty else { return 0 }
    // One more pair, spread over the five results that a pair can have, keeps the spread above 0 while few are known.
    let all = means.map { ($0, 1.0) } + [0, 0.25, 0.5, 0.75, 1].map { ($0, 0.2) }
    let weight = all.reduce(0) { $0 + $1.1 }
    let mean = all.reduce(0) { $0 + $1.0 * $1.1 } / weight
    let variance = all.reduce(0) { $0 + ($1.0 - mean) * ($1.0 - mean) * $1.1 } / weight
    let (lower, higher) = (MatchStatistics.share(low), MatchStatistics.share(high))
    return weight * (higher - lower) * (2 * mean - lower - higher) / (2 * variance)
  }

  /// What the games so far decide, if they do.
  func verdict(_ statistics: MatchStatistics) -> Verdict? {
    let ratio = ratio(statistics)
    if ratio >= SequentialTest.bound { return .higher }
    return ratio <= -SequentialTest.bound ? .lower : nil
  }
}

/// Returns a number with a fixed count of decimals, rounded.
func fixed(_ value: Double, _ decimals: Int) -> String {
  guard value.isFinite else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
  var unit: Double = 1
  for _ in 0..<decimals { unit *= 10 }
  let scaled = (abs(value) * unit).rounded()
  guard scaled < 1e15 else { return "\(value)" }
  let digits = String(UInt64(scaled))
  let whole = String(repeating: "0", count: max(decimals + 1 - digits.utf8.count, 0)) + digits
  let sign = value < 0 && scaled > 0 ? "-" : ""
  return decimals == 0
    ? sign + whole : "\(sign)\(whole.dropLast(decimals)).\(whole.suffix(decimals))"
}

/// The same with a plus before what is greater than 0.
func signed(_ value: Double, _ decimals: Int) -> String {
  let text = fixed(value, decimals)
  return value > 0 ? "+" + text : text
}
