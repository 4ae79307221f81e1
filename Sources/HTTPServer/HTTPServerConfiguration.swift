/// The address, the limits and the deadlines of a server.
public struct HTTPServerConfiguration: Sendable {
  /// The numeric address to listen on: `127.0.0.1`, `0.0.0.0`, `::1`, or `::` for all of both kinds.
  public var address = "127.0.0.1"

  /// The port to listen on; 0 takes any free one.
  public var port: UInt16 = 0

  /// The number of threads that serve sockets.
  ///
  /// Handlers run elsewhere.
  public var threads = 1

  /// The memory that one connection may use for a request head or for what waits to be sent, in bytes.
  public var connectionMemory = 10_240

  /// The most connections at a time; one more is answered 503 and closed.
  public var connectionLimit = 20_000

  /// The most connections at a time from one IPv4 address or one IPv6 /64 network.
  ///
  /// `nil` is right behind a reverse proxy, where all come from one address.
  public var addressConnectionLimit: Int? = 1_000

  /// The longest request target in bytes; a longer one is answered 414.
  public var targetLimit = 8_192

  /// The most header fields; more are answered 431.
  public var headerCountLimit = 100

  /// The most arguments in the query part; more are answered 400.
  public var argumentLimit = 100

  /// The longest body in bytes; a longer one is answered 413 before it is read.
  public var bodyLimit = 409_600

  /// The time from accepting a connection, or from a request line, to the end of the head.
  public var headMilliseconds: Int64 = 10_000

  /// The time in which a body, or the reader of a response, may be slower than ``lowestRate``.
  public var graceMilliseconds: Int64 = 10_000

  /// The lowest rate of a body after the grace, in bytes a second; also for readers of responses.
  public var lowestRate = 1_000

  /// The time a connection may stay without a request after an answer.
  public var idleMilliseconds: Int64 = 60_000

  /// The kernel's memory for what a stream's reader has not yet taken, in bytes.
  public var streamSendBuffer: Int32 = 65_536

  /// Creates the defaults: loopback, any free port.
  public init() {}
}

/// Why a server did not start.
public struct HTTPServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  public enum Code: Hashable, Sendable {
    /// The address is not a numeric IPv4 or IPv6 address.
    case invalidAddress
    /// The system refused to listen there, for instance because the port is taken.
    case cannotListen
    /// A thread, a pipe or the HTTP library could not be started.
    case outOfResources
    /// The server runs or has run already.
    case alreadyStarted
  }

  /// The kind of failure.
  public let code: Code

  /// The system's error number, or 0.
  public let systemError: Int32

  /// The failure in a few words.
  public var description: String {
    switch code {
    case .invalidAddress: "not a numeric address"
    case .cannotListen: "cannot listen there (error \(systemError))"
    case .outOfResources: "out of system resources (error \(systemError))"
    case .alreadyStarted: "already started"
    }
  }
}
