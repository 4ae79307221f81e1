/// A search for forced mates: proofs that hold against any defence.
///
/// It looks at every move of the attacker and every reply, a move deeper each time, so the first mate found is the
/// shortest. Checks are tried before quiet moves, and what was proved once is remembered. Meant for problems and for
/// checking what somebody played; a mate in two or three takes milliseconds, in four or five up to seconds. Draws by
/// repetition and by counted moves are left out, as is the custom in problems.
public struct ChessMateSearch: ~Copyable {
  /// What was found.
  public enum Finding: Hashable, Sendable {
    /// The side to move mates in this many moves of its own, and by no way faster; the moves that do.
    case mate(moves: Int, keys: [ChessMove])
    /// No mate within the moves that were asked for.
    case none
    /// The work that was allowed came to its end.
    case unknown
  }

  /// The positions that were looked at.
  public private(set) var nodes = 0
  /// The most positions that one question may look at.
  public var nodeLimit: Int

  private var proofs = MateProofs()
  private var isSpent = false
  private var stopAt = 0
  private let tables = AttackTables.shared

  /// Creates a search; one question looks at no more than `nodeLimit` positions.
  public init(nodeLimit: Int = 4_000_000) { self.nodeLimit = nodeLimit }

  /// Looks for the shortest mate of the side to move.
  ///
  /// - Parameters:
  ///   - position: Where to begin.
  ///   - limit: The most moves of the side to move, 1 or more.
  /// - Returns: all first moves of the shortest mate, or that there is none, or that the work was too much.
  public mutating func shortestMate(in position: ChessPosition, within limit: Int) -> Finding {
    begin()
    let side = position.sideToMove
    for moves in 1...max(limit, 1) {
      var keys: [ChessMove] = []
      for move in position.legalMoves {
        if loses(position.board.playing(move, by: side), side.opponent, in: moves - 1) {
          keys.append(move)
        }
        if isSpent { return .unknown }
      }
      if !keys.isEmpty { return .mate(moves: moves, keys: keys) }
    }
    return .none
  }

  /// Says in how many moves the side that has just moved mates, whatever is replied; 0 if it has.
  ///
  /// - Parameters:
  ///   - position: A position in which the defender is to move.
  ///   - limit: The most moves of the attacker that may still come.
  /// - Returns: the number of moves and the reply that lasts longest, or `nil` if it is not proved.
  public mutating func defence(
    in position: ChessPosition, within limit: Int
  ) -> (moves: Int, reply: ChessMove?)? {
    begin()
    let side = position.sideToMove
    if position.isCheckmate { return (0, nil) }
    let replies = position.legalMoves
    guard !replies.isEmpty, limit > 0 else { return nil }
    var longest = (moves: 0, reply: replies[0])
    for reply in replies {
      let next = position.board.playing(reply, by: side)
      var needed = 1
      while needed <= limit, !wins(next, side.opponent, in: needed), !isSpent { needed += 1 }
      if needed > limit || isSpent { return nil }
      // Of equals one that takes something, since it looks less helpless.
      let isBetter =
        needed > longest.moves
        || (needed == longest.moves && position.isCapture(reply)
          && !position.isCapture(longest.reply))
      if isBetter { longest = (needed, reply) }
    }
    return longest
  }

  private mutating func begin() {
    nodes = 0
    stopAt = nodeLimit
    isSpent = false
  }

