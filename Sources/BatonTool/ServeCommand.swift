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
        name: "database", placeholder: "FILE",
        summary: "The file that keeps the matches, made if missing (default baton.sqlite)."),
      OptionSpecification(
        name: "web", placeholder: "FOLDER", summary: "The folder with the files of the page."),
    ])
}

/// What `baton serve` was asked for.
public struct ServeOptions: Hashable, Sendable {
  /// The port to listen on; 0 for any free one.
  public var port: Int
  /// The address to listen on.
  public var address: String
  /// The path of the database file.
  public var database: String
  /// The folder with the files of the page, if one was named.
  public var web: String?

  /// Creates options; without arguments, the defaults.
  public init(
    port: Int = 8080, address: String = "127.0.0.1", database: String = "baton.sqlite",
    web: String? = nil
  ) {
    self.port = port
    self.address = address
    self.database = database
    self.web = web
  }

  init(_ arguments: ParsedArguments) {
    self.init()
    port = arguments.integer("port") ?? port
    address = arguments.text("address") ?? address
    database = arguments.text("database") ?? database
    web = arguments.text("web")
  }
}

/// Serves until it is told to stop.
///
/// - Returns: The exit code.
func serve(_ options: ServeOptions, io: some ToolIO) async -> Int32 {
  io.writeError("baton serve: not built yet\n")
  return ExitCode.software
}
