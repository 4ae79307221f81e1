@testable import Games
@testable import HTTPServer
@testable import Matches
@testable import Service
@testable import Site

/// The bodies of requests.
extension FuzzTarget {
  static let bodies: [FuzzTarget] = [
    FuzzTarget("json-command", readCommand),
    FuzzTarget("json-match", readNewMatch),
    FuzzTarget("json-account", readAccount),
    FuzzTarget("form", readForm),
    FuzzTarget("name", text: readName),
  ]

  private static let commands = Route.Command.allCases

  /// The first byte chooses the command.
  @Sendable private static func readCommand(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let command = commands[Int(first) % commands.count]
    do throws(Problem) {
      let body = try JSON.decode(
        CommandBody.self, from: Array(bytes.dropFirst()), fields: command.fields)
      _ = try body.command(command)
    } catch {
      checkProblem(error)
    }
  }

  @Sendable private static func readNewMatch(_ bytes: [UInt8]) {
    do throws(Problem) {
      let body = try JSON.decode(NewMatchBody.self, from: bytes, fields: NewMatchBody.fields)
      let new = try body.match(options: body.options ?? "")
      // What was agreed on is stored as text and read back.
      let text = new.policies.text
      guard let again = try? MatchPolicies(text: text) else { fail("policies that are not read") }
      expect(again == new.policies, "other policies")
    } catch {
      checkProblem(error)
    }
  }

  private struct AccountBody: Decodable {
    var name: String?
    var password: String?
    var old: String?
    var new: String?
    var label: String?
    var scopes: [String]?
    var days: Int?
  }

  @Sendable private static func readAccount(_ bytes: [UInt8]) {
    do throws(Problem) {
      let body = try JSON.decode(
        AccountBody.self, from: bytes,
        fields: ["name", "password", "old", "new", "label", "scopes", "days"])
      if let name = body.name { readName(name) }
      if let name = body.label { readName(name) }
    } catch {
      checkProblem(error)
    }
    // The same bytes by a reader that knows no fields.
    _ = try? JSON.decode(AccountBody.self, from: bytes)
  }

  private static func checkProblem(_ problem: Problem) {
    expect((400..<500).contains(problem.status), "a body is the server's fault")
    expect(problem.field?.utf8.count ?? 0 <= 64, "a long name of a field is told back")
    let answer = problem.response(at: Timestamp(milliseconds: 0))
    expect(answer.status == problem.status, "another status")
  }

  @Sendable private static func readForm(_ bytes: [UInt8]) {
    guard
      let request = HTTPRequest(
        method: .post, target: "/", headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: bytes), let form = try? FormBody(request)
    else { return }
    for name in ["game", "move", "ply", "version", "seats", "text", ""] {
      guard let value = form[name] else { continue }
      _ = Int(decimal: value.utf8)
      _ = try? Identifier128(text: value)
    }
  }

  @Sendable private static func readName(_ text: String) {
    guard let name = try? PlayerName(text) else { return }
    expect(name.text.utf8.count <= PlayerName.maximumBytes, "a name of too many bytes")
    guard let again = try? PlayerName(name.text) else { fail("a name that is refused again") }
    expect(again.text.hasSameBytes(as: name.text), "a name that changes again")
    expect(name.looksLike(again), "a name that does not look like itself")
    _ = try? name.checkFree(isOwn: true)
  }
}
