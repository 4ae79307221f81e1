public import Games

/// A puzzle: a position in which the side to move mates by force.
public struct ChessPuzzle: Hashable, Sendable {
  /// What it is called, such as `WAC.005`.
  public let name: String
  /// Where it begins.
  public let position: ChessPosition
  /// In how many moves of the side to move it is mate.
  public let moves: Int

  /// Creates a puzzle.
  public init(name: String, position: ChessPosition, moves: Int) {
    self.name = name
    self.position = position
    self.moves = moves
  }

  /// Reads a line of a set: the name, the number of moves and the position as FEN, with tabs between.
  ///
  /// - Throws: `TextError` at the field that is wrong.
  public init(line: String) throws(TextError) {
    let bytes = Array(line.utf8)
    let fields = bytes.split(separator: 0x09, omittingEmptySubsequences: false)
    guard fields.count == 3 else {
      throw TextError("expected three fields with tabs between", at: 0)
    }
    guard let moves = Int(decimal: fields[1]), moves >= 1, moves <= 20 else {
      throw TextError("expected a number of moves from 1 to 20", at: fields[1].startIndex)
    }
    do throws(TextError) {
      let position = try ChessPosition(fen: String(decoding: fields[2], as: UTF8.self))
      self.init(
        name: String(decoding: fields[0], as: UTF8.self), position: position, moves: moves)
    } catch {
      throw TextError(error.reason, at: fields[2].startIndex + (error.offset ?? 0))
    }
  }

  /// The line that reads back as the same puzzle.
  public var line: String { "\(name)\t\(moves)\t\(position.text)" }
}

/// Somebody's attempt at a puzzle, move by move.
///
/// Any move that mates by force in time is right, not only the one that the author had in mind: each is proved against
/// every defence. The defence answers with what lasts longest.
public struct ChessPuzzleAttempt: Hashable, Sendable {
  /// What came of a move.
  public enum Verdict: Hashable, Sendable {
    /// It is mate.
    case solved
    /// The mate is still forced in time; the defence has answered.
    case right(reply: ChessMove)
    /// The mate is not forced in time any more. The move was not made.
    case wrong
    /// The proof is too much work. The move was not made.
    case unproved
  }

  /// What is to be solved.
  public let puzzle: ChessPuzzle
  /// The position now.
  public private(set) var position: ChessPosition
  /// The moves so far, of both sides.
  public private(set) var played: [ChessMove] = []
  /// How many moves are left until mate.
  public private(set) var movesLeft: Int
  /// How many moves were wrong.
  public private(set) var mistakes = 0
  /// Whether a hint was given, or the solution.
  public private(set) var wasHelped = false

  /// Begins an attempt.
  public init(_ puzzle: ChessPuzzle) {
    self.puzzle = puzzle
    position = puzzle.position
    movesLeft = puzzle.moves
  }

  /// Whether the mate is on the board.
  public var isSolved: Bool { movesLeft == 0 }

  /// Tries a move.
  ///
  /// - Parameters:
  ///   - move: The move, castling in either form.
  ///   - nodeLimit: The most positions of the proof.
  /// - Returns: whether it is right, and what the defence answers.
  /// - Throws: `IllegalMove` if the rules forbid it; nothing has then changed.
  public mutating func play(
    _ move: ChessMove, nodeLimit: Int = 4_000_000
  ) throws(IllegalMove) -> Verdict {
    if isSolved { throw .gameOver }
    guard let legal = position.resolve(move) else {
      _ = try position.playing(move)
      throw IllegalMove("not a legal move")
    }
    let next = try position.playing(legal)
    var search = ChessMateSearch(nodeLimit: nodeLimit)
    guard let found = search.defence(in: next, within: movesLeft - 1) else {
      if search.nodes >= nodeLimit { return .unproved }
      mistakes += 1
      return .wrong
    }
    played.append(legal)
    position = next
    movesLeft = found.moves
    guard let reply = found.reply else { return .solved }
    try position.play(reply)
    played.append(reply)
    return .right(reply: reply)
  }

  /// A move that is right now; asking for it is help.
  public mutating func hint(nodeLimit: Int = 16_000_000) -> ChessMove? {
    if isSolved { return nil }
    wasHelped = true
    return Self.move(in: position, within: movesLeft, nodeLimit: nodeLimit)
  }

  /// Gives up: the moves that lead to mate from here, with the longest defence.
  public mutating func solution(nodeLimit: Int = 16_000_000) -> [ChessMove] {
    wasHelped = true
    var line: [ChessMove] = []
    var rest = self
    while !rest.isSolved,
      let move = Self.move(in: rest.position, within: rest.movesLeft, nodeLimit: nodeLimit),
      let verdict = try? rest.play(move, nodeLimit: nodeLimit)
    {
      line.append(move)
      guard case .right(let reply) = verdict else { break }
      line.append(reply)
    }
    return line
  }

  private static func move(
    in position: ChessPosition, within limit: Int, nodeLimit: Int
  ) -> ChessMove? {
    var search = ChessMateSearch(nodeLimit: nodeLimit)
    guard case .mate(_, let keys) = search.shortestMate(in: position, within: limit) else {
      return nil
    }
    return keys.first
  }
}
