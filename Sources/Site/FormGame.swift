internal import GameBoards
internal import Games
internal import HTTPServer
internal import Opponents
internal import Reversi
internal import ReversiEngine

/// A game against the computer without script: all of it is in the address.
///
/// `game` is the transcript so far, `move` the square that was pressed, `ply` how much of the game to show.
/// `level`, `colour` (the person's) and `mode` (`computer` or `two`) are the settings, and `open` is a
/// transcript that was pasted. What is wrong is reported and changes nothing.
struct FormGame {
  var screen: ReversiScreen
  let level: ReversiLevel
  let colour: Side
  let isForTwo: Bool
  private(set) var problem: String?
  private(set) var said: [String] = []

  var people: SeatSet { isForTwo ? SeatSet(first: 2) : SeatSet(colour.seat) }

  /// Reads a game from the fields of an address or a form, and lets the computer answer.
  init(desk: ComputerDesk, field: (String) -> String?) async throws {
    let wanted = field("level").map { text in Int(decimal: text.utf8).flatMap { ReversiLevel($0) } }
    level = (wanted ?? nil) ?? .usual
    if case .some(nil) = wanted {
      problem = "There is no such level; they go from 1 to \(ReversiLevel.strongest.number)"
    }
    colour = field("colour") == "white" ? .white : .black
    isForTwo = field("mode") == "two"
    let people = isForTwo ? SeatSet(first: 2) : SeatSet(colour.seat)
    let (screen, _) = ReversiScreen.starting(people: people, level: level)
    self.screen = screen

    take(field("game"), named: "The game")
    if let opened = field("open"), !opened.utf8.allSatisfy({ $0 <= 0x20 }) {
      take(opened, named: "The transcript")
    }
    // After a mistake the game stays as it was before the form.
    if problem == nil, let text = field("move") { play(text) }
    if problem == nil, field("undo") != nil { _ = self.screen.takeBack() }
    try await letComputerMove(desk)
    if let ply = field("ply").flatMap({ Int(decimal: $0.utf8) }) {
      _ = self.screen.show(ply: ply)
    }
  }

  /// What a form sends along to go on with this game.
  var fields: [(name: String, value: String)] {
    [
      ("game", screen.transcript), ("level", String(level.number)),
      ("colour", colour.name.lowercased()), ("mode", isForTwo ? "two" : "computer"),
    ]
  }

  /// The address of the game as it stands.
  var address: String {
    "/?" + fields.map { "\($0.name)=\($0.value.encodingSpaces)" }.joined(separator: "&")
  }

  private mutating func take(_ text: String?, named name: String) {
    guard let text, !text.utf8.isEmpty else { return }
    guard text.utf8.count <= 4096 else {
      problem = "\(name) is too long"
      return
    }
    do throws(TranscriptError) {
      let record = try Transcript(text).record
      _ = screen.restart(people: people, level: level, record: record)
    } catch {
      problem = "\(name) has a mistake: \(error.text)"
    }
  }

  private mutating func play(_ text: String) {
    guard let move = try? ReversiMove(text: text) else {
      problem = "That is no square of the board"
      return
    }
    do throws(IllegalMove) {
      note(try screen.play(move))
    } catch {
      problem = "Not a move: \(error.reason)"
    }
  }

  private mutating func letComputerMove(_ desk: ComputerDesk) async throws {
    while let ticket = screen.game.runningSearch {
      guard let move = try await desk.move(in: screen.game.record.position, level: level) else {
        return
      }
      note(screen.finishSearch(ticket.number, move: move))
    }
  }

  private mutating func note(_ effects: [ReversiScreen.Effect]) {
    for case .say(let text) in effects { said.append(text) }
  }
}
