/// Values of positions in the search, in hundredths of a pawn except near mates.
enum Value {
  /// Mate on the board, for whom it is won; a ply later is one less.
  static var mate: Int { @inline(__always) get { 32_000 } }
  static var infinite: Int { @inline(__always) get { 32_001 } }
  static var none: Int { @inline(__always) get { 32_002 } }
  static var maxPly: Int { @inline(__always) get { 120 } }
  /// From here on a value says in how many plies it is mate.
  static var mateBound: Int { @inline(__always) get { 32_000 - 2 * 120 } }
  /// The most that an evaluation says.
  static var evaluationBound: Int { @inline(__always) get { 20_000 } }

  /// A value as the table keeps it: mates count from the position.
  @inline(__always)
  static func toTable(_ value: Int, _ ply: Int) -> Int {
    value >= mateBound ? value &+ ply : value <= 0 &- mateBound ? value &- ply : value
  }

  @inline(__always)
  static func fromTable(_ value: Int, _ ply: Int) -> Int {
    value >= mateBound ? value &- ply : value <= 0 &- mateBound ? value &+ ply : value
  }
}
