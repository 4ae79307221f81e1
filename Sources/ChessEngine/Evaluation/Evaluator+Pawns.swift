extension Evaluator {
  /// Notes what depends on pawns alone.
  ///
  /// - Returns: the passed pawns of both sides.
  static func walkPawns<S: WeightSink>(_ node: UnsafeMutablePointer<Node>, _ sink: inout S)
    -> UInt64
  {
    var passed: UInt64 = 0
    for us in 0..<2 {
      let them = us ^ 1
      let own = node.pointee.pieces(Kind.pawn, us)
      let enemy = node.pointee.pieces(Kind.pawn, them)
      let ownAttacks = Squares.pawnAttacks(own, us)
      let enemyAttacks = Squares.pawnAttacks(enemy, them)
      let enemyAhead = Squares.ahead(enemy, them)
      // Squares that an enemy pawn is on or may guard on its way.
      let watched = enemyAhead | Squares.east(enemyAhead) | Squares.west(enemyAhead) | enemyAttacks
      let ownBehind = Squares.ahead(own, them)
      let ownAhead = Squares.ahead(own, us)
      let files = own | ownAhead | ownBehind
      let beside = Squares.east(files) | Squares.west(files)
      // What own pawns guard or could guard by moving up.
      let reach = Squares.ahead(own, us) | own
      let couldGuard = Squares.east(reach) | Squares.west(reach)
      let ownPassed = own & ~(watched | enemy) & ~ownBehind
      passed |= ownPassed
      var set = own
      while set != 0 {
        let square = set.popLowest()
        let bit = Squares.bit(square)
        let rank = us == 0 ? square >> 3 : 7 &- square >> 3
        let isOpen = (Squares.ahead(bit, us) & (enemy | own)) == 0
        if ownPassed & bit != 0 {
          sink.add(W.passed &+ rank)
        } else if isOpen {
          // As many helpers as opponents on the neighbouring files.
          let front = Squares.ahead(bit, us)
          let sentries = (Squares.east(front) | Squares.west(front)) & enemy
          let helpers = Squares.aside(square) & ~(Squares.east(front) | Squares.west(front)) & own
          if helpers.count >= sentries.count { sink.add(W.candidate &+ rank) }
        }
        if bit & ownBehind != 0 { sink.add(W.doubled) }
        if bit & beside == 0 {
          sink.add(W.isolated &+ (isOpen ? 1 : 0))
        } else if bit & couldGuard == 0, Squares.forward(bit, us) & (enemyAttacks | enemy) != 0 {
          sink.add(W.backward &+ (isOpen ? 1 : 0))
        }
        if (Squares.east(bit) | Squares.west(bit)) & own != 0 { sink.add(W.phalanx &+ rank) }
        if bit & ownAttacks != 0 { sink.add(W.supported &+ rank) }
      }
      sink.turn()
    }
    return passed
  }
}

extension Squares {
  /// The files beside that of a square.
  @inline(__always)
  static func aside(_ square: Int) -> UInt64 {
    let file = Squares.file(square & 7)
    return east(file) | west(file)
  }
}
