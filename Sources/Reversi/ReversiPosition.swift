public import Games

/// A position of Reversi: the discs, and the side to move.
///
/// A value: copying it is the "what if", comparing it the repetition check. Black moves first. After a move
/// the opponent is to move even when it has none; then ``forcedMove`` is its pass. The game is over when
/// neither side can move, also with squares left empty or one colour gone.
public struct ReversiPosition: Hashable, Sendable {
  /// The black discs as a bitboard, bit 0 for a1.
  public private(set) var black: UInt64
  /// The white discs as a bitboard, bit 0 for a1.
  public private(set) var white: UInt64
  /// The side to move; after the end, the side that would be.
  public private(set) var sideToMove: Side

  /// The usual start: white on d4 and e5, black on d5 and e4, black to move.
  public static let start = ReversiPosition(
    uncheckedBlack: 0x0000_0008_1000_0000, white: 0x0000_0010_0800_0000, sideToMove: .black)

  /// Creates a position from discs on any squares.
  ///
  /// - Returns: `nil` if a square holds both colours.
  public init?(black: UInt64, white: UInt64, sideToMove: Side) {
    guard black & white == 0 else { return nil }
    self.init(uncheckedBlack: black, white: white, sideToMove: sideToMove)
  }

  private init(uncheckedBlack black: UInt64, white: UInt64, sideToMove: Side) {
    self.black = black
    self.white = white
    self.sideToMove = sideToMove
  }

  /// The discs of one side as a bitboard.
  public func discs(of side: Side) -> UInt64 { side == .black ? black : white }

  /// The colour of the disc on `square`, or `nil` when it is empty.
  public subscript(square: Square) -> Side? {
    if black & square.bit != 0 { return .black }
    return white & square.bit != 0 ? .white : nil
  }

  /// The number of discs of one side.
  public func discCount(of side: Side) -> Int { discs(of: side).nonzeroBitCount }

  /// The number of empty squares.
  public var emptyCount: Int { 64 - (black | white).nonzeroBitCount }

  /// The squares where the side to move may place a disc, as a bitboard.
  public var placements: UInt64 { placements(of: sideToMove) }

  /// The squares where `side` could place a disc if it were its turn, as a bitboard.
  public func placements(of side: Side) -> UInt64 {
    Bitboard.moves(own: discs(of: side), opponent: discs(of: side.opponent))
  }

  /// Whether the side to move has no placement while the opponent has one, so that it must pass.
  public var mustPass: Bool { placements == 0 && placements(of: sideToMove.opponent) != 0 }

  /// Whether neither side can place a disc.
  public var isOver: Bool { placements == 0 && placements(of: sideToMove.opponent) == 0 }

  /// The discs that a disc of the side to move on `square` would turn, as a bitboard.
  public func flips(at square: Square) -> UInt64 {
    guard (black | white) & square.bit == 0 else { return 0 }
    return Bitboard.flips(
      at: square.bit, own: discs(of: sideToMove), opponent: discs(of: sideToMove.opponent))
  }

  /// Places a disc for the side to move and turns what it encloses.
  ///
  /// - Throws: ``IllegalMove`` that says whether the square is occupied or the disc would turn nothing;
  ///   the position is then unchanged.
  public mutating func place(at square: Square) throws(IllegalMove) {
    guard (black | white) & square.bit == 0 else {
      throw IllegalMove("\(square.text) is occupied")
    }
    let flipped = flips(at: square)
    guard flipped != 0 else {
      throw IllegalMove("\(square.text) turns no disc")
    }
    apply(square.bit, flipped: flipped)
  }

  /// Passes for the side to move.
  ///
  /// - Throws: ``IllegalMove`` if it has a move, or if the game is over.
  public mutating func pass() throws(IllegalMove) {
    guard placements == 0 else { throw IllegalMove("a pass is not allowed while a move exists") }
    guard !isOver else { throw .gameOver }
    sideToMove = sideToMove.opponent
  }

  /// Sets a disc that is known to turn `flipped`, and hands the move over.
  mutating func apply(_ bit: UInt64, flipped: UInt64) {
    if sideToMove == .black {
      black |= bit | flipped
      white ^= flipped
    } else {
      white |= bit | flipped
      black ^= flipped
    }
    sideToMove = sideToMove.opponent
  }

  /// The discs of `side` less those of the other, in a finished game with the empties for the winner.
  ///
  /// This is the score of tournaments: a wipe-out counts 64 whatever stays empty. In a game that goes on it
  /// is what the score would be if it ended now.
  public func tournamentScore(of side: Side) -> Int {
    let difference = discCount(of: side) - discCount(of: side.opponent)
    if difference == 0 { return 0 }
    return difference > 0 ? difference + emptyCount : difference - emptyCount
  }
}
