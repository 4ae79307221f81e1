import SimulationKit
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Random play over failing stores, two servers, crashes and clocks that jump.
///
/// `BATON_SIMULATE=1000000` plays as many steps, `BATON_SIMULATE_SEED=7` one seed alone.
@Suite("A simulation of two servers")
struct SimulationTests {
  private static func number(_ name: String) -> Int? {
    getenv(name).flatMap { Int(String(cString: $0)) }
  }

  /// The steps of one seed; a store that keeps everything grows slower with time.
  private static let stepsOfSeed = 2500

  @Test("The guarantees of matches hold after every step, and everything was reached")
  func guarantees() async throws {
    let steps = Self.number("BATON_SIMULATE") ?? 50_000
    var coverage = Coverage()
    if let seed = Self.number("BATON_SIMULATE_SEED") {
      coverage.add(try await Simulation.run(seed: UInt64(seed), steps: steps))
      print(coverage)
      return
    }
    var seed: UInt64 = 1
    while coverage.steps < steps {
      coverage.add(
        try await Simulation.run(
          seed: seed, steps: min(Self.stepsOfSeed, steps - coverage.steps)))
      seed += 1
    }
    print(coverage)
    #expect(coverage.missing.isEmpty)
  }

  /// Beside others, so that threads are scarce: what a run does must not depend on who gets one first.
  @Test("A seed leads to the same logs and steps each time, also on a busy machine")
  func sameAgain() async throws {
    let alone = try await Simulation.run(seed: 99, steps: 600)
    try await withThrowingTaskGroup(of: Coverage.self) { group in
      for _ in 0..<4 {
        group.addTask { try await Simulation.run(seed: 99, steps: 600) }
      }
      for try await beside in group {
        #expect(beside.digests == alone.digests)
        #expect(beside.description == alone.description)
      }
    }
  }
}
