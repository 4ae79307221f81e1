/// The shapes that the evaluation looks at, and where on the board they lie.
///
/// A shape is a list of squares; its other instances are the images of that list under the symmetries of the board.
/// The contents of an instance are a number in base three, first square first: 0 empty, 1 and 2 the two sides.
package enum Patterns {
  /// One shape.
  package struct Shape {
    /// The squares of the first instance.
    package let squares: [Int]
    /// How many different instances the symmetries make: 2, 4 or 8.
    package let instances: Int
    /// Three to the power of the number of squares.
    package let size: Int
    /// Where the shape's weights start among those of a phase.
    package let offset: Int
    /// The first lane of its instances.
    package let lane: Int
  }

  /// The number of instances of all shapes.
  package static let laneCount = 46
  /// The weights of one phase of one side: the sizes of all shapes.
  package static let weightCount = 3 * 59_049 + 19_683 + 4 * 6_561 + 2_187 + 729 + 243

  /// All shapes, in the order of their lanes.
  package static func makeShapes() -> [Shape] {
    let lists: [([Int], Int)] = [
      // Edge with both X squares.
      ([0, 1, 2, 3, 4, 5, 6, 7, 9, 14], 4),
      // Corner triangle.
      ([0, 1, 2, 3, 8, 9, 10, 16, 17, 24], 4),
      // Corner block of two by five.
      ([0, 1, 2, 3, 4, 8, 9, 10, 11, 12], 8),
      // Corner block of three by three.
      ([0, 1, 2, 8, 9, 10, 16, 17, 18], 4),
      // Second, third and fourth row.
      ([8, 9, 10, 11, 12, 13, 14, 15], 4),
      ([16, 17, 18, 19, 20, 21, 22, 23], 4),
      ([24, 25, 26, 27, 28, 29, 30, 31], 4),
      // Diagonals of eight, seven, six and five squares.
      ([0, 9, 18, 27, 36, 45, 54, 63], 2),
      ([1, 10, 19, 28, 37, 46, 55], 4),
      ([2, 11, 20, 29, 38, 47], 4),
      ([3, 12, 21, 30, 39], 4),
    ]
    var shapes: [Shape] = []
    var offset = 0
    var lane = 0
    for (squares, instances) in lists {
      var size = 1
      for _ in squares { size *= 3 }
      shapes.append(
        Shape(squares: squares, instances: instances, size: size, offset: offset, lane: lane))
      offset += size
      lane += instances
    }
    return shapes
  }

  /// The image of a square under one of the eight symmetries.
  package static func image(_ square: Int, _ symmetry: Int) -> Int {
    var (column, row) = (square & 7, square >> 3)
    if symmetry & 1 != 0 { column = 7 - column }
    if symmetry & 2 != 0 { row = 7 - row }
    if symmetry & 4 != 0 { swap(&column, &row) }
    return row * 8 + column
  }

  /// The squares of each lane: the instances of each shape that differ as sets, in the order of the symmetries.
  package static func makeLanes() -> [[Int]] {
    var lanes: [[Int]] = []
    for shape in makeShapes() {
      var seen: [UInt64] = []
      for symmetry in 0..<8 {
        let squares = shape.squares.map { image($0, symmetry) }
        let mask = squares.reduce(UInt64(0)) { $0 | 1 << UInt64($1) }
        if seen.contains(mask) { continue }
        seen.append(mask)
        lanes.append(squares)
      }
    }
    return lanes
  }

  /// For each content of a shape, the content it equals by a symmetry that maps the shape onto itself,
  /// whichever is smaller.
  package static func makeCanonical(of shape: Shape) -> [Int32] {
    let count = shape.squares.count
    let mask = shape.squares.reduce(UInt64(0)) { $0 | 1 << UInt64($1) }
    var orders: [[Int]] = []
    for symmetry in 1..<8 {
      let images = shape.squares.map { image($0, symmetry) }
      if images.reduce(UInt64(0), { $0 | 1 << UInt64($1) }) != mask { continue }
      orders.append(
        shape.squares.map { square in images.firstIndex(of: square) ?? 0 })
    }
    var result = [Int32](repeating: 0, count: shape.size)
    var digits = [Int](repeating: 0, count: count)
    for content in 0..<shape.size {
      var rest = content
      for i in (0..<count).reversed() {
        digits[i] = rest % 3
        rest /= 3
      }
      var least = content
      for order in orders {
        var other = 0
        for i in 0..<count { other = other * 3 + digits[order[i]] }
        least = min(least, other)
      }
      result[content] = Int32(least)
    }
    return result
  }
}

/// The contents of all pattern instances of a position, one number in base three a lane.
struct PatternContents {
  var a: SIMD16<UInt16>
  var b: SIMD16<UInt16>
  var c: SIMD16<UInt16>

  static var empty: Self {
    Self(a: SIMD16(repeating: 0), b: SIMD16(repeating: 0), c: SIMD16(repeating: 0))
  }

  @inline(__always)
  mutating func add(_ x: Self) {
    a &+= x.a
    b &+= x.b
    c &+= x.c
  }

  @inline(__always)
  mutating func subtract(_ x: Self) {
    a &-= x.a
    b &-= x.b
    c &-= x.c
  }
}

/// What each square adds to the contents of the patterns it is part of.
final class PatternDeltas: @unchecked Sendable {
  // Filled once, then only read.
  let squares: UnsafeMutablePointer<PatternContents>

  init() {
    squares = .allocate(capacity: 64)
    squares.initialize(repeating: .empty, count: 64)
    for (lane, list) in Patterns.makeLanes().enumerated() {
      var power: UInt16 = 1
      for square in list.reversed() {
        switch lane >> 4 {
        case 0: squares[square].a[lane & 15] = power
        case 1: squares[square].b[lane & 15] = power
        default: squares[square].c[lane & 15] = power
        }
        power &*= 3
      }
    }
  }

  deinit { squares.deallocate() }

  /// The contents for a position, 1 for the discs of `first` and 2 for those of `second`.
  func contents(_ first: UInt64, _ second: UInt64) -> PatternContents {
    var result = PatternContents.empty
    for square in 0..<64 {
      let bit: UInt64 = 1 << UInt64(square)
      if (first | second) & bit != 0 { result.add(squares[square]) }
      if second & bit != 0 { result.add(squares[square]) }
    }
    return result
  }
}
