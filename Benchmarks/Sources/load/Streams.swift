#if canImport(Glibc)
  import Glibc

  /// Opens many streams of one match, and tells when an event has reached all of them.
  func measureStreams(port: UInt16, match: String, count: Int) throws {
    var streams = Streams()
    let request = Array(
      "GET /v1/events?match=\(match)&after=0 HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n".utf8)
    for _ in 0..<count {
      let descriptor = try connectedSocket(port: port)
      _ = request.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      streams.add(descriptor)
      // What has come so far is read along, so that neither side waits for the other.
      if streams.count % 256 == 0 { _ = streams.readAll(milliseconds: 0) }
    }
    let end = monotonicNanoseconds() + 60_000_000_000
    while streams.arrivals < count, monotonicNanoseconds() < end {
      _ = streams.readAll(milliseconds: 100)
    }
    let open = streams.arrivals
    // Quiet first: what a stream begins with must not count as the event.
    while streams.readAll(milliseconds: 500) > 0 {}
    print("{\"open\":\(open)}")
    fflush(nil)
    while let line = readLine(), line.hasPrefix("event") {
      streams.forgetArrivals()
      let start = UInt64(line.dropFirst(6)) ?? monotonicNanoseconds()
      let limit = monotonicNanoseconds() + 20_000_000_000
      while streams.arrivals < count, monotonicNanoseconds() < limit {
        _ = streams.readAll(milliseconds: 50)
      }
      let times = streams.times.filter { $0 > 0 }.map { Double($0 &- start) / 1e6 }.sorted()
      print(
        "{\"reached\":\(times.count),\"p50\":\(percentile(times, 0.5)),"
          + "\"p99\":\(percentile(times, 0.99)),\"max\":\(times.last ?? 0)}")
      fflush(nil)
    }
    streams.closeAll()
  }

  /// Open streams, and when each was last heard of.
  private struct Streams {
    private var polled: [pollfd] = []
    private(set) var times: [UInt64] = []
    private(set) var arrivals = 0
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    var count: Int { polled.count }

    mutating func add(_ descriptor: Int32) {
      polled.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
      times.append(0)
    }

    mutating func forgetArrivals() {
      arrivals = 0
      for index in times.indices { times[index] = 0 }
    }

    /// Reads from all that have something; returns how many had.
    mutating func readAll(milliseconds: Int32) -> Int {
      let ready = poll(&polled, nfds_t(polled.count), milliseconds)
      guard ready > 0 else { return 0 }
      var count = 0
      for index in polled.indices where polled[index].revents != 0 {
        let descriptor = polled[index].fd
        let got = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
        guard got > 0 else {
          polled[index].events = 0
          continue
        }
        count += 1
        if times[index] == 0 {
          times[index] = monotonicNanoseconds()
          arrivals += 1
        }
      }
      return count
    }

    func closeAll() { for item in polled { close(item.fd) } }
  }
#else
  func measureStreams(port: UInt16, match: String, count: Int) throws {
    throw LoadFailure(description: "streams are measured on Linux only")
  }
#endif

/// The value below which a share of sorted values lie.
func percentile(_ sorted: [Double], _ share: Double) -> Double {
  sorted.isEmpty ? 0 : sorted[min(Int(Double(sorted.count) * share), sorted.count - 1)]
}
