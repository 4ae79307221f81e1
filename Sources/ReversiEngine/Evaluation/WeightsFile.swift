/// Why bytes are not a file of weights.
public struct WeightsError: Error, Hashable, Sendable {
  /// What is wrong, in a few words.
  public let reason: String

  init(_ reason: String) { self.reason = reason }
}

// The file: "BRW1"; one byte, the number of phases; then numbers, each a zigzag LEB128 where a zero is followed
// by how many more zeros there are; last the FNV-1a hash of all before it, 8 bytes, least significant first. The
// numbers are the bias of 61 counts of empty squares and then, phase by phase and shape by shape, the weights of
// those contents that stand for their symmetric class, all in 1/32 of a disc.
extension PatternWeights {
  private static let magic: [UInt8] = [0x42, 0x52, 0x57, 0x31]
  private static let unit = 4

  /// Unpacks a file of weights.
  ///
  /// - Throws: ``WeightsError`` if the bytes are cut off, damaged or of another kind.
  public convenience init(decoding bytes: UnsafeRawBufferPointer) throws(WeightsError) {
    guard bytes.count > 13, bytes[0..<4].elementsEqual(PatternWeights.magic) else {
      throw WeightsError("it does not begin as a file of weights")
    }
    guard bytes[4] == UInt8(PatternWeights.phaseCount) else {
      throw WeightsError("it has another number of phases")
    }
    let end = bytes.count - 8
    var stored: UInt64 = 0
    for i in 0..<8 { stored |= UInt64(bytes[end + i]) << UInt64(8 * i) }
    guard PatternWeights.hash(bytes, end) == stored else {
      throw WeightsError("its checksum does not fit")
    }
    self.init()
    var reader = NumberReader(bytes: bytes, end: end, at: 5)
    for empties in 0...60 { bias[empties] = try PatternWeights.scaled(reader.next()) }
    let shapes = Patterns.makeShapes()
    let classesOfShapes = shapes.map { Patterns.makeCanonical(of: $0) }
    for phase in 0..<PatternWeights.phaseCount {
      for (shape, classes) in zip(shapes, classesOfShapes) {
        let to = values + phase * Patterns.weightCount + shape.offset
        for content in 0..<shape.size {
          // A class is stored at its smallest content, which comes first.
          let first = Int(classes[content])
          to[content] = first == content ? try PatternWeights.scaled(reader.next()) : to[first]
        }
      }
    }
    guard reader.isAtEnd else { throw WeightsError("it is longer than its weights") }
    mirror()
  }

  private static func scaled(_ number: Int) throws(WeightsError) -> Int16 {
    guard let value = Int16(exactly: number * unit) else {
      throw WeightsError("a weight is out of range")
    }
    return value
  }

  /// Packs the weights; what is read back differs by at most 1/64 of a disc.
  package func encoded() -> [UInt8] {
    var writer = NumberWriter()
    writer.bytes = PatternWeights.magic + [UInt8(PatternWeights.phaseCount)]
    for empties in 0...60 { writer.append(PatternWeights.rounded(bias[empties])) }
    let shapes = Patterns.makeShapes()
    let classes = shapes.map { Patterns.makeCanonical(of: $0) }
    for phase in 0..<PatternWeights.phaseCount {
      for (shape, classes) in zip(shapes, classes) {
        let from = values + phase * Patterns.weightCount + shape.offset
        for content in 0..<shape.size where Int(classes[content]) == content {
          writer.append(PatternWeights.rounded(from[content]))
        }
      }
    }
    writer.finish()
    let hash = writer.bytes.withUnsafeBytes { PatternWeights.hash($0, $0.count) }
    for i in 0..<8 { writer.bytes.append(UInt8(truncatingIfNeeded: hash >> UInt64(8 * i))) }
    return writer.bytes
  }

  private static func rounded(_ weight: Int16) -> Int {
    let value = Int(weight)
    return value >= 0 ? (value + unit / 2) / unit : -((-value + unit / 2) / unit)
  }

  private static func hash(_ bytes: UnsafeRawBufferPointer, _ count: Int) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for i in 0..<count { hash = (hash ^ UInt64(bytes[i])) &* 0x100_0000_01B3 }
    return hash
  }
}

private struct NumberReader {
  let bytes: UnsafeRawBufferPointer
  let end: Int
  var at: Int
  var zeros = 0

  init(bytes: UnsafeRawBufferPointer, end: Int, at: Int) {
    self.bytes = bytes
    self.end = end
    self.at = at
  }

  var isAtEnd: Bool { at == end && zeros == 0 }

  mutating func next() throws(WeightsError) -> Int {
    if zeros > 0 {
      zeros -= 1
      return 0
    }
    let raw = try unsigned()
    if raw == 0 {
      zeros = try unsigned()
      return 0
    }
    return raw & 1 == 0 ? raw >> 1 : -((raw + 1) >> 1)
  }

  private mutating func unsigned() throws(WeightsError) -> Int {
    var value = 0
    var shift = 0
    while true {
      guard at < end, shift < 35 else { throw WeightsError("it is cut off") }
      let byte = Int(bytes[at])
      at += 1
      value |= (byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
  }
}

private struct NumberWriter {
  var bytes: [UInt8] = []
  private var zeros = 0

  mutating func append(_ number: Int) {
    if number == 0 {
      zeros += 1
      return
    }
    finish()
    unsigned(number > 0 ? number * 2 : -number * 2 - 1)
  }

  mutating func finish() {
    guard zeros > 0 else { return }
    bytes.append(0)
    unsigned(zeros - 1)
    zeros = 0
  }

  private mutating func unsigned(_ number: Int) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F | 0x80))
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
