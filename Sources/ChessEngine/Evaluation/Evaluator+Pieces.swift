/// The squares that each side attacks, and what bears on the kings.
struct AttackMaps {
  /// By side and kind, six kinds a side.
  var kinds = InlineArray<12, UInt64>(repeating: 0)
  var all = InlineArray<2, UInt64>(repeating: 0)
  /// Attacked at least twice.
  var twice = InlineArray<2, UInt64>(repeating: 0)
  /// The squares around each side's king.
  var ring = InlineArray<2, UInt64>(repeating: 0)
  /// The units of attack by each side on the other's king.
  var units = InlineArray<2, Int>(repeating: 0)
  var attackers = InlineArray<2, Int>(repeating: 0)

  @inline(__always)
  mutating func add(_ set: UInt64, _ kind: Int, _ side: Int) {
    twice[side] |= all[side] & set
    all[side] |= set
    kinds[side &* 6 &+ kind] |= set
  }

  @inline(__always)
  func of(_ kind: Int, _ side: Int) -> UInt64 { kinds[side &* 6 &+ kind] }
}

extension Evaluator {
  /// Notes everything but material, squares and what depends on pawns alone.
  @inline(__always)
  static func walk<S: WeightSink>(
    _ node: UnsafeMutablePointer<Node>, passed: UInt64, _ sink: inout S
  ) {
    var maps = AttackMaps()
    for us in 0..<2 {
      let pawns = node.pointee.pieces(Kind.pawn, us)
      let king = node.pointee.king(us)
      let around = Attacks.king(king)
      let ahead = Squares.forward(pawns, us)
      let east = Squares.east(ahead)
      let west = Squares.west(ahead)
      maps.add(east, Kind.pawn, us)
      maps.add(west, Kind.pawn, us)
      maps.add(around, Kind.king, us)
      maps.ring[us] = around | Squares.forward(around, us) | Squares.bit(king)
    }
    for us in 0..<2 {
      walkPieces(node, us, &maps, &sink)
      sink.turn()
    }
    for us in 0..<2 {
      walkThreats(node, us, maps, &sink)
      walkKing(node, us, maps, &sink)
      walkPassed(node, us, passed, maps, &sink)
      sink.turn()
    }
    if node.pointee.side == 1 { sink.turn() }
    sink.add(W.tempo)
    if node.pointee.side == 1 { sink.turn() }
  }

  @inline(__always)
  private static func walkPieces<S: WeightSink>(
    _ node: UnsafeMutablePointer<Node>, _ us: Int, _ maps: inout AttackMaps, _ sink: inout S
  ) {
    let them = us ^ 1
    let own = node.pointee.sides[us]
    let pawns = node.pointee.kinds[0] & own
    let enemyPawns = node.pointee.kinds[0] & ~own
    let occupied = node.pointee.occupied
    let enemyPawnAttacks = maps.of(Kind.pawn, them)
    let ring = maps.ring[them]
    let pinned = node.pointee.pinned(us)
    let king = node.pointee.king(us)
    // Squares that count as mobility: not own pawns that cannot move, king or queen, not guarded by pawns.
    let blocked = pawns & (Squares.forward(occupied, them) | Squares.rank(1, of: us))
    let area = ~(blocked | enemyPawnAttacks | own & (node.pointee.kinds[5] | node.pointee.kinds[4]))
    let enemyFront = Squares.ahead(enemyPawns, them)
    let outposts =
      ~(Squares.east(enemyFront) | Squares.west(enemyFront)) & maps.of(Kind.pawn, us)
      & (us == 0 ? 0x0000_FFFF_FF00_0000 : 0x0000_00FF_FFFF_0000)
    let count = pawns.count

    var set = node.pointee.kinds[1] & own
    while set != 0 {
      let square = set.popLowest()
      var attacks = Attacks.knight(square)
      if pinned.has(square) { attacks = 0 }
      maps.add(attacks, Kind.knight, us)
      sink.add(W.knightMobility &+ (attacks & area).count)
      sink.add(W.knightPawns &+ count)
      if outposts.has(square) {
        sink.add(W.outpost)
      } else if attacks & outposts & ~own != 0 {
        sink.add(W.outpostReach)
      }
      if Squares.forward(Squares.bit(square), us) & node.pointee.kinds[0] != 0 {
        sink.add(W.behindPawn)
      }
      if attacks & ring != 0 {
        maps.attackers[us] &+= 1
        maps.units[us] &+= 3 &+ (attacks & ring).count
      }
    }
    set = node.pointee.kinds[2] & own
    if set & (set &- 1) != 0 { sink.add(W.bishopPair) }
    while set != 0 {
      let square = set.popLowest()
      var attacks = Attacks.bishop(square, occupied: occupied & ~(own & node.pointee.kinds[4]))
      if pinned.has(square) { attacks &= Attacks.line(king, square) }
      maps.add(attacks, Kind.bishop, us)
      sink.add(W.bishopMobility &+ (attacks & area).count)
      let colour = Squares.dark.has(square) ? Squares.dark : ~Squares.dark
      sink.add(W.badBishop &+ (pawns & colour).count)
      if outposts.has(square) { sink.add(W.outpost &+ 1) }
      if Squares.forward(Squares.bit(square), us) & node.pointee.kinds[0] != 0 {
        sink.add(W.behindPawn &+ 1)
      }
      if attacks & ring != 0 {
        maps.attackers[us] &+= 1
        maps.units[us] &+= 3 &+ (attacks & ring).count
      }
    }
    set = node.pointee.kinds[3] & own
    while set != 0 {
      let square = set.popLowest()
      var attacks = Attacks.rook(
        square, occupied: occupied & ~(own & (node.pointee.kinds[3] | node.pointee.kinds[4])))
      if pinned.has(square) { attacks &= Attacks.line(king, square) }
      maps.add(attacks, Kind.rook, us)
      sink.add(W.rookMobility &+ (attacks & area).count)
      sink.add(W.rookPawns &+ count)
      let file = Squares.file(square & 7)
      if file & pawns == 0 { sink.add(W.rookFile &+ (file & enemyPawns == 0 ? 1 : 0)) }
      if Squares.rank(6, of: us).has(square),
        (Squares.rank(6, of: us) & enemyPawns)
          | (Squares.rank(7, of: us) & node.pointee.pieces(Kind.king, them)) != 0
      {
        sink.add(W.rookSeventh)
      }
      if attacks & ring != 0 {
        maps.attackers[us] &+= 1
        maps.units[us] &+= 4 &+ (attacks & ring).count
      }
    }
    set = node.pointee.kinds[4] & own
    while set != 0 {
      let square = set.popLowest()
      var attacks =
        Attacks.rook(square, occupied: occupied) | Attacks.bishop(square, occupied: occupied)
      if pinned.has(square) { attacks &= Attacks.line(king, square) }
      maps.add(attacks, Kind.queen, us)
      sink.add(W.queenMobility &+ min((attacks & area).count, 27))
      if attacks & ring != 0 {
        maps.attackers[us] &+= 1
        maps.units[us] &+= 6 &+ (attacks & ring).count
      }
    }
  }

