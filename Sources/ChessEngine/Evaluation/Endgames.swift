/// What is known of some endings without looking at weights.
enum Endgames {
  /// The value to White where one side has nothing but its king, or `nil` elsewhere.
  static func value(of node: UnsafeMutablePointer<Node>) -> Int? {
    let kings = node.pointee.kinds[5]
    for strong in 0..<2 where node.pointee.sides[strong ^ 1] & ~kings == 0 {
      if node.pointee.kinds[0] != 0 {
        // A pawn alone may not be enough; with a piece that cannot be lost it nearly always is.
        if node.pointee.kinds[3] | node.pointee.kinds[4] == 0 { return nil }
      }
      let value = mate(node, strong: strong)
      return value.map { strong == 0 ? $0 : -$0 }
    }
    return nil
  }

  /// How well a side does that has to mate a bare king: drive it to the edge, or to the corner of the bishop.
  private static func mate(_ node: UnsafeMutablePointer<Node>, strong: Int) -> Int? {
    let weakKing = node.pointee.king(strong ^ 1)
    let strongKing = node.pointee.king(strong)
    let near = 14 - 2 * Squares.distance(weakKing, strongKing)
    let bishops = node.pointee.kinds[2]
    let knights = node.pointee.kinds[1]
    let material =
      node.pointee.kinds[4].count * 900 + node.pointee.kinds[3].count * 500
      + bishops.count * 330 + knights.count * 310 + node.pointee.kinds[0].count * 100
    let hasMajor = node.pointee.kinds[3] | node.pointee.kinds[4] != 0
    let bothColours = bishops & Squares.dark != 0 && bishops & ~Squares.dark != 0
    if hasMajor || bothColours {
      return 2000 + material + 12 * edge(weakKing) + 6 * near
    }
    if bishops != 0, knights != 0 {
      let isDark = bishops & Squares.dark != 0
      // The steps to the nearer of the two corners that the bishop can guard.
      let corners = isDark ? (0, 63) : (7, 56)
      let corner = min(steps(weakKing, corners.0), steps(weakKing, corners.1))
      return 2000 + material + 20 * (14 - corner) + 8 * edge(weakKing) + 6 * near
    }
    if knights.count > 2 { return 1500 + material + 12 * edge(weakKing) + 6 * near }
    // Two knights, or bishops of one colour: no mate by force.
    return node.pointee.kinds[0] == 0 ? 0 : nil
  }

  private static func steps(_ a: Int, _ b: Int) -> Int {
    abs((a & 7) - (b & 7)) + abs(a >> 3 - b >> 3)
  }

  /// How near the edge a square is: 0 in the centre, 6 in a corner.
  private static func edge(_ square: Int) -> Int {
    let file = square & 7
    let rank = square >> 3
    return max(3 - file, file - 4) + max(3 - rank, rank - 4)
  }

  /// How much of an endgame's value counts, in 64ths, when a side is ahead.
  static func scale(_ node: UnsafeMutablePointer<Node>, stronger: Int) -> Int {
    let own = node.pointee.sides[stronger]
    let enemy = node.pointee.sides[stronger ^ 1]
    let pawns = node.pointee.kinds[0]
    let minors = node.pointee.kinds[1] | node.pointee.kinds[2]
    let bishops = node.pointee.kinds[2]
    if pawns & own == 0 {
      // Without pawns a side wins only with a rook or so more than the other.
      let ahead = worth(node, own) - worth(node, enemy)
      if ahead <= 335 { return worth(node, own) <= 335 ? 0 : 10 }
    }
    let heavy = node.pointee.kinds[3] | node.pointee.kinds[4]
    let isOpposite =
      (bishops & own).count == 1 && (bishops & enemy).count == 1
      && (bishops & Squares.dark).count == 1
    if isOpposite {
      if (heavy | node.pointee.kinds[1]) == 0 {
        let passed = (pawns & own).count
        return min(16 + 6 * passed, 40)
      }
      return 48
    }
    // A bishop that does not guard the corner where its rook's pawns want to go.
    if heavy | (minors & ~bishops) == 0, (bishops & own).count <= 1, bishops & enemy == 0,
      pawns & own != 0
    {
      let file = pawns & own & Squares.fileA == pawns & own ? 0 : 7
      if pawns & own & ~Squares.file(file) == 0 {
        let corner = file + (stronger == 0 ? 56 : 0)
        let guards = (bishops & own) & (Squares.dark.has(corner) ? Squares.dark : ~Squares.dark)
        if guards == 0, Squares.distance(node.pointee.king(stronger ^ 1), corner) <= 1 {
          return bishops & own == 0 ? 8 : 2
        }
      }
    }
    // The fewer pawns the side that is ahead has, the harder it is to win.
    return min(64, 40 + 6 * (pawns & own).count)
  }

  private static func worth(_ node: UnsafeMutablePointer<Node>, _ set: UInt64) -> Int {
    (node.pointee.kinds[4] & set).count * 975 + (node.pointee.kinds[3] & set).count * 500
      + (node.pointee.kinds[2] & set).count * 335 + (node.pointee.kinds[1] & set).count * 325
  }
}
