internal import HTTPServer
public import Hosting
public import Site

/// What `baton serve` was asked for.
public struct ServeOptions: Hashable, Sendable {
  /// The port to listen on; 0 for any free one.
  public var port: Int
  /// The address to listen on.
  public var address: String
  /// The path of the database file, or the URL of a database in PostgreSQL.
  public var database: String
  /// The folder with the files of the page, if one was named.
  public var web: String?
  /// Where people reach the server from outside, if it was told.
  public var baseURL: BaseURL?
  /// The addresses and networks of proxies whose word on a visitor's address counts.
  public var trustedProxies: [String] = []
  /// Where the metrics are, if anywhere.
  public var metrics: ListenAddress?
  /// The path of the socket for administration, or `nil` for none.
  public var adminSocket: String?
  /// Whether the path of the socket was named, and not only derived from the database.
  public var namesAdminSocket = false
  /// How the log is written.
  public var logFormat = Log.Format.text
  /// The least that is logged.
  public var logLevel = Log.Level.info
  /// The seconds between the request to stop and the end of new connections.
  public var drainSeconds = 1
  /// The threads that compute moves.
  public var botThreads = 1
  /// The longest that one computed move may take.
  public var botMilliseconds = 1_000
  /// The UCI engines that play chess at the seats of matches.
  var engines: [UCIProgram.Specification] = []
  /// Whether the time that the server was away is credited to the clocks of matches.
  public var creditsOutage = true
  /// The limits of connections and requests.
  public var limits = Limits()

  /// The limits of connections and requests, as far as a host may choose them.
  public struct Limits: Hashable, Sendable {
    /// The threads that serve sockets, if chosen.
    public var threads: Int?
    /// The most connections at a time, if chosen.
    public var connections: Int?
    /// The most connections from one address at a time, 0 for no limit, if chosen.
    public var connectionsFromAddress: Int?
    /// The memory of a connection in bytes, if chosen.
    public var head: Int?
    /// The longest request target in bytes, if chosen.
    public var target: Int?
    /// The most header fields, if chosen.
    public var headers: Int?
    /// The most arguments of a query, if chosen.
    public var arguments: Int?
    /// The longest body in bytes, if chosen.
    public var body: Int?
    /// The seconds to the end of a request's head, if chosen.
    public var headSeconds: Int?
    /// The seconds in which a body may be slow, if chosen.
    public var graceSeconds: Int?
    /// The lowest rate in bytes a second, if chosen.
    public var lowestRate: Int?
    /// The seconds that a connection may stay without a request, if chosen.
    public var idleSeconds: Int?
    /// The system's memory for the reader of a stream in bytes, if chosen.
    public var streamBuffer: Int?

    /// Creates limits of which none was chosen.
    public init() {}
  }

  /// Creates options; without arguments, the defaults.
  public init(
    port: Int = 8080, address: String = "127.0.0.1", database: String = "baton.sqlite",
    web: String? = nil, baseURL: BaseURL? = nil
  ) {
    self.port = port
    self.address = address
    self.database = database
    self.web = web
    self.baseURL = baseURL
    adminSocket = ServeOptions.adminSocket(beside: database)
  }

  /// Whether a name of a database means PostgreSQL.
  static func isPostgres(_ database: String) -> Bool {
    database.hasPrefix("postgres://") || database.hasPrefix("postgresql://")
  }

  /// Whether the matches are in PostgreSQL.
  public var usesPostgres: Bool { ServeOptions.isPostgres(database) }

  /// The socket that belongs to a database where none was named.
  static func adminSocket(beside database: String) -> String? {
    isPostgres(database) || database == ":memory:" ? nil : database + ".admin"
  }
}

