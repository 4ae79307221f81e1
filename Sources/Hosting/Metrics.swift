internal import Synchronization

/// The figures of a server, in the text format of Prometheus.
///
/// Families are made once, at the start; counting is cheap and may happen on any thread. No label may grow with
/// the users: a family keeps at most ``seriesLimit`` combinations of values, and counts further ones as `other`.
///
///     let requests = metrics.counter("baton_requests_total", "Requests answered.", labels: ["route"])
///     requests.add(1, "home")
public final class Metrics: Sendable {
  /// The most combinations of label values in one family.
  public static let seriesLimit = 200

  private struct Family {
    let name: String
    let help: String
    let type: String
    let samples: @Sendable () async -> String
  }

  private let families = Lock<[Family]>([])

  /// Creates a registry without families.
  public init() {}

  /// Makes a figure that only grows.
  public func counter(
    _ name: StaticString, _ help: StaticString, labels: [StaticString] = []
  ) -> MetricCounter {
    let counter = MetricCounter(labels: labels)
    register(name, help, "counter") { counter.samples(name.description) }
    return counter
  }

  /// Makes a figure that only grows and is kept elsewhere.
  public func counter(
    _ name: StaticString, _ help: StaticString, read: @escaping @Sendable () async -> Double
  ) {
    register(name, help, "counter") { "\(name) \(Metrics.text(await read()))\n" }
  }

  /// Makes a figure that goes up and down and is asked for when somebody looks.
  ///
  /// What `read` does not know, it answers with `nil`; the figure is then left out.
  public func gauge(
    _ name: StaticString, _ help: StaticString,
    labels: KeyValuePairs<StaticString, String> = [:],
    read: @escaping @Sendable () async -> Double?
  ) {
    let series = Metrics.series(
      labels.map { $0.key.description }, labels.map { $0.value })
    register(name, help, "gauge") {
      guard let value = await read() else { return "" }
      return "\(name)\(series) \(Metrics.text(value))\n"
    }
  }

  /// Makes a figure that goes up and down as somebody sets it.
  public func gauge(_ name: StaticString, _ help: StaticString) -> MetricGauge {
    let gauge = MetricGauge()
    register(name, help, "gauge") { "\(name) \(gauge.value)\n" }
    return gauge
  }

  /// Makes a distribution over fixed buckets.
  ///
  /// - Parameters:
  ///   - name: The name of the family.
  ///   - help: What it is.
  ///   - buckets: The upper bounds in rising order; one without a bound follows by itself.
  ///   - labels: The names of the labels.
  /// - Returns: The distribution.
  public func histogram(
    _ name: StaticString, _ help: StaticString, buckets: [Double] = Metrics.seconds,
    labels: [StaticString] = []
  ) -> MetricHistogram {
    let histogram = MetricHistogram(buckets: buckets, labels: labels)
    register(name, help, "histogram") { histogram.samples(name.description) }
    return histogram
  }

  /// Buckets for what takes from a millisecond to ten seconds.
  public static let seconds = [
    0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10,
  ]

  /// All figures of this moment, in the text format 0.0.4.
  public func exposition() async -> String {
    var text = ""
    for family in families.withLock({ $0 }) {
      let samples = await family.samples()
      text += "# HELP \(family.name) \(family.help)\n# TYPE \(family.name) \(family.type)\n"
      text += samples
    }
    return text
  }

  private func register(
    _ name: StaticString, _ help: StaticString, _ type: String,
    _ samples: @escaping @Sendable () async -> String
  ) {
    families.withLock { families in
      precondition(
        !families.contains { $0.name == name.description }, "a family is made once: \(name)")
      families.append(
        Family(
          name: name.description, help: help.description, type: type, samples: samples))
    }
  }

  static func text(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    if value == value.rounded(), value.magnitude < 1e15 { return String(Int64(value)) }
    return value.description
  }

  static func series(_ names: [String], _ values: [String]) -> String {
    if names.isEmpty { return "" }
    let pairs = zip(names, values).map { "\($0)=\"\(escaped($1))\"" }
    return "{" + pairs.joined(separator: ",") + "}"
  }

