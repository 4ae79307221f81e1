import Board
import GameBoards
import Games
import Opponents
import Reversi
import ReversiEngine
import Testing

@Suite("A screen with a game on this device")
struct LocalScreenTests {
  private func start(
    _ people: SeatSet, _ game: String = ""
  ) throws -> (screen: ReversiScreen, effects: [ReversiScreen.Effect]) {
    let record = try Transcript(game).record
    return ReversiScreen.starting(people: people, level: .usual, record: record)
  }

  @Test("A person with black plays, and the computer is asked for its answer")
  func black() throws {
    var (screen, effects) = try start(SeatSet(.first))
    #expect(effects == [])
    #expect(screen.status == "Your turn, Black")
    #expect(screen.targets == ["d3", "c4", "f5", "e6"])
    effects = try screen.tap("d3")
    #expect(effects == [.say("Black plays d3"), .startSearch(ticket: 1, level: 3)])
    #expect(screen.status == "White (level 3) is thinking")
    #expect(screen.targets.isEmpty)
    #expect(screen.seatsToAct.isEmpty)
    #expect(try screen.tap("c3") == [])
    effects = screen.finishSearch(1, move: .place(try square("c3")))
    #expect(effects == [.say("White plays c3")])
    #expect(screen.status == "Your turn, Black")
    #expect(screen.transcript == "D3C3")
    #expect(screen.boardIsRight)
  }

