import HTTPServer
import Site
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("The description of the API")
struct DescriptionTests {
  /// What of the description these tests look at.
  struct Description: Decodable {
    struct Operation: Decodable {
      var operationId: String
      var parameters: [Parameter]?
      var requestBody: Body?
      var security: [[String: [String]]]
    }
    struct Parameter: Decodable {
      var reference: String?
      enum CodingKeys: String, CodingKey { case reference = "$ref" }
    }
    struct Body: Decodable {
      var required: Bool
      var content: [String: Media]
    }
    struct Media: Decodable { var schema: Schema }
    struct Schema: Decodable {
      var properties: [String: Ignored]?
      var required: [String]?
      var reference: String?
      enum CodingKeys: String, CodingKey {
        case properties, required
        case reference = "$ref"
      }
    }
    struct Ignored: Decodable { init(from decoder: any Decoder) throws {} }
    struct Components: Decodable { var schemas: [String: Schema] }

    var openapi: String
    var paths: [String: [String: Operation]]
    var components: Components
  }

  static func read() throws -> Description {
    let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let data = try #require(FileManager.default.contents(atPath: "/\(folder)/Web/openapi.json"))
    return try JSONDecoder().decode(Description.self, from: data)
  }

  @Test("Each route and each command is described, and nothing else")
  func complete() throws {
    let description = try Self.read()
    #expect(description.openapi == "3.1.0")
    let described = description.paths.mapValues { $0.keys.map { $0.uppercased() }.sorted() }
    let served = Dictionary(
      uniqueKeysWithValues: Site.operations.map { ($0.path, $0.methods.sorted()) })
    #expect(described == served)
    let names = description.paths.values.flatMap { $0.values.map(\.operationId) }
    #expect(Set(names).count == names.count)
  }

  @Test("A route of the API that is not among the operations is noticed")
  func routes() throws {
    let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let bytes = try #require(
      FileManager.default.contents(atPath: "/\(folder)/Sources/Site/Route.swift"))
    let cases = String(decoding: bytes, as: UTF8.self).split(separator: "\n").count {
      $0.hasPrefix("  case api")
    }
    let paths = Set(Site.operations.map { $0.path })
    let commands = paths.count { $0.hasPrefix("/v1/matches/{match}/") } - 1
    #expect(cases == paths.count { $0.hasPrefix("/v1/") } - commands + 1)
  }

  @Test("What changes something takes a key, and the name alone does not")
  func keys() throws {
    for (path, operations) in try Self.read().paths {
      for (method, operation) in operations {
        let hasKey = operation.parameters?.contains { $0.reference?.hasSuffix("/key") == true }
        let isForMatches = path.hasPrefix("/v1/matches") || path == "/v1/find"
        #expect(hasKey ?? false == (method == "post" && isForMatches), "\(method) \(path)")
      }
    }
  }

  @Test("Each body has exactly the fields that the server takes, and misses what the server misses")
  func fields() async throws {
    let place = try Place()
    let description = try Self.read()
    var schemas: [(path: String, method: HTTPMethod, schema: Description.Schema)] = []
    for (path, operations) in description.paths {
      for (method, operation) in operations {
        guard let schema = operation.requestBody?.content["application/json"]?.schema else {
          continue
        }
        let name = schema.reference?.split(separator: "/").last.map { String($0) }
        schemas.append(
          (
            path, method == "put" ? .put : method == "post" ? .post : .delete,
            name.flatMap { description.components.schemas[$0] } ?? schema
          ))
      }
    }
    #expect(schemas.count > 28)
    let names = Set(schemas.flatMap { $0.schema.properties.map { Array($0.keys) } ?? [] })
    for (path, method, schema) in schemas {
      let known = try #require(schema.properties?.keys, "\(path)")
      let target = path.replacing("{match}", with: nowhere)
      // Each with a player of its own: one of the operations deletes it.
      let visitor = Visitor(place)
      _ = try await visitor.makeMatch()
      // An account's body is read once it is known whose account it is.
      let needsSession = ["/v1/account/password", "/v1/tokens"].contains(path) || method == .delete
      func send(_ body: String) async throws -> Answer {
        if needsSession { return try await visitor.ask(method, target, body: body) }
        return try await place.send(
          method, target, headers: [("Idempotency-Key", "k")], body: Array(body.utf8))
      }
      for name in names {
        let answer = try await send(#"{"\#(name)":{}}"#)
        #expect(answer.status == 400, "\(path) \(name)")
        #expect(
          answer.text.contains("there is no such field here") != known.contains(name),
          "\(path) \(name)")
      }
      let empty = try await send("{}")
      if let required = schema.required {
        #expect(empty.status == 400)
        #expect(required.contains(empty.field("field") ?? ""), "\(path)")
      } else {
        #expect(empty.status != 400 && empty.status < 500, "\(path)")
      }
    }
  }

  @Test("It is served as JSON")
  func served() async throws {
    let answer = try await Place().send(.get, "/v1/openapi.json")
    #expect(answer.status == 200)
    #expect(answer.headers["Content-Type"] == "application/json")
    #expect(answer.field("openapi") == "3.1.0")
  }
}
