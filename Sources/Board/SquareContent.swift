/// What kind of piece stands on a square and whose it is; the view gives it no meaning.
///
/// A ``PieceSet`` says how it looks and what it is called.
public struct Occupant: Hashable, Sendable {
  /// The kind of piece, numbered by the game.
  public var kind: UInt8
  /// The owner, numbered by the game.
  public var owner: UInt8

  /// Creates an occupant.
  public init(kind: UInt8, owner: UInt8) {
    self.kind = kind
    self.owner = owner
  }

  /// A black disc.
  public static let blackDisc = Occupant(kind: 0, owner: 0)
  /// A white disc.
  public static let whiteDisc = Occupant(kind: 0, owner: 1)
}

/// Which of several like pieces it is, so that it can be followed from one position to the next.
///
/// Pieces without an identity are followed by the shortest path. A game whose pieces never leave their
/// square (Reversi) gives each the identity of its square: then a disc turns, and never glides.
public struct PieceIdentity: Hashable, Sendable {
  /// The number, unique on the board.
  public let rawValue: UInt32

  /// Creates an identity.
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// What is to be emphasised on a square; the game chooses, the view draws.
public struct Marks: OptionSet, Hashable, Sendable {
  /// One bit a mark.
  public let rawValue: UInt8

  /// Creates a set of marks from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Chosen by the player; the view adds it for its own selection.
  public static let selected = Marks(rawValue: 1)
  /// A move may go here.
  public static let target = Marks(rawValue: 2)
  /// The last move came from here.
  public static let lastFrom = Marks(rawValue: 4)
  /// The last move went here.
  public static let lastTo = Marks(rawValue: 8)
  /// A proposal.
  public static let hint = Marks(rawValue: 16)
  /// A threat, such as a king in check.
  public static let danger = Marks(rawValue: 32)
  /// Not part of play.
  public static let disabled = Marks(rawValue: 64)
}

/// What stands on one square and how it may be used.
public struct SquareContent: Hashable, Sendable {
  /// The piece that stands here, if any.
  public var occupant: Occupant?
  /// Which piece it is, if the game tells.
  public var identity: PieceIdentity?
  /// What is emphasised here.
  public var marks: Marks
  /// Whether touching this square does anything.
  public var isEnabled: Bool
  private(set) var labelText: ByteText

  /// What to say of the occupant instead of the piece set's name for it; empty for that name.
  ///
  /// The square's name before it and the marks after it are added by the view.
  public var label: String {
    get { labelText.string }
    set { labelText = ByteText(newValue) }
  }

  /// Creates the content of a square.
  public init(
    occupant: Occupant? = nil, identity: PieceIdentity? = nil, label: String = "",
    marks: Marks = [], isEnabled: Bool = true
  ) {
    self.occupant = occupant
    self.identity = identity
    self.marks = marks
    self.isEnabled = isEnabled
    labelText = ByteText(label)
  }

  /// An empty square on which nothing can be done.
  public static let empty = SquareContent(isEnabled: false)

  /// Returns whether the same piece, or none, stands on both.
  func holdsSamePiece(as other: SquareContent) -> Bool {
    guard occupant == other.occupant else { return false }
    guard occupant != nil, let identity, let otherIdentity = other.identity else { return true }
    return identity == otherIdentity
  }
}
