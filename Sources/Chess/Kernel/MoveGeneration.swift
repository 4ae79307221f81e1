/// Where the generator of moves puts what it finds: into a list, a count, the next ply.
///
/// Moves come in sets of squares, so that who only counts need not take them apart.
protocol MoveSink {
  /// A piece other than a pawn on `from` may go to each of `targets`.
  mutating func moves(of kind: ChessPieceKind, from: Int, to targets: UInt64)
  /// Pawns may come to each of `targets`, each from `offset` squares before, without becoming another piece.
  mutating func pawnMoves(to targets: UInt64, offset: Int)
  /// Pawns may leap to each of `targets`.
  mutating func pawnLeaps(to targets: UInt64)
  /// Pawns may come to each of `targets` on the last rank and become another piece.
  mutating func promotions(to targets: UInt64, offset: Int)
  /// The pawn on `from` may capture the one that has just leapt over `to`.
  mutating func enPassant(from: Int, to: Int)
  /// The king on `king` may castle with the rook on `rook`.
  mutating func castling(king: Int, rook: Int)
}

/// The generator of legal moves.
///
/// Legal at once, without trying moves out: squares that the enemy attacks are closed to the king; in check, other
/// pieces may only capture the piece that gives it or step between; a pinned piece stays on its line. En passant is
/// the one exception, since it takes two pieces off one rank; it is tried out.
enum MoveGeneration {
  @inline(__always)
  static func generate<Us: SideTag, Sink: MoveSink>(
    for us: Us.Type, on board: ChessBoard, _ tables: AttackTables, into sink: inout Sink
  ) {
    let own = Us.own(board)
    let enemy = Us.enemy(board)
    let occupied = own | enemy
    let kingBit = board.kings & own
    let king = kingBit.trailingZeroBitCount
    let enemyDiagonals = board.diagonals & enemy
    let enemyStraights = board.straights & enemy

    let danger = attacked(by: Us.Opponent.self, on: board, without: kingBit, tables)
    sink.moves(of: .king, from: king, to: tables.king(king) & ~own & ~danger)

    // Sliders that would see the king if nothing stood between: those with nothing between give check, those with one
    // own piece between pin it to the line.
    var pinnedAslant: UInt64 = 0
    var pinnedStraight: UInt64 = 0
    var checkers: UInt64 = 0
    var snipers = tables.bishopOnEmpty(king) & enemyDiagonals
    while snipers != 0 {
      let bit = snipers & (0 &- snipers)
      let between = tables.between(king, snipers.trailingZeroBitCount)
      let blockers = between & occupied
      if blockers & (blockers &- 1) == 0 {
        if blockers == 0 { checkers |= bit }
        if blockers & own != 0 { pinnedAslant |= between | bit }
      }
      snipers &= snipers &- 1
    }
    snipers = tables.rookOnEmpty(king) & enemyStraights
    while snipers != 0 {
      let bit = snipers & (0 &- snipers)
      let between = tables.between(king, snipers.trailingZeroBitCount)
      let blockers = between & occupied
      if blockers & (blockers &- 1) == 0 {
        if blockers == 0 { checkers |= bit }
        if blockers & own != 0 { pinnedStraight |= between | bit }
      }
      snipers &= snipers &- 1
    }

    // Where pieces other than the king may go.
    var allowed = ~own
    if danger & kingBit != 0 {
      checkers |=
        (Us.attacks(kingBit) & board.pawns & enemy) | (tables.knight(king) & board.knights & enemy)
      // Two at once leave only the king's own steps.
      if checkers & (checkers &- 1) != 0 { return }
      allowed &= checkers | tables.between(king, checkers.trailingZeroBitCount)
    }

    let pinned = pinnedAslant | pinnedStraight
    let free = own & ~pinned
    let queens = board.diagonals & board.straights
    var pieces = board.knights & free
    while pieces != 0 {
      let from = pieces.trailingZeroBitCount
      sink.moves(of: .knight, from: from, to: tables.knight(from) & allowed)
      pieces &= pieces &- 1
    }
    pieces = board.diagonals & ~queens & free
    while pieces != 0 {
      let from = pieces.trailingZeroBitCount
      sink.moves(of: .bishop, from: from, to: tables.bishop(from, occupied) & allowed)
      pieces &= pieces &- 1
    }
    pieces = board.straights & ~queens & free
    while pieces != 0 {
      let from = pieces.trailingZeroBitCount
      sink.moves(of: .rook, from: from, to: tables.rook(from, occupied) & allowed)
      pieces &= pieces &- 1
    }
    pieces = queens & free
    while pieces != 0 {
      let from = pieces.trailingZeroBitCount
      let targets = tables.bishop(from, occupied) | tables.rook(from, occupied)
      sink.moves(of: .queen, from: from, to: targets & allowed)
      pieces &= pieces &- 1
    }
    if pinned & own & (board.diagonals | board.straights) != 0 {
      pinnedSliders(
        on: board, own: own, occupied: occupied, allowed: allowed, aslant: pinnedAslant,
        straight: pinnedStraight, tables, into: &sink)
    }

    pawns(
      for: us, on: board, tables, allowed: allowed, aslant: pinnedAslant, straight: pinnedStraight,
      into: &sink)

    let rooks = board.castlingRooks & own
    if rooks != 0, danger & kingBit == 0 {
      castling(
        for: us, rooks: rooks & ~pinnedStraight, king: king, occupied: occupied, danger: danger,
        tables, into: &sink)
    }
  }

