import Games
import Opponents
import Reversi
import Testing

@Suite("Local games")
struct LocalGameTests {
  typealias Game = LocalGame<ReversiPosition>

  private func square(_ name: String) throws -> ReversiMove { try ReversiMove(text: name) }

  private func start(_ people: SeatSet, from text: String = "") throws -> (Game, [Game.Effect]) {
    let started = Game.starting(try Transcript(text).record, people: people)
    return (started.game, started.effects)
  }

  /// The ticket in a list of effects, if it starts a search.
  private func ticket<G>(_ effects: [LocalGame<G>.Effect]) -> LocalGame<G>.Ticket? {
    for case .startSearch(let ticket, _) in effects { return ticket }
    return nil
  }

  @Test("With black a person begins, and the computer answers")
  func personBegins() throws {
    var (game, effects) = try start(SeatSet(.first))
    #expect(effects.isEmpty)
    #expect(game.peopleToAct == SeatSet(.first))
    #expect(game.runningSearch == nil)
    effects = try game.play(square("f5"), by: .first)
    let search = try #require(game.runningSearch)
    #expect(
      effects == [
        .announce([RecordedMove(seat: .first, move: try square("f5"))]),
        .startSearch(search, .second),
      ])
    #expect(game.peopleToAct.isEmpty)
    effects = game.finishSearch(search, move: try square("f6"))
    #expect(effects == [.announce([RecordedMove(seat: .second, move: try square("f6"))])])
    #expect(game.peopleToAct == SeatSet(.first))
    #expect(game.runningSearch == nil)
  }

  @Test("With white a person waits for the computer to begin")
  func computerBegins() throws {
    let (game, effects) = try start(SeatSet(.second))
    let search = try #require(game.runningSearch)
    #expect(effects == [.startSearch(search, .first)])
    #expect(game.peopleToAct.isEmpty)
  }

  @Test("Two people on one device need no search, and each takes back the last move")
  func twoPeople() throws {
    var (game, effects) = try start(SeatSet(first: 2))
    #expect(effects.isEmpty)
    for (name, seat) in [("f5", Seat.first), ("f6", .second), ("e6", .first)] {
      effects = try game.play(square(name), by: seat)
      #expect(effects == [.announce([RecordedMove(seat: seat, move: try square(name))])])
    }
    #expect(game.takeBack() == [])
    #expect(game.record == (try Transcript("f5f6").record))
    #expect(game.takeBack() == [])
    #expect(game.takeBack() == [])
    #expect(game.record.moves.isEmpty)
    #expect(game.takeBack() == nil)
  }

  @Test("Computers alone play to the end, each search for the seat that is to move")
  func computersAlone() throws {
    var (game, effects) = try start([])
    var turns = 0
    while let search = ticket(effects) {
      let seat = try #require(game.record.position.seatsToAct.first)
      #expect(effects.contains(.startSearch(search, seat)))
      let move = try #require(game.record.position.legalMoves(for: seat).first)
      effects = game.finishSearch(search, move: move)
      turns += 1
    }
    #expect(effects.last == .finish)
    #expect(game.record.position.isOver)
    #expect(turns >= 9)
    #expect(game.takeBack() == nil)
  }

  @Test("A person cannot move for the computer, nor against the rules, nor after the end")
  func refused() throws {
    var (game, _) = try start(SeatSet(.second))
    let before = game.record
    #expect(throws: IllegalMove.notYourTurn) { try game.play(square("f5"), by: .first) }
    #expect(throws: IllegalMove.notYourTurn) { try game.play(square("f5"), by: .second) }
    #expect(game.record == before)
    #expect(game.runningSearch != nil)
    (game, _) = try start(SeatSet(first: 2))
    #expect(throws: IllegalMove("a1 turns no disc")) { try game.play(square("a1"), by: .first) }
    #expect(game.record == before)
    var effects: [Game.Effect]
    (game, effects) = try start(SeatSet(.first), from: "E6F4E3F6G5D6E7F5C5")
    #expect(effects == [.finish])
    #expect(game.peopleToAct.isEmpty)
    for seat in [Seat.first, .second] {
      #expect(throws: IllegalMove.gameOver) { try game.play(square("a1"), by: seat) }
    }
  }

  @Test("Taking back goes to the person's last choice and stops a running search")
  func takeBackStops() throws {
    var (game, effects) = try start(SeatSet(.first))
    effects = try game.play(square("f5"), by: .first)
    let stale = try #require(ticket(effects))
    #expect(game.takeBack() == [.stopSearch])
    #expect(game.record.moves.isEmpty)
    #expect(game.runningSearch == nil)
    // The answer of the stopped search comes too late, also when the same move was made again.
    #expect(game.finishSearch(stale, move: try square("f6")) == [])
    effects = try game.play(square("d3"), by: .first)
    let fresh = try #require(ticket(effects))
    #expect(fresh != stale)
    #expect(game.finishSearch(stale, move: try square("c3")) == [])
    #expect(game.record.moves.count == 1)
    #expect(game.runningSearch == fresh)
    #expect(game.finishSearch(fresh, move: try square("c3")).count == 1)
    // Its answer counts once.
    #expect(game.finishSearch(fresh, move: try square("c3")) == [])
    #expect(game.record.moves.count == 2)
    #expect(game.takeBack() == [])
    #expect(game.record.moves.isEmpty)
  }

  @Test("Taking back as white leaves the computer's opening on the board")
  func takeBackAsWhite() throws {
    var (game, effects) = try start(SeatSet(.second))
    // Nobody has chosen yet: nothing changes, and the search goes on.
    #expect(game.takeBack() == nil)
    let opening = try #require(game.runningSearch)
    #expect(ticket(effects) == opening)
    effects = game.finishSearch(opening, move: try square("f5"))
    #expect(ticket(effects) == nil)
    #expect(game.takeBack() == nil)
    _ = try game.play(square("f6"), by: .second)
    #expect(game.takeBack() == [.stopSearch])
    #expect(game.record == (try Transcript("f5").record))
    #expect(game.peopleToAct == SeatSet(.second))
  }

  @Test("Taking back goes over a pass of the person's own and over the computer's moves")
  func takeBackOverPass() throws {
    // After white's f8 black must pass, and white, the computer, is to move again.
    let text = "E6F6C4C5C6D6G7F4G4G6E7H8H6G5G8"
    var (game, effects) = try start(SeatSet(.first), from: text)
    let search = try #require(ticket(effects))
    effects = game.finishSearch(search, move: try square("f8"))
    let next = try #require(game.runningSearch)
    #expect(
      effects == [
        .announce([
          RecordedMove(seat: .second, move: try square("f8")),
          RecordedMove(seat: .first, move: .pass, isForced: true),
        ]),
        .startSearch(next, .second),
      ])
    _ = game.finishSearch(next, move: try square("c3"))
    #expect(game.record.moves.count == 18)
    // Black's last own choice was g8, four moves ago.
    _ = game.takeBack()
    #expect(game.record == (try Transcript(String(text.dropLast(2))).record))
    #expect(game.peopleToAct == SeatSet(.first))
    // The other way round: the person is white, and black's pass is the computer's.
    (game, effects) = try start(SeatSet(.second), from: text + "F8")
    #expect(effects.isEmpty)
    #expect(game.takeBack() == [])
    #expect(game.record == (try Transcript(text).record))
  }

  @Test("A search for an old game never plays into a new one")
  func restart() throws {
    var (game, effects) = try start(SeatSet(.second))
    let old = try #require(ticket(effects))
    effects = game.restart(try Transcript("").record, people: SeatSet(.second))
    let new = try #require(game.runningSearch)
    #expect(effects == [.stopSearch, .startSearch(new, .first)])
    #expect(new != old)
    #expect(game.finishSearch(old, move: try square("f5")) == [])
    #expect(game.record.moves.isEmpty)
    #expect(game.runningSearch == new)
    effects = game.restart(try Transcript("f5").record, people: SeatSet(first: 2))
    #expect(effects == [.stopSearch])
    #expect(game.finishSearch(new, move: try square("f6")) == [])
    #expect(game.record.moves.count == 1)
    #expect(game.restart(try Transcript("").record, people: SeatSet(first: 2)) == [])
  }

  @Test("An illegal answer plays nothing and starts the search anew")
  func illegalAnswer() throws {
    var (game, effects) = try start(SeatSet(.second))
    let first = try #require(ticket(effects))
    effects = game.finishSearch(first, move: try square("a1"))
    let second = try #require(ticket(effects))
    #expect(effects == [.startSearch(second, .first)])
    #expect(second != first)
    #expect(game.record.moves.isEmpty)
    #expect(game.finishSearch(second, move: try square("f5")).count == 1)
  }

  @Test("The last move shows the result, once")
  func finish() throws {
    var (game, effects) = try start(SeatSet(.first), from: "E6F4E3F6G5D6E7F5")
    #expect(effects.isEmpty)
    effects = try game.play(square("c5"), by: .first)
    let last = RecordedMove(seat: .first, move: try square("c5"))
    #expect(effects == [.announce([last]), .finish])
    #expect(game.takeBack() == [])
    #expect(game.record.moves.count == 8)
  }

  @Test("Computers and people who act at the same time do so one after the other")
  func simultaneous() throws {
    let record = Record(start: HighestNumber(seats: 4))
    var (game, effects) = LocalGame.starting(record, people: SeatSet(.first))
    let first = try #require(ticket(effects))
    #expect(effects == [.startSearch(first, .second)])
    // The person acts while the computer thinks; its search goes on.
    effects = try game.play(.init(2), by: .first)
    #expect(ticket(effects) == nil)
    #expect(game.runningSearch == first)
    effects = game.finishSearch(first, move: .init(3))
    #expect(ticket(effects) == game.runningSearch)
    #expect(game.record.position.named == [2, 3, -1, -1])
  }

  @Test("A move that ends the game while the computer thinks stops the search")
  func endWhileThinking() throws {
    let record = Record(start: HighestNumber(seats: 3))
    var (game, effects) = LocalGame.starting(record, people: SeatSet(.first))
    let search = try #require(ticket(effects))
    effects = try game.play(.init(4), by: .first)
    #expect(
      effects == [
        .announce([RecordedMove(seat: .first, move: .init(4))]), .stopSearch, .finish,
      ])
    #expect(game.runningSearch == nil)
    #expect(game.finishSearch(search, move: .init(1)) == [])
  }
}
