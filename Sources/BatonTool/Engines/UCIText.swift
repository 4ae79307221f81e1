internal import Chess
internal import ChessEngine

/// How UCI writes what the engine found.
enum UCIText {
  /// The lines about a search that goes on: one for each variation.
  static func info(
    _ report: ChessReport, in game: ChessGame, options: UCIOptions, nanoseconds: UInt64
  ) -> String {
    let rate = Double(report.nodes) / max(Double(nanoseconds), 1) * 1e9
    return report.lines.enumerated().map { index, line in
      var text = "info depth \(line.depth) seldepth \(max(line.selectiveDepth, line.depth))"
      text += " multipv \(index + 1) score \(score(line.score))"
      switch line.bound {
      case .exact: break
      case .lower: text += " lowerbound"
      case .upper: text += " upperbound"
      }
      if options.showsChances { text += " wdl " + chances(line.score) }
      text += " nodes \(report.nodes) nps \(Int(rate)) hashfull \(report.fullness)"
      text += " time \(nanoseconds / 1_000_000)"
      return text + " pv " + moves(line.moves, in: game.position, options: options)
    }.joined(separator: "\n")
  }

  static func score(_ score: ChessScore) -> String {
    switch score {
    case .centipawns(let value): "cp \(value)"
    case .mate(let moves): "mate \(moves)"
    }
  }

  /// The chances to win, draw and lose in thousandths, by a rough rule: 100 hundredths of a pawn win every second game.
  static func chances(_ score: ChessScore) -> String {
    let value = Double(max(-3000, min(3000, score.value)))
    func share(_ value: Double) -> Int {
      // 1 / (1 + 4^((100 - value) / 100)) without a mathematics library.
      var power = 1.0
      var exponent = (100 - value) / 100
      while exponent > 1 {
        power *= 4
        exponent -= 1
      }
      while exponent < 0 {
        power /= 4
        exponent += 1
      }
      // Between the whole numbers 4^x is near enough to 1 + 1.7x + 1.3x².
      power *= 1 + 1.7 * exponent + 1.3 * exponent * exponent
      return Int((1000 / (1 + power)).rounded())
    }
    let won = share(value)
    let lost = share(-value)
    return "\(won) \(max(0, 1000 - won - lost)) \(lost)"
  }

  static func moves(
    _ moves: [ChessMove], in position: ChessPosition, options: UCIOptions
  ) -> String {
    var position = position
    var texts: [String] = []
    for move in moves {
      guard position.isLegal(move) else { break }
      texts.append(position.uci(move, chess960: options.isChess960 ? true : nil))
      guard (try? position.play(move)) != nil else { break }
    }
    return texts.joined(separator: " ")
  }

  /// The legal moves, each with the number of leaves `depth` plies from the position, and their sum at the end.
  ///
  /// What has been counted is said move by move; there is no sum if `shouldStop` has become true.
  static func perft(
    _ depth: Int, of position: ChessPosition, options: UCIOptions, shouldStop: () -> Bool,
    say: (String) -> Void
  ) {
    var sum: UInt64 = depth == 0 ? 1 : 0
    for move in depth == 0 ? [] : position.legalMoves {
      guard let next = try? position.playing(move) else { continue }
      guard let count = next.perft(depth - 1, shouldStop) else {
        return say("info string perft was stopped")
      }
      sum += count
      say("\(moves([move], in: position, options: options)): \(count)")
    }
    say("\nNodes searched: \(sum)\n")
  }

  /// The end of a search.
  static func answer(_ report: ChessReport, in game: ChessGame, options: UCIOptions) -> String {
    guard let line = report.lines.first else {
      let score = game.position.isCheck ? "mate 0" : "cp 0"
      return "info depth 0 score \(score)\nbestmove (none)"
    }
    let texts = moves(
      Array(line.moves.prefix(2)), in: game.position, options: options
    ).split(separator: " ")
    let ponder = texts.count > 1 ? " ponder \(texts[1])" : ""
    return "bestmove \(texts.first ?? "(none)")\(ponder)"
  }
}

extension ChessPosition {
  /// Counts the leaves at `depth` plies; `nil` once `shouldStop` is true.
  fileprivate func perft(_ depth: Int, _ shouldStop: () -> Bool) -> UInt64? {
    // Some milliseconds: often enough to ask, and too seldom to cost anything.
    if depth <= 4 { return shouldStop() ? nil : perft(depth) }
    var sum: UInt64 = 0
    for move in legalMoves {
      guard let next = try? playing(move) else { continue }
      guard let count = next.perft(depth - 1, shouldStop) else { return nil }
      sum += count
    }
    return sum
  }
}
