public import Games

extension ChessGame {
  /// A draw where the opponent of whoever runs out of time could not mate by any legal moves; otherwise a loss.
  ///
  /// Article 6.9 of the FIDE Laws of Chess.
  public func outcomeWhenTimeExpires(for seat: Seat) -> Outcome? {
    guard let side = ChessSide(seat), !position.canMate(side.opponent) else { return nil }
    return .tied(of: 2)
  }
}
