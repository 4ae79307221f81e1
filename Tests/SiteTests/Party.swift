import HTTPServer
import Hosting
import Service
import Testing

/// Some visitors who sit in one match, the first of whom made it.
struct Party: Sendable {
  let place: Place
  let visitors: [Visitor]
  let match: String

  var path: String { "/v1/matches/\(match)" }

  /// Makes a match by the fields of a body and lets the others join.
  init(_ place: Place, _ count: Int, _ fields: String, joining: Int? = nil) async throws {
    self.place = place
    visitors = (0..<count).map { _ in Visitor(place) }
    let made = try await visitors[0].command("/v1/matches", "{\(fields)}")
    #expect(made.status == 201, "\(made.text)")
    match = try #require(made.field("match"))
    for visitor in visitors.dropFirst().prefix(joining ?? count) {
      #expect(try await visitor.command("/v1/matches/\(match)/join").status == 200)
    }
  }

  /// The match as a seat sees it, as text.
  func view(_ seat: Int) async throws -> String {
    let answer = try await visitors[seat - 1].ask(.get, path)
    #expect(answer.status == 200)
    return answer.text
  }

  func version() async throws -> Int {
    try #require(try await view(1).field("version").flatMap { Int($0) })
  }

  /// Sends a command with these fields of a seat, with the version that it stands at.
  @discardableResult
  func say(_ seat: Int, _ command: String, _ fields: String = "") async throws -> Answer {
    let version = #""version":\#(try await version())"#
    return try await visitors[seat - 1].command(
      "\(path)/\(command)", "{\(fields.isEmpty ? version : fields + "," + version)}")
  }

  /// Lets time go by and happen what is due.
  func wait(milliseconds: Int64) async {
    place.time.advance(milliseconds: milliseconds)
    await place.service.sweep()
  }

  /// The status, or the code of a refusal.
  static func word(_ answer: Answer) -> String { answer.code ?? "\(answer.status)" }

  /// The identifier of a visitor who has none yet but for this.
  static func guest(_ place: Place) async throws -> (visitor: Visitor, id: String) {
    let visitor = Visitor(place)
    _ = try await visitor.command("/v1/matches", #"{"game":"reversi"}"#)
    return (visitor, try #require(try await visitor.ask(.get, "/v1/me").field("id")))
  }
}
