import Games
import Reversi

/// Damages bytes in the ways that files are damaged: cut, joined, with bytes changed, doubled or lost.
func damaged(_ bytes: [UInt8], alphabet: [UInt8], chance: inout Chance) -> [UInt8] {
  var bytes = bytes
  for _ in 0...chance.below(4) {
    guard !bytes.isEmpty else { break }
    let place = chance.below(bytes.count)
    let byte =
      chance.below(3) == 0 ? UInt8(chance.below(256)) : alphabet[chance.below(alphabet.count)]
    switch chance.below(6) {
    case 0: bytes[place] = byte
    case 1: bytes.insert(byte, at: place)
    case 2: bytes.remove(at: place)
    case 3: bytes.removeLast(chance.below(bytes.count))
    case 4: bytes.insert(contentsOf: bytes[place...].prefix(chance.below(80)), at: place)
    default: bytes.removeSubrange(place..<min(place + chance.below(20), bytes.count))
    }
  }
  return bytes
}

/// Bytes by chance, half of them from an alphabet.
func randomBytes(_ count: Int, alphabet: [UInt8], chance: inout Chance) -> [UInt8] {
  (0..<chance.below(count)).map { _ in
    chance.below(2) == 0 ? UInt8(chance.below(256)) : alphabet[chance.below(alphabet.count)]
  }
}

/// A game by chance that may stop before its end.
func randomPart(seed: UInt64) throws -> Record<ReversiPosition> {
  var record = try randomRecord(seed: seed)
  var chance = Chance(seed: seed, move: 1)
  if chance.below(3) == 0 { record.takeBack(chance.below(40)) }
  return record
}
