internal import Games
internal import Reversi
internal import ReversiEngine
internal import ReversiWeights

/// An opening book in use: which moves it may give, and where it is kept.
struct EngineBook: Sendable {
  private(set) var book: ReversiBook
  /// How many discs a move may give away for the sake of variety.
  let variety: Int
  /// The file of the book, where what is learnt is written.
  let path: String?
  /// What drawn positions count as for Black, in discs.
  var contempt = 0
  private var chance: Chance

  /// Creates a book in use; the same chance chooses the same moves.
  init(_ book: ReversiBook, variety: Int = 0, path: String? = nil, chance: Chance) {
    self.book = book
    self.variety = variety
    self.path = path
    self.chance = chance
  }

  /// The book that a command's options ask for, `nil` for none.
  init?(_ arguments: ParsedArguments) throws {
    let name = arguments.text("book") ?? "shipped"
    if name == "none" { return nil }
    let seed = arguments.integer("seed").map { UInt64($0) }
    self.init(
      try BookFile.named(name), variety: arguments.integer("variety") ?? 0,
      path: name == "shipped" ? nil : name,
      chance: Chance(seed: seed ?? UInt64.random(in: .min ... .max)))
  }

  /// A move of the book, if it knows the position.
  mutating func choose(in position: ReversiPosition) -> (move: ReversiMove, value: Int)? {
    let drawn = position.sideToMove == .black ? contempt : -contempt
    return book.choose(in: position, margin: variety, chance: &chance, drawn: drawn)
  }

  /// Takes a game into the book, as far as it is not there, and writes the file if there is one.
  ///
  /// - Parameters:
  ///   - game: the game; one that began elsewhere is left out.
  ///   - plies: how much of it.
  ///   - effort: how each position is searched.
  ///   - engine: what searches.
  ///   - shouldStop: asked during searches; what was learnt until then stays.
  /// - Throws: ``ToolFailure`` when the file cannot be written; the book has the game all the same.
  mutating func learn(
    _ game: EngineGame, plies: Int, _ effort: Effort, engine: Engine,
    shouldStop: @escaping () -> Bool
  ) throws(ToolFailure) {
    let before = book.count
    let grower = BookGrower(
      book: book, effort: effort, engine: engine, now: { 0 }, shouldStop: shouldStop)
    grower.add(game.positions, game.moves, plies: plies)
    book = grower.book
    if let path, book.count > before { try BookFile.write(book, to: path) }
  }
}

extension OptionSpecification {
  /// Which opening book is used.
  static let book = OptionSpecification(
    name: "book", placeholder: "FILE",
    summary: "Play openings from this book of 'baton book' (default: the one in the program), or "
      + "from none.")
  /// How far from the best a move of the book may be.
  static let variety = OptionSpecification(
    name: "variety", placeholder: "N", value: .integer(0...10),
    summary: "Let a move of the book give away up to N discs, but no game that is not lost "
      + "(default 0).")
  /// Where the choice among moves of the book comes from.
  static let bookSeed = OptionSpecification(
    name: "seed", placeholder: "N", value: .integer(0...Int.max),
    summary: "Choose among equal moves of the book by this number (default: by chance).")
  /// Whether to think while the opponent does.
  static let ponder = OptionSpecification(
    name: "ponder", summary: "Think also while the opponent does.")
}
