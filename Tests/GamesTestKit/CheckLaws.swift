public import Games

/// Plays random games and checks in each position every law that ``Game`` and `EnumerableGame` state.
///
/// A test of a new game is one line:
///
/// ```swift
/// @Test("Noughts and crosses keeps the laws of games")
/// func laws() throws { try checkLaws(of: NoughtsAndCrosses.self) }
/// ```
///
/// The laws:
/// - the description of the game is sound, and set-ups with other numbers of seats are refused;
/// - nobody may act exactly when there is an outcome; who may act has a seat and a move;
/// - the outcome has one entry per seat, and one score per seat or none at all;
/// - each listed move is accepted, none is listed twice, and each time in the same order;
/// - what is not listed is refused, by seats that may not act and (unless `isComplete` is `false`) by those
///   that may; a refused move leaves the position as it was;
/// - a forced move is listed for its seat;
/// - the same move with the same chance leads to the same position and uses the same chance;
/// - the texts of positions, moves, outcomes and views read back as the same values and stand on one line;
///   damaged ones are refused or read as some value whose text reads back, and never trap;
/// - a seat sees the move that it makes, and the referee sees every move;
/// - a seat that leaves a game of more than two does not act any more.
///
/// That a view hides what it should is up to each game; see ``visibleWords(in:)`` for a help with that.
///
/// - Parameters:
///   - type: The game.
///   - setups: What to start from; by default one plain set-up for each number of seats.
///   - games: The number of random games for each set-up.
///   - seed: The seed of the first game; the others have the next numbers. It is part of every report.
///   - longestGame: The number of moves after which a game is given up.
///   - isComplete: Whether `legalMoves(for:)` lists every legal move, so that all others must be refused.
/// - Returns: what was gone through, which is also printed.
/// - Throws: ``BrokenLaw`` for the first break, with the seed and the moves that led to it.
@discardableResult
public func checkLaws<G: EnumerableGame>(
  of type: G.Type, setups: [GameSetup]? = nil, games: Int = 20, seed: UInt64 = 1,
  longestGame: Int = 1000, isComplete: Bool = true
) throws(BrokenLaw) -> LawReport {
  var report = LawReport(game: G.info.id, seed: seed)
  try checkInfo(of: type)
  for setup in setups ?? G.info.seats.map({ GameSetup(seats: $0) }) {
    for game in 0..<max(games, 1) {
      var check = LawCheck<G>(
        setup: setup, seed: seed &+ UInt64(game), longestGame: longestGame, isComplete: isComplete,
        report: report)
      try check.playOneGame()
      report = check.report
    }
  }
  print("checkLaws:", report.description)
  return report
}

private func checkInfo<G: EnumerableGame>(of type: G.Type) throws(BrokenLaw) {
  let info = G.info
  func fail(_ law: String, _ found: String, seats: Int) -> BrokenLaw {
    BrokenLaw(
      law: law, found: found, game: info.id, seats: seats, options: "", seed: 0, moves: [],
      position: "")
  }
  let isPlain = info.id.utf8.allSatisfy {
    (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
  }
  guard !info.id.isEmpty, isPlain else {
    throw fail("the identifier is lower-case ASCII", info.id, seats: 0)
  }
  guard info.seats.lowerBound >= 1, info.seats.upperBound <= Seat.maximumCount else {
    throw fail("a game has 1 to 16 seats", "\(info.seats)", seats: 0)
  }
  for seats in -1...17 where !info.seats.contains(seats) {
    var chance = Chance(seed: 1)
    if (try? G(setup: GameSetup(seats: seats), chance: &chance)) != nil {
      throw fail("a set-up with a number of seats not for the game is refused", "", seats: seats)
    }
  }
}

/// Returns the words of a text: its longest runs of ASCII letters and digits.
///
/// For tests that a secret does not leak: give each secret a word of its own, and check that the words of
/// `view(for:).text` of everybody else do not contain it.
public func visibleWords(in text: String) -> Set<String> {
  var words: Set<String> = []
  var word: [UInt8] = []
  for byte in Array(text.utf8) + [0x20] {
    let isDigit = (0x30...0x39).contains(byte)
    if isDigit || (0x61...0x7a).contains(byte | 0x20) {
      word.append(byte)
    } else if !word.isEmpty {
      words.insert(String(decoding: word, as: UTF8.self))
      word = []
    }
  }
  return words
}
