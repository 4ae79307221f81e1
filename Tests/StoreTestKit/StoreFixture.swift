public import MatchStore
public import Testing

/// A place where a store keeps its data, for one run of one check.
public struct StoreFixture: Sendable {
  private let opening: @Sendable () async throws -> any MatchStore

  /// Creates a fixture.
  ///
  /// - Parameter open: Opens the store: an empty one the first time, and one with everything that was stored
  ///   after the store before it was closed.
  public init(open: @escaping @Sendable () async throws -> any MatchStore) { opening = open }

  /// Opens the store; close it before opening it again.
  public func open() async throws -> any MatchStore { try await opening() }

  /// Runs `body` with an open store, and closes it.
  public func withStore<Result: Sendable>(
    _ body: @Sendable (any MatchStore) async throws -> Result
  ) async throws -> Result {
    let store = try await open()
    do {
      let result = try await body(store)
      await store.close()
      return result
    } catch {
      await store.close()
      throw error
    }
  }
}

/// One promise that every store keeps.
public struct StoreCheck: Sendable, CustomTestStringConvertible {
  /// The promise, as a sentence.
  public let name: String
  /// Whether the check opens the store a second time, which a store without a disk may not offer.
  public let reopens: Bool
  private let body: @Sendable (StoreFixture) async throws -> Void

  init(
    _ name: String, reopens: Bool = false,
    _ body: @escaping @Sendable (StoreFixture) async throws -> Void
  ) {
    self.name = name
    self.reopens = reopens
    self.body = body
  }

  /// Runs the check on a fixture that nothing else uses.
  public func run(on fixture: StoreFixture) async throws { try await body(fixture) }

  /// The promise.
  public var testDescription: String { name }
}

/// The promises of a match store, to run against every implementation.
///
/// ```swift
/// @Test("The store keeps its promises", arguments: StoreContract.checks)
/// func contract(check: StoreCheck) async throws {
///   try await check.run(on: StoreFixture { try MyStore() })
/// }
/// ```
public enum StoreContract {
  /// All checks.
  public static let checks: [StoreCheck] =
    logs + keys + races + lists + timers + jobs + players + accounts + endings

  /// The checks that never open the store a second time.
  public static let checksWithoutReopening = checks.filter { !$0.reopens }
}
