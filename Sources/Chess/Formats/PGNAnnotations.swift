/// A colour in which PGN comments mark squares and draw arrows.
public enum PGNColor: UInt8, Hashable, Sendable, CaseIterable {
  /// `R`.
  case red = 0x52
  /// `G`.
  case green = 0x47
  /// `B`.
  case blue = 0x42
  /// `Y`.
  case yellow = 0x59
  /// `O`.
  case orange = 0x4f
  /// `C`.
  case cyan = 0x43
}

/// A square that is marked in a colour, of `[%csl …]`.
public struct PGNMark: Hashable, Sendable {
  /// The colour.
  public var color: PGNColor
  /// The square.
  public var square: ChessSquare

  /// Creates a mark.
  public init(_ color: PGNColor, _ square: ChessSquare) {
    self.color = color
    self.square = square
  }
}

/// An arrow in a colour, of `[%cal …]`.
public struct PGNArrow: Hashable, Sendable {
  /// The colour.
  public var color: PGNColor
  /// Where the arrow begins.
  public var from: ChessSquare
  /// Where it points to.
  public var to: ChessSquare

  /// Creates an arrow.
  public init(_ color: PGNColor, from: ChessSquare, to: ChessSquare) {
    self.color = color
    self.from = from
    self.to = to
  }
}

/// What an engine thinks of a position, of `[%eval …]`, seen from White.
public struct PGNEvaluation: Hashable, Sendable {
  /// The value.
  public enum Score: Hashable, Sendable {
    /// Hundredths of a pawn, -1,000,000 to 1,000,000; positive is good for White.
    case centipawns(Int)
    /// Mate in so many moves, -1000 to 1000; negative when Black mates.
    case mate(Int)
  }

  /// The value.
  public var score: Score
  /// The depth of the search in half-moves, 0 to 1000; `nil` when it is not told.
  public var depth: Int?

  /// Creates an evaluation.
  public init(_ score: Score, depth: Int? = nil) {
    self.score = score
    self.depth = depth
  }
}

/// What is written beside a move, or before the first move of a game.
public struct PGNNotes: Hashable, Sendable {
  /// Numeric annotation glyphs in the order of the file, each once; 1 to 6 are `!`, `?`, `!!`, `??`, `!?`, `?!`.
  public var glyphs: [UInt16] = []
  /// What the player's clock shows after the move, of `[%clk …]`, in milliseconds, at most 500 hours.
  public var clock: Int?
  /// The time that the move took, of `[%emt …]`, in milliseconds, at most 500 hours.
  public var elapsed: Int?
  /// The evaluation after the move.
  public var evaluation: PGNEvaluation?
  /// The squares that are marked.
  public var marks: [PGNMark] = []
  /// The arrows.
  public var arrows: [PGNArrow] = []
  var commentBytes: [UInt8] = []
  var introductionBytes: [UInt8] = []

  /// Creates notes that say nothing.
  public init() {}

  /// The comment behind the move, without the annotations that have properties of their own.
  ///
  /// Several comments, and the paragraphs of one, are lines; other white space is single spaces.
  public var comment: String {
    get { commentBytes.string }
    set { commentBytes = PGNNotes.tidied(Array(newValue.utf8)) }
  }

  /// The comment before the first move of a variation, its annotations in the text.
  public var introduction: String {
    get { introductionBytes.string }
    set { introductionBytes = PGNNotes.tidied(Array(newValue.utf8)) }
  }

  /// Whether nothing is said.
  public var isEmpty: Bool {
    glyphs.isEmpty && clock == nil && elapsed == nil && evaluation == nil && marks.isEmpty
      && arrows.isEmpty && commentBytes.isEmpty && introductionBytes.isEmpty
  }

  /// Adds a glyph unless it is there.
  public mutating func add(glyph: UInt16) {
    if !glyphs.contains(glyph) { glyphs.append(glyph) }
  }

  /// Reads white space as it counts: runs are a space, each line end is the end of a paragraph.
  static func tidied(_ bytes: [UInt8]) -> [UInt8] {
    tidied(bytes.span, 0..<bytes.count, lineEnds: 1)
  }

  /// The same for a part of a file, which may be in Windows-1252, and in which only empty lines end paragraphs.
  ///
  /// So many line ends as `lineEnds` says, or more, end one.
  static func tidied(_ bytes: Span<UInt8>, _ range: Range<Int>, lineEnds least: Int = 2) -> [UInt8]
  {
    var isASCII = true
    let result = unsafe [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      var lineEnds = 0
      var hasSpace = false
      var previous: UInt8 = 0
      for index in range {
        let byte = bytes[index]
        if byte > 0x20 {
          if hasSpace {
            if count > 0 {
              unsafe buffer[count] = lineEnds >= least ? 0x0a : 0x20
              count += 1
            }
            hasSpace = false
            lineEnds = 0
          }
          if byte >= 0x80 { isASCII = false }
          // No more bytes come out than go in.
          unsafe buffer[count] = byte
          count += 1
        } else {
          // Other control characters mean no more than a space.
          hasSpace = true
          if byte == 0x0a && previous != 0x0d || byte == 0x0d { lineEnds += 1 }
        }
        previous = byte
      }
    }
    return isASCII ? result : Bytes.utf8(result)
  }

  /// Appends a paragraph.
  static func append(_ paragraph: [UInt8], to text: inout [UInt8]) {
    if paragraph.isEmpty { return }
    if text.isEmpty {
      text = paragraph
    } else {
      text.append(0x0a)
      text += paragraph
    }
  }
}
