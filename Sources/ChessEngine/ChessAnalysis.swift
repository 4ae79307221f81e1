public import Chess
internal import Games

extension ChessScore {
  /// The same seen from the other side.
  public var negated: ChessScore {
    switch self {
    case .centipawns(let value): .centipawns(-value)
    case .mate(let moves): .mate(in: -moves)
    }
  }

  /// How likely it is to win rather than to lose, in thousandths from -1000 to 1000.
  ///
  /// 2 / (1 + e^(-0.00368208 c)) - 1 of c hundredths of a pawn, the curve that Lichess fitted to games of its players
  /// (lichess.org/page/accuracy); read from a table with straight lines between. A mate is certain.
  public var chances: Int {
    let value: Int
    switch self {
    case .mate(let moves): return moves > 0 ? 1000 : -1000
    case .centipawns(let centipawns): value = min(max(centipawns, -1000), 1000)
    }
    let place = abs(value) / ChessScore.step
    let rest = abs(value) % ChessScore.step
    let low = ChessScore.curve[place]
    let high = ChessScore.curve[min(place + 1, ChessScore.curve.count - 1)]
    let chances = low + (high - low) * rest / ChessScore.step
    return value < 0 ? -chances : chances
  }

  private static let step = 50
  private static let curve = [
    0, 92, 182, 269, 352, 430, 502, 568, 627, 680, 726, 767, 802, 833, 859, 881, 900, 916, 930, 941,
    951,
  ]
}

/// How bad a move of a game was.
public enum ChessJudgement: UInt8, Hashable, Sendable, CaseIterable, Comparable {
  /// `?!`: it lost a tenth of the way from a sure win to a sure loss, or more.
  case inaccuracy
  /// `?`: a fifth.
  case mistake
  /// `??`: three tenths.
  case blunder

  init?(loss: Int) {
    switch loss {
    case 300...: self = .blunder
    case 200...: self = .mistake
    case 100...: self = .inaccuracy
    default: return nil
    }
  }

  /// The sign that is written behind the move.
  public var sign: String {
    switch self {
    case .inaccuracy: "?!"
    case .mistake: "?"
    case .blunder: "??"
    }
  }

  /// The word for it, with a capital.
  public var name: String {
    switch self {
    case .inaccuracy: "Inaccuracy"
    case .mistake: "Mistake"
    case .blunder: "Blunder"
    }
  }

  /// The numeric annotation glyph of PGN.
  public var glyph: UInt16 {
    switch self {
    case .inaccuracy: 6
    case .mistake: 2
    case .blunder: 4
    }
  }

  /// Returns whether `a` is less bad than `b`.
  public static func < (a: ChessJudgement, b: ChessJudgement) -> Bool { a.rawValue < b.rawValue }
}

/// What an analysis found out about one move of a game.
public struct AnalysedChessMove: Hashable, Sendable {
  /// The number of the half-move, from 1.
  public let ply: Int
  /// The side that moved.
  public let side: ChessSide
  /// The move played.
  public let move: ChessMove
  /// What the position after it is worth to white.
  public let score: ChessScore
  /// The best move; the one played, if none is better.
  public let best: ChessMove
  /// What the position after the best move is worth to white.
  public let bestScore: ChessScore
  /// How play should have gone on, the best move first.
  public let line: [ChessMove]
  /// How many plies the search for the best move looked ahead in full.
  public let depth: Int

  /// How much of its chances the side gave away, in thousandths, 0 or more.
  public var loss: Int {
    let difference = bestScore.chances - score.chances
    return max(side == .white ? difference : -difference, 0)
  }

  /// How bad the move was, or `nil` if it was not.
  public var judgement: ChessJudgement? { move == best ? nil : ChessJudgement(loss: loss) }
}

/// The value of every move of a game, and of the moves that should have been played.
public struct ChessAnalysis: Hashable, Sendable {
  /// Where the game begins.
  public let start: ChessPosition
  /// What the first position is worth to white.
  public let startScore: ChessScore
  /// What was found out about each move.
  public let moves: [AnalysedChessMove]

  /// The moves of a side that were judged so.
  public func count(_ judgement: ChessJudgement, of side: ChessSide) -> Int {
    moves.reduce(0) { $0 + ($1.side == side && $1.judgement == judgement ? 1 : 0) }
  }

  /// What a side gave away on average with a move, in thousandths of a sure win; 0 without moves.
  public func averageLoss(of side: ChessSide) -> Int {
    let own = moves.filter { $0.side == side }
    return own.isEmpty ? 0 : own.reduce(0) { $0 + $1.loss } / own.count
  }

