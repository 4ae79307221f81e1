internal import Hosting

extension CommandSpecification {
  static let serve = CommandSpecification(
    name: "serve", summary: "Serves matches and the page to browsers",
    options: [
      Settings.fileOption,
      OptionSpecification(
        name: "check", summary: "Print each setting with where it comes from, and end."),
    ] + Setting.all.map { $0.option },
    notes: """
      Each setting can be given by its flag, by a variable of the environment, or by
      its key in the file of settings. A flag wins over the environment, that over
      the file, that over the default.
      """)

  static let config = CommandSpecification(
    name: "config", summary: "Checks the settings of 'baton serve' and tells where each comes from",
    arguments: [
      ArgumentSpecification(
        placeholder: "ACTION", value: .choice(["check"], kind: "action"),
        summary: "What to do: check.")
    ], options: [Settings.fileOption] + Setting.all.map { $0.option })
}

/// Prints the settings with their sources, secrets masked, or says what is wrong with one of them.
func checkSettings(_ settings: Settings, io: some ToolIO) throws(UsageError) -> Int32 {
  _ = try ServeOptions(settings)
  io.write(settings.report())
  for stranger in settings.strangers { io.writeError("baton: \(stranger)\n") }
  return ExitCode.success
}

/// Serves until it is told to stop by SIGINT or SIGTERM, or until the store fails.
///
/// It prints the address when it is ready. A store that fails ends the process: what was acknowledged is on
/// disk, and the next start begins from there.
///
/// - Returns: The exit code.
func serve(_ options: ServeOptions, strangers: [String] = [], io: some ToolIO) async -> Int32 {
  guard let web = WebFolder.find(options.web) else {
    io.writeError(
      "baton serve: the folder with the files of the page was not found; name it with --web\n")
    return ExitCode.unavailable
  }
  let log = Log(
    level: options.logLevel, format: options.logFormat, time: io.time,
    write: { io.writeError($0) })
  for stranger in strangers { log.warning("unknownVariable", ["reason": .text(stranger)]) }
  let (endings, ending) = AsyncStream.makeStream(of: Ending.self)
  let signals = StopSignals { ending.yield(.asked(isPatient: $0)) }
  defer { signals.cancel() }
  let server: WebServer
  do throws(WebServer.StartFailure) {
    server = try await WebServer.start(
      options, web: web, time: io.time, log: log, onStoreFailure: { ending.yield(.failed) })
  } catch {
    io.writeError("baton serve: \(Secrecy.masked(error.reason))\n")
    return error.isBusy ? ExitCode.temporaryFailure : ExitCode.unavailable
  }
  log.info(
    "started",
    [
      "version": .text(toolVersion), "url": .text(server.url),
      "database": .text(options.database), "metrics": .text(server.metricsURL ?? "none"),
    ])
  io.write("Baton is ready at \(server.url)\nStop it with Ctrl-C.\n")
  var end = Ending.asked(isPatient: false)
  for await next in endings {
    end = next
    break
  }
  let start = io.time.monotonicNanoseconds
  switch end {
  case .asked(let isPatient):
    log.info("stopping", ["drain": .integer(isPatient ? options.drainSeconds : 0)])
    await server.stop(drainSeconds: isPatient ? options.drainSeconds : 0)
  case .failed:
    await server.stop(drainSeconds: 0)
  }
  log.info("stopped", ["after": .nanoseconds(io.time.monotonicNanoseconds &- start)])
  return end.code
}

/// Why a server ends.
private enum Ending: Sendable {
  /// Somebody asked it to; patiently, so that balancers notice before it refuses connections.
  case asked(isPatient: Bool)
  /// The store can be used no more.
  case failed

  var code: Int32 {
    switch self {
    case .asked: ExitCode.success
    case .failed: ExitCode.inputOutput
    }
  }
}
