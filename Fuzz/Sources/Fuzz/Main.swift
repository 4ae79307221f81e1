import FuzzDriver

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs one reader of outside bytes under libFuzzer; `FUZZ_TARGET` names it, the arguments are libFuzzer's.
///
/// The name is in the environment because libFuzzer starts itself again with its own arguments for some of its work.
@main
enum Fuzz {
  static func main() {
    guard Chosen.target != nil else {
      for target in FuzzTarget.all { print(target.name) }
      exit(getenv("FUZZ_TARGET") == nil ? 0 : 64)
    }
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    withUnsafeMutablePointer(to: &arguments) { pointer in
      pointer.withMemoryRebound(
        to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?.self, capacity: 1
      ) { pointer in
        exit(LLVMFuzzerRunDriver(&count, pointer, readOne))
      }
    }
  }
}

/// The reader that this process runs.
enum Chosen {
  static let target: FuzzTarget? = {
    guard let name = getenv("FUZZ_TARGET").map({ String(cString: $0) }) else { return nil }
    return FuzzTarget.all.first { $0.name == name }
  }()
}

private func readOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let target = Chosen.target else { return 0 }
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  // Thrice, since the first time may build tables, and the machine may be busy.
  for attempt in 1...3 {
    let begun = fuzz_cpu_nanoseconds()
    target.read(bytes)
    let span = fuzz_cpu_nanoseconds() - begun
    if span <= target.limit { return 0 }
    if attempt == 3 { fail("\(count) bytes take \(span / 1_000_000) ms") }
  }
  return 0
}

/// Ends the process with a finding, for which libFuzzer keeps the input.
func fail(_ reason: String) -> Never { fatalError("finding: \(reason)") }

/// Makes a finding of what does not hold.
func expect(_ holds: Bool, _ reason: @autoclosure () -> String) {
  if !holds { fail(reason()) }
}
