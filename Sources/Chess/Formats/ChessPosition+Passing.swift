extension ChessPosition {
  /// The position after a move of nobody; `nil` in check, where that would leave the king to be taken.
  var passing: ChessPosition? {
    guard !isCheck else { return nil }
    var setup = setup
    setup.sideToMove = setup.sideToMove.opponent
    setup.enPassant = nil
    setup.halfmoveClock += 1
    if setup.sideToMove == .white { setup.fullmoveNumber += 1 }
    return try? ChessPosition(setup)
  }
}
