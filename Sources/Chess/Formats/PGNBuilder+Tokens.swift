/// What each token does to the game.
extension PGNBuilder {
  /// Whether the game is over before this token, which belongs to the next one.
  ///
  /// It changes nothing: were it not mutating, the whole builder would be copied for each call, and the details too,
  /// which takes long right after they have been written piece by piece.
  mutating func mustFinish(
    before token: PGNLexer.Token, _ bytes: Span<UInt8>, _ details: inout PGNLexer.Details
  )
    -> Bool
  {
    guard isStarted else { return false }
    if mark != nil {
      // Behind the mark, on its line, a last comment or a second mark may stand.
      guard details.line == markLine else { return true }
      switch token {
      case .comment, .star: return false
      case .word: return PGNResult(bytes, in: details.range) == nil
      default: return true
      }
    }
    if doubtfulMark != nil, details.followsEmptyLine { return true }
    switch token {
    case .tag, .longTag:
      if hasMoveText { return details.isTagLike }
      if game.tags.isEmpty { return false }
      if hasComments, details.isTagLike { return true }
      guard game.tags.contains(where: { Bytes.equal(bytes, details.tagName, $0.nameBytes) }) else {
        return false
      }
      return details.followsEmptyLine
        || Bytes.equal(Bytes.array(bytes, details.tagName), "Event")
    case .number:
      // Without any mark of the end a new game can be told by its first move.
      guard details.number == 1, details.dots < 2, details.followsEmptyLine, details.isFirstOnLine,
        depth == 0, hasMoveText
      else { return false }
      return top.isDead || top.after.fullmoveNumber + (numberOffset ?? 0) > 1
    default: return false
    }
  }

  /// Adds a token to the game.
  mutating func add(
    _ token: PGNLexer.Token, _ bytes: Span<UInt8>, _ details: inout PGNLexer.Details
  ) {
    let place = Place(line: details.line, column: details.column)
    if !isStarted {
      isStarted = true
      firstLine = details.line
    }
    if let doubtful = doubtfulMark {
      if !top.isDead, skipDepth == 0 { report(.misplacedResult, doubtful.place) }
      doubtfulMark = nil
    }
    switch token {
    case .comment: comment(bytes, &details, place)
    case .tag: tag(bytes, &details, place)
    case .longTag: report(.tagTooLong, place, ply: 0, text: excerpt(bytes, details.range))
    default:
      hasMoveText = true
      if !knowsStart { begin() }
      addToMoves(token, bytes, &details, place)
    }
  }

  private mutating func addToMoves(
    _ token: PGNLexer.Token, _ bytes: Span<UInt8>, _ details: inout PGNLexer.Details, _ place: Place
  ) {
    switch token {
    case .word: word(bytes, details.range, place)
    case .number: number(details.number, place)
    case .marks:
      let first = bytes[details.range.lowerBound]
      let last = bytes[details.range.upperBound - 1]
      let praise = first == UInt8(ascii: "!")
      let glyph: UInt16 =
        if details.range.count == 1 {
          praise ? 1 : 2
        } else if first == last {
          praise ? 3 : 4
        } else {
          praise ? 5 : 6
        }
      add(glyph: glyph)
    case .glyph: add(glyph: UInt16(details.number))
    case .open: openVariation(place)
    case .close: closeVariation(place)
    case .star: end(.unknown, place)
    case .stray:
      if !top.isDead, skipDepth == 0 {
        report(
          details.range.count > 1 ? .ignoredText : .strayBracket, place,
          text: excerpt(bytes, details.range))
      }
    default: break
    }
  }

  private func excerpt(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    Bytes.array(bytes, range.lowerBound..<min(range.upperBound, range.lowerBound + 80))
  }

