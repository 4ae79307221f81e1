/// Attacks by their definition, a step at a time: what the tables are filled with and tested against.
package enum Geometry {
  package static let knightSteps: [(file: Int, rank: Int)] = [
    (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2),
  ]
  package static let kingSteps: [(file: Int, rank: Int)] = rookSteps + bishopSteps
  package static let rookSteps: [(file: Int, rank: Int)] = [(1, 0), (-1, 0), (0, 1), (0, -1)]
  package static let bishopSteps: [(file: Int, rank: Int)] = [(1, 1), (-1, 1), (1, -1), (-1, -1)]

  static func bit(_ file: Int, _ rank: Int) -> UInt64? {
    guard file >= 0, file < 8, rank >= 0, rank < 8 else { return nil }
    return 1 << UInt64(rank * 8 + file)
  }

  static func leaps(_ square: Int, _ steps: [(file: Int, rank: Int)]) -> UInt64 {
    var attacked: UInt64 = 0
    for step in steps {
      attacked |= bit(square & 7 + step.file, square >> 3 + step.rank) ?? 0
    }
    return attacked
  }

  package static func slides(
    _ square: Int, occupied: UInt64, _ steps: [(file: Int, rank: Int)]
  ) -> UInt64 {
    var attacked: UInt64 = 0
    for step in steps {
      var file = square & 7 + step.file
      var rank = square >> 3 + step.rank
      while let next = bit(file, rank) {
        attacked |= next
        if occupied & next != 0 { break }
        file += step.file
        rank += step.rank
      }
    }
    return attacked
  }

  static func between(_ a: Int, _ b: Int) -> UInt64 {
    let (first, second): (UInt64, UInt64) = (1 << UInt64(a), 1 << UInt64(b))
    for steps in [rookSteps, bishopSteps] {
      for step in steps {
        let seen = slides(a, occupied: second, [step])
        if seen & second != 0 {
          return seen & ~second & ~first
        }
      }
    }
    return 0
  }

  static func line(_ a: Int, _ b: Int) -> UInt64 {
    let (first, second): (UInt64, UInt64) = (1 << UInt64(a), 1 << UInt64(b))
    if a == b { return 0 }
    for steps in [rookSteps, bishopSteps] {
      for step in steps where slides(a, occupied: 0, [step]) & second != 0 {
        return slides(a, occupied: 0, [step, (-step.file, -step.rank)]) | first
      }
    }
    return 0
  }
}
