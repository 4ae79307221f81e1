import Games

/// One random game in which the laws are checked.
struct LawCheck<G: Game> {
  let setup: GameSetup
  let seed: UInt64
  let longestGame: Int
  let isComplete: Bool
  /// The moves to try for a seat, all of them legal.
  let moves: (G, Seat) -> [G.Move]
  var report: LawReport

  /// Moves seen anywhere in this game: those that are not legal now must be refused now.
  private var knownMoves: [G.Move] = []
  private var isKnown: Set<G.Move> = []
  private var played: [String] = []
  /// What the tester draws from; the game gets chance of its own.
  private var draws: Chance

  init(
    setup: GameSetup, seed: UInt64, longestGame: Int, isComplete: Bool, report: LawReport,
    moves: @escaping (G, Seat) -> [G.Move]
  ) {
    self.moves = moves
    self.setup = setup
    self.seed = seed
    self.longestGame = longestGame
    self.isComplete = isComplete
    self.report = report
    draws = Chance(seed: seed, move: -1)
  }

  mutating func playOneGame() throws(BrokenLaw) {
    report.games += 1
    var position = try start()
    // In every fourth game seats leave now and then.
    let seatsLeave = setup.seats > 2 && seed % 4 == 3
    var away: SeatSet = []
    while true {
      try check(position, away: away)
      if position.outcome != nil { return }
      if played.count >= longestGame {
        report.unfinished += 1
        return
      }
      if seatsLeave, draws.below(8) == 0 {
        let stay = SeatSet(first: position.seatCount).subtracting(away).seats
        if stay.count > 1 {
          let seat = stay[draws.below(stay.count)]
          position = try leaving(position, seat)
          away.insert(SeatSet(seat))
          continue
        }
      }
      position = try moving(position)
    }
  }

  func broken(_ law: String, _ found: String, in position: G? = nil) -> BrokenLaw {
    BrokenLaw(
      law: law, found: found, game: G.info.id, seats: setup.seats, options: setup.options,
      seed: seed, moves: played, position: position?.text ?? "")
  }

  private func chance() -> Chance { Chance(seed: seed, move: played.count + 1) }

  private func start() throws(BrokenLaw) -> G {
    var chance = Chance(seed: seed)
    var again = chance
    do throws(SetupError) {
      let position = try G(setup: setup, chance: &chance)
      guard try G(setup: setup, chance: &again) == position, again == chance else {
        throw SetupError("the same chance set up another position")
      }
      guard position.seatCount == setup.seats else {
        throw SetupError("the game has \(position.seatCount) seats")
      }
      return position
    } catch {
      throw broken("the set-up is accepted, and the same chance sets up the same", error.reason)
    }
  }

  private mutating func leaving(_ position: G, _ seat: Seat) throws(BrokenLaw) -> G {
    var (next, again) = (position, position)
    var (luck, luckAgain) = (chance(), chance())
    next.withdraw(seat, chance: &luck)
    again.withdraw(seat, chance: &luckAgain)
    played.append("\(seat.number): leaves")
    guard next == again, luck == luckAgain else {
      throw broken("the same chance leads to the same position", "withdraw differs", in: position)
    }
    report.withdrawals += 1
    return next
  }

  private mutating func moving(_ position: G) throws(BrokenLaw) -> G {
    let seat: Seat
    let move: G.Move
    if let forced = position.forcedMove {
      (seat, move) = forced
      report.forced += 1
    } else {
      let seats = position.seatsToAct.seats
      seat = seats[draws.below(seats.count)]
      let moves = moves(position, seat)
      move = moves[draws.below(moves.count)]
    }
    var luck = chance()
    guard let next = try? position.playing(move, by: seat, chance: &luck) else {
      throw broken("each listed move is accepted", "\(seat.number): \(move.text)", in: position)
    }
    played.append("\(seat.number): \(move.text)")
    return next
  }

  // MARK: The laws of one position

  private mutating func check(_ position: G, away: SeatSet) throws(BrokenLaw) {
    report.positions += 1
    try checkEnd(of: position)
    try checkSeats(of: position, away: away)
    try checkText(of: position, "position", in: position)
    for viewer in viewers {
      try checkText(of: position.view(for: viewer), "view for \(viewer)", in: position)
    }
    for index in 0..<position.seatCount {
      guard let seat = Seat(index) else { continue }
      try checkMoves(of: seat, in: position)
    }
    try checkForcedMove(in: position)
  }

  private var viewers: [Viewer] {
    [.spectator, .referee] + SeatSet(first: setup.seats).seats.map { .seat($0) }
  }

  private func checkEnd(of position: G) throws(BrokenLaw) {
    guard position.seatsToAct.isEmpty == (position.outcome != nil) else {
      throw broken(
        "nobody may act exactly when there is an outcome",
        "\(position.seatsToAct.count) seats may act, outcome \(position.outcome == nil ? "no" : "yes")",
        in: position)
    }
    guard position.isOver == (position.outcome != nil) else {
      throw broken("a game is over exactly when there is an outcome", "", in: position)
    }
    guard let outcome = position.outcome else { return }
    guard outcome.seats.count == position.seatCount else {
      throw broken("the outcome has an entry for each seat", "\(outcome.seats.count)", in: position)
    }
    guard outcome.scores.isEmpty || outcome.scores.count == position.seatCount else {
      throw broken(
        "the outcome has a score for each seat or none", "\(outcome.scores.count)", in: position)
    }
    for entry in outcome.seats { try checkText(of: entry, "outcome of a seat", in: position) }
  }

