import Chess
import Games

/// Notations of chess.
extension FuzzTarget {
  static let chess: [FuzzTarget] = [
    FuzzTarget("fen", text: readFEN),
    FuzzTarget("san", text: readSAN),
    FuzzTarget("epd", readEPD),
    FuzzTarget("pgn", readPGN),
  ]

  @Sendable private static func readFEN(_ text: String) {
    readText(ChessPosition.self, text)
    readText(ChessGame.self, text)
    readText(ChessMove.self, text)
    guard let setup = try? ChessSetup(fen: text) else { return }
    for notation in [ChessCastlingNotation.automatic, .shredder] {
      guard let again = try? ChessSetup(fen: setup.fen(castling: notation)) else {
        fail("a set-up that is not read again")
      }
      // Several rooks of one side that may castle are no position, and letters cannot always tell them.
      expect(again == setup || setup.illegality != nil, "another set-up")
    }
    guard let position = try? ChessPosition(setup) else { return }
    guard let again = try? ChessPosition(fen: position.fen()) else {
      fail("a position that is not read again")
    }
    expect(again.repetitionKey == position.repetitionKey, "another key")
    expect(again.legalMoves == position.legalMoves, "other moves")
    expect(position.legalMoveCount == position.legalMoves.count, "another count of moves")
  }

  /// Reads a position, and on the next line a move.
  @Sendable private static func readSAN(_ text: String) {
    let lines = text.split(separator: "\n", maxSplits: 1)
    guard let last = lines.last else { return }
    let given = lines.count > 1 ? try? ChessPosition(fen: String(lines[0])) : nil
    let position = given ?? .start
    do throws(SANError) {
      let move = try position.move(san: String(last))
      expect(position.isLegal(move), "a move that is not legal")
      for figurine in [false, true] {
        let san = position.san(move, figurine: figurine)
        let again = try? position.move(san: san)
        expect(again == move, "\(san) is another move")
      }
    } catch {
      guard case .ambiguous(let moves) = error else { return }
      expect(moves.count > 1 && Set(moves).count == moves.count, "nothing to choose from")
      for move in moves { expect(position.isLegal(move), "a candidate that is not legal") }
    }
  }

  @Sendable private static func readEPD(_ bytes: [UInt8]) {
    var reader = EPDReader()
    var rest = bytes[...]
    var lines = 0
    while true {
      do throws(EPDError) {
        guard let entry = try reader.next() else {
          if rest.isEmpty { break }
          let size = 1 + Int(rest.first ?? 0) % 50
          reader.append(Array(rest.prefix(size)))
          rest = rest.dropFirst(size)
          if rest.isEmpty { reader.finish() }
          continue
        }
        lines += 1
        readText(EPDRecord.self, entry.record.text)
        guard let again = try? EPDRecord(text: entry.record.text) else {
          fail("a line that is not read again")
        }
        expect(again == entry.record, "another line")
        _ = try? entry.record.bestMoves
        _ = try? entry.record.line()
      } catch {
        lines += 1
        expect(error.line >= 1 && error.column ?? 1 >= 1, "a place outside of the bytes")
      }
      expect(lines <= bytes.count + 1, "a reader without an end")
    }
  }

  @Sendable private static func readPGN(_ bytes: [UInt8]) {
    // Small, so that they are reached.
    var limits = PGNLimits()
    limits.tagBytes = 200
    limits.commentBytes = 300
    limits.textBytes = 1000
    limits.depth = 8
    limits.moves = 200
    limits.tags = 12
    for limits in [limits, PGNLimits()] {
      let entries = PGNReader.games(in: bytes, limits: limits)
      var reader = PGNReader(limits: limits)
      var pieces: [PGNEntry] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let size = 1 + Int(rest.first ?? 0) % 30
        reader.append(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
        while let entry = reader.next() { pieces.append(entry) }
      }
      reader.finish()
      while let entry = reader.next() { pieces.append(entry) }
      expect(pieces == entries, "other games in pieces")
      for entry in entries { readAgain(entry) }
    }
  }

  /// A tag is kept and written as it is, whether or not a game can begin there.
  private static func isAboutStart(_ reason: PGNProblem.Reason) -> Bool {
    if case .illegalSetup = reason { return true }
    return reason == .fen
  }

  private static func readAgain(_ entry: PGNEntry) {
    let again = PGNReader.games(in: entry.game.bytes)
    expect(again.count == 1 && again[0].game == entry.game, "another game\n\(entry.game.text)")
    expect(again[0].errors.allSatisfy { isAboutStart($0.reason) }, "a game that is written wrong")
    expect(again[0].game.hashValue == entry.game.hashValue, "another hash")
    expect(again[0].game.text.hasSameBytes(as: entry.game.text), "another text")
    for problem in entry.problems {
      expect(problem.line >= 1 && problem.column >= 1 && problem.ply >= 0, "no place")
      _ = problem.description
    }
    _ = try? entry.game.record()
  }
}
