#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import HTTPServer
internal import Service

/// JSON in and out, for the API.
enum JSON {
  /// Returns the bytes of a value, keys in a fixed order.
  static func encode(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Our own types encode; one that did not would be a mistake of ours, and an empty object says nothing
    // false.
    return (try? encoder.encode(value)).map { Array($0) } ?? Array("{}".utf8)
  }

  /// Returns the bytes of what a command is answered; the match's name needs no escapes.
  static func encode(_ answer: CommandAnswer) -> [UInt8] {
    Array("{\"match\":\"\(answer.match)\",\"version\":\(answer.version)}".utf8)
  }

  /// Reads the body of a request that may hold these fields and no others.
  ///
  /// A request that does not say what its body is counts as JSON; one that says something else is refused,
  /// since a page of another site can send a form or plain text, but not this.
  static func decode<T: Decodable>(
    _ type: T.Type, from request: HTTPRequest, fields: [String]
  ) throws(Problem) -> T {
    try checkMedia(of: request)
    return try decode(type, from: request.body, fields: fields)
  }

  /// Refuses a body that says that it is something other than JSON.
  static func checkMedia(of request: HTTPRequest) throws(Problem) {
    if let named = request.headers["Content-Type"] {
      let media = named.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }.map {
        (0x41...0x5A).contains($0) ? $0 | 0x20 : $0
      }
      guard media.elementsEqual("application/json".utf8) else {
        throw Problem(
          status: 415, code: "malformed", detail: "expected application/json",
          field: "Content-Type")
      }
    }
  }

  /// Reads a body.
  ///
  /// With `fields`, others are refused.
  ///
  /// - Throws: ``Problem`` of kind `malformed` that names the field where one is at fault.
  static func decode<T: Decodable>(
    _ type: T.Type, from body: [UInt8], fields: [String]? = nil
  ) throws(Problem) -> T {
    do throws(JSONCheck.Fault) {
      try JSONCheck.check(body, fields: fields)
    } catch {
      throw .malformed(error.field ?? "body", error.reason)
    }
    do {
      return try JSONDecoder().decode(type, from: Data(body))
    } catch DecodingError.keyNotFound(let key, _) {
      throw .malformed(key.stringValue, "the field is missing")
    } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context)
    {
      throw .malformed(field(context.codingPath) ?? "body", "the field has another type")
    } catch DecodingError.dataCorrupted(let context) {
      throw .malformed(field(context.codingPath) ?? "body", "the value cannot be read")
    } catch {
      throw .malformed("body", "expected a JSON object")
    }
  }

  /// The field at fault; the place in a list is no field.
  private static func field(_ path: [any CodingKey]) -> String? {
    path.last { $0.intValue == nil }?.stringValue
  }
}
