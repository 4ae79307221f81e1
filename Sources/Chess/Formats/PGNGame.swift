internal import Games

/// A game of a PGN file: its tags, and its moves as a tree with variations and notes.
///
/// A ``Node`` stands for the position after a move; the root, for the one in which the game begins. The first of
/// the moves that go on from a node is the main one, the others are variations of it.
public struct PGNGame: Sendable {
  /// A place in the tree of one game, for that game only.
  public struct Node: Hashable, Sendable {
    let index: Int32

    /// The place before the first move.
    public static let root = Node(index: 0)
  }

  /// A move and its neighbours; 0 where there is none, since the root is nobody's neighbour.
  struct Entry: Sendable {
    var move: UInt16
    var parent: Int32
    var firstChild: Int32 = 0
    var lastChild: Int32 = 0
    var nextSibling: Int32 = 0
    /// The place in `notes`, or -1.
    var notes: Int32 = -1
  }

  /// The pairs at the head, in the order of the file.
  public internal(set) var tags: [PGNTag] = []
  /// Where the game begins.
  public internal(set) var start: ChessPosition
  /// How the game ended, by the mark behind the moves.
  public var result = PGNResult.unknown
  var entries = [Entry(move: 0, parent: 0)]
  var notes: [PGNNotes] = []

  /// Creates a game without moves.
  ///
  /// When `start` is not the usual position, the tags `SetUp` and `FEN` say so, and `Variant` if it is one of
  /// Chess960.
  public init(start: ChessPosition = .start) {
    self.start = start
    guard start != .start else { return }
    let isChess960 = start.isChess960 ? PGNTag("Variant", "Chess960") : nil
    tags = [isChess960, PGNTag("SetUp", "1"), PGNTag("FEN", start.fen(enPassant: .always))]
      .compactMap { $0 }
  }

  /// The value of the first tag of this name; `nil` when there is none.
  public func value(of name: String) -> String? { valueBytes(of: name)?.string }

  func valueBytes(of name: String) -> [UInt8]? {
    tags.first { $0.nameBytes.elementsEqual(name.utf8) }?.valueBytes
  }

  /// Sets the value of a tag, or removes all tags of this name.
  ///
  /// - Returns: `false` if it is no name for a tag, or `FEN` or `SetUp`, which belong to the start.
  @discardableResult
  public mutating func setValue(_ value: String?, of name: String) -> Bool {
    guard let tag = PGNTag(name, value ?? ""),
      !name.hasSameBytes(as: "FEN"), !name.hasSameBytes(as: "SetUp")
    else { return false }
    let index = tags.firstIndex { $0.nameBytes == tag.nameBytes }
    if value == nil {
      tags.removeAll { $0.nameBytes == tag.nameBytes }
    } else if let index {
      tags[index] = tag
    } else {
      tags.append(tag)
    }
    return true
  }

  /// Adds those of the seven usual tags that are missing, in their order, with `?` for what is not known.
  public mutating func completeRoster() {
    var roster: [PGNTag] = []
    for name in ["Event", "Site", "Date", "Round", "White", "Black", "Result"] {
      let found = valueBytes(of: name)
      let usual =
        name.hasSameBytes(as: "Date")
        ? "????.??.??" : name.hasSameBytes(as: "Result") ? result.text : "?"
      if let tag = PGNTag(Array(name.utf8), found ?? Array(usual.utf8)) { roster.append(tag) }
    }
    let others = tags.filter { tag in
      !roster.contains { $0.nameBytes == tag.nameBytes && $0.valueBytes == tag.valueBytes }
    }
    tags = roster + others
  }
}

/// Moves as two bytes.
extension PGNGame.Entry {
  static let nullMove: UInt16 = 0x8000

  static func packed(_ move: ChessMove) -> UInt16 {
    let promotion = move.promotion.map { UInt16($0.rawValue) + 1 } ?? 0
    return UInt16(truncatingIfNeeded: move.from.index | move.to.index << 6) | promotion << 12
  }

  /// The move; `nil` at the root and for a move of nobody.
  var unpacked: ChessMove? {
    guard move & 0x8000 == 0, move & 0x3f != move >> 6 & 0x3f,
      let from = ChessSquare(Int(move & 0x3f)), let to = ChessSquare(Int(move >> 6 & 0x3f))
    else { return nil }
    let promotion = UInt8(move >> 12 & 7)
    return ChessMove(
      from: from, to: to,
      promotion: promotion == 0 ? nil : ChessPieceKind(rawValue: promotion - 1))
  }
}