extension ServeOptions {
  /// Reads the options from settings.
  init(_ settings: Settings) throws(UsageError) {
    self.init()
    port = settings.integer("port") ?? port
    address = settings.text("address") ?? address
    database = try ServeOptions.database(settings)
    web = settings.text("web")
    if let text = settings.text("base-url") {
      guard let url = BaseURL(text) else {
        throw settings.refusal("base-url", "is not like https://play.example.org")
      }
      baseURL = url
    }
    if let text = settings.text("trusted-proxy") {
      trustedProxies = text.split { $0 == "," || $0 == " " }.map(String.init)
      for proxy in trustedProxies where !NetworkText.isAddressOrNetwork(proxy) {
        throw settings.refusal("trusted-proxy", "has \(quoted(proxy)), no address or network")
      }
    }
    if let text = settings.text("metrics-address"), text != "none" {
      guard let place = ListenAddress(text) else {
        throw settings.refusal("metrics-address", "is not like 127.0.0.1:9464")
      }
      guard place.isLoopback else {
        throw settings.refusal("metrics-address", "is no address of this machine alone")
      }
      metrics = place
    }
    adminSocket = ServeOptions.adminSocket(beside: database)
    if let text = settings.text("admin-socket") {
      adminSocket = text == "none" ? nil : text
      namesAdminSocket = true
    }
    logFormat = settings.text("log-format").flatMap { Log.Format(rawValue: $0) } ?? logFormat
    logLevel = settings.text("log-level").flatMap { Log.Level(name: $0) } ?? logLevel
    drainSeconds = settings.integer("drain-time") ?? drainSeconds
    botThreads = settings.integer("bot-threads") ?? botThreads
    botMilliseconds = settings.integer("bot-time") ?? botMilliseconds
    engines = try ServeOptions.engines(settings)
    creditsOutage = settings.text("outage") != "count"
    limits = Limits(settings)
  }

  private static func engines(
    _ settings: Settings
  ) throws(UsageError) -> [UCIProgram.Specification] {
    guard let options = UCIProgram.Specification.Option.list(settings.text("uci-options") ?? "")
    else { throw settings.refusal("uci-options", "is not like Hash=16;Threads=1") }
    do throws(CommandText.OpenQuote) {
      return try UCIProgram.Specification.list(settings.text("uci") ?? "", options: options)
    } catch {
      throw settings.refusal("uci", "has a quotation mark without its other one")
    }
  }

  /// The name of the database: the one that was given, the one in a file, or the default.
  static func database(_ settings: Settings) throws(UsageError) -> String {
    guard let path = settings.text("database-file") else {
      return settings.text("database") ?? ServeOptions().database
    }
    let text: String
    do throws(TextFile.Failure) {
      text = try TextFile.read(path, limit: 4_096, purpose: "a name")
    } catch {
      throw settings.refusal("database-file", "cannot be read: \(error.reason)")
    }
    let lines = text.split { $0 == "\n" || $0 == "\r\n" }
    guard lines.count == 1, let line = lines.first else {
      throw settings.refusal("database-file", "is not a file with the name of a database alone")
    }
    return String(line)
  }
}

extension ServeOptions.Limits {
  init(_ settings: Settings) {
    threads = settings.integer("http-threads")
    connections = settings.integer("connection-limit")
    connectionsFromAddress = settings.integer("address-limit")
    head = settings.integer("head-limit")
    target = settings.integer("target-limit")
    headers = settings.integer("header-limit")
    arguments = settings.integer("argument-limit")
    body = settings.integer("body-limit")
    headSeconds = settings.integer("head-time")
    graceSeconds = settings.integer("grace-time")
    lowestRate = settings.integer("lowest-rate")
    idleSeconds = settings.integer("idle-time")
    streamBuffer = settings.integer("stream-buffer")
  }

  /// Writes what was chosen into a configuration and leaves the rest as it is.
  func apply(to configuration: inout HTTPServerConfiguration) {
    configuration.threads = threads ?? configuration.threads
    configuration.connectionLimit = connections ?? configuration.connectionLimit
    if let connectionsFromAddress {
      configuration.addressConnectionLimit =
        connectionsFromAddress == 0 ? nil : connectionsFromAddress
    }
    configuration.connectionMemory = head ?? configuration.connectionMemory
    configuration.targetLimit = target ?? configuration.targetLimit
    configuration.headerCountLimit = headers ?? configuration.headerCountLimit
    configuration.argumentLimit = arguments ?? configuration.argumentLimit
    configuration.bodyLimit = body ?? configuration.bodyLimit
    if let headSeconds { configuration.headMilliseconds = Int64(headSeconds) * 1_000 }
    if let graceSeconds { configuration.graceMilliseconds = Int64(graceSeconds) * 1_000 }
    configuration.lowestRate = lowestRate ?? configuration.lowestRate
    if let idleSeconds { configuration.idleMilliseconds = Int64(idleSeconds) * 1_000 }
    if let streamBuffer { configuration.streamSendBuffer = Int32(clamping: streamBuffer) }
  }
}
