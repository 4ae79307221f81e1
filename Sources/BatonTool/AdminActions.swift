internal import HTTPServer
internal import Hosting
internal import MatchStore
internal import Matches
internal import SQLiteStore
internal import Service

/// What administration does, on a running server or on a store that was opened for it.
struct AdminActions: Sendable {
  let store: any MatchStore & MatchWalk
  let registry: GameRegistry
  /// Lines on the running server; `nil` where there is none.
  var status: (@Sendable () async -> [String])?
  /// Lets a match on the running server go on; `nil` where there is none.
  var release: (@Sendable (MatchID) async throws -> Void)?

  /// Carries a request out.
  func perform(
    _ request: AdminRequest, _ send: @escaping @Sendable (AdminReply) -> Void
  ) async -> AdminReply {
    switch request.action {
    case .backup: return await backUp(to: request.file, send)
    case .check: return await check(send)
    case .release: return await release(request.match)
    case .status:
      guard let status else { return .end(ExitCode.unavailable, "no server is running") }
      for line in await status() { send(AdminReply(line)) }
      return .end(ExitCode.success)
    }
  }

  /// Lets the jobs of a match run again that was left alone because they ended the process.
  private func release(_ text: String?) async -> AdminReply {
    guard let match = text.flatMap({ try? MatchID(text: $0) }) else {
      return .end(ExitCode.usage, "not the identifier of a match")
    }
    do {
      guard try await store.summary(of: match) != nil else {
        return .end(ExitCode.problems, "there is no such match")
      }
      guard let release else {
        try await store.forgetInterruptedJob(match)
        return .end(ExitCode.success, "the match goes on when the server starts")
      }
      try await release(match)
      return .end(ExitCode.success, "the match goes on")
    } catch {
      return .end(ExitCode.inputOutput, "the match was not released: \(error)")
    }
  }

  private func backUp(
    to file: String?, _ send: @escaping @Sendable (AdminReply) -> Void
  ) async -> AdminReply {
    guard let store = store as? SQLiteStore else {
      return .end(ExitCode.usage, "the database is in PostgreSQL; back it up with pg_dump")
    }
    guard let file, file.utf8.first == UInt8(ascii: "/") else {
      return .end(ExitCode.usage, "the path of the file is not absolute")
    }
    let shown = Lock(-1)
    do throws(BackupFailure) {
      let report = try await store.backUp(to: file) { done, all in
        let percent = all > 0 ? done * 100 / all : 100
        let isNews = shown.withLock { last in
          guard percent / 10 > last else { return false }
          last = percent / 10
          return true
        }
        if isNews { send(.progress("\(percent) % copied")) }
      }
      return .end(
        ExitCode.success,
        "\(file): \(report.matches) matches, \(report.events) events, \(report.bytes) bytes,"
          + " verified")
    } catch {
      return .end(error.exitCode, "no backup was made: \(error.description)")
    }
  }

  private func check(_ send: @escaping @Sendable (AdminReply) -> Void) async -> AdminReply {
    let audit = MatchAudit(store: store, registry: registry)
    do throws(StoreError) {
      let report = try await audit.run { report in
        send(.progress("\(report.matches) matches replayed"))
      }
      for finding in report.findings {
        send(AdminReply("\(finding.match.text)  \(finding.reason)"))
      }
      let summary =
        "\(report.matches) matches, \(report.events) events, \(report.findingCount) problems,"
        + " digest \(hexadecimal(report.digest.prefix(16)))"
      return .end(report.findingCount == 0 ? ExitCode.success : ExitCode.problems, summary)
    } catch {
      return .end(ExitCode.inputOutput, "the check ended early: \(error)")
    }
  }

  private func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension BackupFailure {
  /// The exit code of a command that failed like this.
  var exitCode: Int32 {
    switch self {
    case .exists: ExitCode.cannotCreate
    case .inUse: ExitCode.temporaryFailure
    case .full, .failed: ExitCode.inputOutput
    case .damaged: ExitCode.data
    case .cancelled: ExitCode.temporaryFailure
    }
  }
}
