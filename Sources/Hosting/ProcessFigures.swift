#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What the system knows of this process.
public enum ProcessFigures {
  /// The seconds of processor time that the process has used.
  public static var processorSeconds: Double {
    var usage = rusage()
    #if canImport(Glibc)
      let own = Int32(RUSAGE_SELF.rawValue)
    #else
      let own = RUSAGE_SELF
    #endif
    guard getrusage(own, &usage) == 0 else { return 0 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  /// The bytes of memory that the process holds; `nil` where the system does not say.
  public static var residentBytes: Double? {
    guard let text = firstBytes(of: "/proc/self/statm") else { return nil }
    let fields = text.split(separator: " ")
    guard fields.count > 1, let pages = Double(fields[1]) else { return nil }
    return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// The open descriptors; `nil` where the system does not say.
  public static var openDescriptors: Double? {
    guard let folder = opendir("/proc/self/fd") else { return nil }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
      if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
    }
    // The one that reads the folder is among them.
    return Double(count - 1)
  }

  /// The most descriptors that the process may open.
  public static var descriptorLimit: Double? {
    var limit = rlimit()
    #if canImport(Glibc)
      guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
    #else
      guard getrlimit(RLIMIT_NOFILE, &limit) == 0 else { return nil }
    #endif
    return Double(limit.rlim_cur)
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }

  private static func firstBytes(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = read(descriptor, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }
}

extension Metrics {
  /// Makes the figures of the process that every program for Prometheus has, under their usual names.
  public func addProcess(startedAt milliseconds: Int64) {
    counter(
      "process_cpu_seconds_total", "Processor time that the process has used, in seconds.",
      read: { ProcessFigures.processorSeconds })
    gauge(
      "process_resident_memory_bytes", "Memory that the process holds, in bytes.",
      read: { ProcessFigures.residentBytes })
    gauge("process_open_fds", "Open descriptors.", read: { ProcessFigures.openDescriptors })
    gauge(
      "process_max_fds", "The most descriptors that the process may open.",
      read: { ProcessFigures.descriptorLimit })
    gauge(
      "process_start_time_seconds", "When the process started, in seconds since 1970.",
      read: { Double(milliseconds) / 1_000 })
  }
}

/// Gives memory that was freed back to the system, where its allocator would keep it.
///
/// It looks through all that is allocated, and whoever allocates meanwhile waits, so it is not for every second.
package func releaseFreeMemory() {
  #if canImport(Glibc)
    // The module of the C library leaves the header out that declares it, and other C libraries do not have it.
    typealias Trim = @convention(c) (Int) -> Int32
    guard let trim = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(trim, to: Trim.self)(0)
  #endif
}
