import Chess
import Games

/// Damages bytes in the ways that files are damaged: cut, joined, with bytes changed, doubled or lost.
func damaged(_ bytes: [UInt8], alphabet: [UInt8], chance: inout Chance) -> [UInt8] {
  var bytes = bytes
  for _ in 0...chance.below(4) {
    guard !bytes.isEmpty else { break }
    let place = chance.below(bytes.count)
    let byte =
      chance.below(3) == 0 ? UInt8(chance.below(256)) : alphabet[chance.below(alphabet.count)]
    switch chance.below(6) {
    case 0: bytes[place] = byte
    case 1: bytes.insert(byte, at: place)
    case 2: bytes.remove(at: place)
    case 3: bytes.removeLast(chance.below(bytes.count))
    case 4: bytes.insert(contentsOf: bytes[place...].prefix(chance.below(80)), at: place)
    default: bytes.removeSubrange(place..<min(place + chance.below(20), bytes.count))
    }
  }
  return bytes
}

/// A game by chance with variations, comments, glyphs and annotations.
func randomPGN(seed: UInt64) throws -> PGNGame {
  var chance = Chance(seed: seed)
  let start =
    seed.isMultiple(of: 3) ? ChessPosition.chess960(chance.below(960)) ?? .start : .start
  var game = PGNGame(start: start)
  game.setValue("Seed \"\(seed)\" \\ é", of: "Event")
  game.result = PGNResult.allCases[chance.below(4)]
  game.setValue(game.result.text, of: "Result")
  var nodes = [(PGNGame.Node.root, start)]
  for _ in 0..<chance.below(120) {
    // Mostly the end of the last line, at times a variation anywhere.
    let (node, position) =
      chance.below(8) == 0 ? nodes[chance.below(nodes.count)] : nodes[nodes.count - 1]
    let moves = position.legalMoves
    if moves.isEmpty { continue }
    let move = moves[chance.below(moves.count)]
    let next = try game.add(move, after: node)
    if chance.below(3) == 0 { game[notes: next] = randomNotes(&chance) }
    if chance.below(20) == 0, game.children(of: node).count > 1 {
      game[notes: next].introduction = "instead [%clk 0:00:01]"
    }
    // A move that the line had already is gone on from where it is.
    nodes.append((next, try position.playing(move)))
  }
  // An introduction is that of a variation.
  for node in [game.mainLine.first].compactMap({ $0 }) { game[notes: node].introduction = "" }
  if chance.below(3) == 0 { game[notes: .root].comment = "before\nall moves" }
  var all = [PGNGame.Node.root]
  while let node = all.popLast() {
    for (place, child) in game.children(of: node).enumerated() {
      if place == 0 { game[notes: child].introduction = "" }
      all.append(child)
    }
  }
  return game
}

private func randomNotes(_ chance: inout Chance) -> PGNNotes {
  var notes = PGNNotes()
  for _ in 0..<chance.below(3) { notes.add(glyph: UInt16(chance.below(150))) }
  if chance.below(3) == 0 { notes.clock = chance.below(36_000_000) }
  if chance.below(4) == 0 { notes.elapsed = chance.below(60) * 1000 }
  if chance.below(3) == 0 {
    notes.evaluation =
      chance.below(5) == 0
      ? PGNEvaluation(.mate(chance.below(40) - 20), depth: chance.below(60))
      : PGNEvaluation(.centipawns(chance.below(2000) - 1000))
  }
  for _ in 0..<(chance.below(4) == 0 ? chance.below(25) : 0) {
    let color = PGNColor.allCases[chance.below(6)]
    let (a, b) = (ChessSquare.all[chance.below(64)], ChessSquare.all[chance.below(64)])
    notes.marks.append(PGNMark(color, a))
    notes.arrows.append(PGNArrow(color, from: a, to: b))
  }
  let texts = [
    "", "good", "a longer remark that will not fit on what is left of its line, so it is wrapped",
    "two\nparagraphs", "a } brace", "{ ( ; % $ [Event \"x\"]", "% at the front", "Zürich – ½ 棋",
    "[%unknown 12] kept", "[%clk nonsense]",
  ]
  notes.comment = texts[chance.below(texts.count)]
  return notes
}
