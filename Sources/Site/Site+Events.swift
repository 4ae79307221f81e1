internal import Games
internal import MatchStore
internal import HTTPServer
internal import Hosting
internal import Matches
internal import Service

extension Site {
  /// The stream of a page: the events of one match, and a word whenever the reader's list has changed.
  ///
  /// Events carry their number as id, so a browser that comes back says where it stopped. `match` is the
  /// match to follow, left out for the list alone, and `after` the number that the page has already;
  /// `Last-Event-ID` wins over it.
  func streamEvents(_ request: HTTPRequest) async throws -> HTTPResponse {
    var match: MatchID?
    if let text = request.field("match") {
      guard let id = try? MatchID(text: text) else {
        throw Problem.malformed("match", "not the identifier of a match")
      }
      match = id
    }
    let cursor = request.headers["Last-Event-ID"] ?? request.field("after") ?? "0"
    guard let after = Int(decimal: cursor.utf8), after >= 0 else {
      throw Problem.malformed("after", "expected the number of an event")
    }
    let signedIn = try await signedIn(of: request)
    let player = signedIn?.player.id
    let relay = EventRelay()
    if let signedIn {
      relay.hold(accounts.streams.hold(signedIn) { [weak relay] in relay?.finish() })
    }
    // Each browser waits another while before it comes back, so that a restart is not a stampede.
    relay.send("retry: \(500 + Int(Secrets.makeSeed() % 1500))\n\n")
    if let player {
      relay.hold(
        await service.listenToList(of: player) { [weak relay] in
          relay?.send("event: list\ndata: {}\n\n")
        })
    }
    if let match {
      relay.hold(
        try await service.listen(
          to: match, after: after, as: player,
          send: { [weak relay, meters] event in
            meters.eventsTold.add()
            let data = String(decoding: JSON.encode(event), as: UTF8.self)
            relay?.send("id: \(event.number)\nevent: match\ndata: \(data)\n\n")
          }, end: { [weak relay] in relay?.finish() }))
    }
    return .stream(relay.open())
  }
}

/// Hands events to a stream, and keeps what comes before the stream is open.
///
/// What a reader has missed may be more than a stream lets wait for a slow reader; it is bounded by the match,
/// so the stream gets as much room on top.
private final class EventRelay: Sendable {
  private struct State {
    var early: [UInt8] = []
    // The stream keeps the relay alive, not the other way round: one that no server takes must end.
    weak var stream: ResponseStream?
    var isOpen = false
    var isFinished = false
    var listenings: [Listening] = []
  }

  private let state = Lock(State())

  func send(_ text: String) {
    let stream: ResponseStream? = state.withLock { state in
      if !state.isOpen { state.early += Array(text.utf8) }
      return state.stream
    }
    stream?.write(text)
  }

  func finish() {
    let stream: ResponseStream? = state.withLock { state in
      state.isFinished = true
      return state.stream
    }
    stream?.finish()
  }

  /// Keeps a listening until the stream ends.
  func hold(_ listening: Listening) {
    state.withLock { $0.listenings.append(listening) }
  }

  /// What a browser hears when the server stops: come back, each after another while.
  private var farewell: [UInt8] {
    Array("retry: \(1_000 + Int(Secrets.makeSeed() % 3_000))\n\n".utf8)
  }

  /// Opens the stream with what came so far.
  ///
  /// The stream keeps the relay, and lets it go when it ends.
  func open() -> ResponseStream {
    state.withLock { state in
      let stream = ResponseStream(
        limit: 65_536 + state.early.count, farewell: farewell
      ) { _ in self.close() }
      stream.write(state.early)
      if state.isFinished { stream.finish() }
      state.early = []
      state.stream = stream
      state.isOpen = true
      return stream
    }
  }

  private func close() {
    let ended: [Listening] = state.withLock { state in
      defer {
        state.listenings = []
        state.isFinished = true
      }
      return state.listenings
    }
    for listening in ended { listening.cancel() }
  }
}