  private mutating func tag(_ bytes: Span<UInt8>, _ details: inout PGNLexer.Details, _ place: Place)
  {
    let text = excerpt(bytes, details.range)
    guard !hasMoveText || details.isTagLike else {
      if !top.isDead { report(.ignoredText, place, text: text) }
      return
    }
    if details.isMalformed { report(.malformedTag, place, ply: 0, text: text) }
    guard
      let tag = PGNTag(
        Bytes.array(bytes, details.tagName), PGNTagScan.unescaped(bytes, details.tagValue))
    else {
      if !details.isMalformed { report(.malformedTag, place, ply: 0, text: text) }
      return
    }
    guard game.tags.count < limits.tags else {
      report(.tagTooLong, place, ply: 0, text: text)
      return
    }
    if game.tags.contains(where: { $0.nameBytes == tag.nameBytes }) {
      report(.repeatedTag, place, ply: 0, text: text)
    }
    game.tags.append(tag)
    tagPlaces.append(place)
  }

  private mutating func comment(
    _ bytes: Span<UInt8>, _ details: inout PGNLexer.Details, _ place: Place
  ) {
    hasComments = true
    switch details.commentFault {
    case .unclosed: report(.unclosedComment, place)
    case .tooLong: report(.commentTooLong, place)
    case nil: break
    }
    guard !top.isDead, skipDepth == 0 else { return }
    textBytes += details.range.count
    guard textBytes <= limits.textBytes else {
      if textBytes - details.range.count <= limits.textBytes { report(.tooMuchText, place) }
      return
    }
    if stack.isEmpty || top.hasMoves {
      game.changeNotes(of: top.node) { $0.add(comment: bytes, in: details.range) }
    } else {
      PGNNotes.append(PGNNotes.tidied(bytes, details.range), to: &top.introduction)
    }
  }

  private mutating func add(glyph: UInt16) {
    guard !top.isDead, skipDepth == 0 else { return }
    if stack.isEmpty || top.hasMoves {
      // No move deserves so many: a file that does is not one of chess.
      game.changeNotes(of: top.node) { if $0.glyphs.count < 64 { $0.add(glyph: glyph) } }
    } else if !top.glyphs.contains(glyph), top.glyphs.count < 64 {
      top.glyphs.append(glyph)
    }
  }

  private mutating func number(_ number: Int, _ place: Place) {
    guard !top.isDead, skipDepth == 0, !toldNumber else { return }
    let due = top.after.fullmoveNumber
    if let numberOffset {
      guard number != due + numberOffset else { return }
      toldNumber = true
      report(.moveNumber, place, ply: top.ply + 1, text: Array("\(number)".utf8))
    } else {
      numberOffset = number - due
    }
  }

  private mutating func end(_ result: PGNResult, _ place: Place) {
    if mark != nil {
      report(.misplacedResult, place)
    } else if depth > 0 {
      doubtfulMark = (result, place)
    } else {
      mark = result
      markLine = place.line
    }
  }

  private mutating func openVariation(_ place: Place) {
    if top.isDead || skipDepth > 0 {
      skipDepth += 1
    } else if !top.hasMoves {
      report(.variationWithoutMove, place)
      skipDepth = 1
    } else if stack.count >= limits.depth {
      report(.tooDeep, place)
      skipDepth = 1
    } else {
      stack.append(top)
      let parent = PGNGame.Node(index: game[top.node].parent)
      top = Level(node: parent, before: top.before, after: top.before, ply: top.ply - 1)
    }
  }

  private mutating func closeVariation(_ place: Place) {
    if skipDepth > 0 {
      skipDepth -= 1
    } else if stack.isEmpty {
      if !top.isDead { report(.strayBracket, place, text: [UInt8(ascii: ")")]) }
    } else {
      endVariation()
    }
  }

  /// Goes back to the line around this one.
  mutating func endVariation() {
    skipDepth = 0
    let (introduction, glyphs) = top.hasMoves ? ([], []) : (top.introduction, top.glyphs)
    guard let outer = stack.popLast() else { return }
    top = outer
    // A variation without moves is only a remark.
    if !introduction.isEmpty {
      game.changeNotes(of: top.node) { $0.add(comment: introduction) }
    }
    for glyph in glyphs { add(glyph: glyph) }
  }

  // MARK: Moves

