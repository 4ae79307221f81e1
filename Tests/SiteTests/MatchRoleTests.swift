import Games
import HTTPServer
import Matches
import Site
import Testing

/// Who asks, in the order of the columns of the table.
enum MatchRole: String, CaseIterable, Sendable {
  /// Nobody: no cookie at all.
  case anonymous
  /// A guest without a seat, where spectators are not allowed.
  case stranger
  /// A guest without a seat, where whoever has the link may look.
  case spectator
  /// Who is invited and has not answered.
  case invited
  /// A member that holds the baton.
  case inTurn
  /// A member that does not.
  case outOfTurn
  /// Who has left.
  case quit
  /// Who has left and taken the match off the list.
  case removed
}

@Suite("Who may do what")
struct MatchRoleTests {
  /// A body that would do for each command, and what each role is answered in a match that waits for one seat.
  static let table: [(command: String, body: String, answers: String)] = [
    (
      "", "",
      "200 notMember 200 200 200 200 200 200"
    ),
    (
      "events", "",
      "200 notMember 200 200 200 200 200 200"
    ),
    (
      "join", "",
      "seatTaken seatTaken seatTaken 200 200 200 invalidState invalidState"
    ),
    (
      "decline", "",
      "notSignedIn notMember notMember 200 invalidState invalidState invalidState invalidState"
    ),
    (
      "invite", #"{"player":"PLAYER"}"#,
      "notSignedIn notMember notMember invalidState 200 200 invalidState invalidState"
    ),
    (
      "bot", #"{"bot":"random"}"#,
      "notSignedIn notMember notMember invalidState seatTaken seatTaken invalidState invalidState"
    ),
    (
      "open", #"{"seat":3}"#,
      "notSignedIn notMember notMember invalidState 200 invalidState invalidState invalidState"
    ),
    (
      "moves", #"{"move":"save \"x\"","version":VERSION}"#,
      "notSignedIn notMember notMember notYourTurn 200 notYourTurn notYourTurn notYourTurn"
    ),
    (
      "save", #"{"data":"x","version":VERSION}"#,
      "notSignedIn notMember notMember notYourTurn 200 notYourTurn notYourTurn notYourTurn"
    ),
    (
      "turn", #"{"data":"x","next":[2],"version":VERSION}"#,
      "notSignedIn notMember notMember notYourTurn 200 notYourTurn notYourTurn notYourTurn"
    ),
    (
      "finish", #"{"data":"x","results":[RESULTS],"version":VERSION}"#,
      "notSignedIn notMember notMember notYourTurn 200 notYourTurn notYourTurn notYourTurn"
    ),
    (
      "quit", #"{"version":VERSION}"#,
      "notSignedIn notMember notMember invalidState 200 200 invalidState invalidState"
    ),
    (
      "claim", "",
      "notSignedIn notMember notMember invalidState invalidState invalidState invalidState invalidState"
    ),
    (
      "remind", "",
      "notSignedIn notMember notMember invalidState invalidState 200 invalidState invalidState"
    ),
    (
      "remove", "",
      "notSignedIn notMember notMember invalidState invalidState invalidState 200 200"
    ),
    (
      "ask", #"{"to":[TO],"payload":"?"}"#,
      "notSignedIn notMember notMember invalidState 200 200 invalidState invalidState"
    ),
    (
      "reply", #"{"exchange":1,"payload":"!"}"#,
      "notSignedIn notMember notMember invalidState invalidState invalidState invalidState invalidState"
    ),
    (
      "cancel", #"{"exchange":1}"#,
      "notSignedIn notMember notMember invalidState invalidState invalidState invalidState invalidState"
    ),
    (
      "resolve", #"{"exchanges":[1],"data":"x"}"#,
      "notSignedIn notMember notMember notYourTurn invalidState notYourTurn notYourTurn notYourTurn"
    ),
    (
      "offer", #"{"kind":"draw"}"#,
      "notSignedIn notMember notMember invalidState invalidState invalidState invalidState invalidState"
    ),
    (
      "answer", #"{"offer":9,"accept":true}"#,
      "notSignedIn notMember notMember invalidState invalidState invalidState invalidState invalidState"
    ),
    (
      "resume", "",
      "notSignedIn notMember notMember invalidState 200 200 invalidState invalidState"
    ),
    (
      "vacation", #"{"begins":true}"#,
      "notSignedIn notMember notMember invalidState invalidState invalidState invalidState invalidState"
    ),
    (
      "rematch", "",
      "notSignedIn notMember notMember invalidState invalidState invalidState invalidState invalidState"
    ),
  ]

  @Test("Each operation has a row, and each row is an operation")
  func complete() {
    let operations = Site.operations.map { $0.path }
      .filter { $0.hasPrefix("/v1/matches/{match}") }
      .map { String($0.dropFirst("/v1/matches/{match}/".utf8.count)) }
    #expect(Set(operations) == Set(Self.table.map { $0.command }))
    #expect(operations.count == Self.table.count)
  }

  @Test("Each role is answered as the table says", arguments: table)
  func answers(command: String, body: String, answers: String) async throws {
    var row: [String] = []
    for role in MatchRole.allCases {
      let answer = try await ask(command, body, as: role)
      row.append(answer.code ?? "\(answer.status)")
      if answer.status == 403, command == "events" || command.isEmpty {
        #expect(!answer.text.contains("seats"))
      }
    }
    #expect(row.joined(separator: " ") == answers, "\(command)")
  }

  private func ask(_ command: String, _ body: String, as role: MatchRole) async throws -> Answer {
    let place = try Place()
    var visitors: [MatchRole: Visitor] = [:]
    for role in MatchRole.allCases { visitors[role] = Visitor(place) }
    func visitor(_ role: MatchRole) throws -> Visitor { try #require(visitors[role]) }
    for role in MatchRole.allCases where role != .anonymous {
      _ = try await visitor(role).command("/v1/matches", #"{"game":"reversi"}"#)
    }
    let guest = try #require(try await visitor(.invited).ask(.get, "/v1/me").field("id"))
    let policy = role == .stranger ? "none" : "link"
    let made = try await visitor(.inTurn).command(
      "/v1/matches",
      #"{"game":"carried","seats":5,"invited":["\#(guest)"],"spectators":"\#(policy)"}"#)
    let match = try #require(made.field("match"))
    let path = "/v1/matches/\(match)"
    for other in [MatchRole.outOfTurn, .quit, .removed] {
      #expect(try await visitor(other).command("\(path)/join").status == 200)
    }
    for other in [MatchRole.quit, .removed] {
      #expect(try await visitor(other).command("\(path)/quit", #"{"version":6}"#).status != 404)
      let version = try #require(try await visitor(.inTurn).ask(.get, path).field("version"))
      _ = try await visitor(other).command("\(path)/quit", #"{"version":\#(version)}"#)
    }
    #expect(try await visitor(.removed).command("\(path)/remove").status == 200)
    let version = try #require(try await visitor(.inTurn).ask(.get, path).field("version"))
    let you = role == .inTurn ? 1 : 3
    let sent = body.replacing("VERSION", with: version).replacing("TO", with: "\(4 - you)")
      .replacing("PLAYER", with: guest)
      .replacing(
        "RESULTS",
        with: [1, 2, 3].map { #"{"seat":\#($0),"outcome":"tied"}"# }
          .joined(separator: ","))
    let target = command.isEmpty ? path : "\(path)/\(command)"
    if command == "events" || command.isEmpty { return try await visitor(role).ask(.get, target) }
    return try await visitor(role).command(target, sent)
  }
}
