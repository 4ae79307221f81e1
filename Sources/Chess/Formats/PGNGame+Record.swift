public import Games

/// Between files and games as they are played.
extension PGNGame {
  /// Creates the game of a record, with the seven usual tags.
  ///
  /// - Parameters:
  ///   - record: a game of chess, over or not.
  ///   - tags: what is known of the game; those of the seven that are missing get `?`.
  ///   - result: how it ended where the rules of the board do not say it: by resignation, time or agreement.
  public init(_ record: Record<ChessGame>, tags: [PGNTag] = [], result: PGNResult? = nil) {
    self.init(start: record.positions[0].position)
    var node = Node.root
    var position = start
    for entry in record.moves {
      guard case .move(let move) = entry.move, let legal = position.resolve(move) else { continue }
      node = append(Entry.packed(legal), after: node)
      position.play(known: legal)
    }
    self.result = result ?? PGNResult(record.position.outcome)
    for tag in tags { setValue(tag.value, of: tag.name) }
    setValue(self.result.text, of: "Result")
    completeRoster()
  }

  /// The main line as a game played by the rules.
  ///
  /// - Throws: `IllegalMove` where a game goes on although the rules have ended it, as games from before the rules
  ///   of five repetitions and 75 moves may.
  public func record() throws(IllegalMove) -> Record<ChessGame> {
    var record = Record(start: ChessGame(start))
    for node in mainLine {
      guard let move = move(to: node) else { throw IllegalMove("nobody moves") }
      try record.play(.move(move), by: record.position.position.sideToMove.seat)
    }
    return record
  }
}

extension PGNResult {
  /// The result of a game for two; `unknown` while it goes on.
  public init(_ outcome: Outcome?) {
    switch (outcome?[.first], outcome?[.second]) {
    case (.won?, _), (_, .lost?), (_, .quit?), (_, .timeExpired?): self = .whiteWins
    case (_, .won?), (.lost?, _), (.quit?, _), (.timeExpired?, _): self = .blackWins
    case (.tied?, _): self = .draw
    default: self = .unknown
    }
  }
}
