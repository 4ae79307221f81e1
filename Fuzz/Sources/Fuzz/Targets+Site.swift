import Dispatch

@testable import Games
@testable import HTTPServer
@testable import Hosting
@testable import MatchStore
@testable import Matches
@testable import Reversi
@testable import Service
@testable import Site
@testable import Story

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whole requests, one after the other, to a site with one guest and one match.
///
/// Requests are separated by the byte 0x1E; each is a request line, lines of fields, an empty line, a body. `@M` stands
/// for the identifier of the match. The guest's cookie and a key are added.
extension FuzzTarget {
  static let sites: [FuzzTarget] = [FuzzTarget("site", limit: 2_000_000_000, readRequests)]

  private static let assets: Assets? = {
    var template = Array("/tmp/baton-fuzz-XXXXXX".utf8CString)
    guard let path = mkdtemp(&template).map({ String(cString: $0) }) else { return nil }
    for name in Assets.needed {
      // A byte each: Foundation leaks the buffer of an empty file.
      guard let file = fopen("\(path)/\(name)", "wb") else { return nil }
      fputc(0x20, file)
      fclose(file)
    }
    defer {
      for name in Assets.needed { unlink("\(path)/\(name)") }
      rmdir(path)
    }
    return try? Assets(folder: path)
  }()

  @Sendable private static func readRequests(_ bytes: [UInt8]) {
    guard let assets else { fail("no folder for the files of the pages") }
    let time = ManualTime()
    let service = MatchService(
      store: InMemoryStore(),
      registry: GameRegistry().adding(ReversiPosition.self).adding(StoryPosition.self)
        .adding(Carried.self), time: time)
    let site = Site(service: service, assets: assets, time: time)
    let isDone = DispatchSemaphore(value: 0)
    Task {
      let cookie = await guest(of: service, at: time)
      let made = await answer(
        site, Array("POST /v1/matches HTTP/1.1\n\n{\"game\":\"reversi\"}".utf8), cookie, "", "make",
        time)
      let match = (made?.headers["Location"]?.utf8.suffix(26)).map {
        String(decoding: $0, as: UTF8.self)
      }
      for (number, part) in bytes.split(separator: 0x1E).prefix(8).enumerated() {
        _ = await answer(site, Array(part), cookie, match ?? "", "key\(number)", time)
      }
      isDone.signal()
    }
    // Whoever waits for news gets none: the clock is moved on until the longest poll is over.
    while isDone.wait(timeout: .now() + .milliseconds(20)) == .timedOut {
      time.advance(milliseconds: 1000)
    }
    // What watches over streams sees that there are none, and ends; a task that sleeps for ever is a leak.
    for _ in 0..<1000 where time.sleeperCount > 0 {
      time.advance(milliseconds: 60_000)
      usleep(1000)
    }
    expect(time.sleeperCount == 0, "a task sleeps on when all streams have ended")
  }

  private static func guest(of service: MatchService, at time: ManualTime) async -> String {
    let made = try? await service.makeGuest(
      receivedAt: Timestamp(milliseconds: time.wallMilliseconds))
    return "baton=\(made?.token.text ?? "")"
  }

  private static func answer(
    _ site: Site, _ bytes: [UInt8], _ cookie: String, _ match: String, _ key: String,
    _ time: ManualTime
  ) async -> HTTPResponse? {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let empty = lines.firstIndex { $0.isEmpty } ?? lines.endIndex
    let body = Array(lines[empty...].dropFirst().joined(separator: [0x0A]))
    lines = Array(lines[..<empty])
    var words = (lines.first ?? []).split(separator: 0x20, omittingEmptySubsequences: false).map {
      Array($0)
    }
    guard words.count == 3 else { return nil }
    words[1] = replacing(words[1], "@M", match)
    var fields = lines.dropFirst().map { line in
      let end = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
      return (name: Array(line[..<end]), value: Array(line[end...].dropFirst()))
    }
    for (name, value) in [("Host", "h"), ("Cookie", cookie), ("Idempotency-Key", key)]
    where !fields.contains(where: { $0.name.elementsEqual(name.utf8) }) {
      fields.append((Array(name.utf8), Array(value.utf8)))
    }
    let raw = RequestHead.Raw(method: words[0], target: words[1], version: words[2], fields: fields)
    guard let head = try? RequestHead(raw, limits: RequestHead.Limits()) else { return nil }
    let response = await site.handle(
      HTTPRequest(
        head: head, body: replacing(body, "@M", match), peerAddress: "192.0.2.1",
        receivedAt: time.wallMilliseconds))
    expect(response.status < 500, "\(response.status) for a request")
    switch response.body {
    case .stream(let stream): stream.finish()
    case .bytes: break
    }
    return response
  }

  private static func replacing(_ bytes: [UInt8], _ word: StaticString, _ text: String) -> [UInt8] {
    let first = word.utf8Start[0]
    let second = word.utf8Start[1]
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == first, index + 1 < bytes.count, bytes[index + 1] == second {
        result += Array(text.utf8)
        index += 2
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }
}
