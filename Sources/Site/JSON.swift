#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

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

  /// Reads a body.
  ///
  /// - Throws: ``Problem`` of kind `malformed` that names the field where one is at fault.
  static func decode<T: Decodable>(_ type: T.Type, from body: [UInt8]) throws(Problem) -> T {
    do throws(JSONCheck.Fault) {
      try JSONCheck.check(body)
    } catch {
      throw .malformed(error.field ?? "body", error.reason)
    }
    do {
      return try JSONDecoder().decode(type, from: Data(body))
    } catch DecodingError.keyNotFound(let key, _) {
      throw .malformed(key.stringValue, "the field is missing")
    } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context)
    {
      throw .malformed(context.codingPath.last?.stringValue ?? "body", "the field has another type")
    } catch DecodingError.dataCorrupted(let context) {
      throw .malformed(context.codingPath.last?.stringValue ?? "body", "the value cannot be read")
    } catch {
      throw .malformed("body", "expected a JSON object")
    }
  }
}
