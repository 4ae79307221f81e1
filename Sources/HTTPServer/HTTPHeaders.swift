/// The header fields of a request or a response, in order; names compare without regard to case.
///
/// A value of this type holds only token names and values without control characters, so it cannot
/// break the framing of a message.
public struct HTTPHeaders: Sendable, ExpressibleByDictionaryLiteral {
  /// One line of a header section.
  public struct Field: Sendable, Hashable {
    /// The name as it was given.
    public let name: String

    /// The value without white space around it.
    public let value: String
  }

  /// Why a field cannot be part of a message.
  public struct InvalidField: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
      /// The name is not a token (RFC 9110, 5.6.2).
      case name
      /// The value holds a control character, or begins or ends with white space.
      case value
      /// The server writes this field itself.
      case reserved
    }

    /// The name of the refused field.
    public let name: String

    /// What is wrong with it.
    public let reason: Reason

    /// Creates an error.
    public init(name: String, reason: Reason) {
      self.name = name
      self.reason = reason
    }
  }

  /// The fields, in order.
  public private(set) var fields: [Field]

  /// Creates an empty list.
  public init() {
    fields = []
  }

  /// Creates a list from literals, which must be valid.
  public init(dictionaryLiteral elements: (StaticString, StaticString)...) {
    fields = elements.map { Field(name: "\($0.0)", value: "\($0.1)") }
    for field in fields {
      precondition(HTTPHeaders.problem(with: field) == nil, "invalid header field \(field.name)")
    }
  }

  /// The value of the first field with this name.
  public subscript(name: String) -> String? {
    for field in fields where field.name.equalsIgnoringASCIICase(name) { return field.value }
    return nil
  }

  /// The values of all fields with this name, in order.
  public func values(for name: String) -> [String] {
    var values: [String] = []
    for field in fields where field.name.equalsIgnoringASCIICase(name) {
      values.append(field.value)
    }
    return values
  }

  /// Adds a field at the end.
  ///
  /// - Throws: ``InvalidField`` if it could break the framing of the message.
  public mutating func append(_ name: String, _ value: String) throws(InvalidField) {
    let field = Field(name: name, value: value)
    if let reason = HTTPHeaders.problem(with: field) {
      throw InvalidField(name: name, reason: reason)
    }
    fields.append(field)
  }

  /// Puts one field in place of all with this name.
  ///
  /// - Throws: ``InvalidField`` if it could break the framing of the message; nothing changes then.
  public mutating func set(_ name: String, _ value: String) throws(InvalidField) {
    let field = Field(name: name, value: value)
    if let reason = HTTPHeaders.problem(with: field) {
      throw InvalidField(name: name, reason: reason)
    }
    fields.removeAll { $0.name.equalsIgnoringASCIICase(name) }
    fields.append(field)
  }

  /// Adds a field that the guard has checked.
  mutating func appendChecked(name: String, value: String) {
    fields.append(Field(name: name, value: value))
  }

  private static let reserved = ["connection", "content-length", "transfer-encoding", "date"]

  private static func problem(with field: Field) -> InvalidField.Reason? {
    guard HTTPSyntax.isToken(field.name.utf8) else { return .name }
    guard HTTPSyntax.isFieldValue(field.value.utf8) else { return .value }
    for name in reserved where field.name.equalsIgnoringASCIICase(name) { return .reserved }
    return nil
  }
}