  /// Analyses a game, from its end backwards so that what is learnt of later positions helps with earlier ones.
  ///
  /// - Parameters:
  ///   - start: where the game begins.
  ///   - moves: its legal moves.
  ///   - progress: told how many of how many positions are done; `false` ends it.
  ///   - search: searches one position, with the game before it.
  /// - Returns: `nil` when it was ended, or a move is not legal.
  public static func analysing(
    from start: ChessPosition, _ moves: [ChessMove],
    progress: (Int, Int) -> Bool = { _, _ in true }, search: (ChessGame) -> ChessReport
  ) -> ChessAnalysis? {
    guard let games = games(from: start, moves) else { return nil }
    var found: [AnalysedChessMove] = []
    var after = ChessScore.centipawns(0)
    var isMateOnBoard = false
    for ply in (0..<games.count).reversed() {
      let game = games[ply]
      let side = game.position.sideToMove
      if let over = score(ofEnd: game) {
        after = over
        isMateOnBoard = game.position.isCheck
      } else {
        let report = search(game)
        guard let line = report.lines.first else { return nil }
        let score = side == .white ? line.score : line.score.negated
        if ply < moves.count {
          let played = game.position.resolve(moves[ply]) ?? moves[ply]
          // What came of the move played is known a ply deeper; if that is better after all, it was the best.
          let isBetter =
            side == .white ? after.value > score.value : after.value < score.value
          let isBest = line.move == played || isBetter
          found.append(
            AnalysedChessMove(
              ply: ply + 1, side: side, move: played, score: after,
              best: isBest ? played : line.move, bestScore: isBest ? after : score,
              line: isBest && line.move != played ? [played] : line.moves, depth: line.depth))
          after = isBest ? grown(after, by: side, from: isMateOnBoard) : score
        } else {
          after = score
        }
        isMateOnBoard = false
      }
      guard progress(games.count - ply, games.count) else { return nil }
    }
    return ChessAnalysis(start: start, startScore: after, moves: found.reversed())
  }

  /// What a position is worth whose best move leads to a score: a mate is a move farther away for who gives it.
  private static func grown(
    _ score: ChessScore, by side: ChessSide, from isMateOnBoard: Bool
  ) -> ChessScore {
    guard case .mate(let moves) = score, !isMateOnBoard else { return score }
    if moves > 0, side == .white { return .mate(in: moves + 1) }
    if moves <= 0, side == .black { return .mate(in: moves - 1) }
    return score
  }

  /// The game after each move; games that went on after the rules had ended them are taken as they are.
  private static func games(from start: ChessPosition, _ moves: [ChessMove]) -> [ChessGame]? {
    var game = ChessGame(start)
    var games = [game]
    for move in moves {
      if (try? game.play(move)) == nil {
        guard let next = try? game.position.playing(move) else { return nil }
        game = ChessGame(next)
      }
      games.append(game)
    }
    return games
  }

  /// What a position without moves is worth to white; `nil` if there are some.
  private static func score(ofEnd game: ChessGame) -> ChessScore? {
    guard game.position.legalMoveCount == 0 else { return nil }
    guard game.position.isCheck else { return .centipawns(0) }
    // Seen from white, who has mated or is mated; the move that gave it is counted.
    return .mate(in: game.position.sideToMove == .white ? -1 : 1)
  }
}

extension ChessAnalysis {
  /// Writes what was found into a game: the value of each move, signs and words behind bad ones, and for these how
  /// play should have gone on as a variation.
  ///
  /// What was written there before stays.
  ///
  /// - Parameters:
  ///   - game: the game whose main line was analysed.
  ///   - plies: the longest variation.
  public func annotate(_ game: inout PGNGame, plies: Int = 10) {
    var before = PGNGame.Node.root
    for (node, found) in zip(game.mainLine, moves) {
      var notes = game[notes: node]
      switch found.score {
      case .centipawns(let value):
        notes.evaluation = PGNEvaluation(.centipawns(value), depth: found.depth)
      case .mate(let moves):
        // PGN has no sign for a mate that is on the board.
        let isOver = found.ply == self.moves.count && game.finalPosition.isCheckmate
        notes.evaluation = isOver ? nil : PGNEvaluation(.mate(moves))
      }
      if let judgement = found.judgement {
        if !notes.glyphs.contains(where: { (1...6).contains($0) }) {
          notes.glyphs.insert(judgement.glyph, at: 0)
        }
        let position = game.position(at: before)
        let words = "\(judgement.name). \(position.san(found.best)) was best."
        let comment = notes.comment
        notes.comment = comment.utf8.isEmpty ? words : "\(comment) \(words)"
        game[notes: node] = notes
        var place = before
        for move in found.line.prefix(plies) {
          guard let next = try? game.add(move, after: place) else { break }
          place = next
        }
      } else {
        game[notes: node] = notes
      }
      before = node
    }
  }
}
