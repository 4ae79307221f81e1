public import Games

/// A secret that somebody could read who must not know it.
public struct LeakedSecret: Error, Hashable, Sendable, CustomStringConvertible {
  /// The word that leaked; empty if the game named no secret at all.
  public let secret: String
  /// Who could read it.
  public let viewer: Viewer
  /// Where it stood: `view`, `move`, `refusal` or `secrets`.
  public let place: String
  /// The text in which it stood.
  public let text: String
  /// The identifier of the game.
  public let game: String
  /// The number of seats.
  public let seats: Int
  /// The seed of the random game.
  public let seed: UInt64
  /// What was played, each as `seat number: move`.
  public let moves: [String]

  /// Everything about the leak on a few lines.
  public var description: String {
    """
    \(game) tells \(viewer) a secret: \(secret)
    in a \(place): \(text)
    seats \(seats), seed \(seed), after \(moves.count) moves
    moves: \(moves.joined(separator: ", "))
    """
  }
}

/// What a check of secrets went through.
public struct SecretReport: Hashable, Sendable, CustomStringConvertible {
  /// The number of random games.
  public internal(set) var games = 0
  /// The number of positions that were searched.
  public internal(set) var positions = 0
  /// The number of texts that were searched.
  public internal(set) var texts = 0
  /// The number of secrets that were searched for, each once for every viewer and position.
  public internal(set) var secrets = 0

  /// The counts on one line.
  public var description: String {
    "\(games) games, \(positions) positions, \(texts) texts searched for \(secrets) secrets"
  }
}

/// Plays random games and searches every text that a viewer gets for words that are secret from that viewer.
///
/// ```swift
/// @Test("No hand is seen by others")
/// func secrets() throws {
///   try checkSecrets(of: Whist.self) { position, viewer in position.hands(hiddenFrom: viewer).map(\.text) }
/// }
/// ```
///
/// Searched are the view of each position, each move as the viewer is told of it, and why a seat is refused a move
/// of somebody else. A secret of ASCII letters and digits is searched for as a whole word, any other as bytes. In
/// every fourth game of more than two seats one leaves.
///
/// - Parameters:
///   - type: The game.
///   - setups: What to start from; by default one plain set-up for each number of seats.
///   - games: The number of random games for each set-up.
///   - seed: The seed of the first game; the others have the next numbers.
///   - longestGame: The number of moves after which a game is given up.
///   - secrets: The words that a viewer must not read in a position. For a game that is over, name what stays
///     secret.
/// - Returns: what was gone through, which is also printed.
/// - Throws: ``LeakedSecret`` for the first leak, or if no secret was named at all.
@discardableResult
public func checkSecrets<G: EnumerableGame>(
  of type: G.Type, setups: [GameSetup]? = nil, games: Int = 20, seed: UInt64 = 1,
  longestGame: Int = 1000, secrets: @escaping (G, Viewer) -> [String]
) throws(LeakedSecret) -> SecretReport {
  var report = SecretReport()
  for setup in setups ?? G.info.seats.map({ GameSetup(seats: $0) }) {
    for game in 0..<max(games, 1) {
      var search = SecretSearch<G>(
        setup: setup, seed: seed &+ UInt64(game), report: report, secrets: secrets)
      try search.playOneGame(longest: longestGame)
      report = search.report
    }
  }
  guard report.secrets > 0 else {
    throw LeakedSecret(
      secret: "", viewer: .spectator, place: "secrets", text: "the game names no secret",
      game: G.info.id, seats: 0, seed: seed, moves: [])
  }
  print("checkSecrets:", G.info.id, report.description)
  return report
}

/// One random game in which secrets are searched for.
private struct SecretSearch<G: EnumerableGame> {
  let setup: GameSetup
  let seed: UInt64
  var report: SecretReport
  let secrets: (G, Viewer) -> [String]
  var played: [String] = []

