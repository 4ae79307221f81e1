public import Chess

/// What each side has taken in a game, and who is ahead by it.
public struct ChessMaterial: Hashable, Sendable {
  /// The pieces that white has taken, pawns first.
  public private(set) var takenByWhite: [ChessPieceKind] = []
  /// The pieces that black has taken, pawns first.
  public private(set) var takenByBlack: [ChessPieceKind] = []
  /// How many pawns' worth white has more on the board; negative if black has more.
  public let difference: Int

  /// Counts what was taken on the way to a position.
  ///
  /// - Parameters:
  ///   - captures: What was taken, with the side that lost it.
  ///   - position: Where it led.
  init(captures: [ChessPiece], in position: ChessPosition) {
    for kind in ChessPieceKind.allCases {
      for piece in captures where piece.kind == kind {
        if piece.side == .black {
          takenByWhite.append(kind)
        } else {
          takenByBlack.append(kind)
        }
      }
    }
    var difference = 0
    for square in ChessSquare.all {
      guard let piece = position[square] else { continue }
      let value = ChessMaterial.value(of: piece.kind)
      difference += piece.side == .white ? value : -value
    }
    self.difference = difference
  }

  /// What a piece is worth in pawns, as beginners learn it; nothing for the king.
  public static func value(of kind: ChessPieceKind) -> Int {
    switch kind {
    case .pawn: 1
    case .knight, .bishop: 3
    case .rook: 5
    case .queen: 9
    case .king: 0
    }
  }

  /// The lead of a side, in pawns; `nil` if it has none.
  public func lead(of side: ChessSide) -> Int? {
    let lead = side == .white ? difference : -difference
    return lead > 0 ? lead : nil
  }

  /// What a side has taken, pawns first.
  public func taken(by side: ChessSide) -> [ChessPieceKind] {
    side == .white ? takenByWhite : takenByBlack
  }
}
