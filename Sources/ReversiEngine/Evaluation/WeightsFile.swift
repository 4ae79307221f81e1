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
//
// A reduced file: "BRW2"; the number of phases that it stores, which ones, a byte each, rising; a byte with the unit
// of the weights in 1/128 of a disc; then as above, the bias still in 1/32. The phases between two stored ones are
// read off the straight line between them.
extension PatternWeights {
  private static let magic: [UInt8] = [0x42, 0x52, 0x57, 0x31]
  private static let reducedMagic: [UInt8] = [0x42, 0x52, 0x57, 0x32]
  private static let unit = 4

  /// Unpacks a file of weights, complete or reduced.
  ///
  /// - Throws: ``WeightsError`` if the bytes are cut off, damaged or of another kind.
  public convenience init(decoding bytes: UnsafeRawBufferPointer) throws(WeightsError) {
    guard bytes.count > 13 else { throw WeightsError("it does not begin as a file of weights") }
    let isReduced = bytes[0..<4].elementsEqual(PatternWeights.reducedMagic)
    guard isReduced || bytes[0..<4].elementsEqual(PatternWeights.magic) else {
      throw WeightsError("it does not begin as a file of weights")
    }
    let count = Int(bytes[4])
    guard isReduced ? 1...PatternWeights.phaseCount ~= count : count == PatternWeights.phaseCount
    else { throw WeightsError("it has another number of phases") }
    let end = bytes.count - 8
    var stored: UInt64 = 0
    for i in 0..<8 { stored |= UInt64(bytes[end + i]) << UInt64(8 * i) }
    guard PatternWeights.hash(bytes, end) == stored else {
      throw WeightsError("its checksum does not fit")
    }
    var phases = Array(0..<PatternWeights.phaseCount)
    var unit = PatternWeights.unit
    var start = 5
    if isReduced {
      guard end > 6 + count else { throw WeightsError("it is cut off") }
      phases = bytes[5..<(5 + count)].map { Int($0) }
      unit = Int(bytes[5 + count])
      start = 6 + count
      guard phases.allSatisfy({ $0 < PatternWeights.phaseCount }),
        zip(phases, phases.dropFirst()).allSatisfy({ $0 < $1 })
      else { throw WeightsError("its phases are out of order") }
    }
    self.init()
    var reader = NumberReader(bytes: bytes, end: end, at: start)
    for empties in 0...60 {
      bias[empties] = try PatternWeights.scaled(reader.next(), PatternWeights.unit)
    }
    let shapes = Patterns.makeShapes()
    let classesOfShapes = shapes.map { Patterns.makeCanonical(of: $0) }
    for phase in phases {
      for (shape, classes) in zip(shapes, classesOfShapes) {
        let to = values + phase * Patterns.weightCount + shape.offset
        for content in 0..<shape.size {
          // A class is stored at its smallest content, which comes first.
          let first = Int(classes[content])
          to[content] =
            first == content ? try PatternWeights.scaled(reader.next(), unit) : to[first]
        }
      }
    }
    guard reader.isAtEnd else { throw WeightsError("it is longer than its weights") }
    if isReduced { fill(between: phases) }
    mirror()
  }

  private static func scaled(_ number: Int, _ unit: Int) throws(WeightsError) -> Int16 {
    let (value, overflows) = number.multipliedReportingOverflow(by: unit)
    guard !overflows, let value = Int16(exactly: value) else {
      throw WeightsError("a weight is out of range")
    }
    return value
  }

  /// The stored phases on both sides of a phase, and how far it is from the first to the second of them.
  private static func place(
    of phase: Int, among phases: [Int]
  ) -> (lower: Int, upper: Int, share: Double) {
    guard let next = phases.firstIndex(where: { $0 >= phase }) else {
      return (phases.count - 1, phases.count - 1, 0)
    }
    if phases[next] == phase || next == 0 { return (next, next, 0) }
    let share = Double(phase - phases[next - 1]) / Double(phases[next] - phases[next - 1])
    return (next - 1, next, share)
  }

  /// Draws straight lines between the stored phases; beyond them the nearest one holds.
  private func fill(between phases: [Int]) {
    for phase in 0..<PatternWeights.phaseCount where !phases.contains(phase) {
      let (lower, upper, share) = PatternWeights.place(of: phase, among: phases)
      let from = values + phases[lower] * Patterns.weightCount
      let next = values + phases[upper] * Patterns.weightCount
      let to = values + phase * Patterns.weightCount
      // In 1/256, so that no rounding of the machine decides.
      let part = Int(share * 256)
      for i in 0..<Patterns.weightCount {
        let sum = Int(from[i]) * (256 - part) + Int(next[i]) * part
        to[i] = Int16(truncatingIfNeeded: (sum + 128) >> 8)
      }
    }
  }

