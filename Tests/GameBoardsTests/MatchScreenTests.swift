import Board
import GameBoards
import Games
import Opponents
import Reversi
import ReversiEngine
import Testing

@Suite("A screen with a match")
struct MatchScreenTests {
  private func screen(
    _ moves: String = "", you: Seat? = .first, mayAct: Bool = true
  ) throws -> ReversiScreen {
    var (screen, _) = ReversiScreen.starting(people: SeatSet(.first), level: .usual)
    let effects = try screen.showMatch(moves: moves, you: you, mayAct: mayAct)
    // What happened before the screen came is not news.
    #expect(effects == [])
    return screen
  }

  @Test("A move is shown at once and sent; the match's word confirms it and says it once")
  func optimisticMove() throws {
    var screen = try screen()
    #expect(try screen.tap("d3") == [.send(.place(try square("d3")))])
    #expect(screen.transcript == "D3")
    #expect(screen.boardIsRight)
    #expect(screen.targets.isEmpty)
    #expect(
      try screen.showMatch(moves: "d3", you: .first, mayAct: false) == [.say("Black plays d3")])
    #expect(try screen.showMatch(moves: "d3", you: .first, mayAct: false) == [])
    #expect(
      try screen.showMatch(moves: "d3 c3", you: .first, mayAct: true) == [.say("White plays c3")])
    #expect(screen.targets.contains("c4"))
  }

  @Test("Confirmation and answer that come together are each said once, in order")
  func together() throws {
    var screen = try screen()
    _ = try screen.tap("d3")
    #expect(
      try screen.showMatch(moves: "d3 c3", you: .first, mayAct: true)
        == [.say("Black plays d3"), .say("White plays c3")])
  }

  @Test(
    "An older word that was on its way shows the older picture, and the move is still said once")
  func olderWord() throws {
    var screen = try screen()
    _ = try screen.tap("d3")
    #expect(try screen.showMatch(moves: "", you: .first, mayAct: false) == [])
    #expect(screen.transcript == "")
    #expect(screen.targets.isEmpty, "while a move is on its way there is no other one")
    #expect(
      try screen.showMatch(moves: "d3", you: .first, mayAct: false) == [.say("Black plays d3")])
  }

  @Test("A move that the match refuses is taken off the board, and nothing is said of it")
  func refusal() throws {
    var screen = try screen("d3 c3")
    let before = screen.board.squares
    #expect(try screen.tap("c4") == [.send(.place(try square("c4")))])
    #expect(screen.board.squares != before)
    #expect(try screen.showMatch(moves: "d3 c3", you: .first, mayAct: true) == [])
    #expect(screen.transcript == "D3C3")
    #expect(screen.board.squares == before)
    #expect(screen.isAtEnd)
    // Another move can be tried.
    #expect(try screen.tap("b3") == [.send(.place(try square("b3")))])
  }

  @Test("A typed move is sent as a touched one is, and only once")
  func typed() throws {
    var screen = try screen()
    #expect(try screen.play(.place(square("d3"))) == [.send(.place(try square("d3")))])
    #expect(throws: IllegalMove.notYourTurn) { try screen.play(.place(square("c3"))) }
    #expect(throws: IllegalMove.self) { try screen.play(.place(square("d3"))) }
  }

  @Test("A pass that follows the own move lets nobody move until the match has said so")
  func pass() throws {
    let game = try gameBeforePass()
    let mover = game.passer.opponent
    var screen = try screen(game.before, you: mover.seat)
    #expect(try screen.play(game.move) == [.send(game.move)])
    #expect(screen.position.sideToMove == mover)
    #expect(screen.seatsToAct.isEmpty)
    #expect(screen.targets.isEmpty)
    #expect(screen.boardIsRight)
    let effects = try screen.showMatch(
      moves: screen.transcript, you: mover.seat, mayAct: true)
    #expect(
      effects == [
        .say("\(mover.name) plays \(game.move.text)"),
        .say("\(game.passer.name) has no move and passes"),
      ])
    #expect(!screen.targets.isEmpty)
  }

  @Test("Only the reader's own seat moves, and only when match and rules allow it")
  func whoMoves() throws {
    #expect(try screen().targets.count == 4)
    #expect(try screen(mayAct: false).targets.isEmpty)
    #expect(try screen(you: .second).targets.isEmpty)
    #expect(try screen(you: nil).targets.isEmpty)
    #expect(try screen("d3", you: .second).targets == ["c3", "c5", "e3"])
    #expect(try screen("d3", you: .first).targets.isEmpty)
    var spectator = try screen(you: nil)
    #expect(try spectator.tap("d3") == [])
    #expect(throws: IllegalMove.notYourTurn) { try spectator.play(.place(square("d3"))) }
    #expect(
      try spectator.showMatch(moves: "d3", you: nil, mayAct: false) == [.say("Black plays d3")])
    #expect(spectator.status == "White to move")
  }

  @Test("Who looks back at the game stays there while it goes on")
  func history() throws {
    var screen = try screen("d3 c3", mayAct: true)
    _ = screen.show(ply: 1)
    #expect(try screen.tap("c4") == [])
    #expect(try screen.showMatch(moves: "d3 c3 c4", you: .first, mayAct: false).count == 1)
    #expect(screen.shownPly == 1)
    #expect(screen.boardIsRight)
    _ = screen.show(ply: 3)
    _ = try screen.showMatch(moves: "d3 c3 c4 e3", you: .first, mayAct: true)
    #expect(screen.shownPly == 4)
    #expect(screen.isAtEnd)
  }

  @Test("Moves that are no game are refused, and the screen stays as it was")
  func badMoves() throws {
    var screen = try screen("d3")
    let before = screen.board
    for moves in ["d3 d3", "x", "d3 c3 a1"] {
      #expect(throws: TranscriptError.self) {
        try screen.showMatch(moves: moves, you: .second, mayAct: true)
      }
      #expect(screen.transcript == "D3")
      #expect(screen.kind == .match(you: .first))
      #expect(screen.board == before)
    }
  }

  @Test("Nothing is taken back in a match, and no computer thinks")
  func noUndo() throws {
    var (screen, _) = ReversiScreen.starting(people: SeatSet(.second), level: .usual)
    #expect(
      try screen.showMatch(moves: "d3", you: .first, mayAct: false) == [.stopSearch])
    #expect(!screen.canTakeBack)
    #expect(screen.takeBack() == [])
    #expect(screen.finishSearch(1, move: .place(try square("c3"))) == [])
    #expect(screen.transcript == "D3")
    screen.setLevel(try #require(ReversiLevel(1)))
    #expect(screen.kind == .match(you: .first))
    // Back to a game on this device.
    let effects = screen.restart(people: SeatSet(.second), level: .usual)
    #expect(effects == [.startSearch(ticket: 2, level: 3)])
    #expect(screen.kind == .local(.usual))
  }

  @Test("A match that has ended shows its result")
  func ended() throws {
    let screen = try screen(shortGame.joined(separator: " "), mayAct: false)
    #expect(screen.status == "Black wins 13–0 (64–0 with the empty squares)")
    #expect(screen.targets.isEmpty)
  }
}