  init(
    setup: GameSetup, seed: UInt64, report: SecretReport,
    secrets: @escaping (G, Viewer) -> [String]
  ) {
    self.setup = setup
    self.seed = seed
    self.report = report
    self.secrets = secrets
  }

  private var viewers: [Viewer] {
    [.spectator] + SeatSet(first: setup.seats).seats.map { .seat($0) }
  }

  mutating func playOneGame(longest: Int) throws(LeakedSecret) {
    report.games += 1
    var chance = Chance(seed: seed)
    var draws = Chance(seed: seed, move: -1)
    guard var position = try? G(setup: setup, chance: &chance) else { return }
    var leaver = setup.seats > 2 && seed % 4 == 3 ? Seat(draws.below(setup.seats)) : nil
    try searchViews(of: position)
    while !position.isOver, played.count < longest {
      try searchRefusals(in: position)
      var luck = Chance(seed: seed, move: played.count + 1)
      if let seat = leaver, draws.below(4) == 0 {
        leaver = nil
        position.withdraw(seat, chance: &luck)
        played.append("\(seat.number): leaves")
        try searchViews(of: position)
        continue
      }
      let seat: Seat
      let move: G.Move
      if let forced = position.forcedMove {
        (seat, move) = forced
      } else {
        let seats = position.seatsToAct.seats
        seat = seats[draws.below(seats.count)]
        let moves = position.legalMoves(for: seat)
        guard !moves.isEmpty else { return }
        move = moves[draws.below(moves.count)]
      }
      guard let next = try? position.playing(move, by: seat, chance: &luck) else { return }
      played.append("\(seat.number): \(move.text)")
      for viewer in viewers where viewer != .seat(seat) {
        // What others are told of a move may not say what is secret after it.
        guard let text = position.text(of: move, by: seat, for: viewer) else { continue }
        try search(text, in: "move", for: viewer, of: next)
      }
      position = next
      try searchViews(of: position)
    }
  }

  private mutating func searchViews(of position: G) throws(LeakedSecret) {
    report.positions += 1
    for viewer in viewers {
      try search(position.view(for: viewer).text, in: "view", for: viewer, of: position)
    }
  }

  /// Tries moves of one seat by another, which must not be told more than that it may not.
  private mutating func searchRefusals(in position: G) throws(LeakedSecret) {
    for other in position.seatsToAct.seats {
      let moves = position.legalMoves(for: other).prefix(4)
      for seat in SeatSet(first: setup.seats).seats where seat != other {
        for move in moves {
          var luck = Chance(seed: seed, move: played.count + 1)
          do throws(IllegalMove) {
            _ = try position.playing(move, by: seat, chance: &luck)
          } catch {
            // Who asks may read again what it asked for.
            try search(
              error.reason, in: "refusal", for: .seat(seat), of: position, except: move.text)
          }
        }
      }
    }
  }

  private mutating func search(
    _ text: String, in place: String, for viewer: Viewer, of position: G, except known: String = ""
  ) throws(LeakedSecret) {
    report.texts += 1
    let words = visibleWords(in: text)
    let knownWords = visibleWords(in: known)
    for secret in secrets(position, viewer) where !secret.utf8.isEmpty {
      report.secrets += 1
      let isWord = secret.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x7a).contains($0 | 0x20)
      }
      let isSeen =
        isWord
        ? words.contains(secret) && !knownWords.contains(secret)
        : contains(text, secret) && !contains(known, secret)
      guard !isSeen else {
        throw LeakedSecret(
          secret: secret, viewer: viewer, place: place, text: text, game: G.info.id,
          seats: setup.seats, seed: seed, moves: played)
      }
    }
  }

  /// Whether a text holds another, byte for byte.
  private func contains(_ text: String, _ part: String) -> Bool {
    let (all, wanted) = (Array(text.utf8), Array(part.utf8))
    guard all.count >= wanted.count else { return false }
    return (0...(all.count - wanted.count)).contains { all[$0...].starts(with: wanted) }
  }
}
