import Chess
import Foundation
import Games
import Testing

@Suite("Counts of the chess tree")
struct ChessPerftTests {
  /// One line of the data: a FEN and the counts by depth.
  struct Row: Sendable, CustomTestStringConvertible {
    var fen: String
    var name: String
    var counts: [(depth: Int, leaves: UInt64)]
    var testDescription: String { name }

    static let all: [Row] = {
      guard let text = try? String(contentsOf: Fixture.url("perft.txt"), encoding: .utf8) else {
        return []
      }
      return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
        let parts = line.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        var row = Row(fen: parts[0], name: "", counts: [])
        for part in parts.dropFirst() {
          let words = part.split(separator: " ")
          if part.hasPrefix("D"), let depth = Int(words[0].dropFirst()),
            let leaves = UInt64(words[1])
          {
            row.counts.append((depth, leaves))
          } else if part.hasPrefix("N") {
            row.name = String(words[1])
          }
        }
        return row
      }
    }()
  }

  #if DEBUG
    static let most: UInt64 = 100_000
  #else
    static let most: UInt64 = 20_000_000
  #endif

  @Test("All published counts are reached")
  func published() throws {
    let most = ProcessInfo.processInfo.environment["BATON_LONG"] == nil ? Self.most : .max
    print("perft of chess, counts up to \(most); BATON_LONG=1 for all")
    #expect(Row.all.count > 90)
    var checked = 0
    for row in Row.all {
      let position = try ChessPosition(fen: row.fen)
      for (depth, leaves) in row.counts where leaves <= most {
        #expect(position.perft(depth) == leaves, "\(row.name) depth \(depth): \(row.fen)")
        checked += 1
      }
    }
    print("\(checked) counts of \(Row.all.count) positions")
  }

  @Test("A position and its mirror image have as many moves")
  func mirrored() throws {
    for row in Row.all {
      let setup = try ChessSetup(fen: row.fen)
      #expect(
        try ChessPosition(setup).perft(3) == ChessPosition(setup.mirrored).perft(3), "\(row.name)")
    }
  }

  @Test("The parts of a count add up, and each move in the list is played as it is counted")
  func divided() throws {
    for row in Row.all {
      let position = try ChessPosition(fen: row.fen)
      #expect(
        position.divide(2).reduce(0) { $0 + $1.count } == position.perft(2), "\(row.name)")
      #expect(position.divide(3).map(\.move) == position.legalMoves)
      #expect(position.legalMoves.count == position.legalMoveCount)
      #expect(Set(position.legalMoves).count == position.legalMoveCount)
      for move in position.legalMoves {
        // What is played leads to a position that stands every test of a set-up.
        let next = try position.playing(move)
        #expect(next.setup.illegality == nil, "\(row.name) \(move.text)")
        #expect(try ChessPosition(text: next.text) == next)
        #expect(try position.move(uci: position.uci(move)) == move)
        #expect(try position.move(uci: position.uci(move, chess960: true)) == move)
      }
    }
  }

  @Test("A slow generator that tries every move finds the same ones")
  func compared() throws {
    for row in Row.all {
      let position = try ChessPosition(fen: row.fen)
      for move in position.legalMoves + [nil] {
        let next = try move.map { try position.playing($0) } ?? position
        let found = Set(next.legalMoves.filter { !next.isCastling($0) })
        #expect(found == SlowChess.moves(in: next), "\(row.name) \(next.text)")
      }
    }
  }
}

enum Fixture {
  static func url(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/\(name)")
  }
}

extension ChessSetup {
  /// The same with sides exchanged and ranks turned around.
  var mirrored: ChessSetup {
    var other = ChessSetup()
    func turned(_ square: ChessSquare) -> ChessSquare {
      ChessSquare(file: square.file, rank: 7 - square.rank) ?? square
    }
    for square in ChessSquare.all {
      guard let piece = self[square] else { continue }
      other[turned(square)] = ChessPiece(piece.side.opponent, piece.kind)
    }
    other.sideToMove = sideToMove.opponent
    other.castlingRooks = castlingRooks.map(turned)
    other.enPassant = enPassant.map(turned)
    return other
  }
}
