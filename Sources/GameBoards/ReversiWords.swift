internal import Games
public import Reversi
public import ReversiEngine

/// What a screen says of a game of Reversi, in English.
public enum ReversiWords {
  /// The result with the disc counts, and the score of tournaments where squares stayed empty.
  ///
  /// `nil` while the game goes on.
  public static func result(of position: ReversiPosition) -> String? {
    guard position.isOver else { return nil }
    let black = position.discCount(of: .black)
    let white = position.discCount(of: .white)
    if black == white { return "Draw, \(black)–\(white)" }
    let winner: Side = black > white ? .black : .white
    let high = max(black, white)
    let low = min(black, white)
    let line = "\(winner.name) wins \(high)–\(low)"
    // The empty squares go to the winner; both counts are told, since both are in use.
    return position.emptyCount == 0
      ? line : "\(line) (\(high + position.emptyCount)–\(low) with the empty squares)"
  }

  /// A value with its sign, as people write it.
  public static func signed(_ value: Int) -> String {
    value > 0 ? "+\(value)" : value < 0 ? "−\(-value)" : "0"
  }

  /// What a search says of a position, in a sentence without a full stop: `f5 wins by 4, exact`.
  ///
  /// `nil` when there is nothing to choose.
  public static func verdict(of report: ReversiReport) -> String? {
    guard let best = report.best else { return nil }
    let words =
      report.value > 0
      ? "\(best.text) wins by \(report.value)"
      : report.value < 0
        ? "\(best.text) is best and loses by \(-report.value)" : "\(best.text) draws"
    if report.isExact { return "\(words), exact" }
    let sure = report.certainty < 100 ? " at \(report.certainty) %" : ""
    return "\(words), \(report.depth) moves ahead\(sure)"
  }

  /// What is announced of a move: `Black plays d3`, or that a side must pass.
  public static func announcement(of move: ReversiMove, by side: Side) -> String {
    switch move {
    case .place(let square): "\(side.name) plays \(square.text)"
    case .pass: "\(side.name) has no move and passes"
    }
  }
}