  private func checkSeats(of position: G, away: SeatSet) throws(BrokenLaw) {
    guard position.seatCount == setup.seats else {
      throw broken("the number of seats stays", "\(position.seatCount)", in: position)
    }
    let acting = position.seatsToAct
    guard acting.subtracting(SeatSet(first: position.seatCount)).isEmpty else {
      throw broken("who may act has a seat", "\(acting.seats.map(\.number))", in: position)
    }
    guard acting.isDisjoint(with: away) else {
      throw broken(
        "a seat that left does not act any more", "\(acting.seats.map(\.number))", in: position)
    }
  }

  private mutating func checkMoves(of seat: Seat, in position: G) throws(BrokenLaw) {
    let moves = moves(position, seat)
    let mayAct = position.seatsToAct.contains(seat)
    guard moves.isEmpty != mayAct else {
      throw broken(
        "a seat has moves exactly when it may act", "seat \(seat.number) has \(moves.count)",
        in: position)
    }
    guard moves == self.moves(position, seat) else {
      throw broken("moves are listed in a fixed order", "seat \(seat.number)", in: position)
    }
    let legal = Set(moves)
    guard legal.count == moves.count else {
      throw broken(
        "no move is listed twice", moves.map(\.text).joined(separator: " "), in: position)
    }
    for move in moves {
      try checkAccepted(move, by: seat, in: position)
      if isKnown.insert(move).inserted { knownMoves.append(move) }
    }
    guard isComplete || !mayAct else { return }
    for move in sampleOfKnownMoves() where !legal.contains(move) {
      try checkRefused(move, by: seat, in: position)
    }
  }

  private mutating func sampleOfKnownMoves() -> [G.Move] {
    // All of them while they are few, else a part, so that long games stay quick to check.
    guard knownMoves.count > 16 else { return knownMoves }
    return (0..<12).map { _ in knownMoves[draws.below(knownMoves.count)] }
  }

  private mutating func checkAccepted(
    _ move: G.Move, by seat: Seat, in position: G
  ) throws(BrokenLaw) {
    report.accepted += 1
    let name = "\(seat.number): \(move.text)"
    var (luck, luckAgain) = (chance(), chance())
    var next = position
    guard (try? next.play(move, by: seat, chance: &luck)) != nil else {
      throw broken("each listed move is accepted", name, in: position)
    }
    guard let again = try? position.playing(move, by: seat, chance: &luckAgain), again == next,
      luck == luckAgain
    else {
      throw broken("the same move with the same chance leads to the same", name, in: position)
    }
    try checkText(of: move, "move", in: position)
    guard let seen = position.text(of: move, by: seat, for: .referee),
      let read = try? G.Move(text: seen), read == move
    else { throw broken("the referee sees every move", name, in: position) }
    guard position.text(of: move, by: seat, for: .seat(seat)) != nil else {
      throw broken("a seat sees the move that it makes", name, in: position)
    }
  }

  private mutating func checkRefused(
    _ move: G.Move, by seat: Seat, in position: G
  ) throws(BrokenLaw) {
    report.refused += 1
    let name = "\(seat.number): \(move.text)"
    var copy = position
    var luck = chance()
    guard (try? copy.play(move, by: seat, chance: &luck)) == nil else {
      throw broken("a move that is not listed is refused", name, in: position)
    }
    guard copy == position else {
      throw broken("a refused move leaves the position as it was", name, in: position)
    }
  }

  private func checkForcedMove(in position: G) throws(BrokenLaw) {
    guard let forced = position.forcedMove else { return }
    var luck = chance()
    let isListed = !isComplete || moves(position, forced.seat).contains(forced.move)
    guard isListed, position.seatsToAct.contains(forced.seat),
      (try? position.playing(forced.move, by: forced.seat, chance: &luck)) != nil
    else {
      throw broken(
        "a forced move is legal", "\(forced.seat.number): \(forced.move.text)", in: position)
    }
  }

  // MARK: Texts

  private func checkText<T: TextRepresentable & Hashable>(
    of value: T, _ name: String, in position: G
  ) throws(BrokenLaw) {
    let text = value.text
    let bytes = Array(text.utf8)
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
      throw broken("a text is printable and on one line", "\(name): \(text)", in: position)
    }
    guard bytes.first != 0x20, bytes.last != 0x20 else {
      throw broken("a text has no space around it", "\(name): \"\(text)\"", in: position)
    }
    guard let read = try? T(text: text), read == value, read.hashValue == value.hashValue else {
      throw broken("the text of a \(name) reads back as the same value", text, in: position)
    }
    var draws = Chance(seed: seed, move: played.count + 1_000_000)
    for _ in 0..<2 {
      let damaged = LawCheck.damaged(bytes, by: &draws)
      do throws(TextError) {
        let value = try T(text: damaged)
        guard let again = try? T(text: value.text), again == value else {
          throw TextError("", at: -1)
        }
      } catch {
        guard (0...damaged.utf8.count).contains(error.offset ?? 0) else {
          let law =
            error.offset == -1
            ? "what is read from a damaged text has a text that reads back"
            : "an error's offset lies in the text"
          throw broken(law, "\(name): \(damaged)", in: position)
        }
      }
    }
  }

  /// Returns a text with a byte changed, dropped, added or doubled, or cut short.
  private static func damaged(_ bytes: [UInt8], by draws: inout Chance) -> String {
    var bytes = bytes
    let place = draws.below(bytes.count + 1)
    let isAny = bytes.isEmpty || draws.below(2) == 0
    let byte = isAny ? UInt8(draws.below(256)) : bytes[draws.below(bytes.count)]
    switch draws.below(4) {
    case 0 where place < bytes.count: bytes[place] = byte
    case 1 where place < bytes.count: bytes.remove(at: place)
    case 2: bytes.removeLast(bytes.count - place)
    default: bytes.insert(byte, at: place)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
