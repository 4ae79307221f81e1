/// A list of moves that is being written: memory of somebody else.
struct StepList {
  let steps: UnsafeMutablePointer<Step>
  var count = 0

  @inline(__always)
  init(_ steps: UnsafeMutablePointer<Step>) { self.steps = steps }

  @inline(__always)
  mutating func add(_ step: Step) {
    steps[count] = step
    count &+= 1
  }

  @inline(__always)
  mutating func add(from: Int, to targets: UInt64) {
    var targets = targets
    while targets != 0 { add(Step(from, targets.popLowest())) }
  }
}

extension Node {
  /// Adds captures and promotions to queens; some may leave the king in check.
  func generateNoisy(_ list: inout StepList) {
    let us = side
    var targets = sides[us ^ 1]
    let king = king(us)
    list.add(from: king, to: Attacks.king(king) & targets)
    if checkers != 0 {
      if checkers & (checkers &- 1) != 0 { return }
      targets &= checkers
    }
    generatePawnCaptures(&list, targets: targets, flags: Kind.queen...Kind.queen)
    // A promotion may also put itself in between.
    let mask = checkers == 0 ? ~0 : Attacks.between(king, checkers.lowest)
    let push =
      Squares.forward(pieces(Kind.pawn, us) & Squares.rank(6, of: us), us) & ~occupied & mask
    generatePromotions(&list, push, Kind.queen...Kind.queen)
    generatePieces(&list, targets: targets)
  }

  /// Adds all other moves; some may leave the king in check.
  func generateQuiet(_ list: inout StepList) {
    let us = side
    let occupied = occupied
    let king = king(us)
    var targets = ~occupied
    list.add(from: king, to: Attacks.king(king) & targets)
    var captures = sides[us ^ 1]
    if checkers != 0 {
      if checkers & (checkers &- 1) != 0 { return }
      targets &= Attacks.between(king, checkers.lowest)
      captures &= checkers
    } else if castlingRooks & sides[us] != 0 {
      generateCastling(&list)
    }
    generatePieces(&list, targets: targets)
    let pawns = pieces(Kind.pawn, us)
    let last = Squares.rank(7, of: us)
    let pushed = Squares.forward(pawns, us) & ~occupied
    let back = us == 0 ? -8 : 8
    var once = pushed & ~last & targets
    while once != 0 {
      let to = once.popLowest()
      list.add(Step(to &+ back, to))
    }
    var twice = Squares.forward(pushed & Squares.rank(2, of: us), us) & targets
    while twice != 0 {
      let to = twice.popLowest()
      list.add(Step(to &+ 2 &* back, to))
    }
    // Promotions to other pieces than a queen, with and without a capture.
    if pawns & Squares.rank(6, of: us) != 0 {
      generatePromotions(&list, pushed & last & targets, Kind.knight...Kind.rook)
      generatePawnCaptures(&list, targets: captures & last, flags: Kind.knight...Kind.rook)
    }
  }

  @inline(__always)
  private func generatePieces(_ list: inout StepList, targets: UInt64) {
    let own = sides[side]
    let occupied = occupied
    var set = kinds[1] & own
    while set != 0 {
      let from = set.popLowest()
      list.add(from: from, to: Attacks.knight(from) & targets)
    }
    set = diagonals & own
    while set != 0 {
      let from = set.popLowest()
      list.add(from: from, to: Attacks.bishop(from, occupied: occupied) & targets)
    }
    set = straights & own
    while set != 0 {
      let from = set.popLowest()
      list.add(from: from, to: Attacks.rook(from, occupied: occupied) & targets)
    }
  }

  @inline(__always)
  private func generatePromotions(
    _ list: inout StepList, _ squares: UInt64, _ kinds: ClosedRange<Int>
  ) {
    var squares = squares
    let back = side == 0 ? -8 : 8
    while squares != 0 {
      let to = squares.popLowest()
      addPromotions(&list, to &+ back, to, kinds)
    }
  }

  @inline(__always)
  private func addPromotions(
    _ list: inout StepList, _ from: Int, _ to: Int, _ kinds: ClosedRange<Int>
  ) {
    var kind = kinds.upperBound
    while kind >= kinds.lowerBound {
      list.add(Step(from, to, kind &+ Step.promotionBase))
      kind &-= 1
    }
  }