  @inline(__always)
  private static func walkThreats<S: WeightSink>(
    _ node: UnsafeMutablePointer<Node>, _ us: Int, _ maps: AttackMaps, _ sink: inout S
  ) {
    let them = us ^ 1
    let enemy = node.pointee.sides[them]
    let guarded =
      maps.of(Kind.pawn, them) | (maps.twice[them] & ~maps.twice[us])
    // Pieces that an attack by something as valuable still threatens.
    let weak = enemy & ~guarded & maps.all[us]
    let byPawn = maps.of(Kind.pawn, us) & enemy
    let byMinor = (maps.of(Kind.knight, us) | maps.of(Kind.bishop, us)) & enemy
    let byRook = maps.of(Kind.rook, us) & enemy
    for kind in 0..<5 {
      let pieces = node.pointee.kinds[kind]
      // Pawns attack pawns all the time; that is for the search to judge.
      if kind > 0, byPawn & pieces != 0 {
        sink.add(W.pawnThreat &+ kind, times: (byPawn & pieces).count)
      }
      let minor = byMinor & pieces & (kind >= Kind.rook ? ~0 : weak)
      if minor != 0 { sink.add(W.minorThreat &+ kind, times: minor.count) }
      let rook = byRook & pieces & (kind >= Kind.queen ? ~0 : weak)
      if rook != 0 { sink.add(W.rookThreat &+ kind, times: rook.count) }
    }
    let hanging = weak & ~maps.all[them] & ~node.pointee.kinds[0]
    if hanging != 0 { sink.add(W.hanging, times: hanging.count) }
    if weak & maps.of(Kind.king, us) != 0 { sink.add(W.kingThreat) }
    let restricted = maps.all[them] & ~guarded & maps.all[us]
    sink.add(W.restricted, times: restricted.count)
    // Pawns that can move up safely and then attack something.
    let free = ~node.pointee.occupied
    let pawns = node.pointee.pieces(Kind.pawn, us)
    var push = Squares.forward(pawns, us) & free
    push |= Squares.forward(push & Squares.rank(2, of: us), us) & free
    push &= ~maps.of(Kind.pawn, them) & (maps.all[us] | ~maps.all[them])
    let pushed = Squares.pawnAttacks(push, us) & enemy & ~node.pointee.kinds[0]
    if pushed != 0 { sink.add(W.pushThreat, times: pushed.count) }
    // Room behind the own centre pawns.
    let centre: UInt64 = 0x3C3C_3C3C_3C3C_3C3C
    let zone =
      centre & (us == 0 ? 0x0000_0000_FFFF_FF00 : 0x00FF_FFFF_0000_0000) & ~pawns
      & ~maps.of(Kind.pawn, them)
    if node.pointee.phase > 10 { sink.add(W.space, times: zone.count) }
  }

