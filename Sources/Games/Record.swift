/// One move of a record: who made it, what it was, and whether the rules made it for the seat.
public struct RecordedMove<Move: Hashable & Sendable>: Hashable, Sendable {
  /// The seat that moved.
  public let seat: Seat
  /// The move.
  public let move: Move
  /// Whether the rules forced it, as with a pass in Reversi.
  public let isForced: Bool

  /// Creates an entry of a record.
  public init(seat: Seat, move: Move, isForced: Bool = false) {
    self.seat = seat
    self.move = move
    self.isForced = isForced
  }
}

/// A game from its first position to its last, with every position between.
///
/// Forced moves are played and recorded as soon as they are due, so the last position is always one in
/// which somebody has a choice, or the game is over.
public struct Record<G: Game>: Hashable, Sendable {
  /// The seed of the game's chance.
  public let seed: UInt64
  /// The moves in order, forced ones among them.
  public private(set) var moves: [RecordedMove<G.Move>] = []
  /// The positions: one more than there are moves, the first before any move.
  public private(set) var positions: [G]

  /// Starts a record at `position`, playing what the rules force there.
  public init(start position: G, seed: UInt64 = 0) {
    self.seed = seed
    positions = [position]
    playForcedMoves()
  }

  /// The first position.
  public var start: G { positions[0] }

  /// The position now.
  public var position: G { positions[positions.count - 1] }

  /// Plays a move, and after it the moves that the rules force.
  ///
  /// - Returns: the number of moves added, 1 or more.
  /// - Throws: ``IllegalMove``; the record is then unchanged.
  @discardableResult
  public mutating func play(_ move: G.Move, by seat: Seat) throws(IllegalMove) -> Int {
    let before = moves.count
    try append(RecordedMove(seat: seat, move: move))
    playForcedMoves()
    return moves.count - before
  }

  /// Takes back the last `count` moves, forced ones counted; at most all of them.
  ///
  /// A forced move is never taken back without the choice before it, so that the last position stays one
  /// in which somebody has a choice; those at the very start stay.
  public mutating func takeBack(_ count: Int) {
    var removed = min(max(count, 0), moves.count)
    while removed > 0, removed < moves.count, moves[moves.count - removed].isForced {
      removed += 1
    }
    moves.removeLast(removed)
    positions.removeLast(removed)
    playForcedMoves()
  }

  /// The number of moves to take back until one of `seats` is before its own last choice.
  ///
  /// It goes back over the others' moves and over forced ones; `nil` when none of `seats` has chosen yet.
  public func movesBackToChoice(of seats: SeatSet) -> Int? {
    for index in moves.indices.reversed()
    where !moves[index].isForced && seats.contains(moves[index].seat) {
      return moves.count - index
    }
    return nil
  }

  private mutating func append(_ entry: RecordedMove<G.Move>) throws(IllegalMove) {
    var chance = Chance(seed: seed, move: moves.count + 1)
    let next = try position.playing(entry.move, by: entry.seat, chance: &chance)
    moves.append(entry)
    positions.append(next)
  }

  private mutating func playForcedMoves() {
    while let forced = position.forcedMove {
      let entry = RecordedMove(seat: forced.seat, move: forced.move, isForced: true)
      // A game that forces what it then refuses breaks its law; stopping keeps the record sound.
      guard (try? append(entry)) != nil else { return }
    }
  }
}