  /// The moves of pinned pieces that go along lines: a queen that is pinned on one kind of line cannot use the other.
  @inline(__always)
  private static func pinnedSliders<Sink: MoveSink>(
    on board: ChessBoard, own: UInt64, occupied: UInt64, allowed: UInt64, aslant: UInt64,
    straight: UInt64, _ tables: AttackTables, into sink: inout Sink
  ) {
    var pieces = board.diagonals & own & aslant
    while pieces != 0 {
      let from = pieces.trailingZeroBitCount
      let targets = tables.bishop(from, occupied) & allowed & aslant
      let isQueen = board.straights & (pieces & (0 &- pieces)) != 0
      sink.moves(of: isQueen ? .queen : .bishop, from: from, to: targets)
      pieces &= pieces &- 1
    }
    pieces = board.straights & own & straight
    while pieces != 0 {
      let from = pieces.trailingZeroBitCount
      let targets = tables.rook(from, occupied) & allowed & straight
      let isQueen = board.diagonals & (pieces & (0 &- pieces)) != 0
      sink.moves(of: isQueen ? .queen : .rook, from: from, to: targets)
      pieces &= pieces &- 1
    }
  }

  /// The squares that a side attacks when the pieces of `hidden` are not there.
  @inline(__always)
  static func attacked<Them: SideTag>(
    by them: Them.Type, on board: ChessBoard, without hidden: UInt64, _ tables: AttackTables
  ) -> UInt64 {
    let pieces = Them.own(board)
    let occupied = board.occupied ^ hidden
    var attacked = Them.attacks(board.pawns & pieces)
    attacked |= tables.king((board.kings & pieces).trailingZeroBitCount)
    var rest = board.knights & pieces
    while rest != 0 {
      attacked |= tables.knight(rest.trailingZeroBitCount)
      rest &= rest &- 1
    }
    rest = board.diagonals & pieces
    while rest != 0 {
      attacked |= tables.bishop(rest.trailingZeroBitCount, occupied)
      rest &= rest &- 1
    }
    rest = board.straights & pieces
    while rest != 0 {
      attacked |= tables.rook(rest.trailingZeroBitCount, occupied)
      rest &= rest &- 1
    }
    return attacked
  }

