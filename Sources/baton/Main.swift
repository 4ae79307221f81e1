internal import BatonTool

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

@main
struct Main {
  static func main() async {
    let code = await run(
      arguments: Array(CommandLine.arguments.dropFirst()), environment: SystemIO.environment,
      io: SystemIO())
    exit(code)
  }
}