  @inline(__always)
  private static func walkKing<S: WeightSink>(
    _ node: UnsafeMutablePointer<Node>, _ us: Int, _ maps: AttackMaps, _ sink: inout S
  ) {
    let them = us ^ 1
    let king = node.pointee.king(us)
    let pawns = node.pointee.pieces(Kind.pawn, us)
    let enemyPawns = node.pointee.pieces(Kind.pawn, them)
    let rank = us == 0 ? king >> 3 : 7 &- king >> 3
    // The king's rank and everything in front of it.
    let ahead = us == 0 ? ~0 &<< UInt64(king & 56) : ~0 &>> UInt64(56 &- king & 56)
    let middle = min(max(king & 7, 1), 6)
    for file in middle &- 1...middle &+ 1 {
      let edge = min(file, 7 &- file) &* 8
      let mask = Squares.file(file) & ahead
      let own = nearest(pawns & mask, us)
      let other = nearest(enemyPawns & mask, us)
      sink.add(W.shelter &+ edge &+ own)
      if own != 0, other == own &+ 1 {
        sink.add(W.stormBlocked &+ other)
      } else {
        sink.add(W.storm &+ edge &+ other)
      }
    }
    let file = Squares.file(king & 7)
    if file & pawns == 0, rank < 4 {
      sink.add(W.kingOpenFile &+ (file & enemyPawns == 0 ? 1 : 0))
    }
    // The attack of the other side.
    guard maps.attackers[them] > 0 else { return }
    let hasQueen = node.pointee.pieces(Kind.queen, them) != 0
    if maps.attackers[them] < 2, !hasQueen { return }
    var units = maps.units[them]
    let ring = maps.ring[us]
    let weak =
      maps.all[them] & ~maps.twice[us]
      & (~maps.all[us] | maps.of(Kind.queen, us) | maps.of(Kind.king, us))
    units &+= 2 &* (weak & ring).count
    let safe =
      ~node.pointee.sides[them] & (~maps.all[us] | weak & maps.twice[them])
    let occupied = node.pointee.occupied & ~node.pointee.pieces(Kind.queen, us)
    let straight = Attacks.rook(king, occupied: occupied)
    let diagonal = Attacks.bishop(king, occupied: occupied)
    if straight & safe & maps.of(Kind.rook, them) != 0 { units &+= 9 }
    if (straight | diagonal) & safe & maps.of(Kind.queen, them) != 0 { units &+= 7 }
    if diagonal & safe & maps.of(Kind.bishop, them) != 0 { units &+= 5 }
    if Attacks.knight(king) & safe & maps.of(Kind.knight, them) != 0 { units &+= 7 }
    units &+= node.pointee.pinned(us).count
    if !hasQueen { units &-= 14 }
    sink.add(W.danger &+ min(max(units, 0), 63))
  }

  /// The rank, counted by a side, of its nearest pawn on a file; 0 if there is none.
  @inline(__always)
  private static func nearest(_ pawns: UInt64, _ us: Int) -> Int {
    if pawns == 0 { return 0 }
    return us == 0
      ? pawns.trailingZeroBitCount >> 3 : 7 &- (63 &- pawns.leadingZeroBitCount) >> 3
  }

  @inline(__always)
  private static func walkPassed<S: WeightSink>(
    _ node: UnsafeMutablePointer<Node>, _ us: Int, _ passed: UInt64, _ maps: AttackMaps,
    _ sink: inout S
  ) {
    let them = us ^ 1
    var set = passed & node.pointee.sides[us]
    if set == 0 { return }
    let pawns = node.pointee.pieces(Kind.pawn, us)
    let occupied = node.pointee.occupied
    while set != 0 {
      let square = set.popLowest()
      let bit = Squares.bit(square)
      let rank = us == 0 ? square >> 3 : 7 &- square >> 3
      let next = us == 0 ? square &+ 8 : square &- 8
      if occupied.has(next) {
        sink.add(W.passedBlocked &+ rank)
      } else if !maps.all[them].has(next) {
        let way = Squares.ahead(bit, us) & maps.all[them]
        sink.add(W.passedFree &+ rank, times: way == 0 ? 2 : 1)
      }
      if (Squares.pawnAttacks(pawns, us) | Squares.east(pawns) | Squares.west(pawns)) & bit != 0 {
        sink.add(W.passedSupported &+ rank)
      }
      if rank >= 3 {
        sink.add(
          W.passedOwnKing &+ Squares.distance(node.pointee.king(us), next), times: rank &- 2)
        sink.add(
          W.passedEnemyKing &+ Squares.distance(node.pointee.king(them), next), times: rank &- 2)
      }
      let behind = Squares.ahead(bit, them) & node.pointee.pieces(Kind.rook, us)
      if behind != 0, Attacks.rook(square, occupied: occupied) & behind != 0 {
        sink.add(W.rookBehind)
      }
    }
  }
}
