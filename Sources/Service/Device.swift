internal import CSodium
internal import Matches

/// What a browser keeps to be known for an account that it came into before.
///
/// It is a random number and its keyed digest. The key is made of the stored hash of the password, which nobody
/// else has: so nothing needs to be stored, and another password makes all of them void.
struct Device {
  /// The random number.
  let nonce: [UInt8]
  private let proof: [UInt8]

  private static let length = 16

  /// Reads what a browser shows; `nil` unless it has the form.
  init?(_ text: String) {
    guard text.utf8.count == 4 * Device.length else { return nil }
    var bytes: [UInt8] = []
    var high: UInt8?
    for byte in text.utf8 {
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x61...0x66: digit = byte - 0x57
      default: return nil
      }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    nonce = Array(bytes.prefix(Device.length))
    proof = Array(bytes.dropFirst(Device.length))
  }

  private init(nonce: [UInt8], proof: [UInt8]) {
    self.nonce = nonce
    self.proof = proof
  }

  /// Draws one for an account.
  static func make(_ player: PlayerID, hash: String) -> Device {
    let nonce = Secrets.randomBytes(length)
    return Device(nonce: nonce, proof: proof(nonce, player, hash))
  }

  /// What the browser keeps.
  var text: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: (nonce + proof).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
      as: UTF8.self)
  }

  /// Whether it was made for this account with its present password.
  func belongs(to player: PlayerID, hash: String) -> Bool {
    let right = Device.proof(nonce, player, hash)
    return sodium_memcmp(right, proof, Device.length) == 0
  }

  private static func proof(_ nonce: [UInt8], _ player: PlayerID, _ hash: String) -> [UInt8] {
    let key = Secrets.digest(Array("device \(hash)".utf8))
    var output = [UInt8](repeating: 0, count: length)
    let input = nonce + player.raw.bytes
    crypto_generichash(&output, length, input, UInt64(input.count), key, key.count)
    return output
  }
}
