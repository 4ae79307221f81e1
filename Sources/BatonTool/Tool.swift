/// The exit codes of the tool, after `sysexits.h`.
public enum ExitCode {
  /// All went well.
  public static let success: Int32 = 0
  /// A check found problems, and ended well otherwise.
  public static let problems: Int32 = 1
  /// The command was used wrongly.
  public static let usage: Int32 = 64
  /// The data that the command was given is wrong.
  public static let data: Int32 = 65
  /// Something that is needed is not there: a port, a folder, a usable file.
  public static let unavailable: Int32 = 69
  /// Something inside is missing or broken.
  public static let software: Int32 = 70
  /// A file is there already that was to be made.
  public static let cannotCreate: Int32 = 73
  /// Reading or writing failed.
  public static let inputOutput: Int32 = 74
  /// Another process has what is needed; trying again later may help.
  public static let temporaryFailure: Int32 = 75
  /// The user may not do this.
  public static let noPermission: Int32 = 77
  /// Ctrl-C, as shells count it: 128 and the number of the signal.
  public static let interrupted: Int32 = 130
  /// The reader of the output left, as shells count it.
  public static let outputClosed: Int32 = 141
}

/// Why a command ends early: the exit code and the line for standard error.
struct ToolFailure: Error {
  let code: Int32
  let message: String
}

/// The version of the tool.
let toolVersion = "0.1.0"

/// Runs the tool as the command line does.
///
/// - Parameters:
///   - arguments: The arguments without the program's name.
///   - environment: The environment; `NO_COLOR`, `TERM`, `LC_ALL`, `LC_CTYPE`, `LANG` and `HOME` count.
///   - io: Where input comes from and output goes.
/// - Returns: The exit code.
public func run(
  arguments: [String], environment: [String: String], io: some ToolIO
) async -> Int32 {
  let code = await runCommand(arguments, environment: environment, io: io)
  switch io.outputFailure {
  case nil: return code
  case .closed: return ExitCode.outputClosed
  case .failed(let reason):
    io.writeError("baton: the output cannot be written: \(reason)\n")
    return ExitCode.inputOutput
  }
}

private func runCommand(
  _ arguments: [String], environment: [String: String], io: some ToolIO
) async -> Int32 {
  var context = "baton"
  do {
    switch try Invocation(arguments) {
    case .toolHelp:
      io.write(toolHelp())
      return ExitCode.success
    case .version:
      io.write("baton \(toolVersion)\n")
      return ExitCode.success
    case .command(let command, let rest):
      context = "baton \(command.rawValue)"
      guard let parsed = try command.specification.parse(rest) else {
        io.write(command.specification.help())
        return ExitCode.success
      }
      return try await command.run(parsed, environment: environment, io: io)
    }
  } catch let error as UsageError {
    let end = error.message.utf8.last == UInt8(ascii: "?") ? "" : "."
    io.writeError("\(context): \(error.message)\(end) See '\(context) --help'.\n")
    return ExitCode.usage
  } catch let failure as ToolFailure {
    io.writeError("\(context): \(failure.message)\n")
    return failure.code
  } catch {
    io.writeError("\(context): something went wrong\n")
    return ExitCode.software
  }
}

/// What the first argument asks for.
private enum Invocation {
  case toolHelp
  case version
  case command(Command, [String])

  init(_ arguments: [String]) throws(UsageError) {
    guard let first = arguments.first else {
      self = .toolHelp
      return
    }
    switch first {
    case "--help", "-h":
      self = try Invocation(helpOn: arguments.dropFirst())
    case Command.help.rawValue:
      // `baton help` is `--help`, and `baton help --help` says so.
      let rest = arguments.dropFirst()
      let asksItself = rest.first == "--help" || rest.first == "-h"
      self = asksItself ? .command(.help, ["--help"]) : try Invocation(helpOn: rest)
    case "--version":
      if let extra = arguments.dropFirst().first {
        throw UsageError("unexpected argument \(quoted(extra))")
      }
      self = .version
    default:
      if first.utf8.starts(with: "-".utf8) {
        throw UsageError(
          "unknown option \(quoted(first))", near: first, among: ["--help", "--version"])
      }
      guard let command = Command(rawValue: first) else {
        throw UsageError(unknownCommand: first)
      }
      self = .command(command, Array(arguments.dropFirst()))
    }
  }

  private init(helpOn rest: ArraySlice<String>) throws(UsageError) {
    guard let name = rest.first else {
      self = .toolHelp
      return
    }
    guard let command = Command(rawValue: name) else { throw UsageError(unknownCommand: name) }
    if let extra = rest.dropFirst().first {
      throw UsageError("unexpected argument \(quoted(extra))")
    }
    self = .command(command, ["--help"])
  }
}

extension UsageError {
  fileprivate init(unknownCommand name: String) {
    self.init(
      "unknown command \(quoted(name))", near: name, among: Command.allCases.map { $0.rawValue })
  }
}
