#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Lets `clients` tables play for some seconds, and prints turns and their durations.
///
/// One thread plays for all of them: hundreds would cost the two processors that they share with the server more than
/// the turns do.
func measureTurns(port: UInt16, clients: Int, seconds: Double) throws {
  var tables: [Table] = []
  for number in 0..<clients { tables.append(try Table(port: port, name: "t\(number)")) }
  var polled = tables.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
  var begun = [UInt64](repeating: 0, count: clients)
  var durations: [Double] = []
  let start = monotonicNanoseconds()
  let end = start + UInt64(seconds * 1e9)
  for (index, table) in tables.enumerated() {
    begun[index] = monotonicNanoseconds()
    try table.beginTurn()
  }
  var playing = clients
  while playing > 0 {
    guard poll(&polled, nfds_t(clients), 10_000) > 0 else {
      throw LoadFailure(description: "nothing was answered for ten seconds")
    }
    for index in polled.indices where polled[index].revents != 0 {
      guard try tables[index].proceed() else { continue }
      let now = monotonicNanoseconds()
      durations.append(Double(now &- begun[index]) / 1e6)
      guard now < end else {
        polled[index].fd = -1
        playing -= 1
        continue
      }
      begun[index] = now
      try tables[index].beginTurn()
    }
  }
  let elapsed = Double(monotonicNanoseconds() &- start) / 1e9
  let all = durations.sorted()
  print(
    "{\"turns\":\(all.count),\"seconds\":\(elapsed),\"rate\":\(Double(all.count) / elapsed),"
      + "\"p50\":\(percentile(all, 0.5)),\"p99\":\(percentile(all, 0.99)),\"max\":\(all.last ?? 0)}"
  )
}

/// Asks for what costs the server nothing, one request after the other: the floor under every turn.
func measureFloor(port: UInt16, seconds: Double) throws {
  let client = try Client(port: port)
  var times: [Double] = []
  let end = monotonicNanoseconds() + UInt64(seconds * 1e9)
  while true {
    let begin = monotonicNanoseconds()
    if begin >= end { break }
    let answer = try client.ask("GET", "/healthz")
    guard answer.status == 200 else {
      throw LoadFailure(description: "not healthy: \(answer.status) \(answer.body)")
    }
    times.append(Double(monotonicNanoseconds() &- begin) / 1e6)
  }
  times.sort()
  print(
    "{\"rate\":\(Double(times.count) / seconds),\"p50\":\(percentile(times, 0.5)),"
      + "\"p99\":\(percentile(times, 0.99))}")
}

/// Compares turns of a long match with those of short ones, alternating.
func measureLength(port: UInt16, length: Int, samples: Int) throws {
  let long = try Table(port: port, name: "long")
  for _ in 0..<length { try long.turn() }
  var times: [[Double]] = [[], []]
  var short = try Table(port: port, name: "short-0")
  for round in 0..<samples {
    if round % 10 == 0 { short = try Table(port: port, name: "short-\(round)") }
    for (index, table) in [short, long].enumerated() {
      let begin = monotonicNanoseconds()
      try table.turn()
      times[index].append(Double(monotonicNanoseconds() &- begin) / 1e6)
    }
  }
  print(
    "{\"short\":\(percentile(times[0].sorted(), 0.5)),\"long\":\(percentile(times[1].sorted(), 0.5))}"
  )
}

@main
struct Main {
  static func main() {
    signal(SIGPIPE, SIG_IGN)
    let arguments = CommandLine.arguments
    do {
      guard arguments.count >= 3, let port = UInt16(arguments[2]) else {
        throw LoadFailure(
          description:
            "load turns PORT CLIENTS SECONDS | floor PORT SECONDS | length PORT TURNS SAMPLES"
              + " | streams PORT MATCH COUNT"
        )
      }
      switch arguments[1] {
      case "turns" where arguments.count == 5:
        try measureTurns(
          port: port, clients: Int(arguments[3]) ?? 1, seconds: Double(arguments[4]) ?? 1)
      case "floor" where arguments.count == 4:
        try measureFloor(port: port, seconds: Double(arguments[3]) ?? 1)
      case "length" where arguments.count == 5:
        try measureLength(
          port: port, length: Int(arguments[3]) ?? 1000, samples: Int(arguments[4]) ?? 100)
      case "streams" where arguments.count == 5:
        try measureStreams(port: port, match: arguments[3], count: Int(arguments[4]) ?? 1)
      default: throw LoadFailure(description: "not something that is measured")
      }
    } catch {
      print("{\"error\":\"\(error)\"}")
      exit(1)
    }
  }
}