  /// Whether the attacker, who is to move, mates in at most `moves`.
  private mutating func wins(_ board: ChessBoard, _ side: ChessSide, in moves: Int) -> Bool {
    guard moves > 0, !isSpent else { return false }
    nodes += 1
    if nodes >= stopAt {
      isSpent = true
      return false
    }
    let key = MateProofs.key(board, side)
    if moves > 1, let known = proofs.verdict(key, in: moves) { return known }
    var list = MoveList()
    list.moves.reserveCapacity(48)
    generate(board, side, into: &list)
    var quiet: [(board: ChessBoard, replies: Int)] = []
    var checks: [(board: ChessBoard, replies: Int)] = []
    for move in list.moves {
      let next = board.playing(move, by: side)
      let isCheck = next.checkers(of: side.opponent) != 0
      if !isCheck, moves == 1 { continue }
      let replies = count(next, side.opponent)
      if replies == 0 {
        // Stalemate is no mate.
        guard isCheck else { continue }
        proofs.store(key, mates: 1)
        return true
      }
      if moves > 1 {
        if isCheck { checks.append((next, replies)) } else { quiet.append((next, replies)) }
      }
    }
    if moves > 1 {
      // The fewer the replies, the sooner it is known.
      checks.sort { $0.replies < $1.replies }
      quiet.sort { $0.replies < $1.replies }
      for (next, _) in checks + quiet where loses(next, side.opponent, in: moves - 1) {
        proofs.store(key, mates: moves)
        return true
      }
    }
    if !isSpent { proofs.store(key, failsIn: moves) }
    return false
  }

  /// Whether the defender, who is to move, is mated in at most `moves` further moves of the attacker.
  private mutating func loses(_ board: ChessBoard, _ side: ChessSide, in moves: Int) -> Bool {
    if isSpent { return false }
    nodes += 1
    var list = MoveList()
    list.moves.reserveCapacity(48)
    generate(board, side, into: &list)
    if list.moves.isEmpty { return board.checkers(of: side) != 0 }
    if moves == 0 { return false }
    for move in list.moves {
      guard wins(board.playing(move, by: side), side.opponent, in: moves) else { return false }
    }
    return true
  }

  private func generate(_ board: ChessBoard, _ side: ChessSide, into list: inout MoveList) {
    if side == .white {
      MoveGeneration.generate(for: White.self, on: board, tables, into: &list)
    } else {
      MoveGeneration.generate(for: Black.self, on: board, tables, into: &list)
    }
  }

  private func count(_ board: ChessBoard, _ side: ChessSide) -> Int {
    side == .white
      ? LeafCount<White>.moves(board, tables) : LeafCount<Black>.moves(board, tables)
  }
}

/// What was proved about positions with the attacker to move; the newest of those that share a place is kept.
private struct MateProofs {
  private struct Entry {
    var key: UInt64 = 0
    /// It mates in this many moves; 0 if that is not known.
    var mates: Int8 = 0
    /// It does not mate in this many moves.
    var fails: Int8 = 0
  }

  private static let size = 1 << 16
  private var entries = [Entry](repeating: Entry(), count: MateProofs.size)

  static func key(_ board: ChessBoard, _ side: ChessSide) -> UInt64 {
    var key: UInt64 = side == .white ? 0x9E37_79B9_7F4A_7C15 : 0xC2B2_AE3D_27D4_EB4F
    for word in [
      board.white, board.pawns, board.knights, board.diagonals, board.straights, board.kings,
      board.black, board.castlingRooks, board.enPassant,
    ] {
      key = (key ^ word) &* 0xD134_2543_DE82_EF95
      key ^= key >> 29
    }
    return key
  }

  func verdict(_ key: UInt64, in moves: Int) -> Bool? {
    let entry = entries[Int(truncatingIfNeeded: key & UInt64(MateProofs.size - 1))]
    guard entry.key == key else { return nil }
    if entry.mates > 0, Int(entry.mates) <= moves { return true }
    return Int(entry.fails) >= moves ? false : nil
  }

  mutating func store(_ key: UInt64, mates: Int) {
    change(key) { $0.mates = Int8(clamping: mates) }
  }

  mutating func store(_ key: UInt64, failsIn moves: Int) {
    change(key) { $0.fails = max($0.fails, Int8(clamping: moves)) }
  }

  private mutating func change(_ key: UInt64, _ body: (inout Entry) -> Void) {
    let place = Int(truncatingIfNeeded: key & UInt64(MateProofs.size - 1))
    if entries[place].key != key { entries[place] = Entry(key: key) }
    body(&entries[place])
  }
}
