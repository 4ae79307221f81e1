internal import Dispatch

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Listens for the signals that ask a server to stop.
final class StopSignals {
  private let sources: [any DispatchSourceSignal]

  /// Calls `stop` on SIGINT and SIGTERM, which end the process no more by themselves.
  init(_ stop: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: stop)
      source.resume()
      return source
    }
  }

  /// Gives the signals back to the system.
  func cancel() {
    for source in sources { source.cancel() }
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
  }
}
