public import Games

extension ReversiPosition: EnumerableGame {
  /// The move of a seat.
  public typealias Move = ReversiMove

  /// Reversi, for two.
  public static var info: GameInfo {
    GameInfo(id: "reversi", title: "Reversi", seats: 2...2)
  }

  /// Sets up the usual start, or the position that the options give as text.
  public init(setup: GameSetup, chance: inout Chance) throws(SetupError) {
    guard setup.seats == 2 else { throw SetupError("Reversi is played by two") }
    if setup.options.utf8.isEmpty {
      self = .start
      return
    }
    do throws(TextError) {
      try self.init(text: setup.options)
    } catch {
      throw SetupError(error.reason)
    }
  }

  /// Two.
  public var seatCount: Int { 2 }

  /// The seat of the side to move, or nobody after the end.
  public var seatsToAct: SeatSet { isOver ? [] : SeatSet(sideToMove.seat) }

  /// The result with both disc counts, or `nil` while a move exists.
  ///
  /// The scores are those of tournaments: the winner gets the empty squares.
  public var outcome: Outcome? {
    guard isOver else { return nil }
    let counts = [discCount(of: .black), discCount(of: .white)]
    guard counts[0] != counts[1] else { return .tied(of: 2, scores: counts) }
    let winner: Side = counts[0] > counts[1] ? .black : .white
    var scores = counts
    scores[winner.seat.index] += emptyCount
    return .won(by: winner.seat, of: 2, scores: scores)
  }

  /// The pass of a side that cannot place a disc while the other can.
  public var forcedMove: (seat: Seat, move: ReversiMove)? {
    mustPass ? (sideToMove.seat, .pass) : nil
  }

  /// Plays a move of a seat; chance has no part in it.
  public mutating func play(
    _ move: ReversiMove, by seat: Seat, chance: inout Chance
  ) throws(IllegalMove) {
    try play(move, by: seat)
  }

  /// Plays a move of a seat.
  ///
  /// - Throws: ``IllegalMove`` with the reason; the position is then unchanged.
  public mutating func play(_ move: ReversiMove, by seat: Seat) throws(IllegalMove) {
    if isOver { throw .gameOver }
    guard seat == sideToMove.seat else { throw .notYourTurn }
    switch move {
    case .place(let square): try place(at: square)
    case .pass: try pass()
    }
  }

  /// The placements in reading order, or the pass alone when it is forced.
  public func legalMoves(for seat: Seat) -> [ReversiMove] {
    guard seat == sideToMove.seat else { return [] }
    var rest = placements
    if rest == 0 { return isOver ? [] : [.pass] }
    var moves: [ReversiMove] = []
    moves.reserveCapacity(rest.nonzeroBitCount)
    while rest != 0 {
      if let square = Square(rest.trailingZeroBitCount) { moves.append(.place(square)) }
      rest &= rest &- 1
    }
    return moves
  }
}
