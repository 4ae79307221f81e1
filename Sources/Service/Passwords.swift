internal import CSodium
internal import Dispatch
internal import Hosting

/// Where passwords are hashed: Argon2id with 19 MiB, two at once, in a short queue.
///
/// Hashing takes long on purpose, so it happens on threads of its own: turns of players never wait for it.
final class Passwords: Sendable {
  /// The lengths that a password may have, in bytes.
  static let lengths = 8...256
  /// The memory of one hash, in bytes.
  static let memory = 19 * 1024 * 1024
  /// The passes over it.
  static let passes: UInt64 = 2
  /// The most hashes at once.
  static let threads = 2
  /// The most that wait.
  static let queueLimit = 32

  private let queues = (0..<Passwords.threads).map { number in
    DispatchQueue(label: "baton.passwords.\(number)", qos: .utility)
  }
  private let waiting = Lock([Int](repeating: 0, count: Passwords.threads))

  /// How many are being hashed or wait for it.
  var count: Int { waiting.withLock { $0.reduce(0, +) } }
  /// What a password for an unknown name is held against, so that it takes as long.
  private let decoy: String

  init() {
    _ = Secrets.randomBytes(1)
    decoy = Passwords.makeHash(Secrets.randomBytes(32)) ?? ""
  }

  /// Returns the hash of a password.
  func hash(_ password: String) async throws(ServiceError) -> String {
    let bytes = Array(password.utf8)
    let hash = try await run { Passwords.makeHash(bytes) }
    guard let hash else { throw ServiceError.unavailable("there is no memory to hash a password") }
    return hash
  }

  /// Returns whether a password belongs to a hash; without one it takes as long and is wrong.
  func verify(_ password: String, against hash: String?) async throws(ServiceError) -> Bool {
    // What cannot be a password is hashed all the same, cut off, so that it takes as long.
    let bytes = Array(password.utf8.prefix(Passwords.lengths.upperBound))
    let isPossible = Passwords.lengths.contains(password.utf8.count)
    let stored = hash ?? decoy
    let isRight = try await run {
      crypto_pwhash_str_verify(stored, Passwords.characters(bytes), UInt64(bytes.count)) == 0
    }
    return isRight && hash != nil && isPossible
  }

  private static func characters(_ bytes: [UInt8]) -> [CChar] {
    bytes.map { CChar(bitPattern: $0) }
  }

  private static func makeHash(_ bytes: [UInt8]) -> String? {
    var output = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
    guard
      crypto_pwhash_str(&output, characters(bytes), UInt64(bytes.count), passes, memory) == 0
    else { return nil }
    return String(decoding: output.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private func run<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result
  ) async throws(ServiceError) -> Result {
    let place = waiting.withLock { waiting -> Int? in
      guard waiting.reduce(0, +) < Passwords.queueLimit + Passwords.threads else { return nil }
      let place = waiting[0] <= waiting[1] ? 0 : 1
      waiting[place] += 1
      return place
    }
    guard let place else { throw ServiceError.rateLimited(seconds: 2) }
    return await withCheckedContinuation { continuation in
      queues[place].async { [self] in
        let result = work()
        waiting.withLock { $0[place] -= 1 }
        continuation.resume(returning: result)
      }
    }
  }
}
