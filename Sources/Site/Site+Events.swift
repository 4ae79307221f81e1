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
    let player = try await player(of: request)?.id
    let held = Lock<[Listening]>([])
    // A reader that starts from 0 gets the whole match at once, before any of it can be sent.
    let stream = ResponseStream(
      limit: 1_048_576,
      onClose: { _ in
        let ended = held.withLock { listenings in
          defer { listenings = [] }
          return listenings
        }
        for listening in ended { listening.cancel() }
      })
    // Each browser waits another while before it comes back, so that a restart is not a stampede.
    stream.write("retry: \(500 + Int(Secrets.makeSeed() % 1500))\n\n")
    if let player {
      let listening = await service.listenToList(of: player) { [weak stream] in
        stream?.write("event: list\ndata: {}\n\n")
      }
      held.withLock { $0.append(listening) }
    }
    if let match {
      let listening = try await service.listen(
        to: match, after: after, as: player,
        send: { [weak stream] event in
          let data = String(decoding: JSON.encode(event), as: UTF8.self)
          stream?.write("id: \(event.number)\nevent: match\ndata: \(data)\n\n")
        }, end: { [weak stream] in stream?.finish() })
      held.withLock { $0.append(listening) }
    }
    if !stream.isOpen {
      // The stream ended while we subscribed.
      for listening in held.withLock({ $0 }) { listening.cancel() }
    }
    return .stream(stream)
  }
}
