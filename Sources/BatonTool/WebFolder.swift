#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Where the static files of the pages lie.
enum WebFolder {
  /// Returns the folder that was named, or else the first that exists of those where it usually is: installed
  /// beside the tool, or built beside it.
  static func find(_ named: String?) -> String? {
    if let named { return named }
    let candidates = programFolder.map { ["\($0)/../share/baton/web", "\($0)/../../web"] } ?? []
    return (candidates + [".build/web"]).first { isFolder($0) }
  }

  private static var programFolder: String? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    let text = String(cString: path)
    return text.lastIndex(of: "/").map { String(text[..<$0]) }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
