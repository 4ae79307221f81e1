internal import Games
internal import Reversi

/// The two players of a match.
enum MatchSide: Int, Sendable {
  case first, second

  /// The other player.
  var other: MatchSide { self == .first ? .second : .first }

  /// What the player is called.
  var name: String { self == .first ? "first" : "second" }
}

/// A game of a match that is over.
struct MatchGame: Hashable, Sendable {
  /// Who lost before the end of the game, and why.
  struct Forfeit: Hashable, Sendable {
    let loser: MatchSide
    let reason: String
    /// Whether the player could not be started at all.
    var isStart = false
  }

  /// The number of the game, from 0.
  let number: Int
  /// Who had the black discs.
  let black: MatchSide
  /// The moves.
  let game: EngineGame
  /// What each move took, in nanoseconds; 0 for those of the opening and for passes.
  let times: [UInt64]
  /// The number of moves that the opening gave.
  let openingLength: Int
  /// How it ended if not by the rules.
  let forfeit: Forfeit?

  /// The first player's discs less the second's; `nil` if the game was not played to its end.
  var discs: Int? {
    forfeit == nil ? game.position.tournamentScore(of: black == .first ? .black : .white) : nil
  }

  /// The first player's points.
  var points: Double {
    if let forfeit { return forfeit.loser == .first ? 0 : 1 }
    let discs = discs ?? 0
    return discs > 0 ? 1 : discs < 0 ? 0 : 0.5
  }

  /// The player of a colour.
  private func player(of side: Side) -> MatchSide { side == .black ? black : black.other }

  /// What the moves of a player took.
  func times(of player: MatchSide) -> [UInt64] {
    game.moves.indices.dropFirst(openingLength).filter {
      game.moves[$0] != .pass && self.player(of: game.positions[$0].sideToMove) == player
    }.map { times[$0] }
  }

  /// The moves as a transcript.
  var transcript: String {
    game.moves.map { move -> String in
      if case .place(let square) = move { return square.text.uppercased() }
      return ""
    }.joined()
  }

  /// The result as a phrase: `first +12`, `draw`, `second wins, first was ended by signal 11`.
  var resultText: String {
    if let forfeit {
      return "\(forfeit.loser.other.name) wins, \(forfeit.loser.name) \(forfeit.reason)"
    }
    let discs = discs ?? 0
    if discs == 0 { return "draw" }
    return discs > 0 ? "first +\(discs)" : "second +\(-discs)"
  }
}

/// Plays one game between two players that are never trusted.
///
/// - Returns: the game, or `nil` if the match was told to stop.
func playMatchGame(
  number: Int, opening: EngineGame, black: MatchSide, first: any MatchPlayer,
  second: any MatchPlayer, now: () -> UInt64
) -> MatchGame? {
  var game = opening
  var times = [UInt64](repeating: 0, count: opening.moves.count)
  var forfeit: MatchGame.Forfeit?
  while !game.position.isOver, forfeit == nil {
    if game.position.mustPass, (try? game.play(.pass)) != nil {
      times.append(0)
      continue
    }
    let mover = game.position.sideToMove == .black ? black : black.other
    let player = mover == .first ? first : second
    do throws(PlayerFailure) {
      let situation = MatchSituation(number: number, game: game, times: times)
      try player.prepare(situation)
      let begin = now()
      let move = try player.choose(situation)
      let time = now() &- begin
      do throws(IllegalMove) {
        try game.play(move)
      } catch {
        throw PlayerFailure("played \(move.text): \(error.reason)")
      }
      // At least a nanosecond, so that moves of the players differ from those that nobody thought about.
      times.append(max(time, 1))
    } catch {
      player.abandon()
      if error.kind == .stop { return nil }
      forfeit = MatchGame.Forfeit(
        loser: mover, reason: error.reason, isStart: error.kind == .start)
    }
  }
  return MatchGame(
    number: number, black: black, game: game, times: times,
    openingLength: opening.moves.count, forfeit: forfeit)
}
