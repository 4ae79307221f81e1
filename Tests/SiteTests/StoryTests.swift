import HTTPServer
import MatchStore
import Site
import Testing

extension Visitor {
  /// Begins a story by the form of the first page and returns its match.
  func startStory(seats: Int = 3, options: String = "") async throws -> String {
    let page = try await submit(
      "/matches", [("game", "story"), ("seats", "\(seats)"), ("options", options)])
    #expect(page.status == 200)
    return try #require(page.text.between("data-match=\"", "\""))
  }

  /// Sends the form of a story's page as it stands there.
  func write(_ text: String, ends: Bool = false, to match: String) async throws -> Answer {
    let page = try await open("/m/\(match)").text
    let form = try #require(page.between("<form id=\"write\"", "</form>"))
    return try await submit("/m/\(match)/moves", try fields(form, text, ends: ends))
  }

  func fields(_ form: String, _ text: String, ends: Bool) throws -> [(String, String)] {
    var fields = [("text", text)]
    for name in ["version", "key", "ply"] {
      fields.append((name, try #require(form.between("name=\"\(name)\" value=\"", "\""))))
    }
    return fields + (ends ? [("end", "1")] : [])
  }

  func quit(_ match: String) async throws -> Answer {
    let page = try await open("/m/\(match)").text
    let form = try #require(page.between("id=\"quit-form\"", "</form>"))
    return try await submit(
      "/m/\(match)/quit",
      [
        ("version", try #require(form.between("name=\"version\" value=\"", "\""))),
        ("key", try #require(form.between("name=\"key\" value=\"", "\""))),
      ])
  }
}

extension Answer {
  /// The words of a story's page, in order.
  var words: [String] {
    text.split(separator: "<bdi class=\"words\" dir=\"auto\">").dropFirst().compactMap { part in
      part.firstRange(of: "</bdi>").map { String(part[..<$0.lowerBound]) }
    }
  }

  /// What the page says of the reader's turn.
  var isTurn: Bool { text.contains("data-turn=\"1\"") }
  /// What stands in the field to write in.
  var draft: String? {
    text.between("<textarea", "</textarea>").flatMap { field in
      field.firstRange(of: ">\n").map { String(field[$0.upperBound...]) }
    }
  }
}

@Suite("Stories")
struct StoryTests {
  @Test("Three browsers without script tell a story from link to rematch")
  func story() async throws {
    let place = try Place()
    let (ann, bob, cleo) = (Visitor(place), Visitor(place), Visitor(place))
    #expect(try await ann.open("/").text.contains("<form id=\"story-setup\""))
    let match = try await ann.startStory(options: "turn=40 total=60")
    let start = try await ann.open("/m/\(match)")
    #expect(start.text.contains("value=\"http://baton.test/m/\(match)\""))
    #expect(start.text.contains("Player 1&#39;s Turn (that&#39;s you)"))
    #expect(start.text.contains("40 characters left") && start.isTurn)
    #expect(start.text.contains("/assets/story.") && !start.text.contains("/assets/page."))
    #expect(!start.text.contains("baton.wasm\" as") && !start.text.contains("id=\"board\""))
    #expect(!start.text.contains("http-equiv=\"refresh\""), "who writes is not disturbed")

    // The first turn can be written before the others come.
    var page = try await ann.write("Once upon\r\na time\r\n\r\n", to: match)
    #expect(page.words == ["Once upon\na time"])
    #expect(!page.isTurn && page.text.contains("http-equiv=\"refresh\""))
    #expect(page.text.between("<textarea", ">")?.contains(" disabled") == true)
    for visitor in [bob, cleo] {
      let look = try await visitor.open("/m/\(match)")
      #expect(look.text.contains("<div id=\"join\">") && !look.text.contains("id=\"write\""))
      page = try await visitor.submit("/m/\(match)/join", [])
    }
    #expect(page.text.contains("Player 2&#39;s Turn") && !page.isTurn)
    let visitors = try await Visitor(place).open("/m/\(match)")
    #expect(!visitors.text.contains("id=\"write\"") && visitors.text.contains("id=\"join\" hidden"))

    page = try await bob.write("there was <b>", to: match)
    #expect(page.words == ["Once upon\na time", "there was &lt;b&gt;"])
    page = try await cleo.write(" a frog", ends: true, to: match)
    #expect(page.words.last == " a frog")
    #expect(page.text.contains("1 of 3 agree that the story ends here."))
    page = try await ann.write("  \r\n", ends: true, to: match)
    #expect(page.text.contains("2 of 3 agree"))
    page = try await bob.write("and", to: match)
    #expect(page.text.contains("id=\"agreed\" class=\"hint\" hidden"), "who writes on disagrees")
    #expect(page.text.contains("<output id=\"left\">21</output>"))
    page = try await cleo.write(String(repeating: "x", count: 21), to: match)
    #expect(page.text.contains("Match Ended") && !page.text.contains("id=\"write\""))
    #expect(page.text.contains("<span class=\"state\">finished</span>"))
    let again = try await bob.submit("/m/\(match)/rematch", [])
    let next = try #require(again.text.between("data-match=\"", "\""))
    #expect(next != match && again.text.contains("data-you=\"3\""))
    #expect(again.text.contains("of 60 characters are left"), "a rematch keeps the limits")
    let home = try await ann.open("/").text
    #expect(home.contains("/m/\(next)") && home.contains("<span class=\"game\">Story</span>"))
  }

  @Test("What is too long is refused with how much, and the words stay in the form")
  func tooLong() async throws {
    let place = try Place()
    let ann = Visitor(place)
    let match = try await ann.startStory(seats: 2)
    let words = String(repeating: "é", count: 251) + "\n<i>\"&amp;"
    var page = try await ann.write(words, to: match)
    #expect(page.status == 422)
    #expect(
      page.text.contains(
        "Oops, there was a problem. Try that again. (the text is 11 characters too long)"))
    #expect(page.text.contains("11 characters too many"))
    #expect(
      page.draft == String(repeating: "é", count: 251) + "\n&lt;i&gt;&quot;&amp;amp;")
    #expect(page.words.isEmpty && page.isTurn)
    // The page that was refused can be sent again with fewer words, under the same key.
    let form = try #require(page.text.between("<form id=\"write\"", "</form>"))
    page = try await ann.submit("/m/\(match)/moves", ann.fields(form, "\n\nShort", ends: false))
    #expect(page.status == 200 && page.words == ["Short"])
  }

  @Test(
    "What is no text is refused with the reason",
    arguments: [
      ("", "nothing to be read"), ("\u{200B}", "nothing to be read"), ("a\u{0}b", "control"),
      ("a\tb", "tabs"), ("\u{202E}a", "direction"),
      ("a" + String(repeating: "\u{301}", count: 31), "combining marks"),
      ("a" + String(repeating: "\u{301}", count: 20_000), "combining marks"),
    ])
  func noText(words: String, reason: String) async throws {
    let place = try Place()
    let ann = Visitor(place)
    let match = try await ann.startStory(seats: 2)
    let page = try await ann.write(words, to: match)
    #expect(page.status == 422 && page.words.isEmpty)
    #expect(page.text.between("id=\"problem\"", "</p>")?.contains(reason) == true)
    #expect(try await ann.open("/m/\(match)").isTurn)
  }

  @Test("A turn of an older page is not taken, and its words are shown")
  func olderPage() async throws {
    let place = try Place()
    let (ann, bob) = (Visitor(place), Visitor(place))
    let match = try await ann.startStory(seats: 2)
    let old = try #require(
      try await ann.open("/m/\(match)").text.between("<form id=\"write\"", "</form>"))
    // Somebody coming changes the version, but not what the turn means.
    _ = try await bob.submit("/m/\(match)/join", [])
    var page = try await ann.submit("/m/\(match)/moves", ann.fields(old, "First", ends: false))
    #expect(page.status == 200 && page.words == ["First"])
    page = try await ann.submit("/m/\(match)/moves", ann.fields(old, "First", ends: false))
    #expect(page.status == 200 && page.words == ["First"], "pressing twice is one turn")
    page = try await ann.submit("/m/\(match)/moves", ann.fields(old, "Other", ends: false))
    #expect(page.status == 422 || page.status == 409)
    #expect(page.words == ["First"] && page.draft == "Other")
    #expect(!page.text.contains("http-equiv=\"refresh\""), "words that were refused stay")
    page = try await Visitor(place).submit(
      "/m/\(match)/moves", [("text", "Mine"), ("version", "3"), ("key", "k"), ("ply", "0")])
    #expect(page.status == 401)
  }

  @Test("When the store fails the words stay, and the same form works afterwards")
  func storeFails() async throws {
    let place = try Place()
    let ann = Visitor(place)
    let match = try await ann.startStory(seats: 2)
    place.fault.fail(.unavailable("the disk is away"))
    let page = try await ann.write("Kept", to: match)
    #expect(page.status == 503 && page.draft == "Kept")
    place.fault.fail(nil)
    let form = try #require(page.text.between("<form id=\"write\"", "</form>"))
    let next = try await ann.submit("/m/\(match)/moves", ann.fields(form, "Kept", ends: false))
    #expect(next.status == 200 && next.words == ["Kept"])
  }

  @Test("B quits in turn: C writes next, the story is intact, and B is skipped")
  func quitInTurn() async throws {
    let place = try Place()
    let (ann, bob, cleo) = (Visitor(place), Visitor(place), Visitor(place))
    let match = try await ann.startStory()
    for visitor in [bob, cleo] { _ = try await visitor.submit("/m/\(match)/join", []) }
    _ = try await ann.write("One", to: match)
    var page = try await bob.quit(match)
    #expect(page.words == ["One"] && page.text.contains("Player 3&#39;s Turn"))
    #expect(page.text.contains("<span class=\"state\">quit</span>"))
    _ = try await cleo.write("two", to: match)
    page = try await ann.write("three", to: match)
    #expect(page.words == ["One", "two", "three"])
    #expect(page.text.contains("Player 3&#39;s Turn"))
    page = try await bob.write("me", to: match)
    #expect(page.status == 409 && page.words.count == 3)
  }

  @Test("Programs tell stories by the API")
  func api() async throws {
    let place = try Place()
    let (ann, bob) = (Visitor(place), Visitor(place))
    let made = try await ann.command(
      "/v1/matches", #"{"game":"story","seats":2,"options":"total=300"}"#)
    #expect(made.status == 201)
    let match = try #require(made.field("match"))
    let path = "/v1/matches/\(match)"
    _ = try await bob.command("\(path)/join")
    let long = String(repeating: "x", count: 251)
    let refused = try await ann.command(
      "\(path)/moves", #"{"move":"write \"\#(long)\"","version":3}"#)
    #expect(refused.status == 422 && refused.code == "textTooLong")
    #expect(refused.field("title") == "the text is 1 character too long")
    let taken = try await ann.command(
      "\(path)/moves", #"{"move":"write \"Zwei\\nZeilen\"","version":3}"#)
    #expect(taken.field("version") == "4")
    let view = try await bob.ask(.get, path)
    #expect(view.text.contains(#""move":"write \"Zwei\\nZeilen\"""#))
    #expect(
      view.field("position") == "turn=250 total=300 seats=2 next=2 away=- agreed=- used=11")
    #expect(try await bob.ask(.get, "/v1/matches").field("title") == "Story")
  }

  @Test(
    "Seats and options out of range are refused",
    arguments: [
      (#"{"game":"story","seats":1}"#, "seats"), (#"{"game":"story","seats":17}"#, "seats"),
      (#"{"game":"story","seats":2,"options":"turn=0"}"#, "options"),
      (#"{"game":"story","seats":2,"options":"total=20001"}"#, "options"),
      (#"{"game":"story","seats":2,"options":"words=1"}"#, "options"),
      (#"{"game":"reversi","options":"turn=1"}"#, "options"),
    ])
  func badSetups(body: String, field: String) async throws {
    let answer = try await Visitor(try Place()).command("/v1/matches", body)
    #expect(answer.status == 400 && answer.field("field") == field)
  }

  @Test("Sixteen join by the link, and the seventeenth is told that all seats are taken")
  func sixteen() async throws {
    let place = try Place()
    let ann = Visitor(place)
    let match = try await ann.startStory(seats: 16)
    for number in 2...16 {
      let page = try await Visitor(place).submit("/m/\(match)/join", [])
      #expect(page.text.contains("data-you=\"\(number)\""))
    }
    #expect(try await Visitor(place).submit("/m/\(match)/join", []).status == 409)
  }
}

extension StoryTests {
  @Test("A story of 3,800 turns of one character is told, shown and replayed")
  func tinyTurns() async throws {
    let place = try Place()
    let (ann, bob) = (Visitor(place), Visitor(place))
    let match = try await ann.startStory(seats: 2)
    let path = "/v1/matches/\(match)"
    _ = try await bob.command("\(path)/join")
    let clock = ContinuousClock()
    let told = try await clock.measure {
      for turn in 0..<3800 {
        let writer = turn % 2 == 0 ? ann : bob
        let answer = try await writer.command(
          "\(path)/moves", #"{"move":"write \"x\"","version":\#(3 + turn)}"#)
        #expect(answer.status == 200)
      }
    }
    var count = 0
    let shown = try await clock.measure {
      let page = try await bob.open("/m/\(match)")
      count = page.words.count
    }
    #expect(count == 3800)
    // A second server reads all of it from the store, and tells somebody who comes with nothing.
    let late = Visitor(try Place(over: place))
    var bytes = 0
    let replayed = try await clock.measure {
      let answer = try await late.ask(.get, "/v1/events?match=\(match)&after=0")
      let stream = try #require(answer.stream)
      bytes = stream.waitingBytes
      stream.finish()
    }
    print(
      "3,800 turns: told in \(told), shown in \(shown), replayed in \(replayed), \(bytes) bytes")
    #expect(bytes < 4_000_000, "an event does not repeat the words of all others")
  }
}