  private mutating func word(_ bytes: Span<UInt8>, _ range: Range<Int>, _ place: Place) {
    switch bytes[range.lowerBound] {
    case 0x30, 0x31, 0xc2, 0xbd:
      if let result = PGNResult(bytes, in: range) {
        end(result, place)
        return
      }
    default: break
    }
    guard !top.isDead, skipDepth == 0 else { return }
    do throws(SANError) {
      let move = try top.after.move(san: bytes, in: range)
      guard let node = append(PGNGame.Entry.packed(move), place) else { return }
      top.before = top.after
      top.after.play(known: move)
      moved(to: node)
    } catch {
      wordIsNoMove(error, bytes, range, place)
    }
  }

  private mutating func append(_ move: UInt16, _ place: Place) -> PGNGame.Node? {
    guard game.entries.count <= limits.moves else {
      report(.tooManyMoves, place, ply: top.ply + 1)
      top.isDead = true
      for index in stack.indices { stack[index].isDead = true }
      return nil
    }
    return game.append(move, after: top.node)
  }

  private mutating func moved(to node: PGNGame.Node) {
    top.node = node
    top.ply += 1
    if !top.hasMoves {
      top.hasMoves = true
      if top.introduction.isEmpty, top.glyphs.isEmpty { return }
      let (introduction, glyphs) = (top.introduction, top.glyphs)
      game.changeNotes(of: node) {
        $0.introductionBytes = introduction
        $0.glyphs = glyphs
      }
      top.introduction = []
      top.glyphs = []
    }
  }

  private mutating func wordIsNoMove(
    _ error: SANError, _ bytes: Span<UInt8>, _ range: Range<Int>, _ place: Place
  ) {
    if error == .nullMove, !stack.isEmpty, let after = top.after.passing {
      guard let node = append(PGNGame.Entry.nullMove, place) else { return }
      top.before = top.after
      top.after = after
      moved(to: node)
      return
    }
    let text = excerpt(bytes, range)
    if error == .notAMove {
      switch PGNWord(text) {
      case .glyph(let glyph):
        add(glyph: glyph)
        return
      case .harmless: return
      case .prose:
        report(.ignoredText, place, text: text)
        return
      case .unknown: break
      }
    }
    report(.move(error), place, ply: top.ply + 1, text: text)
    top.isDead = true
  }
}

/// What a word among the moves means that is no move.
enum PGNWord {
  /// A sign that stands for a numeric glyph.
  case glyph(UInt16)
  /// Something that adds nothing, such as `e.p.`
  case harmless
  /// Words of a language: no misspelt move.
  case prose
  /// It may be a misspelt move.
  case unknown

  init(_ word: [UInt8]) {
    for (sign, number) in PGNWord.glyphs where Bytes.equal(word, sign) {
      self = .glyph(number)
      return
    }
    for sign in PGNWord.harmlessWords where Bytes.equal(word, anyCaseOf: sign) {
      self = .harmless
      return
    }
    // A move has a digit, or few letters.
    let isProse =
      word.count >= 4 && word.allSatisfy { Bytes.isLetter($0) || $0 == 0x2c || $0 == 0x27 }
      && !word.allSatisfy { $0 | 0x20 == UInt8(ascii: "o") }
    self = isProse ? .prose : .unknown
  }

  private static let harmlessWords: [StaticString] = [
    "e.p.", "ep", "e.p", "+", "++", "#", "(=)", "ch", "dbl", "mate", ",", "-", "=.",
  ]

  private static let glyphs: [(StaticString, UInt16)] = [
    ("=", 10), ("\u{221e}", 13), ("+/=", 14), ("+=", 14), ("\u{2a72}", 14), ("=/+", 15),
    ("=+", 15), ("\u{2a71}", 15), ("+/-", 16), ("\u{b1}", 16), ("-/+", 17), ("\u{2213}", 17),
    ("+-", 18), ("+\u{2212}", 18), ("-+", 19), ("\u{2212}+", 19), ("\u{25a1}", 7), ("N", 146),
    ("\u{2192}", 40), ("\u{2191}", 36), ("\u{21c6}", 132), ("\u{2295}", 138),
  ]
}
