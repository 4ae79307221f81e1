import Games
import Opponents
import Reversi
import ReversiEngine
import ReversiWeights

// The test compares the lines between the marks with the README.

func readmeExample() throws -> String {
  // README begins
  var record = Record(start: ReversiPosition.start)
  let strong = ReversiOpponent(level: .strongest, weights: .shipped)
  var chance = Chance(seed: 2026)
  while let seat = record.position.seatsToAct.first,
    let choice = strong.choose(
      in: record.position, for: seat, chance: &chance, limits: SearchLimits())
  {
    try record.play(choice.move, by: seat)
  }
  print(Transcript(record).text, record.position.outcome?.scores ?? [])
  // README ends
  return Transcript(record).text
}
