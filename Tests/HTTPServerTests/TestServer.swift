import HTTPServer
import Hosting
import Testing

/// Starts a server for one test, runs the test, and stops the server.
func withServer(
  _ configuration: HTTPServerConfiguration = HTTPServerConfiguration(),
  time: any TimeSource = SystemTime(),
  handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse = echo,
  _ body: (HTTPServer, UInt16) async throws -> Void
) async throws {
  let server = HTTPServer(configuration: configuration, time: time, handler: handler)
  try server.start()
  let port = try #require(server.port)
  do {
    try await body(server, port)
  } catch {
    await server.stop(withinMilliseconds: 0)
    throw error
  }
  await server.stop(withinMilliseconds: 0)
}

/// Answers with what was asked, so that a test sees how the bytes were understood.
@Sendable func echo(_ request: HTTPRequest) async -> HTTPResponse {
  var lines = ["\(request.method) \(request.path)"]
  for argument in request.query { lines.append("? \(argument.name)=\(argument.value)") }
  lines.append(
    "body \(request.body.count) \(String(decoding: request.body.prefix(64), as: UTF8.self))")
  return .text(lines.joined(separator: "\n"))
}

/// Waits until something is true, looking again after every millisecond; fails after ten seconds.
func eventually(
  _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () async throws -> Bool
) async throws {
  let clock = ContinuousClock()
  let end = clock.now + .seconds(10)
  while clock.now < end {
    if try await condition() { return }
    try await Task.sleep(for: .milliseconds(1))
  }
  Issue.record(what, sourceLocation: sourceLocation)
}

/// A list that several threads may extend.
final class Journal<Element: Sendable>: Sendable {
  private let list = Lock<[Element]>([])

  var entries: [Element] { list.withLock { $0 } }

  func add(_ element: Element) {
    list.withLock { $0.append(element) }
  }
}

/// A door at which tasks wait until it opens.
actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func pass() async {
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
