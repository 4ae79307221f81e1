import Games
import Reversi

/// A game in which Black must pass after 16 moves, and White then has B4, C3 and G3.
let passingGame = "E6F6C4C5C6D6G7F4G4G6E7H8H6G5G8F8"

/// A game in which Black passes thirteen times and ends without a disc, five squares empty.
let lostGame =
  "F5F6F7G7H7H8E6H6G6G5H5H4G8F8D3G4H3H2G3F4D7E7D8E8D6C8B8C4B5B4B3A6B6C6B7A8A4D2B2B1C2E2F1F2F3G2H1E1"
  + "E3C1D1A1C3A5C7"

/// The position after some moves, passes left out or not; a pass that is due is still to be made.
func position(after transcript: String) throws -> ReversiPosition {
  let record = try Transcript(transcript).record
  let isForced = record.moves.last?.isForced ?? false
  return record.positions[record.positions.count - (isForced ? 2 : 1)]
}

/// A game as NBoard tells of it; passes are left out if `writesPasses` is false.
func ggf(_ transcript: String, tags: String = "", writesPasses: Bool = true) throws -> String {
  let record = try Transcript(transcript).record
  var text = "(;GM[Othello]PC[NBoard]DT[2020-01-01 12:00:00 GMT]PB[a]PW[b]RE[?]\(tags)TY[8]"
  text += "BO[8 ---------------------------O*------*O--------------------------- *]"
  for (index, entry) in record.moves.enumerated() {
    let isPass = entry.move == .pass
    if isPass, !writesPasses || index == record.moves.count - 1 { continue }
    text += entry.seat == .first ? "B[" : "W["
    text += (isPass ? "PA" : entry.move.text.uppercased()) + "/1.50/0.25]"
  }
  return text + ";)"
}

/// A position as a game without moves.
func ggf(_ position: ReversiPosition, tags: String = "") -> String {
  let board = position.text.map { $0 == "X" ? "*" : String($0) }.joined()
  return "(;GM[Othello]\(tags)TY[8]BO[8 \(board)];)"
}

/// The exact score for the side to move, by trying everything.
func exactScore(_ position: ReversiPosition) -> Int {
  if position.isOver { return position.tournamentScore(of: position.sideToMove) }
  let seat = position.sideToMove.seat
  return position.legalMoves(for: seat).map { move in
    var next = position
    guard (try? next.play(move, by: seat)) != nil else { return -65 }
    return -exactScore(next)
  }.max() ?? -65
}

/// A position of a game by chance with so many empty squares, in which somebody is to place a disc.
func ending(empties: Int, seed: UInt64) -> ReversiPosition {
  for seed in seed... {
    let found = randomGame(seed: seed).positions.first {
      $0.emptyCount == empties && $0.placements.nonzeroBitCount > 1
    }
    if let found { return found }
  }
  return .start
}
