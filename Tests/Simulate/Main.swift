import SimulationKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Plays many seeds of the simulation: `Simulate STEPS [FIRST-SEED [STEPS-OF-A-SEED]]`.
@main
struct Simulate {
  static func main() async throws {
    let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
    let steps = Int(numbers.first ?? 1_000_000)
    var seed = numbers.dropFirst().first ?? 1
    let stepsOfSeed = Int(numbers.dropFirst(2).first ?? 2500)
    let clock = ContinuousClock()
    let start = clock.now
    var coverage = Coverage()
    while coverage.steps < steps {
      do {
        coverage.add(
          try await Simulation.run(seed: seed, steps: min(stepsOfSeed, steps - coverage.steps)))
      } catch {
        print(coverage)
        print("FAILED after \(clock.now - start):", error)
        exit(1)
      }
      seed += 1
    }
    print(coverage)
    print("all guarantees held, in \(clock.now - start)")
  }
}
