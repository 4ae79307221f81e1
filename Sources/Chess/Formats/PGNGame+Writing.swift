/// The text of a game in export format.
extension PGNGame {
  /// The game as it stands in a file: tags, an empty line, the moves in lines of at most 79 columns, an empty line.
  ///
  /// Read again it is the same game. The glyphs `$1` to `$6` stand for `!`, `?` and so on. Only what has no space
  /// in it, such as a tag or a long word of a comment, and comments that hold a closing brace, make longer lines.
  ///
  /// - Complexity: O(*n*) in the number of moves.
  public var text: String { bytes.string }

  /// The same as bytes in UTF-8.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  /// Writes games as a file.
  public static func file(_ games: some Sequence<PGNGame>) -> [UInt8] {
    var bytes: [UInt8] = []
    for game in games { game.write(to: &bytes) }
    return bytes
  }

  /// Appends the game to a file.
  public func write(to bytes: inout [UInt8]) {
    for tag in tags { tag.write(to: &bytes) }
    if !tags.isEmpty { bytes.append(0x0a) }
    var writer = PGNLineWriter(bytes)
    bytes = []
    writeMoves(to: &writer)
    writer.word(Array(result.text.utf8))
    bytes = writer.finished()
    bytes += [0x0a, 0x0a]
  }

  /// The moves alone, variations and notes among them, on one line or more, without the result.
  public var moveText: String {
    var writer = PGNLineWriter([])
    writeMoves(to: &writer)
    return writer.finished().string
  }

  /// A place to which the writer comes back when a variation is done.
  private struct Frame {
    let main: Node
    let before: ChessPosition
    var variation: Int32
  }

  private func writeMoves(to writer: inout PGNLineWriter) {
    var needsNumber = true
    writeNotes(of: .root, to: &writer)
    var frames: [Frame] = []
    var position = start
    var current = next(after: .root)
    var isHead = false
    while true {
      while let node = current {
        let introduction = isHead ? self[notes: node].introductionBytes : []
        if !introduction.isEmpty { writer.comment([], introduction) }
        let after = writeMove(to: node, position, needsNumber: needsNumber || isHead, &writer)
        needsNumber = writeNotes(of: node, to: &writer)
        let parent = entries[Int(entries[Int(node.index)].parent)]
        let sibling = entries[Int(node.index)].nextSibling
        if !isHead, parent.firstChild == node.index, sibling != 0 {
          frames.append(Frame(main: node, before: position, variation: sibling))
          writer.open()
          current = Node(index: sibling)
          isHead = true
          continue
        }
        isHead = false
        position = after
        current = next(after: node)
      }
      guard var frame = frames.popLast() else { return }
      writer.close()
      let sibling = entries[Int(frame.variation)].nextSibling
      if sibling != 0 {
        frame.variation = sibling
        position = frame.before
        frames.append(frame)
        writer.open()
        current = Node(index: sibling)
        isHead = true
      } else {
        position = after(frame.main, from: frame.before)
        current = next(after: frame.main)
        needsNumber = true
      }
    }
  }

  /// Writes a move with its number where one is needed, and returns the position after it.
  private func writeMove(
    to node: Node, _ position: ChessPosition, needsNumber: Bool, _ writer: inout PGNLineWriter
  ) -> ChessPosition {
    let isWhite = position.sideToMove == .white
    if isWhite || needsNumber {
      writer.word(Array("\(position.fullmoveNumber)\(isWhite ? "." : "...")".utf8))
    }
    guard let move = move(to: node) else {
      writer.word([0x2d, 0x2d])
      return after(node, from: position)
    }
    var san: [UInt8] = []
    san.reserveCapacity(8)
    let next = position.writeSAN(move, to: &san)
    writer.word(san)
    return next
  }

  /// Writes what stands behind a move; whether a comment is among it, after which a number is needed.
  @discardableResult
  private func writeNotes(of node: Node, to writer: inout PGNLineWriter) -> Bool {
    guard self[node].notes >= 0 else { return false }
    let notes = self[notes: node]
    for glyph in notes.glyphs { writer.word(Array("$\(glyph)".utf8)) }
    let commands = notes.commands
    if commands.isEmpty, notes.commentBytes.isEmpty { return false }
    writer.comment(commands, notes.commentBytes)
    return true
  }
}

/// Puts words into lines.
private struct PGNLineWriter {
  private var bytes: [UInt8]
  private var column = 0
  /// A bracket that goes before the next word.
  private var opens = false
  /// The last word, behind which a bracket may go.
  private var held: [UInt8] = []

  private static let width = 79

  init(_ bytes: consuming [UInt8]) { self.bytes = bytes }

  mutating func word(_ word: [UInt8]) {
    flush()
    held = opens ? [UInt8(ascii: "(")] + word : word
    opens = false
  }

  mutating func open() {
    if opens {
      // A bracket right behind another cannot come from a tree of moves.
      flush()
      held = [UInt8(ascii: "(")]
    }
    opens = true
  }

  mutating func close() {
    if held.isEmpty {
      held = [UInt8(ascii: ")")]
    } else {
      held.append(UInt8(ascii: ")"))
    }
  }

  /// Writes annotations and the paragraphs of a comment, each in braces of its own.
  mutating func comment(_ commands: [[UInt8]], _ text: [UInt8]) {
    var commands = commands
    var paragraphs = text.split(separator: 0x0a)
    if paragraphs.isEmpty { paragraphs = [[]] }
    for paragraph in paragraphs {
      var words = commands
      commands = []
      words += paragraph.split(separator: 0x20).map { Array($0) }
      guard !paragraph.contains(UInt8(ascii: "}")) else {
        lineComment(words)
        continue
      }
      for place in words.indices {
        var word = words[place]
        if place == 0 { word.insert(UInt8(ascii: "{"), at: 0) }
        if place == words.count - 1 { word.append(UInt8(ascii: "}")) }
        self.word(word)
      }
    }
  }

  /// Writes a comment up to the end of the line, which is the only kind that can hold a closing brace.
  private mutating func lineComment(_ words: [[UInt8]]) {
    if opens {
      held = held.isEmpty ? held : held
      flush()
      held = [UInt8(ascii: "(")]
      opens = false
    }
    flush()
    if column > 0 { bytes.append(0x20) }
    bytes += [UInt8(ascii: ";"), 0x20]
    bytes += Array(words.joined(separator: [0x20]))
    bytes.append(0x0a)
    column = 0
  }

  private mutating func flush() {
    if held.isEmpty { return }
    // Columns are characters, of which the further bytes have these two highest bits.
    let width = held.reduce(0) { $1 & 0xc0 == 0x80 ? $0 : $0 + 1 }
    if column > 0 {
      if column + 1 + width > PGNLineWriter.width {
        bytes.append(0x0a)
        column = 0
      } else {
        bytes.append(0x20)
        column += 1
      }
    }
    bytes += held
    column += width
    held = []
  }

  consuming func finished() -> [UInt8] {
    flush()
    return bytes
  }
}
