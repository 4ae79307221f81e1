import Chess
import Games
import Testing

@Suite("Blocked positions")
struct BlockedTests {
  static let dead = [
    // A wall from edge to edge, with the kings behind it.
    "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 w - - 0 1",
    "8/8/4k3/p1p1p1p1/PpPpPpPp/1P1P1P1P/4K3/8 b - - 0 1",
    // Chains with protected pawns, against which a king stands.
    "8/3k4/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/3K4/8 w - - 0 1",
    "8/8/3k4/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/4K3 b - - 0 1",
    // Doubled pawns, of which one blocks the other, and a file without pawns whose squares are attacked.
    "4k3/8/8/p1p1p1p1/PpPpPpP1/1P1P1P2/1P6/4K3 w - - 0 1",
    // Bishops that stay at home.
    "4kb2/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4KB2 w - - 0 1",
    "3bkb2/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/3BK3 b - - 0 1",
    // A pawn gives check with its last step, and the king has a way out.
    "8/8/1p1pkp1p/pPpPpPpP/P1P1P1P1/8/3K4/8 b - - 0 1",
  ]

  static let live = [
    // A gap on the h-file, through which a king can pass.
    "4k3/8/8/p1p1p3/PpPpPp2/1P1P1P2/8/4K3 w - - 0 1",
    // The pawn that has just leapt can be captured in passing.
    "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 b - g3 0 1",
    // A pawn can capture a pawn.
    "4k3/8/8/3pp3/3PP3/8/8/4K3 w - - 0 1",
    // Nothing protects a pawn, and a king gets to it around its attacks, or from behind.
    "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", "8/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/4k3/7K w - - 0 1",
    // One pawn can still step.
    "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P2/7P/4K3 w - - 0 1",
    // It is a king that blocks the pawn.
    "8/8/8/p1p1p1p1/PpPpPpPp/1P1P1PkP/8/4K3 w - - 0 1",
    // A bishop can capture a pawn, be captured by one, or give check behind the wall.
    "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/2B1K3 w - - 0 1",
    "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/2B1K1b1 w - - 0 1",
    // Knights, rooks and queens leap or break through.
    "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K1N1 w - - 0 1",
    "4k2r/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 w - - 0 1",
  ]

  @Test("Walls through which nobody can ever pass end the game", arguments: dead)
  func isDead(fen: String) throws {
    let position = try ChessPosition(fen: fen)
    #expect(position.isDead)
    #expect(ChessGame(position).ending == .deadPosition)
    #expect(ways(from: position).isEmpty)
  }

  @Test("Where something can be captured or moved the game goes on", arguments: live)
  func isLive(fen: String) throws {
    let position = try ChessPosition(fen: fen)
    #expect(!position.isDead)
    #expect(!ways(from: position, limit: 300_000).isEmpty)
  }

  @Test("By chance: what is said to be dead has no capture of a pawn, no move of one and no mate")
  func random() throws {
    print("blocked positions, seed 52")
    var chance = Chance(seed: 52)
    var (walls, dead, withBishops) = (0, 0, 0)
    while walls < 40_000 {
      guard let position = BlockedTests.wall(&chance) else { continue }
      walls += 1
      guard position.isDead else { continue }
      dead += 1
      if !position.fen().lowercased().split(separator: " ")[0].filter({ $0 == "b" }).isEmpty {
        withBishops += 1
      }
      let found = ways(from: position, limit: 3000)
      #expect(found.isEmpty, "\(position.fen()): \(found)")
    }
    print("\(dead) of \(walls) dead, \(withBishops) of them with bishops")
    #expect(dead > 200 && withBishops > 20)
  }

  /// Pawns that mostly stand before each other, kings and a few bishops anywhere; `nil` if that is not legal.
  private static func wall(_ chance: inout Chance) -> ChessPosition? {
    guard var setup = try? ChessSetup(fen: "8/8/8/8/8/8/8/8") else { return nil }
    var rank = 2 + chance.below(3)
    for file in 0..<8 where chance.below(12) != 0 {
      // Mostly one chain, at times another height.
      let height = chance.below(6) == 0 ? 1 + chance.below(5) : rank
      setup[ChessSquare.all[height * 8 + file]] = ChessPiece(.white, .pawn)
      setup[ChessSquare.all[height * 8 + 8 + file]] = ChessPiece(.black, .pawn)
      rank = min(max(rank + (chance.below(2) == 0 ? 1 : -1), 2), 4)
    }
    func put(_ piece: ChessPiece) {
      let square = ChessSquare.all[chance.below(64)]
      if setup[square] == nil { setup[square] = piece }
    }
    if chance.below(4) == 0 { put(ChessPiece(.white, .pawn)) }
    if chance.below(4) == 0 { put(ChessPiece(.black, .pawn)) }
    for side in ChessSide.allCases {
      put(ChessPiece(side, .king))
      if chance.below(2) == 0 { put(ChessPiece(side, .bishop)) }
    }
    setup.sideToMove = chance.below(2) == 0 ? .white : .black
    return try? ChessPosition(setup)
  }

  /// The first move that captures a pawn, moves one or mates, among all that can ever be played, as far as `limit`
  /// positions are looked at; empty if there is none.
  private func ways(from start: ChessPosition, limit: Int = .max) -> String {
    var seen: Set<UInt64> = [start.repetitionKey]
    var open = [start]
    var next = 0
    while next < open.count, open.count < limit {
      let position = open[next]
      next += 1
      for move in position.legalMoves {
        guard let after = try? position.playing(move) else { return "refused" }
        let moved = position[move.from]?.kind
        if moved == .pawn || position[move.to]?.kind == .pawn || after.isCheckmate {
          return "\(move.text) in \(position.fen())"
        }
        if seen.insert(after.repetitionKey).inserted { open.append(after) }
      }
    }
    return ""
  }
}
