internal import Board
internal import GameBoards
internal import Games
internal import Opponents

/// One game at the terminal: its screen, and what only its rules know of the words that are typed.
protocol PlayTable: Sendable {
  associatedtype Move: Hashable & Sendable

  /// The identifier and the name of the game.
  static var info: GameInfo { get }
  /// The words that can be typed, apart from moves.
  static var words: [PlayWord] { get }
  /// An example of a move, and what it does, for the help.
  static var exampleMove: (text: String, meaning: String) { get }
  /// What a move is called where none was typed: `square` or `move`.
  static var moveWord: String { get }
  /// The levels of the computer.
  static var levels: [PlayLevel] { get }
  /// The level that plays unless another is asked for.
  static var usualLevel: Int { get }

  /// The board.
  var board: BoardState { get }
  /// How things stand, in a line.
  var status: String { get }
  /// Whether the game has ended.
  var isOver: Bool { get }
  /// The seats that people play.
  var people: SeatSet { get }
  /// The number of moves so far, those of the rules counted.
  var moveCount: Int { get }
  /// Whether a person can take a move back.
  var canTakeBack: Bool { get }
  /// The game on one line that `--game` reads; empty for a new one.
  var line: String { get }
  /// What a file of the game holds.
  var file: [UInt8] { get }
  /// The sides for the panel beside the board, each with what it has, in the order of seats.
  func sides(_ abilities: OutputAbilities, level: PlayLevel) -> [String]
  /// What else the panel shows, a line each.
  func facts(_ abilities: OutputAbilities) -> [String]
  /// What the legal moves are, as a line.
  var legalMoves: String { get }

  /// What a word that was typed means as a move.
  func read(_ word: String) -> PlayReading<Move>
  /// Plays a move of a person.
  mutating func play(_ move: Move) throws(IllegalMove) -> [ScreenEffect<Move>]
  /// Takes in the answer of a search.
  mutating func finishSearch(_ ticket: Int, move: Move) -> [ScreenEffect<Move>]
  /// Takes back to the last choice of a person.
  mutating func takeBack() -> [ScreenEffect<Move>]
  /// How long a file of a game may be, and what it is too long for.
  static var fileLimit: (bytes: Int, purpose: String) { get }
  /// Begins again, from what a file or `--game` holds; no bytes are a new game.
  mutating func restart(_ bytes: [UInt8], level: Int) throws(TextError) -> [ScreenEffect<Move>]
  /// Changes the level from the computer's next move on.
  mutating func setLevel(_ level: Int)
  /// Does what a word asks for that only this game knows.
  mutating func handle(_ word: PlayWord) -> (messages: [String], effects: [ScreenEffect<Move>])

  /// What the computer plays now; computed on a thread of its own.
  func choice(level: Int, chance: Chance) -> Move?
  /// What the engine thinks of the moves now, a line each.
  func hint() -> [String]
  /// The option that says which side a person has, if it is not the usual one.
  var sideOption: String? { get }
}

/// A level of the computer, as the terminal lists it.
struct PlayLevel: Hashable, Sendable {
  let number: Int
  let name: String
  let summary: String
}

/// What a word that was typed means as a move.
enum PlayReading<Move: Hashable & Sendable>: Hashable, Sendable {
  /// A move, whether legal or not.
  case move(Move)
  /// Meant as a move, and why it is none.
  case wrong(String)
  /// Not the text of a move.
  case none
}

extension PlayTable {
  /// The level of a number, or the usual one.
  static func level(_ number: Int) -> PlayLevel {
    levels.first { $0.number == number } ?? levels[0]
  }

  /// Who plays a side: the reader, another person, or the computer.
  func player(_ seat: Seat, level: PlayLevel) -> String {
    guard people.contains(seat) else { return "level \(level.number), \(level.name)" }
    return people.count == 1 ? "you" : "a person"
  }

  /// A piece as the board shows it, taken from a board of one square so that both always look alike.
  func sample(_ occupant: Occupant, _ abilities: OutputAbilities) -> String {
    var style = board.style
    style.showsCoordinates = false
    let content = SquareContent(occupant: occupant, identity: nil, marks: [], isEnabled: false)
    let text = BoardSnapshot(
      geometry: BoardGeometry(rows: 1, columns: 1), squares: [content], style: style
    ).text(abilities.boardStyle())
    return String(text.dropLast())
  }
}
