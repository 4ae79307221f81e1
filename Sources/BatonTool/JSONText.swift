/// JSON as this tool writes it: on one line, members in the order given.
enum JSONText: Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  /// A number that was written out already.
  case number(String)
  case string(String)
  case array([JSONText])
  case object([(String, JSONText)])

  /// The text.
  var text: String {
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .integer(let value): return "\(value)"
    case .number(let digits): return digits
    case .string(let value): return JSONText.escaped(value)
    case .array(let items): return "[" + items.map { $0.text }.joined(separator: ",") + "]"
    case .object(let members):
      let parts = members.map { "\(JSONText.escaped($0.0)):\($0.1.text)" }
      return "{" + parts.joined(separator: ",") + "}"
    }
  }

  private static func escaped(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default:
        if scalar.value < 0x20 {
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
