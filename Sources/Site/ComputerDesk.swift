internal import Chess
internal import ChessEngine
internal import Dispatch
internal import Games
internal import Hosting
internal import Opponents
internal import Reversi
internal import ReversiEngine
internal import ReversiWeights

/// Where the computer thinks for pages without script: one search at a time, in a short queue.
///
/// It thinks on a thread of its own, so that turns of people never wait for it.
final class ComputerDesk: Sendable {
  /// The most searches that wait; more are turned away.
  static let queueLimit = 32
  /// The most positions of one search, so that one request costs a fraction of a second.
  static let nodeLimit = 2_000_000
  /// The same for chess, whose positions cost more.
  static let chessNodeLimit = 500_000

  private let queue = DispatchQueue(label: "baton.computer", qos: .utility)
  private let waiting = Lock(0)

  /// Returns the move that a level plays in a position.
  ///
  /// - Throws: ``Problem`` of status 503 if too many wait already.
  func move(in position: ReversiPosition, level: ReversiLevel) async throws -> ReversiMove? {
    try await think {
      // The position seeds the chance: going back and forth in the browser shows the same reply.
      var chance = Chance(seed: position.black &* 31 &+ position.white, move: level.number)
      return ReversiOpponent(level: level, weights: .shipped, book: .shipped).choose(
        in: position, for: position.sideToMove.seat, chance: &chance,
        limits: SearchLimits(nodes: ComputerDesk.nodeLimit))?.move
    }
  }

  /// Returns the move that a level plays in a game of chess.
  ///
  /// - Throws: ``Problem`` of status 503 if too many wait already.
  func move(in game: ChessGame, level: ChessLevel) async throws -> ChessAction? {
    try await think {
      var chance = Chance(seed: game.position.repetitionKey, move: level.number)
      return ChessOpponent(level: level).choose(
        in: game, for: game.position.sideToMove.seat, chance: &chance,
        limits: SearchLimits(nodes: ComputerDesk.chessNodeLimit))?.move
    }
  }

  private func think<Move: Sendable>(
    _ choose: @escaping @Sendable () -> Move?
  ) async throws -> Move? {
    let isAdmitted = waiting.withLock { count in
      guard count < ComputerDesk.queueLimit else { return false }
      count += 1
      return true
    }
    guard isAdmitted else {
      throw Problem(
        status: 503, code: "rateLimited", detail: "many games wait for the computer; try again soon"
      )
    }
    defer { waiting.withLock { $0 -= 1 } }
    return await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(returning: choose())
      }
    }
  }
}
