import Hosting
import Testing

@Suite("The log")
struct LogTests {
  /// A log whose lines are kept.
  private final class Book: Sendable {
    private let kept = Lock<[String]>([])
    var lines: [String] { kept.withLock { $0 } }
    func log(_ level: Log.Level = .debug, _ format: Log.Format = .text, time: ManualTime) -> Log {
      Log(level: level, format: format, time: time) { line in self.kept.withLock { $0.append(line) }
      }
    }
  }

  private let time = ManualTime(wallMilliseconds: 1_796_019_565_035)
  private let book = Book()

  @Test("A line in text has the time, the level, the event and the fields")
  func text() {
    book.log(time: time).info(
      "started",
      [
        "url": .text("http://x/"), "port": .integer(80), "ready": .flag(true),
        "after": .nanoseconds(1_234_567_890), "words": .text("a b"), "nothing": .text(""),
      ])
    #expect(
      book.lines == [
        "2026-11-30T06:19:25.035Z info started url=http://x/ port=80 ready=true after=1.234s "
          + "words=\"a b\" nothing=\"\"\n"
      ])
  }

  @Test("A line in JSON is an object, with numbers as numbers")
  func json() {
    book.log(.debug, .json, time: time).warning(
      "storeFailed", ["reason": .text("a \"b\" \\ c"), "count": .integer(-1), "is": .flag(false)])
    #expect(
      book.lines == [
        "{\"time\":\"2026-11-30T06:19:25.035Z\",\"level\":\"warning\",\"event\":\"storeFailed\","
          + "\"reason\":\"a \\\"b\\\" \\\\ c\",\"count\":-1,\"is\":false}\n"
      ])
  }

  @Test(
    "A line is one line of harmless characters, whatever the value", arguments: Log.Format.allCases)
  func control(format: Log.Format) {
    book.log(.debug, format, time: time).info(
      "x", ["value": .text("a\n\u{1b}[2J\u{0}\u{7f}\u{202e}\u{2028}\u{feff}b")])
    let line = book.lines[0]
    #expect(line.utf8.count { $0 < 0x20 } == 1)
    #expect(line.unicodeScalars.allSatisfy { $0.value < 0x7f })
    #expect(line.contains("u{1b}[2J"))
  }

  @Test("A long value is cut")
  func long() {
    let marks = String(repeating: "\u{301}", count: 100_000)
    book.log(time: time).info("x", ["value": .text(marks)])
    #expect(book.lines[0].utf8.count < 2_000)
  }

  @Test(
    "No secret is written",
    arguments: [
      ("postgres://baton:hunter2@db/baton", "hunter2"),
      ("postgres://baton:p@ss@db.example.org:5432/b?password=hunter2&x=1", "hunter2"),
      ("postgres://baton:p@ss@db.example.org/b", "p@ss"),
      ("connection with PASSWORD=hunter2 failed", "hunter2"),
      ("GET /m/0123456789abcdefghjkmnpqrs", "789abc"),
      ("cookie baton=" + String(repeating: "a1", count: 32), String(repeating: "a1", count: 4)),
    ], Log.Format.allCases)
  func secrets(_ sample: (text: String, secret: String), format: Log.Format) {
    book.log(.debug, format, time: time).error("failed", ["reason": .text(sample.text)])
    #expect(!book.lines[0].contains(sample.secret))
  }

  @Test("Of a match only the first six characters are written")
  func match() {
    book.log(time: time).info("x", ["match": .match("0123456789abcdefghjkmnpqrs")])
    #expect(book.lines[0].hasSuffix(" match=012345\n"))
  }

  @Test("Words, paths and addresses stay readable")
  func harmless() {
    let text =
      "cannot open /var/lib/baton/baton.sqlite: Permission denied (http://play.example.org)"
    book.log(time: time).info("x", ["reason": .text(text)])
    #expect(book.lines[0].contains(text))
  }

  @Test("What matters less than the level is not written", arguments: Log.Level.allCases)
  func levels(level: Log.Level) {
    let log = book.log(level, time: time)
    log.debug("a")
    log.info("b")
    log.warning("c")
    log.error("d")
    #expect(book.lines.count == 4 - level.rawValue)
  }

  @Test("An event that comes too often is counted instead, and others are not held up")
  func budget() {
    let log = book.log(time: time)
    for _ in 0..<1_000 { log.error("storeFailed") }
    #expect(book.lines.count == Log.burst)
    log.error("other")
    #expect(book.lines.count == Log.burst + 1)
    time.advance(milliseconds: 2_000)
    for _ in 0..<10 { log.error("storeFailed") }
    #expect(book.lines.count == Log.burst + 3)
    #expect(book.lines[Log.burst + 1].hasSuffix(" suppressed=980\n"))
  }

  @Test("What an administrator did is always written")
  func audit() {
    let log = book.log(.error, time: time)
    for _ in 0..<100 { log.audit("admin") }
    #expect(book.lines.count == 100)
  }

  @Test(
    "Instants are written as the calendar has them",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
      (951_782_400_000, "2000-02-29T00:00:00.000Z"),
      (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
      (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
      (1_796_019_565_035, "2026-11-30T06:19:25.035Z"),
    ] as [(Int64, String)])
  func calendar(_ instant: (milliseconds: Int64, text: String)) {
    #expect(UTCText.text(milliseconds: instant.milliseconds) == instant.text)
  }
}
