internal import Chess
internal import ChessEngine
internal import GameBoards
internal import Games
internal import Opponents

/// A game of chess on one device without script: all of it is in the address.
///
/// `game` is the line so far, `move` the square that was pressed, `from` the piece that was taken up, `to` where a
/// pawn waits for its `promotion`, `ply` how much of the game to show. `level`, `colour` (the person's) and `mode`
/// (`computer` or `two`) are the settings, and `open` is a position or a game that was pasted. What is wrong is
/// reported and changes nothing.
struct ChessFormGame {
  var screen: ChessScreen
  let level: ChessLevel
  let colour: ChessSide
  let isForTwo: Bool
  private(set) var problem: String?
  private(set) var said: [String] = []

  private var people: SeatSet { isForTwo ? SeatSet(first: 2) : SeatSet(colour.seat) }

  /// Reads a game from the fields of an address or a form, and lets the computer answer.
  init(desk: ComputerDesk, field: (String) -> String?) async throws {
    let wanted = field("level").map { text in Int(decimal: text.utf8).flatMap { ChessLevel($0) } }
    level = (wanted ?? nil) ?? .usual
    if case .some(nil) = wanted {
      problem = "There is no such level; they go from 1 to \(ChessLevel.strongest.number)"
    }
    colour = field("colour") == "black" ? .black : .white
    isForTwo = field("mode") == "two"
    let people = isForTwo ? SeatSet(first: 2) : SeatSet(colour.seat)
    screen = ChessScreen.starting(people: people, level: level.number).screen

    take(field("game"), named: "The game")
    if let opened = field("open"), !opened.utf8.allSatisfy({ $0 <= 0x20 }) {
      take(opened, named: "What you pasted")
    }
    // After a mistake the game stays as it was before the form.
    if problem == nil { touch(field) }
    if problem == nil, field("undo") != nil { _ = screen.takeBack() }
    if problem == nil, field("claim") != nil { play(.claimDraw) }
    try await letComputerMove(desk)
    if let ply = field("ply").flatMap({ Int(decimal: $0.utf8) }) { _ = screen.show(ply: ply) }
    if colour == .black, !isForTwo { screen.flip() }
  }

  /// What a form sends along to go on with this game.
  var fields: [(name: String, value: String)] {
    [
      ("game", screen.transcript.text), ("level", String(level.number)), ("colour", colour.name),
      ("mode", isForTwo ? "two" : "computer"),
    ]
  }

  /// The fields that say which piece is in hand, and where a pawn waits.
  var hand: [(name: String, value: String)] {
    var hand: [(name: String, value: String)] = []
    if let selected = screen.squares.selected { hand.append(("from", selected.text)) }
    if let promotion = screen.promotion { hand.append(("to", promotion.to.text)) }
    return hand
  }

  /// The address of the game as it stands.
  var address: String {
    let query = (fields + hand).map { "\($0.name)=\(ChessFormGame.encoded($0.value))" }
    return "\(Route.chess.path)?\(query.joined(separator: "&"))"
  }

  /// A value as it stands in an address.
  static func encoded(_ value: String) -> String {
    String(
      decoding: value.utf8.map { $0 == 0x20 ? UInt8(ascii: "+") : $0 }, as: UTF8.self)
  }

  private mutating func take(_ text: String?, named name: String) {
    guard let text, !text.utf8.isEmpty else { return }
    guard text.utf8.count <= 16_384 else {
      problem = "\(name) is too long"
      return
    }
    do throws(TextError) {
      let record = try ChessNotation.read(text)
      _ = screen.restart(people: people, level: level.number, record: record)
    } catch {
      problem = "\(name) has a mistake: \(error.reason)"
    }
  }

  private mutating func touch(_ field: (String) -> String?) {
    let from = field("from").flatMap { try? ChessSquare(text: $0) }
    screen.select(from)
    if let letter = field("promotion")?.utf8.first, let kind = ChessPieceKind(letter: letter),
      let from, let to = field("to").flatMap({ try? ChessSquare(text: $0) })
    {
      play(.move(ChessMove(from: from, to: to, promotion: kind)))
    } else if let text = field("move") ?? field("to") {
      guard let square = try? ChessSquare(text: text) else {
        problem = "That is no square of the board"
        return
      }
      note(screen.tap(square))
    }
  }

  private mutating func play(_ action: ChessAction) {
    do throws(IllegalMove) {
      note(try screen.play(action))
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

  private mutating func note(_ effects: [ChessScreen.Effect]) {
    for case .say(let text) in effects { said.append(text) }
  }
}
