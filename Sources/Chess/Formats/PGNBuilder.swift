internal import Games

/// Puts the tokens of a PGN file together to games.
struct PGNBuilder {
  /// A line of moves: the main one, or a variation.
  struct Level {
    /// The last move, or the place where the line begins.
    var node = PGNGame.Node.root
    /// The position before the last move.
    var before: ChessPosition
    /// The position after it.
    var after: ChessPosition
    var ply = 0
    var hasMoves = false
    /// Whether the rest of the line is not read, because something before it was wrong.
    var isDead = false
    /// What is written before the first move of a variation.
    var introduction: [UInt8] = []
    var glyphs: [UInt16] = []
  }

  struct Place {
    var line: Int
    var column: Int
  }

  let limits: PGNLimits
  let readsMoves: Bool
  private(set) var number = 1

  var game = PGNGame()
  var tagPlaces: [Place] = []
  var problems: [PGNProblem] = []
  var problemCount = 0
  var firstLine = 0
  /// The line being read, and those around it.
  var top = Level(before: .start, after: .start)
  var stack: [Level] = []
  /// How deep the variations are in which nothing is read.
  var skipDepth = 0
  var isStarted = false
  /// Whether anything but tags and comments has come.
  var hasMoveText = false
  var hasComments = false
  var knowsStart = false
  /// What is to be added to the number of a move that is due: games may begin to count anywhere.
  var numberOffset: Int?
  var toldNumber = false
  var textBytes = 0
  /// The mark of the result at the end, and the line of it.
  var mark: PGNResult?
  var markLine = 0
  /// A mark inside a variation, of which the next token will tell whether it ends the game.
  var doubtfulMark: (result: PGNResult, place: Place)?

  init(limits: PGNLimits, readsMoves: Bool) {
    self.limits = limits
    self.readsMoves = readsMoves
    top.isDead = !readsMoves
  }

  var depth: Int { stack.count + skipDepth }

  /// Notes a problem.
  mutating func report(
    _ reason: PGNProblem.Reason, _ place: Place, ply: Int? = nil, text: [UInt8] = []
  ) {
    problemCount += 1
    guard problems.count < limits.problems else { return }
    problems.append(
      PGNProblem(
        reason: reason, game: number, ply: ply ?? top.ply, line: place.line, column: place.column,
        textBytes: Bytes.utf8(text)))
  }

  /// Ends the game and begins the next; `nil` if there is none.
  mutating func finish(_ place: Place) -> PGNEntry? {
    guard isStarted else { return nil }
    begin()
    if let doubtful = doubtfulMark { mark = doubtful.result }
    if depth > 0 { report(.unclosedVariation, place) }
    while !stack.isEmpty { endVariation() }
    finishResult(place)
    let entry = PGNEntry(
      game: game, problems: problems, problemCount: problemCount, number: number, line: firstLine)
    let next = number + 1
    // Games of a file are much alike, so the next is given as much room at once.
    let room = (min(game.entries.count, 512), min(game.notes.count, 512))
    self = PGNBuilder(limits: limits, readsMoves: readsMoves)
    game.entries.reserveCapacity(room.0)
    game.notes.reserveCapacity(room.1)
    number = next
    return entry
  }

  private mutating func finishResult(_ place: Place) {
    let tagIndex = game.tags.firstIndex { Bytes.equal($0.nameBytes, "Result") }
    var tagged: PGNResult?
    if let tagIndex {
      let value = game.tags[tagIndex].valueBytes
      tagged = PGNResult(value.span, in: 0..<value.count)
      if tagged == nil, !value.isEmpty, !Bytes.equal(value, "?") {
        report(.malformedResult, tagPlaces[tagIndex], ply: 0, text: value)
      }
    }
    guard let mark else {
      game.result = tagged ?? .unknown
      report(.missingResult, place)
      return
    }
    game.result = mark
    let place = doubtfulMark?.place ?? place
    if let tagged, tagged != mark {
      report(.resultsDisagree, place, text: Array(mark.text.utf8))
    }
    guard !top.isDead, mark != .unknown, top.after.legalMoveCount == 0 else { return }
    let onBoard: PGNResult =
      !top.after.isCheck ? .draw : top.after.sideToMove == .white ? .blackWins : .whiteWins
    if mark != onBoard { report(.resultContradictsBoard, place, text: Array(mark.text.utf8)) }
  }

  /// Finds out where the game begins, now that all tags are known.
  mutating func begin() {
    if knowsStart { return }
    knowsStart = true
    var fen: Int?
    var setUp: Int?
    for (index, tag) in game.tags.enumerated() {
      if fen == nil, Bytes.equal(tag.nameBytes, "FEN") { fen = index }
      if setUp == nil, Bytes.equal(tag.nameBytes, "SetUp") { setUp = index }
      if Bytes.equal(tag.nameBytes, "Variant"), !PGNBuilder.isKnownVariant(tag.valueBytes) {
        report(.unknownVariant, tagPlaces[index], ply: 0, text: tag.valueBytes)
      }
    }
    if let fen {
      let value = game.tags[fen].valueBytes
      do throws(PGNProblem.Reason) {
        let start = try PGNBuilder.position(fen: value)
        game.start = start
        top.before = start
        top.after = start
      } catch {
        report(error, tagPlaces[fen], ply: 0, text: value)
        top.isDead = true
      }
    } else if let setUp, Bytes.equal(game.tags[setUp].valueBytes, "1") {
      report(.setUpWithoutFEN, tagPlaces[setUp], ply: 0)
    }
  }

  private static func position(fen: [UInt8]) throws(PGNProblem.Reason) -> ChessPosition {
    guard let setup = try? ChessSetup(fenBytes: fen[...]) else { throw .fen }
    do throws(IllegalSetup) {
      return try ChessPosition(setup)
    } catch {
      throw .illegalSetup(error)
    }
  }

  /// Chess960 needs no rules of its own here: the rights to castle name their rooks.
  private static func isKnownVariant(_ value: [UInt8]) -> Bool {
    let letters = value.filter { Bytes.isLetter($0) || Bytes.isDigit($0) }
    let names: [StaticString] = [
      "", "chess", "standard", "normal", "classic", "classical", "fromposition", "chess960", "960",
      "fischerandom", "fischerrandom", "fischerrandomchess", "fischerandomchess", "freestyle",
      "freestylechess", "frc",
    ]
    return names.contains { Bytes.equal(letters, anyCaseOf: $0) }
  }
}
