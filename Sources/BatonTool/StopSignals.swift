internal import Dispatch
internal import Hosting

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Listens for the signals that ask a server to stop.
final class StopSignals {
  private let sources: [any DispatchSourceSignal]

  /// Calls `stop` with the first SIGINT or SIGTERM; a second one ends the process at once.
  ///
  /// Whatever was acknowledged is on the disk by then, so nothing is lost by that.
  init(_ stop: @escaping @Sendable (_ isPatient: Bool) -> Void) {
    let wasAsked = Lock(false)
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        let isSecond = wasAsked.withLock { asked in
          defer { asked = true }
          return asked
        }
        if isSecond { _exit(128 + number) }
        // Somebody at a terminal does not want to wait for balancers to notice.
        stop(number == SIGTERM)
      }
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
