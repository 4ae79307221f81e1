import BatonTool
import Foundation
import Testing

@Suite("Settings")
struct SettingsTests {
  /// Runs `baton config check` with a file of settings, if there is one.
  private func check(
    _ arguments: [String] = [], environment: [String: String] = [:], file: String? = nil
  ) async throws -> ToolResult {
    guard let file else {
      return await tool(["config", "check"] + arguments, environment: environment)
    }
    let path = FileManager.default.temporaryDirectory
      .appending(path: "baton-\(UUID().uuidString).conf").path()
    try Data(file.utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    var result = await tool(
      ["config", "check", "--config", path] + arguments, environment: environment)
    result.output = result.output.replacing(path, with: "FILE")
    result.error = result.error.replacing(path, with: "FILE")
    return result
  }

  /// The line of a setting in the report, with single spaces.
  private func line(_ name: String, of report: String) -> String? {
    report.split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }.first { $0.hasPrefix("\(name) = ") }
  }

  @Test("A flag wins over the environment, that over the file, that over the default")
  func order() async throws {
    let file = "# Ours\n\n  port = 1\n"
    let variable = ["BATON_PORT": "2"]
    let flag = ["--port", "3"]
    #expect(line("port", of: try await check().output) == "port = 8080 # default")
    #expect(line("port", of: try await check(file: file).output) == "port = 1 # FILE line 3")
    #expect(
      line("port", of: try await check(environment: variable, file: file).output)
        == "port = 2 # BATON_PORT")
    #expect(
      line("port", of: try await check(flag, environment: variable, file: file).output)
        == "port = 3 # --port")
  }

  @Test("The environment may name the file, and the flag wins over that too")
  func namedByEnvironment() async {
    let result = await tool(["serve", "--check"], environment: ["BATON_CONFIG": "/nowhere/x.conf"])
    #expect(result.code == 64)
    #expect(
      result.error
        == "baton serve: the settings in '/nowhere/x.conf' cannot be read: No such file or "
        + "directory. See 'baton serve --help'.\n")
  }

  @Test("An empty variable is none")
  func emptyVariable() async throws {
    let result = try await check(environment: ["BATON_PORT": ""])
    #expect(line("port", of: result.output) == "port = 8080 # default")
  }

  struct Mistake: Sendable, CustomTestStringConvertible {
    var arguments: [String] = []
    var environment: [String: String] = [:]
    var file: String?
    let error: String
    var testDescription: String { error }
  }

  static let mistakes = [
    Mistake(
      file: "port = 1\nprot = 2\n", error: "FILE line 2: unknown key 'prot'; did you mean 'port'?"),
    Mistake(file: "colour = red", error: "FILE line 1: unknown key 'colour'."),
    Mistake(file: "port 1", error: "FILE line 1: expected 'key = value'."),
    Mistake(file: "port = 1\n#\nport = 1", error: "FILE line 3: 'port' is set already in line 1."),
    Mistake(file: "web =  ", error: "FILE line 1: 'web' has no value."),
    Mistake(
      file: "\r\nport = x\r\n",
      error: "FILE line 2: port needs a number from 0 to 65535, not 'x'."),
    Mistake(
      environment: ["BATON_PORT": "70000"],
      error: "BATON_PORT needs a number from 0 to 65535, not '70000'."),
    Mistake(
      environment: ["BATON_LOG_LEVEL": "warn"],
      error: "unknown level 'warn' for BATON_LOG_LEVEL, which takes debug, info, warning, error; "
        + "did you mean 'warning'?"),
    Mistake(
      environment: ["BATON_BASE_URL": "play.example.org"],
      error: "the value of BATON_BASE_URL is not like https://play.example.org."),
    Mistake(
      file: "trusted-proxy = 10.0.0.0/8, ten",
      error: "the value of FILE line 1: trusted-proxy has 'ten', no address or network."),
    Mistake(
      arguments: ["--trusted-proxy", "10.0.0.0/33"],
      error: "the value of --trusted-proxy has '10.0.0.0/33', no address or network."),
    Mistake(
      arguments: ["--metrics-address", "0.0.0.0:9464"],
      error: "the value of --metrics-address is no address of this machine alone."),
    Mistake(
      arguments: ["--metrics-address", "9464"],
      error: "the value of --metrics-address is not like 127.0.0.1:9464."),
    Mistake(
      arguments: ["--database", "a", "--database-file", "b"],
      error: "--database and --database-file exclude each other."),
    Mistake(
      environment: ["BATON_DATABASE_FILE": "/nowhere/secret"],
      error: "the value of BATON_DATABASE_FILE cannot be read: No such file or directory."),
  ]

  @Test("A mistake is told with its source", arguments: mistakes)
  func mistake(_ mistake: Mistake) async throws {
    let result = try await check(
      mistake.arguments, environment: mistake.environment, file: mistake.file)
    #expect(result.code == 64)
    #expect(result.output.isEmpty)
    #expect(result.error == "baton config: \(mistake.error) See 'baton config --help'.\n")
  }

  @Test("Passwords are masked, wherever they come from")
  func masked() async throws {
    let url = "postgres://baton:hunter2@db.example.org/baton?sslmode=verify-full"
    let result = try await check(environment: ["BATON_DATABASE": url])
    #expect(!result.output.contains("hunter2"))
    #expect(
      line("database", of: result.output)
        == "database = postgres://baton:***@db.example.org/baton?sslmode=verify-full "
        + "# BATON_DATABASE")
  }

  @Test("A database in a secret file counts, unless a stronger source names one")
  func secretFile() async throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "baton-\(UUID().uuidString).secret").path()
    try Data("postgres://baton:hunter2@db/baton\n".utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let alone = try await check(file: "database-file = \(path)")
    #expect(alone.code == 0)
    #expect(!alone.output.contains("hunter2"))
    let both = try await check(["--database", "x.sqlite"], file: "database-file = \(path)")
    #expect(line("database", of: both.output) == "database = x.sqlite # --database")
    #expect(line("database-file", of: both.output) == "database-file = none # default")
    try Data("one\ntwo\n".utf8).write(to: URL(filePath: path))
    #expect(try await check(file: "database-file = \(path)").code == 64)
  }

  @Test("A variable that is almost a setting is pointed out")
  func strangers() async throws {
    let result = try await check(environment: ["BATON_PROT": "1", "BATON_TOOL_PATH": "x"])
    #expect(result.code == 0)
    #expect(result.error == "baton: BATON_PROT is no setting; did you mean BATON_PORT?\n")
  }

  @Test("Help names every setting in its three ways")
  func help() async throws {
    let report = try await check().output
    let help = await tool(["serve", "--help"]).output.split { $0 == " " || $0 == "\n" }
      .joined(separator: " ")
    for row in report.split(separator: "\n") {
      let name = String(row.prefix { $0 != " " })
      let variable = "BATON_" + name.uppercased().replacing("-", with: "_")
      #expect(help.contains("--\(name) "))
      #expect(help.contains("\(variable), \(name); default "), "\(name)")
    }
  }

  @Test(
    "An address of the machine itself is taken for the figures",
    arguments: ["127.0.0.1:1", "[::1]:2"])
  func metricsAddress(text: String) async throws {
    #expect(try await check(["--metrics-address", text]).code == 0)
    let address = try #require(ListenAddress(text))
    #expect(address.isLoopback)
  }

  @Test(
    "What is no address with a port is none",
    arguments: ["", ":1", "::1:2", "[::1]", "localhost:1", "127.0.0.1:65536", "[127.0.0.1]:1"])
  func badAddresses(text: String) {
    #expect(ListenAddress(text) == nil)
  }
}
