internal import Reversi

/// What is written about a match: each opening as it ends, then the whole.
struct MatchReport {
  let first: PlayerSpecification
  let second: PlayerSpecification
  let test: SequentialTest?
  private(set) var statistics = MatchStatistics()
  private var times: [[UInt64]] = [[], []]
  private var forfeits = [0, 0]

  init(first: PlayerSpecification, second: PlayerSpecification, test: SequentialTest?) {
    self.first = first
    self.second = second
    self.test = test
  }

  /// Takes the games of an opening.
  mutating func add(_ games: [MatchGame]) {
    statistics.add(
      PairResult(points: games.map { $0.points }, discs: games.compactMap { $0.discs }))
    for game in games {
      for player in [MatchSide.first, .second] {
        times[player.rawValue] += game.times(of: player)
      }
      if let forfeit = game.forfeit { forfeits[forfeit.loser.rawValue] += 1 }
    }
  }

  /// The lines for the games of an opening.
  func text(_ games: [MatchGame], isJSON: Bool) -> String {
    if isJSON { return games.map { json($0).text + "\n" }.joined() }
    let results = games.map { $0.resultText }.joined(separator: "; ")
    return "\(statistics.games) games, +\(statistics.wins) =\(statistics.draws) "
      + "-\(statistics.losses): \(results)\n"
  }

  private func json(_ game: MatchGame) -> JSONText {
    let forfeit: JSONText =
      game.forfeit.map {
        .object([("loser", .string($0.loser.name)), ("reason", .string($0.reason))])
      } ?? .null
    return .object([
      ("game", .integer(game.number + 1)), ("black", .string(game.black.name)),
      ("moves", .string(game.transcript)), ("points", .number(fixed(game.points, 1))),
      ("discs", game.discs.map { .integer($0) } ?? .null), ("forfeit", forfeit),
    ])
  }

  /// The summary.
  func summary(isJSON: Bool) -> String { isJSON ? summaryJSON.text + "\n" : summaryText }

  private var summaryText: String {
    var rows = [
      ("first", shown(first.text)), ("second", shown(second.text)),
      (
        "games",
        "\(statistics.games): first wins \(statistics.wins), draws \(statistics.draws), "
          + "losses \(statistics.losses)"
      ),
    ]
    if let score = statistics.score {
      rows.append(("score", "\(fixed(score.mean * 100, 1)) %" + spread(score, by: 100, 1)))
    }
    if let discs = statistics.discs {
      rows.append(("discs", signed(discs.mean, 2) + spread(discs, by: 1, 2)))
    }
    if let elo = statistics.elo {
      let interval = statistics.eloInterval
      let range = interval.map { ", 95 % from \(signed($0.low, 0)) to \(signed($0.high, 0))" }
      rows.append(("Elo", signed(elo, 0) + (range ?? "")))
    }
    for player in [MatchSide.first, .second] {
      guard let (mean, longest) = figures(of: player) else { continue }
      let text = "\(fixed(mean, 3)) s a move, the longest \(fixed(longest, 3)) s"
      rows.append(("time \(player.name)", text))
    }
    for player in [MatchSide.first, .second] where forfeits[player.rawValue] > 0 {
      rows.append(("forfeits", "\(player.name) lost \(forfeits[player.rawValue]) before the end"))
    }
    if let test {
      let ratio = "ratio \(signed(test.ratio(statistics), 2)) of \(fixed(SequentialTest.bound, 2))"
      let verdict =
        switch test.verdict(statistics) {
        case .higher: "at least \(signed(test.high, 0)) Elo is likelier"
        case .lower: "at most \(signed(test.low, 0)) Elo is likelier"
        case nil: "not decided"
        }
      rows.append(("stop", "\(verdict) (\(ratio))"))
    }
    return rows.map { padded($0.0, to: 14) + $0.1 + "\n" }.joined()
  }

  private func spread(_ estimate: Estimate, by unit: Double, _ decimals: Int) -> String {
    guard let error = estimate.error else { return "" }
    return " ± \(fixed(Estimate.width * error * unit, decimals)) "
      + "(standard error \(fixed(error * unit, decimals)))"
  }

  private func figures(of player: MatchSide) -> (mean: Double, longest: Double)? {
    let all = times[player.rawValue]
    guard let longest = all.max() else { return nil }
    let sum = all.reduce(0.0) { $0 + Double($1) }
    return (sum / Double(all.count) / 1e9, Double(longest) / 1e9)
  }

  private var summaryJSON: JSONText {
    var members: [(String, JSONText)] = [
      ("first", .string(first.text)), ("second", .string(second.text)),
      ("games", .integer(statistics.games)), ("wins", .integer(statistics.wins)),
      ("draws", .integer(statistics.draws)), ("losses", .integer(statistics.losses)),
      ("score", json(statistics.score, 5)), ("discs", json(statistics.discs, 4)),
    ]
    let interval = statistics.eloInterval
    let elo: JSONText =
      statistics.elo.map {
        .object([
          ("mean", number($0, 1)), ("low", interval.map { number($0.low, 1) } ?? .null),
          ("high", interval.map { number($0.high, 1) } ?? .null),
        ])
      } ?? .null
    members.append(("elo", elo))
    for player in [MatchSide.first, .second] {
      let figures = figures(of: player)
      members.append(
        (
          player == .first ? "firstTime" : "secondTime",
          figures.map {
            .object([("mean", number($0.mean, 6)), ("longest", number($0.longest, 6))])
          } ?? .null
        ))
    }
    members.append(
      (
        "forfeits",
        .object([("first", .integer(forfeits[0])), ("second", .integer(forfeits[1]))])
      ))
    let stop: JSONText =
      test.map { test in
        .object([
          ("low", number(test.low, 1)), ("high", number(test.high, 1)),
          ("ratio", number(test.ratio(statistics), 4)),
          ("bound", number(SequentialTest.bound, 4)),
          ("verdict", test.verdict(statistics).map { .string($0.rawValue) } ?? .null),
        ])
      } ?? .null
    members.append(("stop", stop))
    return .object(members)
  }

  private func json(_ estimate: Estimate?, _ decimals: Int) -> JSONText {
    guard let estimate else { return .null }
    let interval = estimate.interval
    return .object([
      ("mean", number(estimate.mean, decimals)),
      ("error", estimate.error.map { number($0, decimals) } ?? .null),
      ("low", interval.map { number($0.low, decimals) } ?? .null),
      ("high", interval.map { number($0.high, decimals) } ?? .null),
    ])
  }

  /// A number, or null where it is infinite.
  private func number(_ value: Double, _ decimals: Int) -> JSONText {
    value.isFinite ? .number(fixed(value, decimals)) : .null
  }
}
