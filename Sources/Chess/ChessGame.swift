public import Games

/// A game of chess as it is played: the position, and what the rules of draws need of its past.
///
/// A value like ``ChessPosition``. It remembers the moves since the last one that cannot be undone, a capture or a move
/// of a pawn, because no position before that can come again. Draws by agreement, resignation and time belong to the
/// match, not to the rules of the board.
public struct ChessGame: Hashable, Sendable {
  /// The position now.
  public private(set) var position: ChessPosition
  /// The position after the last move that cannot be undone, or with which the game began.
  public private(set) var base: ChessPosition
  /// The moves since then.
  public private(set) var moves: [ChessMove] = []
  /// The repetition keys of the positions before each of these moves.
  private var keys: [UInt64] = []
  private var claimed: ChessEnding?

  /// Creates a game that goes on from a position.
  public init(_ position: ChessPosition = .start) {
    self.position = position
    base = position
  }

  /// How often the position has occurred, 1 for the first time.
  public var repetitions: Int {
    // Nothing older than the clock of reversible moves can be the same, and the same side is to move in each second one.
    let key = position.repetitionKey
    return keys.reduce(1) { $1 == key ? $0 + 1 : $0 }
  }

  /// Whether the side to move may claim a draw by ``ChessAction/claimDraw``.
  public var canClaimDraw: Bool { ending == nil && claim != nil }

  private var claim: ChessEnding? {
    if repetitions >= 3 { return .claimedRepetition }
    return position.halfmoveClock >= 100 ? .claimedFiftyMoves : nil
  }

  /// By what rule the game has ended, or `nil` while it goes on.
  public var ending: ChessEnding? {
    if let claimed { return claimed }
    if position.legalMoveCount == 0 { return position.isCheck ? .checkmate : .stalemate }
    if position.isDead { return .deadPosition }
    if position.halfmoveClock >= 150 { return .seventyFiveMoves }
    return keys.count >= 8 && repetitions >= 5 ? .fivefoldRepetition : nil
  }

  /// Plays a move.
  ///
  /// - Throws: `IllegalMove` with the reason; the game is then unchanged.
  public mutating func play(_ move: ChessMove) throws(IllegalMove) {
    if isOver { throw .gameOver }
    let key = position.repetitionKey
    var next = position
    try next.play(move)
    if next.halfmoveClock == 0 {
      base = next
      moves = []
      keys = []
    } else {
      moves.append(position.resolve(move) ?? move)
      keys.append(key)
    }
    position = next
  }

  /// Ends the game in a draw that the rules grant the side to move.
  ///
  /// - Throws: `IllegalMove` if they do not; the game is then unchanged.
  public mutating func claimDraw() throws(IllegalMove) {
    if isOver { throw .gameOver }
    guard let claim else {
      throw IllegalMove(
        "a draw can be claimed after three times the same position or 50 moves without progress")
    }
    claimed = claim
  }
}

extension ChessGame: EnumerableGame {
  /// A move or the claim of a draw.
  public typealias Move = ChessAction

  /// Chess, for two.
  public static var info: GameInfo { GameInfo(id: "chess", title: "Chess", seats: 2...2) }

  /// Sets up the usual beginning, the one of Chess960 with a number (`chess960 518`), or the game that the options
  /// give as text, such as a FEN.
  public init(setup: GameSetup, chance: inout Chance) throws(SetupError) {
    guard setup.seats == 2 else { throw SetupError("Chess is played by two") }
    if setup.options.utf8.isEmpty {
      self.init()
    } else if setup.options.hasSameBytes(as: "chess960") {
      self.init(ChessPosition.chess960(chance.below(960)) ?? .start)
    } else if let number = setup.options.integer(after: "chess960 ") {
      guard let position = ChessPosition.chess960(number) else {
        throw SetupError("the positions of Chess960 have the numbers 0 to 959")
      }
      self.init(position)
    } else {
      do throws(TextError) {
        try self.init(text: setup.options)
      } catch {
        throw SetupError(error.reason)
      }
      guard !isOver else { throw SetupError("the game is over in this position") }
    }
  }

  /// Two.
  public var seatCount: Int { 2 }

  /// The seat of the side to move, or nobody after the end.
  public var seatsToAct: SeatSet { isOver ? [] : SeatSet(position.sideToMove.seat) }

  /// The result by the rules of the board, or `nil` while the game goes on.
  public var outcome: Outcome? {
    guard let ending else { return nil }
    guard ending == .checkmate else { return .tied(of: 2) }
    return .won(by: position.sideToMove.opponent.seat, of: 2)
  }

  /// Plays a move of a seat; chance has no part in it.
  public mutating func play(
    _ move: ChessAction, by seat: Seat, chance: inout Chance
  ) throws(IllegalMove) {
    if isOver { throw .gameOver }
    guard seat == position.sideToMove.seat else { throw .notYourTurn }
    switch move {
    case .move(let move): try play(move)
    case .claimDraw: try claimDraw()
    }
  }

  /// The legal moves in a fixed order, as UCI writes them, and the claim of a draw where the rules grant it.
  ///
  /// Castling is the king's move by two squares, except where somebody may castle from other squares than the usual.
  public func legalMoves(for seat: Seat) -> [ChessAction] {
    guard seat == position.sideToMove.seat, !isOver else { return [] }
    let isLong = position.isChess960
    var actions = position.legalMoves.map { move in
      ChessAction.move(
        isLong
          ? move
          : ChessMove(
            from: move.from, to: position.destination(of: move), promotion: move.promotion))
    }
    if canClaimDraw { actions.append(.claimDraw) }
    return actions
  }
}

extension ChessGame: TextRepresentable {
  /// The position after the last move that cannot be undone as FEN, and the moves since then: `FEN moves g1f3 g8f6`.
  ///
  /// A draw that was claimed stands at the end as `draw`.
  public var text: String {
    var text = base.text
    if !moves.isEmpty || claimed != nil { text += " moves" }
    for move in moves { text += " \(move.text)" }
    if claimed != nil { text += " draw" }
    return text
  }

  /// Reads a FEN with or without moves after it.
  ///
  /// - Throws: `TextError` at the field or move that is wrong, or without a place for a position that is not legal.
  public init(text: String) throws(TextError) {
    let bytes = Array(text.utf8)
    let word = Array(" moves".utf8)
    var split = bytes.count
    for start in bytes.indices where bytes[start...].starts(with: word) {
      split = start
      break
    }
    let setup = try ChessSetup(fenBytes: bytes[..<split])
    do throws(IllegalSetup) {
      self.init(try ChessPosition(setup))
    } catch {
      throw TextError(error.reason)
    }
    guard split < bytes.count else { return }
    var fields = FENFields(bytes[(split + word.count)...])
    while let field = fields.next() {
      try take(field, at: field.startIndex)
    }
  }

  private mutating func take(_ field: ArraySlice<UInt8>, at place: Int) throws(TextError) {
    let action: ChessAction
    do throws(TextError) {
      action = try ChessAction(text: String(decoding: field, as: UTF8.self))
    } catch {
      throw TextError(error.reason, at: place + (error.offset ?? 0))
    }
    do throws(IllegalMove) {
      switch action {
      case .move(let move): try play(move)
      case .claimDraw: try claimDraw()
      }
    } catch {
      throw TextError(error.reason, at: place)
    }
  }
}