  /// Packs the weights; what is read back differs by at most 1/64 of a disc.
  package func encoded() -> [UInt8] {
    encoded(
      head: PatternWeights.magic + [UInt8(PatternWeights.phaseCount)],
      phases: PatternWeights.phaseCount, unit: PatternWeights.unit
    ) { phase, content in
      Double(self.values[phase * Patterns.weightCount + content])
    }
  }

  /// Packs less of the weights, for where every byte has to be sent.
  ///
  /// The stored phases are those whose straight lines come closest to all phases, by least squares. A phase in which a
  /// content never came up has a weight of 0 that says little, so it counts little.
  ///
  /// - Parameters:
  ///   - phases: the phases to store, rising.
  ///   - unit: how fine the stored weights are, in 1/128 of a disc.
  /// - Returns: the bytes of the file.
  package func reduced(phases: [Int], unit: Int) -> [UInt8] {
    var known: [Int: [[Double]]] = [:]
    return encoded(
      head: PatternWeights.reducedMagic + [UInt8(phases.count)] + phases.map { UInt8($0) }
        + [UInt8(unit)],
      phases: phases.count, unit: unit
    ) { node, content in
      let weights = (0..<PatternWeights.phaseCount).map {
        Double(self.values[$0 * Patterns.weightCount + content])
      }
      var seen = 0
      for (phase, weight) in weights.enumerated() where weight != 0 { seen |= 1 << phase }
      if seen == 0 { return 0 }
      let shares = known[seen] ?? PatternWeights.shares(of: phases, seen: seen)
      known[seen] = shares
      return zip(shares[node], weights).reduce(0) { $0 + $1.0 * $1.1 }
    }
  }

  /// What each phase contributes to each stored one: (BᵀWB)⁻¹BᵀW for the lines B between them; `seen` is the set of
  /// phases that count in full.
  private static func shares(of phases: [Int], seen: Int) -> [[Double]] {
    let count = phases.count
    let counts = (0..<phaseCount).map { phase in
      phase < phases[0] ? 0 : seen >> phase & 1 == 1 ? 1 : 0.1
    }
    var lines = [[Double]](repeating: [Double](repeating: 0, count: count), count: phaseCount)
    for phase in 0..<phaseCount {
      let (lower, upper, share) = place(of: phase, among: phases)
      lines[phase][lower] += 1 - share
      lines[phase][upper] += share
    }
    // Gauss and Jordan on the normal equations beside their right-hand sides.
    var rows: [[Double]] = []
    for i in 0..<count {
      var row = [Double](repeating: 0, count: count + phaseCount)
      for phase in 0..<phaseCount {
        let share = counts[phase] * lines[phase][i]
        for j in 0..<count { row[j] += share * lines[phase][j] }
        row[count + phase] = share
      }
      rows.append(row)
    }
    for i in 0..<count {
      let pivot = rows[i][i]
      for j in rows[i].indices { rows[i][j] /= pivot }
      for k in 0..<count where k != i {
        let factor = rows[k][i]
        for j in rows[k].indices { rows[k][j] -= factor * rows[i][j] }
      }
    }
    return rows.map { Array($0[count...]) }
  }

  private func encoded(
    head: [UInt8], phases: Int, unit: Int, weight: (Int, Int) -> Double
  ) -> [UInt8] {
    var writer = NumberWriter()
    writer.bytes = head
    for empties in 0...60 {
      writer.append(PatternWeights.rounded(Double(bias[empties]), PatternWeights.unit))
    }
    let shapes = Patterns.makeShapes()
    let classes = shapes.map { Patterns.makeCanonical(of: $0) }
    for phase in 0..<phases {
      for (shape, classes) in zip(shapes, classes) {
        for content in 0..<shape.size where Int(classes[content]) == content {
          writer.append(PatternWeights.rounded(weight(phase, shape.offset + content), unit))
        }
      }
    }
    writer.finish()
    let hash = writer.bytes.withUnsafeBytes { PatternWeights.hash($0, $0.count) }
    for i in 0..<8 { writer.bytes.append(UInt8(truncatingIfNeeded: hash >> UInt64(8 * i))) }
    return writer.bytes
  }

  private static func rounded(_ weight: Double, _ unit: Int) -> Int {
    Int((weight / Double(unit)).rounded(.toNearestOrAwayFromZero))
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
