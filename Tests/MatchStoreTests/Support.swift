#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import Hosting
internal import Testing

/// Returns the size of a file in bytes.
func fileSize(_ path: String) throws -> Int { Int(try status(of: path).st_size) }

/// Returns the permission bits of a file or directory.
func mode(of path: String) throws -> Int { Int(try status(of: path).st_mode & 0o777) }

private func status(of path: String) throws -> stat {
  var status = stat()
  try #require(stat(path, &status) == 0, "no file at \(path)")
  return status
}

/// Collects what a store says when it fails.
final class Reasons: Sendable {
  private let reasons = Lock<[String]>([])
  var all: [String] { reasons.withLock { $0 } }
  func add(_ reason: String) { reasons.withLock { $0.append(reason) } }
}
