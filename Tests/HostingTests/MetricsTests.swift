import Hosting
import Testing

@Suite("Figures")
struct MetricsTests {
  private let metrics = Metrics()

  @Test("A counter without labels begins at zero, one with labels has the series it counted")
  func counters() async {
    let plain = metrics.counter("baton_a_total", "A.")
    let labelled = metrics.counter("baton_b_total", "B.", labels: ["route", "status"])
    #expect(
      await metrics.exposition() == """
        # HELP baton_a_total A.
        # TYPE baton_a_total counter
        baton_a_total 0
        # HELP baton_b_total B.
        # TYPE baton_b_total counter

        """)
    plain.add()
    plain.add(2)
    labelled.add(1, "home", "2xx")
    labelled.add(5, "a\"\\\n", "4xx")
    #expect(
      await metrics.exposition() == """
        # HELP baton_a_total A.
        # TYPE baton_a_total counter
        baton_a_total 3
        # HELP baton_b_total B.
        # TYPE baton_b_total counter
        baton_b_total{route="a\\"\\\\\\n",status="4xx"} 5
        baton_b_total{route="home",status="2xx"} 1

        """)
  }

  @Test("A distribution has cumulated buckets, a sum and a count")
  func histogram() async {
    let histogram = metrics.histogram("baton_s", "S.", buckets: [0.1, 1], labels: ["route"])
    for value in [0.05, 0.1, 0.5, 7] { histogram.observe(value, "home") }
    #expect(
      await metrics.exposition() == """
        # HELP baton_s S.
        # TYPE baton_s histogram
        baton_s_bucket{route="home",le="0.1"} 2
        baton_s_bucket{route="home",le="1"} 3
        baton_s_bucket{route="home",le="+Inf"} 4
        baton_s_sum{route="home"} 7.65
        baton_s_count{route="home"} 4

        """)
  }

  @Test("Gauges show what is set or asked for, and nothing where nobody knows")
  func gauges() async {
    let set = metrics.gauge("baton_set", "Set.")
    metrics.gauge("baton_info", "Info.", labels: ["version": "1.2"], read: { 1 })
    metrics.gauge("baton_unknown", "Unknown.", read: { nil })
    set.set(7)
    set.add(-9)
    let text = await metrics.exposition()
    #expect(text.contains("\nbaton_set -2\n"))
    #expect(text.contains("\nbaton_info{version=\"1.2\"} 1\n"))
    #expect(!text.contains("\nbaton_unknown "))
  }

  @Test("No family grows beyond its limit, and nothing is lost")
  func bounded() async {
    let counter = metrics.counter("baton_c_total", "C.", labels: ["code"])
    for number in 0..<10_000 { counter.add(1, "code\(number)") }
    let lines = await metrics.exposition().split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.count == Metrics.seriesLimit + 1)
    #expect(lines.contains("baton_c_total{code=\"other\"} \(10_000 - Metrics.seriesLimit)"))
  }

  @Test("Counting from many tasks at once loses nothing")
  func concurrent() async {
    let counter = metrics.counter("baton_d_total", "D.", labels: ["x"])
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<1_000 { counter.add(1, "y") } }
      }
    }
    #expect(await metrics.exposition().contains("baton_d_total{x=\"y\"} 8000\n"))
  }

  @Test("The figures of the process are there")
  func process() async {
    metrics.addProcess(startedAt: 1_796_019_565_035)
    let text = await metrics.exposition()
    #expect(text.contains("\nprocess_start_time_seconds 1796019565.035\n"))
    #expect(text.contains("\nprocess_cpu_seconds_total "))
    #if os(Linux)
      #expect(text.contains("\nprocess_resident_memory_bytes "))
      #expect(text.contains("\nprocess_open_fds "))
    #endif
  }
}
