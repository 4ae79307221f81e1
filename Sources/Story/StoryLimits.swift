public import Games

/// How long a turn and a whole story may be, in characters.
///
/// A character is a Unicode scalar: `é` is one or two of them, as it was typed, and a flag is two. Graphemes,
/// as readers count, would need tables that change from one release of Unicode to the next; scalars are
/// counted alike by Swift, by `[...text].length` in a browser and by `char_length` in PostgreSQL.
public struct StoryLimits: Hashable, Sendable {
  /// The lengths that a turn can be limited to.
  public static let turns = 1...2000
  /// The lengths that a story can be limited to.
  public static let totals = 1...100_000
  /// 250 characters a turn, 3,800 in all.
  public static let usual = StoryLimits(uncheckedTurn: 250, total: 3800)

  /// The most characters of one turn.
  public let turn: Int
  /// The most characters of the whole story.
  public let total: Int

  /// Creates limits; `nil` if one is out of range.
  public init?(turn: Int, total: Int) {
    guard StoryLimits.turns.contains(turn), StoryLimits.totals.contains(total) else { return nil }
    self.init(uncheckedTurn: turn, total: total)
  }

  private init(uncheckedTurn turn: Int, total: Int) {
    self.turn = turn
    self.total = total
  }
}

extension StoryLimits: TextRepresentable {
  /// Both limits, as in the options of a set-up: `turn=250 total=3800`.
  public var text: String { "turn=\(turn) total=\(total)" }

  /// Reads limits; one that is left out is the usual one, so an empty text gives ``usual``.
  public init(text: String) throws(TextError) {
    var turn: Int?
    var total: Int?
    for word in Words(text) {
      if let number = word.number(after: "turn="), turn == nil, StoryLimits.turns.contains(number) {
        turn = number
      } else if let number = word.number(after: "total="), total == nil,
        StoryLimits.totals.contains(number)
      {
        total = number
      } else {
        throw TextError("expected turn=1 to turn=2000 and total=1 to total=100000", at: word.offset)
      }
    }
    self.init(
      uncheckedTurn: turn ?? StoryLimits.usual.turn, total: total ?? StoryLimits.usual.total)
  }
}
