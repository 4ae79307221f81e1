/// Something that is wrong in a PGN file, and where.
///
/// Reading goes on after each: what a problem costs is said with its reason.
public struct PGNProblem: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Error, Hashable, Sendable {
    /// A move could not be read; the line it stands in ends before it.
    case move(SANError)
    /// The `FEN` tag cannot be read; the moves of the game are not read.
    case fen
    /// No game can go on from the position in the `FEN` tag; the moves of the game are not read.
    case illegalSetup(IllegalSetup)
    /// Something stands among the moves that is no move; the line ends before it.
    case unexpectedText
    /// A variation begins where no move has been made; it is not read.
    case variationWithoutMove
    /// Variations are nested deeper than the limit; this one is not read.
    case tooDeep
    /// The game has more moves than the limit; the others are not read.
    case tooManyMoves
    /// The comments of the game are longer than the limit together; what follows is not kept.
    case tooMuchText
    /// A tag is longer than the limit, or there are too many; it is not kept.
    case tagTooLong
    /// A comment is longer than the limit; it is cut.
    case commentTooLong

    /// Warning: a comment is never closed; it goes on to the end of the file, or to the tags of the next game.
    case unclosedComment
    /// Warning: words that are no move and cannot be meant as one were left out.
    case ignoredText
    /// Warning: a tag that lacks quotes, bracket, value or a proper name was read as well as it can be.
    case malformedTag
    /// Warning: a tag appears twice; the first counts.
    case repeatedTag
    /// Warning: `SetUp` says that there is a `FEN`, but there is none; the game begins as usual.
    case setUpWithoutFEN
    /// Warning: the `Variant` is none whose rules are known; the game was read as chess.
    case unknownVariant
    /// Warning: the `Result` tag is no result.
    case malformedResult
    /// Warning: the `Result` tag and the mark at the end disagree; the mark counts.
    case resultsDisagree
    /// Warning: the position on the board at the end says another result.
    case resultContradictsBoard
    /// Warning: the game has no mark at its end; the `Result` tag counts.
    case missingResult
    /// Warning: a mark of a result stands inside a variation, or twice; it does not count.
    case misplacedResult
    /// Warning: the number of a move is not the one that is due; only the first such is told.
    case moveNumber
    /// Warning: a variation is not closed before the game ends.
    case unclosedVariation
    /// Warning: a bracket closes nothing.
    case strayBracket

    /// Whether nothing was lost: the text is wrong, but what it means is plain.
    public var isWarning: Bool {
      switch self {
      case .move, .fen, .illegalSetup, .unexpectedText, .variationWithoutMove, .tooDeep,
        .tooManyMoves, .tooMuchText, .tagTooLong, .commentTooLong:
        false
      default: true
      }
    }

    /// What is wrong, as part of an English sentence.
    public var text: String {
      switch self {
      case .move(let error): error.reason
      case .fen: "the FEN tag cannot be read"
      case .illegalSetup(let reason): "the FEN tag is no legal position, \(reason.reason)"
      case .unexpectedText: "expected a move"
      case .variationWithoutMove: "a variation before any move"
      case .tooDeep: "variations are nested too deep"
      case .tooManyMoves: "the game has too many moves"
      case .tooMuchText: "the comments of the game are too long"
      case .tagTooLong: "the tags are too long"
      case .commentTooLong: "the comment is too long"
      case .unclosedComment: "the comment is not closed"
      case .ignoredText: "text that is no move"
      case .malformedTag: "a malformed tag"
      case .repeatedTag: "a tag that appears twice"
      case .setUpWithoutFEN: "SetUp without FEN"
      case .unknownVariant: "an unknown variant"
      case .malformedResult: "the Result tag is no result"
      case .resultsDisagree: "the Result tag says otherwise than the end of the moves"
      case .resultContradictsBoard: "the result is not that of the position on the board"
      case .missingResult: "the result is missing at the end of the moves"
      case .misplacedResult: "a result where the game does not end"
      case .moveNumber: "another number of the move is due"
      case .unclosedVariation: "the variation is not closed"
      case .strayBracket: "a bracket that closes nothing"
      }
    }
  }

  /// What is wrong.
  public let reason: Reason
  /// The number of the game in the file, from 1.
  public let game: Int
  /// The half-move it is about, from 1, counted from the position in which the game begins.
  ///
  /// It is 0 in the tags, and that of the move before for what is not a move.
  public let ply: Int
  /// The number of the line in the file, from 1.
  public let line: Int
  /// The byte in the line, from 1.
  public let column: Int
  let textBytes: [UInt8]

  /// The text that is wrong, at most 80 bytes of it.
  public var text: String { textBytes.string }

  /// Whether nothing was lost: the text is wrong, but what it means is plain.
  public var isWarning: Bool { reason.isWarning }

  /// The problem as a sentence: `no legal move fits: "Nxe5" at ply 3 of game 2, line 17, column 9`.
  public var description: String {
    let place = "game \(game), line \(line), column \(column)"
    let quoted = textBytes.isEmpty ? "" : ": \"\(text)\""
    return reason.text + quoted + (ply > 0 ? " at ply \(ply) of " : " in ") + place
  }
}