  @Test("A person with white lets the computer begin")
  func white() throws {
    var (screen, effects) = try start(SeatSet(.second))
    #expect(effects == [.startSearch(ticket: 1, level: 3)])
    #expect(screen.status == "Black (level 3) is thinking")
    #expect(screen.targets.isEmpty)
    #expect(
      screen.setLevelAndFinish(5, ticket: 1, move: try square("d3")) == [.say("Black plays d3")])
    #expect(screen.status == "Your turn, White")
    #expect(try screen.tap("c3").last == .startSearch(ticket: 2, level: 5))
  }

  @Test("Two people take turns at one screen")
  func two() throws {
    var (screen, _) = try start(everybody)
    var said: [ReversiScreen.Effect] = []
    for (ply, move) in shortGame.enumerated() {
      #expect(screen.status == (ply % 2 == 0 ? "Black to move" : "White to move"))
      said += try screen.tap(move)
    }
    let moves = shortGame.enumerated().map { ply, move in
      ReversiScreen.Effect.say("\(ply % 2 == 0 ? "Black" : "White") plays \(move)")
    }
    let result = "Black wins 13–0 (64–0 with the empty squares)"
    #expect(said == moves + [.say(result)])
    #expect(screen.status == result)
    #expect(screen.targets.isEmpty)
    #expect(throws: IllegalMove.gameOver) { try screen.play(.pass) }
  }

  @Test("A pass is said, and the side that moved moves again")
  func pass() throws {
    let game = try gameBeforePass()
    var (screen, _) = try start(everybody, game.before)
    let effects = try screen.play(game.move)
    #expect(
      effects == [
        .say("\(game.passer.opponent.name) plays \(game.move.text)"),
        .say("\(game.passer.name) has no move and passes"),
      ])
    #expect(screen.position.sideToMove == game.passer.opponent)
    // The last placed disc keeps its mark over the pass.
    guard case .place(let square) = game.move else { return }
    #expect(screen.squares.lastMove == square)
    #expect(screen.boardIsRight)
  }

  @Test("A refused move says why and changes nothing")
  func refused() throws {
    var (screen, _) = try start(SeatSet(.first))
    let before = screen.board
    #expect(throws: IllegalMove("a1 turns no disc")) { try screen.play(.place(square("a1"))) }
    #expect(try screen.tap("a1") == [])
    _ = try screen.play(.place(try square("d3")))
    #expect(throws: IllegalMove.notYourTurn) { try screen.play(.place(square("c3"))) }
    #expect(screen.transcript == "D3")
    #expect(screen.board.squares != before.squares)
  }

  @Test("A search that comes too late changes nothing, not even what is shown")
  func staleSearch() throws {
    var (screen, _) = try start(SeatSet(.first))
    _ = try screen.tap("d3")
    #expect(screen.takeBack() == [.stopSearch])
    #expect(screen.finishSearch(1, move: .place(try square("c3"))) == [])
    #expect(screen.transcript == "")
    _ = try screen.tap("d3")
    _ = screen.finishSearch(2, move: .place(try square("c3")))
    _ = screen.show(ply: 1)
    for ticket in [0, 1, 2, 3, -1, Int.max] {
      #expect(screen.finishSearch(ticket, move: .place(try square("c4"))) == [])
      #expect(screen.shownPly == 1)
    }
    #expect(screen.transcript == "D3C3")
  }

  @Test("A search that answers with nonsense is asked again")
  func badSearch() throws {
    var (screen, _) = try start(SeatSet(.first))
    _ = try screen.tap("d3")
    #expect(
      screen.finishSearch(1, move: .place(try square("a1"))) == [.startSearch(ticket: 2, level: 3)])
    #expect(screen.transcript == "D3")
  }

  @Test("Undo goes back to the person's own last choice, over replies and passes")
  func undo() throws {
    var (screen, _) = try start(SeatSet(.first))
    #expect(!screen.canTakeBack)
    #expect(screen.takeBack() == [])
    _ = try screen.tap("d3")
    #expect(screen.canTakeBack)
    _ = screen.finishSearch(1, move: .place(try square("c3")))
    #expect(screen.takeBack() == [])
    #expect(screen.transcript == "")
    #expect(screen.boardIsRight)

    // Where the computer began, its first move is nothing that a person chose.
    var (white, _) = try start(SeatSet(.second), "D3")
    #expect(!white.canTakeBack)
    _ = try white.tap("c3")
    #expect(white.canTakeBack)

    // Two people take back one move at a time.
    var (both, _) = try start(everybody, "D3C3C4")
    _ = both.takeBack()
    #expect(both.transcript == "D3C3")

    let game = try gameBeforePass()
    var (passing, _) = try start(everybody, game.before)
    _ = try passing.play(game.move)
    _ = passing.takeBack()
    #expect(passing.transcript == game.before)

    // Also after the end.
    var (ended, _) = try start(everybody, shortGame.joined())
    #expect(ended.canTakeBack)
    _ = ended.takeBack()
    #expect(ended.transcript.utf8.count == 16)
  }

  @Test("Steps through the game show it as it was, held to what there is")
  func history() throws {
    var (screen, _) = try start(everybody, "D3C3C4")
    let positions = screen.game.record.positions
    for (ply, shown) in [
      (0, 0), (1, 1), (2, 2), (3, 3), (-1, 0), (99, 3), (Int.min, 0), (Int.max, 3),
    ] {
      #expect(screen.show(ply: ply) == [])
      #expect(screen.shownPly == shown)
      #expect(screen.position == positions[shown])
      #expect(screen.isAtEnd == (shown == 3))
      #expect(screen.status == (shown == 3 ? "White to move" : "Move \(shown) of 3"))
      #expect(screen.targets.isEmpty == (shown < 3))
      #expect(screen.boardIsRight)
      #expect(screen.squares.lastMove?.text == [nil, "d3", "c3", "c4"][shown])
    }
    _ = screen.show(ply: 1)
    #expect(try screen.tap("c3") == [])
    #expect(throws: IllegalMove.notYourTurn) { try screen.play(.place(square("c3"))) }
    #expect(screen.transcript == "D3C3C4")
  }

  @Test("Another game takes the place of this one, and a running search ends")
  func restart() throws {
    var (screen, _) = try start(SeatSet(.first))
    _ = try screen.tap("d3")
    let effects = screen.restart(people: SeatSet(.second), level: try #require(ReversiLevel(1)))
    #expect(effects == [.stopSearch, .startSearch(ticket: 2, level: 1)])
    #expect(screen.transcript == "")
    #expect(screen.boardIsRight)
    #expect(screen.finishSearch(1, move: .place(try square("c3"))) == [])
  }

  @Test("A press that is moved away, cancelled or made with a second finger is no move")
  func touches() throws {
    var (screen, _) = try start(everybody)
    let d3 = try square("d3").index
    let c4 = try square("c4").index
    let gestures: [[BoardEvent]] = [
      [.pointerDown(pointer: 1, square: d3, isPrimary: true), .pointerUp(pointer: 1, square: c4)],
      [.pointerDown(pointer: 1, square: d3, isPrimary: true), .pointerUp(pointer: 1, square: nil)],
      [.pointerDown(pointer: 1, square: d3, isPrimary: true), .pointerCancel(pointer: 1)],
      [.pointerDown(pointer: 1, square: d3, isPrimary: true), .cancelTouch],
      [.pointerDown(pointer: 1, square: d3, isPrimary: false), .pointerUp(pointer: 1, square: d3)],
      [
        .pointerDown(pointer: 1, square: d3, isPrimary: true),
        .pointerDown(pointer: 2, square: c4, isPrimary: false), .pointerUp(pointer: 2, square: c4),
        .pointerUp(pointer: 1, square: d3),
      ],
      [.pointerUp(pointer: 1, square: d3)], [.pointerDown(pointer: 1, square: 99, isPrimary: true)],
    ]
    for gesture in gestures {
      for event in gesture { #expect(screen.handle(event) == []) }
      #expect(screen.transcript == "", "\(gesture)")
    }
    // A finger that goes away and comes back has pressed.
    for event in [
      BoardEvent.pointerDown(pointer: 1, square: d3, isPrimary: true),
      .pointerMove(pointer: 1, square: c4), .pointerMove(pointer: 1, square: d3),
    ] { #expect(screen.handle(event) == []) }
    #expect(
      screen.handle(.pointerUp(pointer: 1, square: d3)) == [.say("Black plays d3")])
  }

  @Test("The keys walk over the board and play")
  func keys() throws {
    var (screen, _) = try start(everybody)
    _ = screen.handle(.focus(try square("d4").index))
    #expect(screen.handle(.key(.activate)) == [])
    #expect(screen.handle(.key(.up)) == [])
    #expect(screen.board.focusedSquare == (try square("d3").index))
    #expect(screen.handle(.key(.activate)) == [.say("Black plays d3")])
    #expect(screen.board.focusedSquare == (try square("d3").index))
    // Seen from the other side, up is the other way.
    screen.flip()
    _ = screen.handle(.key(.up))
    #expect(screen.board.focusedSquare == (try square("d4").index))
    screen.flip()
    #expect(screen.board.orientation == .normal)
    #expect(screen.transcript == "D3")
  }
}

extension ReversiScreen {
  mutating func setLevelAndFinish(_ level: Int, ticket: Int, move: Square) -> [ReversiScreen.Effect]
  {
    if let level = ReversiLevel(level) { setLevel(level) }
    return finishSearch(ticket, move: .place(move))
  }
}
