internal import HTTPServer
internal import Hosting
internal import MatchStore
internal import PostgresStore
internal import Reversi
internal import SQLiteStore
internal import Service
internal import Site
internal import Story

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A whole server in this process: store, service, site and HTTP, put together and taken apart in order.
final class WebServer: Sendable {
  /// Why the server did not start.
  struct StartFailure: Error, Sendable {
    /// The reason, as part of a sentence.
    let reason: String
    /// Whether the database is in use or away, so that trying again later may help.
    let isBusy: Bool
  }

  private let store: any MatchStore
  private let http: HTTPServer
  private let address: String

  private init(store: any MatchStore, http: HTTPServer, address: String) {
    self.store = store
    self.http = http
    self.address = address
  }

  /// Starts everything.
  ///
  /// - Parameters:
  ///   - options: What the host chose.
  ///   - web: The folder with the static files of the pages.
  ///   - time: The clock of the whole server.
  ///   - log: Told of failures, a line each, from any thread.
  ///   - onStoreFailure: Called once when the store can be used no more; the process should end then.
  /// - Returns: The running server.
  /// - Throws: ``StartFailure``; nothing is left running.
  static func start(
    _ options: ServeOptions, web: String, time: any TimeSource,
    log: @escaping @Sendable (String) -> Void, onStoreFailure: @escaping @Sendable () -> Void
  ) async throws(StartFailure) -> WebServer {
    let assets: Assets
    do throws(Assets.Problem) {
      assets = try Assets(folder: web)
    } catch {
      throw StartFailure(reason: error.reason, isBusy: false)
    }
    let store = try await openStore(
      options.database, time: time, log: log, onStoreFailure: onStoreFailure)
    let service = MatchService(
      store: store,
      registry: GameRegistry().adding(ReversiPosition.self).adding(StoryPosition.self), time: time)
    let site = Site(
      service: service, assets: assets, time: time, baseURL: options.baseURL, log: log)
    var configuration = HTTPServerConfiguration()
    configuration.address = options.address
    configuration.port = UInt16(clamping: options.port)
    if isLoopback(options.address) {
      // Whoever reaches this address is this machine, most likely a proxy with everybody behind it.
      configuration.addressConnectionLimit = nil
    }
    let http = HTTPServer(configuration: configuration, time: time) { await site.handle($0) }
    do throws(HTTPServerError) {
      try http.start()
    } catch {
      await store.close()
      throw StartFailure(reason: reason(error, options), isBusy: false)
    }
    return WebServer(store: store, http: http, address: options.address)
  }

  private static func isLoopback(_ address: String) -> Bool {
    address.hasPrefix("127.") || address == "::1"
  }

  /// Opens the store that the name of the database asks for: a server by its URL, or else a file.
  private static func openStore(
    _ database: String, time: any TimeSource, log: @escaping @Sendable (String) -> Void,
    onStoreFailure: @escaping @Sendable () -> Void
  ) async throws(StartFailure) -> any MatchStore {
    if database.hasPrefix("postgres://") || database.hasPrefix("postgresql://") {
      do throws(PostgresStoreError) {
        // It comes back by itself, so this is no reason to end.
        return try await PostgresStore(url: database, time: time, onFailure: log)
      } catch {
        let isBusy = if case .cannotConnect = error { true } else { false }
        throw StartFailure(reason: error.description, isBusy: isBusy)
      }
    }
    do throws(SQLiteStoreError) {
      return try SQLiteStore(path: database) { reason in
        log("the store failed: \(reason)")
        onStoreFailure()
      }
    } catch {
      let isBusy = if case .inUse = error { true } else { false }
      throw StartFailure(reason: error.description, isBusy: isBusy)
    }
  }

  private static func reason(_ error: HTTPServerError, _ options: ServeOptions) -> String {
    guard case .cannotListen = error.code, let words = strerror(error.systemError) else {
      return "\(options.address): \(error.description)"
    }
    let cause = String(cString: words)
    return "cannot listen at \(options.address), port \(options.port): \(cause)"
  }

  /// Where people find the first page.
  var url: String {
    let host =
      switch address {
      case "0.0.0.0", "::": "localhost"
      case let address where address.contains(":"): "[\(address)]"
      default: address
      }
    return "http://\(host):\(http.port ?? 0)/"
  }

  /// Stops: running requests end, streams close, and everything that was accepted is stored.
  func stop() async {
    await http.stop(withinMilliseconds: 5_000)
    await store.close()
  }
}
