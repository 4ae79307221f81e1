internal import Games
internal import Opponents
internal import Reversi
internal import ReversiEngine
internal import ReversiWeights

/// Why a player cannot go on.
struct PlayerFailure: Error, Hashable, Sendable {
  /// Whose fault it is.
  enum Kind: Sendable {
    /// The player's.
    case fault
    /// The player could not be started.
    case start
    /// Nobody's: the match was told to stop.
    case stop
  }

  /// What it did, as the end of a sentence: `played a1: a1 turns no disc`.
  let reason: String
  let kind: Kind

  init(_ reason: String, kind: Kind = .fault) {
    self.reason = reason
    self.kind = kind
  }

  static let stopped = PlayerFailure("was stopped", kind: .stop)
}

/// The game that a player is asked about.
struct MatchSituation {
  /// The number of the game in the match, from 0.
  let number: Int
  /// The game so far; its first moves are those of the opening.
  let game: EngineGame
  /// What each move took, in nanoseconds.
  let times: [UInt64]
}

/// One side of a match: it is shown a game and says what it would play.
///
/// It stays on one thread.
protocol MatchPlayer: AnyObject {
  /// Takes note of a game, so that only thinking is left to do.
  func prepare(_ situation: MatchSituation) throws(PlayerFailure)

  /// Chooses a move in the game that ``prepare(_:)`` was told of; the caller checks it.
  func choose(_ situation: MatchSituation) throws(PlayerFailure) -> ReversiMove

  /// Gives up what a failed player holds; it starts afresh with the next game.
  func abandon()

  /// Ends the player.
  func close()
}

/// What every player of a match shares.
struct MatchRules: Sendable {
  /// The longest time for a move of a program, in nanoseconds.
  var limit: UInt64 = 60_000_000_000
  /// From how many empty squares on our engine finds the exact score, where its setting says nothing.
  var solve: Int?
  /// Where our levels' chance comes from.
  var seed: UInt64 = 0
  /// The books of our engines by their names.
  var books: [String: ReversiBook] = [:]
  /// The weights of our engines by their files.
  var weights: [String: PatternWeights] = [:]
  /// The clock.
  let now: @Sendable () -> UInt64
  /// Whether the match has been told to stop.
  let shouldStop: @Sendable () -> Bool
}

extension PlayerSpecification {
  /// Makes the player; programs are started when they are first asked.
  func makePlayer(_ rules: MatchRules) -> any MatchPlayer {
    switch kind {
    case .own: OwnPlayer(self, rules)
    case .level(let level): LevelPlayer(level, rules)
    case .nboard(let command): ProgramPlayer(NBoardTalk(self), command, rules)
    case .gtp(let command): ProgramPlayer(GTPTalk(self), command, rules)
    }
  }
}

/// Our engine.
final class OwnPlayer: MatchPlayer {
  private let engine: Engine
  private let effort: Effort
  private let rules: MatchRules
  private let ponders: Bool
  private let openings: ReversiBook?
  private let variety: Int
  private var book: EngineBook?
  private var number: Int?

  init(_ specification: PlayerSpecification, _ rules: MatchRules) {
    engine = Engine(
      EngineSize(
        megabytes: specification.megabytes ?? 64, threads: specification.threads ?? 1),
      weights: specification.weights.flatMap { rules.weights[$0] } ?? .shipped, now: rules.now)
    ponders = specification.ponders
    openings = specification.book.flatMap { rules.books[$0] }
    variety = specification.variety ?? 0
    let usual = specification.depth.map { Effort.usualSolve(depth: $0) } ?? 0
    effort = Effort(
      depth: specification.depth, nanoseconds: specification.nanoseconds,
      nodes: specification.nodes, solve: specification.solve ?? rules.solve ?? usual)
    self.rules = rules
  }

  func prepare(_ situation: MatchSituation) {
    // Games do not depend on those before, so they can be played in any order.
    if number != situation.number {
      engine.forget()
      book = openings.map {
        EngineBook(
          $0, variety: variety,
          chance: Chance(seed: rules.seed, move: situation.number))
      }
    }
    number = situation.number
    engine.stopPondering()
  }

  func choose(_ situation: MatchSituation) throws(PlayerFailure) -> ReversiMove {
    let position = situation.game.position
    let best =
      book?.choose(in: position)?.move
      ?? engine.think(position, effort, shouldStop: rules.shouldStop).report.best
    if rules.shouldStop() { throw .stopped }
    guard let best else { throw PlayerFailure("found no move") }
    if ponders {
      var next = situation.game
      if (try? next.play(best)) != nil, !next.position.mustPass { engine.ponder(next.position) }
    }
    return best
  }

  func abandon() { engine.stopPondering() }
  func close() { engine.stopPondering() }
}

/// Our opponent of a level.
final class LevelPlayer: MatchPlayer {
  private let opponent: ReversiOpponent
  private let rules: MatchRules

  init(_ level: ReversiLevel, _ rules: MatchRules) {
    opponent = ReversiOpponent(level: level)
    self.rules = rules
  }

  func prepare(_ situation: MatchSituation) {}

  func choose(_ situation: MatchSituation) throws(PlayerFailure) -> ReversiMove {
    let position = situation.game.position
    // Each game has a chance of its own, whichever worker plays it.
    var chance = Chance(
      seed: Chance(seed: rules.seed, move: situation.number).first(),
      move: situation.game.moves.count)
    let move = opponent.choose(
      in: position, for: position.sideToMove.seat, chance: &chance, limits: .init())?.move
    if rules.shouldStop() { throw .stopped }
    guard let move else { throw PlayerFailure("found no move") }
    return move
  }

  func abandon() {}
  func close() {}
}

extension Chance {
  fileprivate func first() -> UInt64 {
    var copy = self
    return copy.next()
  }
}