  /// Adds captures by pawns; promotions only to some kinds, and those that are none only with queens.
  @inline(__always)
  private func generatePawnCaptures(
    _ list: inout StepList, targets: UInt64, flags: ClosedRange<Int>
  ) {
    let us = side
    let pawns = pieces(Kind.pawn, us)
    let last = Squares.rank(7, of: us)
    let ahead = Squares.forward(pawns, us)
    var east = Squares.east(ahead) & targets
    let eastBack = us == 0 ? -9 : 7
    while east != 0 {
      let to = east.popLowest()
      if last.has(to) {
        addPromotions(&list, to &+ eastBack, to, flags)
      } else {
        list.add(Step(to &+ eastBack, to))
      }
    }
    var west = Squares.west(ahead) & targets
    let westBack = us == 0 ? -7 : 9
    while west != 0 {
      let to = west.popLowest()
      if last.has(to) {
        addPromotions(&list, to &+ westBack, to, flags)
      } else {
        list.add(Step(to &+ westBack, to))
      }
    }
    if enPassant < 64, flags.upperBound == Kind.queen {
      var from = Squares.pawnAttacks(Squares.bit(enPassant), us ^ 1) & pawns
      while from != 0 { list.add(Step(from.popLowest(), enPassant, Step.enPassant)) }
    }
  }

  private func generateCastling(_ list: inout StepList) {
    var rooks = castlingRooks & sides[side]
    while rooks != 0 {
      let rook = rooks.popLowest()
      if canCastle(rook) { list.add(Step(king(side), rook, Step.castling)) }
    }
  }

  /// Whether castling with a rook that has the right to is legal, out of check.
  func canCastle(_ rook: Int) -> Bool {
    let king = king(side)
    let base = side == 0 ? 0 : 56
    let kingTo = base + (rook > king ? 6 : 2)
    let rookTo = base + (rook > king ? 5 : 3)
    let others = occupied & ~Squares.bit(king) & ~Squares.bit(rook)
    let path =
      Attacks.between(king, kingTo) | Squares.bit(kingTo) | Attacks.between(rook, rookTo)
      | Squares.bit(rookTo)
    if path & others != 0 { return false }
    var way = Attacks.between(king, kingTo)
    while way != 0 {
      if isAttacked(way.popLowest(), by: side ^ 1, occupied: others) { return false }
    }
    return !isAttacked(kingTo, by: side ^ 1, occupied: others | Squares.bit(rookTo))
  }

  /// Whether a move from somewhere else goes the way of the piece that stands here, and answers a check.
  func isPlausible(_ step: Step) -> Bool {
    if step.bits == 0 { return false }
    let us = side
    let from = step.from
    let to = step.to
    guard sides[us].has(from) else { return false }
    let kind = kind(at: from)
    let flag = step.flag
    if flag == Step.castling {
      return kind == Kind.king && checkers == 0 && (castlingRooks & sides[us]).has(to)
        && canCastle(to)
    }
    guard !sides[us].has(to) else { return false }
    if flag == Step.enPassant {
      return kind == Kind.pawn && to == enPassant
        && Squares.pawnAttacks(Squares.bit(from), us).has(to)
    }
    if flag == 3 || flag > 7 { return false }
    if kind == Kind.king { return flag == 0 && Attacks.king(from).has(to) }
    if checkers != 0 {
      if checkers & (checkers &- 1) != 0 { return false }
      let mask = checkers | Attacks.between(king(us), checkers.lowest)
      if !mask.has(to) { return false }
    }
    switch kind {
    case 0:
      if Squares.rank(7, of: us).has(to) != (flag != 0) { return false }
      if sides[us ^ 1].has(to) { return Squares.pawnAttacks(Squares.bit(from), us).has(to) }
      let once = Squares.forward(Squares.bit(from), us) & ~occupied
      if once.has(to) { return true }
      return (Squares.forward(once & Squares.rank(2, of: us), us) & ~occupied).has(to)
    case 1: return flag == 0 && Attacks.knight(from).has(to)
    case 2: return flag == 0 && Attacks.bishop(from, occupied: occupied).has(to)
    case 3: return flag == 0 && Attacks.rook(from, occupied: occupied).has(to)
    default:
      return flag == 0
        && (Attacks.bishop(from, occupied: occupied) | Attacks.rook(from, occupied: occupied))
          .has(to)
    }
  }

  /// Writes all legal moves.
  func generateLegal(_ list: inout StepList) {
    generateNoisy(&list)
    generateQuiet(&list)
    let pinned = pinned(side)
    var kept = 0
    for index in 0..<list.count where isSafe(list.steps[index], pinned: pinned) {
      list.steps[kept] = list.steps[index]
      kept += 1
    }
    list.count = kept
  }

  /// Whether a move takes something or makes a queen.
  @inline(__always)
  func isNoisy(_ step: Step) -> Bool {
    squares[step.to] != 6 && step.flag != Step.castling || step.flag == Step.enPassant
      || step.flag == Step.promotionBase &+ Kind.queen
  }
}
