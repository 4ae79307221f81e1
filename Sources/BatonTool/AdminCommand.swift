internal import Hosting
internal import MatchStore
internal import PostgresStore
internal import SQLiteStore

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension CommandSpecification {
  static let admin = CommandSpecification(
    name: "admin", summary: "Looks after a server: backup, restore, check, status, release",
    arguments: [
      ArgumentSpecification(
        placeholder: "ACTION",
        value: .choice(["backup", "restore", "check", "status", "release"], kind: "action"),
        summary: "What to do: backup, restore, check, status or release."),
      ArgumentSpecification(
        placeholder: "FILE", value: .text,
        summary: "The file to make or to restore from, or the match to release.",
        isOptional: true),
    ],
    options: [
      OptionSpecification(
        name: "force",
        summary: "Let 'restore' take the place of a database; that is kept beside it."),
      OptionSpecification(
        name: "json", summary: "Write what the server answers as it comes, in lines of JSON."),
      Settings.fileOption,
    ] + Setting.database.map { $0.option },
    notes: """
      backup FILE   copies the database while it is in use; the server writes FILE
      restore FILE  puts a backup in the place of the database; no server may run
      check         replays every match through the rules
      status        tells how the running server is
      release MATCH lets a match go on that was left alone after crashes

      Where a server runs, it does the work: only its own user may ask it.
      """)
}

/// Looks after a server or, where none runs, its database.
func runAdmin(
  _ arguments: ParsedArguments, environment: [String: String], io: some ToolIO
) async throws -> Int32 {
  let settings = try Settings(arguments, environment: environment, among: Setting.database)
  let options = try ServeOptions(settings)
  let action = arguments.arguments("ACTION").first ?? ""
  let file = arguments.arguments("FILE").first
  if action == "restore" { return try restore(file, options, arguments, io: io) }
  guard let known = AdminRequest.Action(rawValue: action) else {
    throw UsageError("unknown action \(quoted(action))")
  }
  guard (known == .backup || known == .release) == (file != nil) else {
    switch known {
    case .backup: throw UsageError("FILE is missing")
    case .release: throw UsageError("the match is missing")
    case .check, .status: throw UsageError("'\(action)' takes no file")
    }
  }
  if known == .backup, options.usesPostgres {
    throw UsageError("the database is in PostgreSQL; back it up with pg_dump")
  }
  let request =
    known == .release
    ? AdminRequest(known, match: file) : AdminRequest(known, file: file.map { absolute($0) })
  let screen = AdminScreen(io: io, isJSON: arguments.has("json"))
  if let socket = options.adminSocket {
    if let descriptor = UnixSocket.connect(to: socket) {
      defer { close(descriptor) }
      return await ask(descriptor, request, screen)
    }
    if errno == EACCES || errno == EPERM {
      throw ToolFailure(
        code: ExitCode.noPermission, message: "\(shown(socket)) belongs to another user")
    }
  }
  guard known != .status else {
    throw ToolFailure(
      code: ExitCode.unavailable,
      message: "no server answers at \(shown(options.adminSocket ?? "a socket"))")
  }
  let store = try await openStopped(options)
  let actions = AdminActions(store: store, registry: WebServer.hostedGames())
  let end = await actions.perform(request) { screen.show($0) }
  await store.close()
  return screen.end(end)
}

/// Opens the database of a server that does not run.
private func openStopped(
  _ options: ServeOptions
) async throws(ToolFailure) -> any MatchStore & MatchWalk {
  if options.usesPostgres {
    do throws(PostgresStoreError) {
      return try await PostgresStore(url: options.database)
    } catch {
      throw ToolFailure(
        code: ExitCode.temporaryFailure, message: Secrecy.masked(error.description))
    }
  }
  guard access(options.database, F_OK) == 0 else {
    throw ToolFailure(
      code: ExitCode.unavailable, message: "there is no database \(shown(options.database))")
  }
  do throws(SQLiteStoreError) {
    return try SQLiteStore(path: options.database)
  } catch {
    let isBusy = if case .inUse = error { true } else { false }
    throw ToolFailure(
      code: isBusy ? ExitCode.temporaryFailure : ExitCode.unavailable, message: error.description)
  }
}

/// Hands a request to a running server and shows what it answers.
private func ask(
  _ descriptor: Int32, _ request: AdminRequest, _ screen: AdminScreen
) async -> Int32 {
  await onOwnThread {
    guard Descriptors.write((request.line + "\n").utf8, to: descriptor) == 0 else {
      return screen.end(.end(ExitCode.inputOutput, "the server does not listen"))
    }
    var rest: [UInt8] = []
    while let line = UnixSocket.readLine(descriptor, rest: &rest, limit: 1 << 20) {
      guard let reply = AdminReply(line: line) else { continue }
      if reply.code != nil { return screen.end(reply) }
      screen.show(reply)
    }
    return screen.end(.end(ExitCode.inputOutput, "the server ended before it was done"))
  }
}

private func restore(
  _ file: String?, _ options: ServeOptions, _ arguments: ParsedArguments, io: some ToolIO
) throws -> Int32 {
  guard let file else { throw UsageError("FILE is missing") }
  guard !options.usesPostgres else {
    throw UsageError("the database is in PostgreSQL; restore it with pg_restore or psql")
  }
  // Times have colons, which names of files had better not.
  let stamp = UTCText.text(milliseconds: io.time.wallMilliseconds).filter { $0 != ":" && $0 != "-" }
  do throws(BackupFailure) {
    let (report, kept) = try SQLiteStore.restore(
      from: file, to: options.database, replacing: arguments.has("force"), stamp: stamp)
    if let kept { io.write("the database that was there is now \(shown(kept))\n") }
    io.write(
      "\(shown(options.database)): \(report.matches) matches, \(report.events) events, restored\n")
    return ExitCode.success
  } catch {
    let hint = if case .exists = error { "; --force puts it aside" } else { "" }
    throw ToolFailure(
      code: error.exitCode, message: "nothing was restored: \(error.description)\(hint)")
  }
}

private func absolute(_ path: String) -> String {
  if path.utf8.first == UInt8(ascii: "/") { return path }
  guard let folder = getcwd(nil, 0) else { return path }
  defer { free(folder) }
  return String(cString: folder) + "/" + path
}

/// Shows the lines of a server to a person, or hands them on to a program.
private struct AdminScreen: Sendable {
  let io: any ToolIO
  let isJSON: Bool

  func show(_ reply: AdminReply) {
    if isJSON {
      io.write(reply.line + "\n")
    } else if let text = reply.text {
      // How far it is belongs beside the result, not into it.
      if reply.isProgress == true { io.writeError(text + "\n") } else { io.write(text + "\n") }
    }
  }

  func end(_ reply: AdminReply) -> Int32 {
    let code = reply.code ?? ExitCode.software
    if isJSON {
      io.write(reply.line + "\n")
    } else if let text = reply.text {
      let isResult = code == ExitCode.success || code == ExitCode.problems
      if isResult { io.write(text + "\n") } else { io.writeError("baton admin: \(text)\n") }
    }
    return code
  }
}