  @inline(__always)
  private static func pawns<Us: SideTag, Sink: MoveSink>(
    for us: Us.Type, on board: ChessBoard, _ tables: AttackTables, allowed: UInt64,
    aslant: UInt64, straight: UInt64, into sink: inout Sink
  ) {
    let own = Us.own(board)
    let enemy = Us.enemy(board)
    let empty = ~(own | enemy)
    let pawns = board.pawns & own

    let free = pawns & ~(aslant | straight)
    var steps = Us.forward(free)
    var west = Us.attacksWest(free)
    var east = Us.attacksEast(free)
    if free != pawns {
      // A pawn pinned on its file stays on it; one pinned on its rank cannot go; one pinned aslant may take the piece
      // that pins it.
      steps |= Us.forward(pawns & straight) & straight
      west |= Us.attacksWest(pawns & aslant) & aslant
      east |= Us.attacksEast(pawns & aslant) & aslant
    }
    steps &= empty
    let leaps = Us.forward(steps & Us.thirdRank) & empty & allowed
    let advances = steps & allowed
    west &= enemy & allowed
    east &= enemy & allowed

    sink.pawnLeaps(to: leaps)
    if (advances | west | east) & Us.lastRank == 0 {
      sink.pawnMoves(to: advances, offset: Us.step)
      sink.pawnMoves(to: west, offset: Us.step &- 1)
      sink.pawnMoves(to: east, offset: Us.step &+ 1)
    } else {
      sink.pawnMoves(to: advances & ~Us.lastRank, offset: Us.step)
      sink.pawnMoves(to: west & ~Us.lastRank, offset: Us.step &- 1)
      sink.pawnMoves(to: east & ~Us.lastRank, offset: Us.step &+ 1)
      sink.promotions(to: west & Us.lastRank, offset: Us.step &- 1)
      sink.promotions(to: advances & Us.lastRank, offset: Us.step)
      sink.promotions(to: east & Us.lastRank, offset: Us.step &+ 1)
    }

    if board.enPassant != 0 {
      var takers = Us.attackOrigins(board.enPassant) & pawns
      while takers != 0 {
        let from = takers & (0 &- takers)
        if isSafe(enPassant: from, for: us, on: board, tables) {
          sink.enPassant(
            from: from.trailingZeroBitCount, to: board.enPassant.trailingZeroBitCount)
        }
        takers &= takers &- 1
      }
    }
  }

  /// Whether the king is safe after the pawn on `from` has captured en passant.
  private static func isSafe<Us: SideTag>(
    enPassant from: UInt64, for us: Us.Type, on board: ChessBoard, _ tables: AttackTables
  ) -> Bool {
    let captured = Us.Opponent.forward(board.enPassant)
    let enemy = Us.enemy(board) & ~captured
    let occupied = (board.occupied & ~(from | captured)) | board.enPassant
    let king = (board.kings & Us.own(board)).trailingZeroBitCount
    return tables.bishop(king, occupied) & board.diagonals & enemy == 0
      && tables.rook(king, occupied) & board.straights & enemy == 0
      && tables.knight(king) & board.knights & enemy == 0
      && Us.attacks(board.kings & Us.own(board)) & board.pawns & enemy == 0
  }

  @inline(__always)
  private static func castling<Us: SideTag, Sink: MoveSink>(
    for us: Us.Type, rooks: UInt64, king: Int, occupied: UInt64, danger: UInt64,
    _ tables: AttackTables, into sink: inout Sink
  ) {
    var rooks = rooks
    while rooks != 0 {
      let rook = rooks.trailingZeroBitCount
      let rookBit = rooks & (0 &- rooks)
      rooks &= rooks &- 1
      let kingBit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: king)
      let end = CastlingEnd(king: king, rook: rook)
      let kingTo: UInt64 = 1 &<< UInt64(truncatingIfNeeded: end.king)
      let rookTo: UInt64 = 1 &<< UInt64(truncatingIfNeeded: end.rook)
      let kingPath = tables.between(king, end.king) | kingTo
      let path = kingPath | tables.between(rook, end.rook) | rookTo
      if path & (occupied & ~(kingBit | rookBit)) == 0, kingPath & danger == 0 {
        sink.castling(king: king, rook: rook)
      }
    }
  }
}

/// Where king and rook stand after castling: on the c- and d-file, or on the g- and f-file.
struct CastlingEnd {
  let king: Int
  let rook: Int

  @inline(__always)
  init(king: Int, rook: Int) {
    let rank = king & 56
    let isShort = rook > king
    self.king = rank | (isShort ? 6 : 2)
    self.rook = rank | (isShort ? 5 : 3)
  }
}
