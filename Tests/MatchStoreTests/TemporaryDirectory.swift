#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import Testing

/// Runs `body` with a new empty directory, and removes it with what is in it.
func withTemporaryDirectory(_ body: (_ path: String) async throws -> Void) async throws {
  let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  var template = Array("\(base)/baton-store-XXXXXX".utf8CString)
  let path = try #require(mkdtemp(&template).map { String(cString: $0) })
  defer { removeTree(path) }
  try await body(path)
}

/// Removes a directory and everything under it.
private func removeTree(_ path: String) {
  guard let entries = opendir(path) else { return }
  while let entry = readdir(entries) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name == "." || name == ".." { continue }
    let child = path + "/" + name
    if unlink(child) != 0 { removeTree(child) }
  }
  closedir(entries)
  rmdir(path)
}
