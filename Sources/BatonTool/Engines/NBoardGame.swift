internal import Games
internal import Reversi

/// What NBoard's `set game` tells: a game in GGF, of which the board, the moves and the clocks are read.
struct NBoardGame: Hashable, Sendable {
  /// The game.
  private(set) var game = EngineGame()
  /// The seconds that each side has for the game, if it has a clock.
  private(set) var secondsForGame: Double?
  /// The seconds that a side gets for each of its moves.
  private(set) var increment = 0.0
  /// The seconds that the sides took so far, Black's first.
  private(set) var secondsUsed = [0.0, 0.0]

  /// Reads a game such as `(;GM[Othello]BO[8 -…- *]B[F5]W[D6/1.5/0.3];)`.
  ///
  /// - Throws: ``TextError`` with the reason and the place in the text.
  init(text: String) throws(TextError) {
    var reader = GGFReader(text.utf8)
    let read: GGFGame?
    do throws(GGFError) {
      read = try reader.next()
    } catch {
      throw TextError(error.reason, at: error.offset)
    }
    guard let read else { throw TextError("expected a game in GGF, (;...;)", at: 0) }
    game = EngineGame(start: read.start)
    if let clock = read.value(of: "TI") { readClock(clock.text) }
    for move in read.moves {
      do throws(IllegalMove) {
        try game.play(move.move, by: move.side)
      } catch {
        throw TextError("\(error.reason) at move \(game.moves.count + 1)")
      }
      note(Double(max(move.time.thousandths ?? 0, 0)) / 1000, of: move.side)
    }
  }

  /// Adds what a side took for a move.
  mutating func note(_ seconds: Double, of side: Side) {
    secondsUsed[side.seat.index] += seconds
  }

  /// Plays a move and notes its time.
  mutating func play(_ timed: TimedMove) throws(IllegalMove) {
    try game.play(timed.move)
    note(timed.seconds, of: game.position.sideToMove.opponent)
  }

  /// The seconds that are left to the side to move, if there is a clock.
  var secondsLeft: Double? {
    guard let secondsForGame else { return nil }
    let side = game.position.sideToMove
    let moves = zip(game.positions, game.moves).count { $0.0.sideToMove == side }
    return max(
      secondsForGame + increment * Double(moves) - secondsUsed[side.seat.index], 0)
  }

  /// Reads `15:00`, `1:00:00/30` or `300//120`: the time, what each move adds, and a last extension, which is not
  /// counted on.
  private mutating func readClock(_ value: String) {
    let parts = value.split(separator: "/", omittingEmptySubsequences: false)
    guard let main = parts.first.flatMap(NBoardGame.seconds), main > 0 else { return }
    secondsForGame = main
    if parts.count > 1, let added = NBoardGame.seconds(parts[1]) { increment = added }
  }

  private static func seconds(_ text: some StringProtocol) -> Double? {
    // What follows a comma are conditions of the clock.
    let time = text.prefix { $0 != "," }
    var total = 0.0
    for part in time.split(separator: ":", omittingEmptySubsequences: false) {
      guard let number = Double(part), number >= 0, number < 1e6 else { return nil }
      total = total * 60 + number
    }
    return total
  }
}

/// A move as NBoard and GGF write it: `F5`, `F5/1.25/3.2` with value and seconds, either left out or not.
struct TimedMove: Hashable, Sendable {
  let move: ReversiMove
  let seconds: Double

  /// Reads a move.
  ///
  /// - Throws: ``TextError`` with the reason.
  init(text: String) throws(TextError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 3, let first = parts.first else {
      throw TextError("expected a move such as F5/1.25/3.2, not \(quoted(text))", at: 0)
    }
    do throws(TextError) {
      move = try ReversiMove(text: String(first))
    } catch {
      throw TextError("\(error.reason), not \(quoted(String(first)))", at: 0)
    }
    for part in parts.dropFirst() where !part.isEmpty {
      guard let number = Double(part), number.isFinite else {
        throw TextError("expected a number after the move, not \(quoted(String(part)))", at: 0)
      }
    }
    seconds = parts.count > 2 ? max(Double(parts[2]) ?? 0, 0) : 0
  }
}
