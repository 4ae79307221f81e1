public import Site

extension CommandSpecification {
  static let serve = CommandSpecification(
    name: "serve", summary: "Serves matches and the page to browsers",
    options: [
      OptionSpecification(
        name: "port", placeholder: "N", value: .integer(0...65_535),
        summary: "The port to listen on; 0 takes a free one (default 8080)."),
      OptionSpecification(
        name: "address", placeholder: "A",
        summary: "The address to listen on (default 127.0.0.1, this machine only)."),
      OptionSpecification(
        name: "database", placeholder: "NAME",
        summary:
          "The file that keeps the matches, made if missing (default baton.sqlite), or a PostgreSQL"
          + " database: postgres://user@host/name."),
      OptionSpecification(
        name: "web", placeholder: "FOLDER", summary: "The folder with the files of the page."),
      OptionSpecification(
        name: "base-url", placeholder: "URL",
        summary: "Where people reach it from outside, such as https://play.example.org."),
    ])
}

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
  }

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.init()
    port = arguments.integer("port") ?? port
    address = arguments.text("address") ?? address
    database = arguments.text("database") ?? database
    web = arguments.text("web")
    if let text = arguments.text("base-url") {
      guard let url = BaseURL(text) else {
        throw UsageError("the value of --base-url is not like https://play.example.org")
      }
      baseURL = url
    }
  }
}

/// Serves until it is told to stop by SIGINT or SIGTERM, or until the store fails.
///
/// It prints the address when it is ready. A store that fails ends the process: what was acknowledged is on
/// disk, and the next start begins from there.
///
/// - Returns: The exit code.
func serve(_ options: ServeOptions, io: some ToolIO) async -> Int32 {
  guard let web = WebFolder.find(options.web) else {
    io.writeError(
      "baton serve: the folder with the files of the page was not found; name it with --web\n")
    return ExitCode.unavailable
  }
  let (endings, ending) = AsyncStream.makeStream(of: Int32.self)
  let signals = StopSignals { ending.yield(ExitCode.success) }
  defer { signals.cancel() }
  let server: WebServer
  do throws(WebServer.StartFailure) {
    server = try await WebServer.start(
      options, web: web, time: io.time, log: { io.writeError("baton serve: \($0)\n") },
      onStoreFailure: { ending.yield(ExitCode.inputOutput) })
  } catch {
    io.writeError("baton serve: \(error.reason)\n")
    return error.isBusy ? ExitCode.temporaryFailure : ExitCode.unavailable
  }
  io.write("Baton is ready at \(server.url)\nStop it with Ctrl-C.\n")
  var code = ExitCode.success
  for await end in endings {
    code = end
    break
  }
  await server.stop()
  return code
}
