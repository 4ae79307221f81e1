/// A whole request that passed the guard.
public struct HTTPRequest: Sendable {
  /// One argument of the query part.
  public struct Argument: Hashable, Sendable {
    /// The decoded name.
    public let name: String

    /// The decoded value; empty when there was no `=`.
    public let value: String

    /// Creates an argument from decoded parts.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The method.
  public let method: HTTPMethod

  /// The path as it was sent: it starts with `/` and is still percent-encoded.
  public let path: String

  /// The parts of the path between its slashes, each decoded by itself.
  ///
  /// `/a/b%2Fc` has the segments `a` and `b/c`, and `/` has one empty segment. `.` and `..` are not
  /// resolved.
  public let segments: [String]

  /// The arguments of the query part, decoded, in order.
  public let query: [Argument]

  /// The header fields, in order.
  public let headers: HTTPHeaders

  /// The body, whole.
  public let body: [UInt8]

  /// The numeric address of the peer, such as `192.0.2.1` or `2001:db8::1`.
  public let peerAddress: String

  /// When the head had arrived, in milliseconds since 1970.
  public let receivedAt: Int64

  /// The value of the first query argument with this name.
  public func argument(_ name: String) -> String? {
    query.first { $0.name == name }?.value
  }
}
