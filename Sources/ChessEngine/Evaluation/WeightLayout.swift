/// Where each group of weights begins in the table.
enum W {
  /// 6 weights: by kind; the king's is nothing.
  static var material: Int { @inline(__always) get { 0 } }
  /// 192 weights: by kind, rank and file counted from the edge.
  static var place: Int { @inline(__always) get { 6 } }
  /// 9 weights.
  static var knightMobility: Int { @inline(__always) get { 198 } }
  /// 14 weights.
  static var bishopMobility: Int { @inline(__always) get { 207 } }
  /// 15 weights.
  static var rookMobility: Int { @inline(__always) get { 221 } }
  /// 28 weights.
  static var queenMobility: Int { @inline(__always) get { 236 } }
  /// 8 weights: by rank.
  static var passed: Int { @inline(__always) get { 264 } }
  /// 8 weights: by rank, the square ahead is taken.
  static var passedBlocked: Int { @inline(__always) get { 272 } }
  /// 8 weights: by rank, the square ahead is safe.
  static var passedFree: Int { @inline(__always) get { 280 } }
  /// 8 weights: by rank, guarded or beside another pawn.
  static var passedSupported: Int { @inline(__always) get { 288 } }
  /// 8 weights: by distance of the own king to the square ahead, from rank 4 on.
  static var passedOwnKing: Int { @inline(__always) get { 296 } }
  /// 8 weights: by distance of the other king.
  static var passedEnemyKing: Int { @inline(__always) get { 304 } }
  /// 8 weights: by rank.
  static var candidate: Int { @inline(__always) get { 312 } }
  /// 1 weights.
  static var doubled: Int { @inline(__always) get { 320 } }
  /// 2 weights: on a closed and on an open file.
  static var isolated: Int { @inline(__always) get { 321 } }
  /// 2 weights: on a closed and on an open file.
  static var backward: Int { @inline(__always) get { 323 } }
  /// 8 weights: by rank.
  static var phalanx: Int { @inline(__always) get { 325 } }
  /// 8 weights: by rank.
  static var supported: Int { @inline(__always) get { 333 } }
  /// 1 weights.
  static var bishopPair: Int { @inline(__always) get { 341 } }
  /// 9 weights: by the number of own pawns on its colour.
  static var badBishop: Int { @inline(__always) get { 342 } }
  /// 2 weights: half open and open file.
  static var rookFile: Int { @inline(__always) get { 351 } }
  /// 1 weights.
  static var rookSeventh: Int { @inline(__always) get { 353 } }
  /// 1 weights: behind a passed pawn.
  static var rookBehind: Int { @inline(__always) get { 354 } }
  /// 2 weights: knight, bishop.
  static var outpost: Int { @inline(__always) get { 355 } }
  /// 1 weights: a knight can go to one.
  static var outpostReach: Int { @inline(__always) get { 357 } }
  /// 2 weights: knight, bishop.
  static var behindPawn: Int { @inline(__always) get { 358 } }
  /// 5 weights: by kind that a pawn attacks.
  static var pawnThreat: Int { @inline(__always) get { 360 } }
  /// 5 weights: by kind that a minor piece attacks.
  static var minorThreat: Int { @inline(__always) get { 365 } }
  /// 5 weights: by kind that a rook attacks.
  static var rookThreat: Int { @inline(__always) get { 370 } }
  /// 1 weights.
  static var hanging: Int { @inline(__always) get { 375 } }
  /// 1 weights.
  static var kingThreat: Int { @inline(__always) get { 376 } }
  /// 1 weights: pieces that a safe pawn move would attack.
  static var pushThreat: Int { @inline(__always) get { 377 } }
  /// 32 weights: by distance of the file from the edge and rank of the nearest own pawn, 0 none.
  static var shelter: Int { @inline(__always) get { 378 } }
  /// 32 weights: by distance of the file from the edge and rank of the nearest enemy pawn.
  static var storm: Int { @inline(__always) get { 410 } }
  /// 8 weights: by rank.
  static var stormBlocked: Int { @inline(__always) get { 442 } }
  /// 2 weights: half open and open.
  static var kingOpenFile: Int { @inline(__always) get { 450 } }
  /// 64 weights: by units of attack on the king.
  static var danger: Int { @inline(__always) get { 452 } }
  /// 1 weights.
  static var space: Int { @inline(__always) get { 516 } }
  /// 1 weights.
  static var tempo: Int { @inline(__always) get { 517 } }
  /// 9 weights: by own pawns, a knight.
  static var knightPawns: Int { @inline(__always) get { 518 } }
  /// 9 weights: by own pawns, a rook.
  static var rookPawns: Int { @inline(__always) get { 527 } }
  /// 1 weights: squares that the opponent moves to and we guard as well.
  static var restricted: Int { @inline(__always) get { 536 } }
  /// The number of weights, each a pair of midgame and endgame.
  static var count: Int { @inline(__always) get { 537 } }
}
