/// A request method.
public struct HTTPMethod: Hashable, Sendable, CustomStringConvertible {
  /// The method as it stands in the request line.
  public let rawValue: String

  private init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// Reads a resource.
  public static let get = HTTPMethod("GET")

  /// Reads what ``get`` would answer, without the body.
  public static let head = HTTPMethod("HEAD")

  /// Hands data to a resource.
  public static let post = HTTPMethod("POST")

  /// Replaces a resource.
  public static let put = HTTPMethod("PUT")

  /// Changes a resource in part.
  public static let patch = HTTPMethod("PATCH")

  /// Removes a resource.
  public static let delete = HTTPMethod("DELETE")

  /// Asks what may be done with a resource.
  public static let options = HTTPMethod("OPTIONS")

  /// The methods a handler can see; the server itself answers all others.
  public static let all: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options]

  /// The method as it stands in the request line.
  public var description: String { rawValue }
}