  private static func escaped(_ value: String) -> String {
    var result = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// The values of a family by its labels, of which there are only so many.
private struct LabelledValues<Value> {
  let labels: [String]
  private(set) var values: [[String]: Value] = [:]

  init(labels: [StaticString], first: Value) {
    self.labels = labels.map { $0.description }
    // A family without labels is there from the start, so that a graph begins at zero.
    if labels.isEmpty { values[[]] = first }
  }

  mutating func change(_ key: [String], first: Value, _ body: (inout Value) -> Void) {
    precondition(key.count == labels.count, "a value for each label")
    var key = key
    if values[key] == nil, values.count >= Metrics.seriesLimit {
      key = labels.map { _ in "other" }
    }
    body(&values[key, default: first])
  }

  /// The series with their values, in a fixed order.
  var sorted: [(key: [String], value: Value)] {
    values.sorted { a, b in a.key.lexicographicallyPrecedes(b.key) }
  }
}

/// A figure that only grows.
public final class MetricCounter: Sendable {
  private let values: Lock<LabelledValues<Int>>

  init(labels: [StaticString]) { values = Lock(LabelledValues(labels: labels, first: 0)) }

  /// Adds to the figure of these label values.
  public func add(_ amount: Int = 1, _ labels: String...) {
    values.withLock { $0.change(labels, first: 0) { $0 += amount } }
  }

  func samples(_ name: String) -> String {
    let values = values.withLock { $0 }
    return values.sorted.map { "\(name)\(Metrics.series(values.labels, $0.key)) \($0.value)\n" }
      .joined()
  }
}

/// A figure that somebody sets.
public final class MetricGauge: Sendable {
  private let stored = Atomic(0)

  /// The figure now.
  public var value: Int { stored.load(ordering: .relaxed) }

  /// Sets the figure.
  public func set(_ value: Int) { stored.store(value, ordering: .relaxed) }

  /// Adds to the figure, or takes away from it.
  public func add(_ amount: Int) { stored.add(amount, ordering: .relaxed) }
}

/// How often something took how long.
public final class MetricHistogram: Sendable {
  private struct Distribution {
    var counts: [Int]
    var sum = 0.0
    var count = 0
  }

  private let buckets: [Double]
  private let values: Lock<LabelledValues<Distribution>>

  init(buckets: [Double], labels: [StaticString]) {
    self.buckets = buckets
    values = Lock(
      LabelledValues(
        labels: labels, first: Distribution(counts: .init(repeating: 0, count: buckets.count))))
  }

  /// Takes in one value.
  public func observe(_ value: Double, _ labels: String...) { take(value, labels) }

  /// Takes in a span of time, in seconds.
  public func observe(nanoseconds: UInt64, _ labels: String...) {
    take(Double(nanoseconds) / 1e9, labels)
  }

  private func take(_ value: Double, _ labels: [String]) {
    let place = buckets.firstIndex { value <= $0 }
    let empty = Distribution(counts: .init(repeating: 0, count: buckets.count))
    values.withLock { values in
      values.change(labels, first: empty) { distribution in
        if let place { distribution.counts[place] += 1 }
        distribution.sum += value
        distribution.count += 1
      }
    }
  }

  func samples(_ name: String) -> String {
    let values = values.withLock { $0 }
    var text = ""
    for (key, distribution) in values.sorted {
      var sum = 0
      for (bound, count) in zip(buckets, distribution.counts) {
        sum += count
        let series = Metrics.series(values.labels + ["le"], key + [Metrics.text(bound)])
        text += "\(name)_bucket\(series) \(sum)\n"
      }
      let series = Metrics.series(values.labels + ["le"], key + ["+Inf"])
      text += "\(name)_bucket\(series) \(distribution.count)\n"
      let labels = Metrics.series(values.labels, key)
      text += "\(name)_sum\(labels) \(Metrics.text(distribution.sum))\n"
      text += "\(name)_count\(labels) \(distribution.count)\n"
    }
    return text
  }
}
