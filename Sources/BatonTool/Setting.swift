/// One thing that a host may choose, known by three names: a flag, a variable and a key of the file.
struct Setting: Sendable {
  /// The key of the file, and the flag without its dashes.
  let name: String
  /// What help calls the value.
  let placeholder: String
  /// Which values it takes.
  var value = ValueSpecification.text
  /// What it means, without a full stop.
  let summary: String
  /// The value that counts where nobody chose one, in words that help shows.
  let standard: String

  /// The name in the environment.
  var variable: String {
    "BATON_"
      + String(
        decoding: name.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }, as: UTF8.self
      ).uppercased()
  }

  /// The setting as an option of a command.
  var option: OptionSpecification {
    OptionSpecification(
      name: name, placeholder: placeholder, value: value,
      summary: "\(summary). \(variable), \(name); default \(standard).")
  }
}

extension Setting {
  /// All settings, in the order of the help.
  static let all: [Setting] = places + operation + play + limits

  /// Those that say where the database and the running server are.
  static let database: [Setting] = [
    Setting(
      name: "database", placeholder: "NAME",
      summary:
        "The file that keeps the matches, made if missing, or a PostgreSQL database:"
        + " postgres://user@host/name", standard: "baton.sqlite"),
    Setting(
      name: "database-file", placeholder: "FILE",
      summary: "A file that holds the name of the database, where it is a secret",
      standard: "none"),
    Setting(
      name: "admin-socket", placeholder: "FILE",
      summary: "The socket for 'baton admin', for the server's own user only; 'none' for none",
      standard: "beside the database file, its name and .admin; none with PostgreSQL"),
  ]

  private static let places: [Setting] =
    [
      Setting(
        name: "port", placeholder: "N", value: .integer(0...65_535),
        summary: "The port to listen on; 0 takes a free one", standard: "8080"),
      Setting(
        name: "address", placeholder: "A", summary: "The address to listen on",
        standard: "127.0.0.1, this machine only"),
    ] + database + [
      Setting(
        name: "web", placeholder: "FOLDER", summary: "The folder with the files of the page",
        standard: "looked for beside the program"),
      Setting(
        name: "base-url", placeholder: "URL",
        summary: "Where people reach it from outside, such as https://play.example.org",
        standard: "none"),
      Setting(
        name: "trusted-proxy", placeholder: "LIST",
        summary:
          "The proxies whose word on a visitor's address counts: addresses and networks such as"
          + " 10.0.0.0/8, with commas between", standard: "none"),
    ]

  private static let operation: [Setting] = [
    Setting(
      name: "metrics-address", placeholder: "A:N",
      summary:
        "The address and port, on this machine, where Prometheus finds /metrics and nothing else",
      standard: "none"),
    Setting(
      name: "log-format", placeholder: "FORMAT", value: .choice(["text", "json"], kind: "format"),
      summary: "How the log is written to standard error: text or json", standard: "text"),
    Setting(
      name: "log-level", placeholder: "LEVEL",
      value: .choice(["debug", "info", "warning", "error"], kind: "level"),
      summary: "The least that is logged: debug (each request), info, warning or error",
      standard: "info"),
    Setting(
      name: "drain-time", placeholder: "S", value: .integer(0...300),
      summary:
        "The seconds between SIGTERM, when /readyz turns to 503, and the end of new connections",
      standard: "1"),
  ]

  private static let play: [Setting] = [
    Setting(
      name: "bot-threads", placeholder: "N", value: .integer(1...256),
      summary: "The threads that compute moves", standard: "1"),
    Setting(
      name: "bot-time", placeholder: "MS", value: .integer(1...60_000),
      summary: "The longest that one computed move may take, in milliseconds", standard: "1000"),
    Setting(
      name: "uci", placeholder: "LIST",
      summary:
        "UCI engines that people can choose as opponents in chess: programs, found as a shell finds"
        + " them, with their arguments, and commas between", standard: "none"),
    Setting(
      name: "uci-options", placeholder: "LIST",
      summary: "What these engines are set to, such as Hash=16;UCI_LimitStrength=true",
      standard: "none"),
    Setting(
      name: "outage", placeholder: "POLICY", value: .choice(["credit", "count"], kind: "policy"),
      summary: "Whether the time that the server was away is credited to the clocks or counts",
      standard: "credit"),
  ]

  private static let limits: [Setting] = [
    Setting(
      name: "http-threads", placeholder: "N", value: .integer(1...64),
      summary: "The threads that serve sockets", standard: "1"),
    Setting(
      name: "connection-limit", placeholder: "N", value: .integer(1...1_000_000),
      summary: "The most connections at a time", standard: "20000"),
    Setting(
      name: "address-limit", placeholder: "N", value: .integer(0...1_000_000),
      summary: "The most connections from one address at a time; 0 for no limit",
      standard: "1000, and none on a loopback address"),
    Setting(
      name: "head-limit", placeholder: "BYTES", value: .integer(4_096...1_048_576),
      summary: "The memory of a connection, which bounds a request's head",
      standard: "10240"),
    Setting(
      name: "target-limit", placeholder: "BYTES", value: .integer(256...65_536),
      summary: "The longest request target", standard: "8192"),
    Setting(
      name: "header-limit", placeholder: "N", value: .integer(10...1_000),
      summary: "The most header fields of a request", standard: "100"),
    Setting(
      name: "argument-limit", placeholder: "N", value: .integer(1...1_000),
      summary: "The most arguments of a query", standard: "100"),
    Setting(
      name: "body-limit", placeholder: "BYTES", value: .integer(4_096...16_777_216),
      summary: "The longest body of a request", standard: "409600"),
    Setting(
      name: "head-time", placeholder: "S", value: .integer(1...600),
      summary: "The seconds from connecting to the end of a request's head", standard: "10"),
    Setting(
      name: "grace-time", placeholder: "S", value: .integer(1...600),
      summary: "The seconds in which a body or a reader may be slower than the lowest rate",
      standard: "10"),
    Setting(
      name: "lowest-rate", placeholder: "BYTES", value: .integer(1...1_000_000),
      summary: "The lowest rate after that, in bytes a second", standard: "1000"),
    Setting(
      name: "idle-time", placeholder: "S", value: .integer(1...3_600),
      summary: "The seconds that a connection may stay without a request", standard: "60"),
    Setting(
      name: "stream-buffer", placeholder: "BYTES", value: .integer(4_096...4_194_304),
      summary: "The system's memory for what the reader of a stream has not yet taken",
      standard: "65536"),
  ]
}
