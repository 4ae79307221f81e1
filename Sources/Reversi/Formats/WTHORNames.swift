/// A WTHOR file of names: of players, `.jou`, or of tournaments, `.trn`.
///
/// What is read and written again is byte for byte the same.
public struct WTHORNames: Hashable, Sendable {
  /// What the names are of.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// Players; a name has up to 19 bytes.
    case players
    /// Tournaments; a name has up to 25 bytes.
    case tournaments

    /// The bytes of a name, with the zero that ends it.
    public var width: Int { self == .players ? 20 : 26 }
  }

  /// What the names are of.
  public let kind: Kind
  /// When the file was made.
  public private(set) var header: WTHORHeader
  /// The names with all their bytes, one after the other.
  private let content: [UInt8]

  /// Creates a file of names.
  ///
  /// A name is written in Latin-1; a character that it does not have becomes `?`, and what is too long is cut.
  ///
  /// - Throws: ``WTHORError/tooMany(_:)`` beyond 65,535 names.
  public init(_ kind: Kind, _ header: WTHORHeader, names: [String]) throws(WTHORError) {
    guard let count = UInt16(exactly: names.count) else { throw .tooMany(names.count) }
    self.kind = kind
    self.header = header
    self.header.nameCount = count
    var content: [UInt8] = []
    for name in names {
      let letters = name.unicodeScalars.prefix(kind.width - 1).map { scalar in
        scalar.value > 0 && scalar.value < 0x100 ? UInt8(scalar.value) : UInt8(ascii: "?")
      }
      content += letters
      content += [UInt8](repeating: 0, count: kind.width - letters.count)
    }
    self.content = content
  }

  /// Reads a file of names.
  ///
  /// - Throws: ``WTHORError`` when header and size of the file do not agree.
  public init(_ kind: Kind, bytes: some Sequence<UInt8>) throws(WTHORError) {
    let bytes = Array(bytes)
    self.kind = kind
    header = try WTHORHeader(bytes)
    let promised = Int(header.nameCount)
    let expected = WTHORHeader.size + promised * kind.width
    guard bytes.count == expected else {
      throw .wrongSize(promised: promised, size: bytes.count, expectedSize: expected)
    }
    content = Array(bytes[WTHORHeader.size...])
  }

  /// The number of names.
  public var count: Int { content.count / kind.width }

  /// The name with a number from 0 on, as games mention it; `nil` for a number without one.
  public subscript(number: Int) -> String? {
    guard number >= 0, number < count else { return nil }
    let start = number * kind.width
    return RawText.latin1(content[start..<start + kind.width].prefix { $0 != 0 })
  }

  /// All names.
  public var names: [String] { (0..<count).compactMap { self[$0] } }

  /// The file.
  public var bytes: [UInt8] { header.bytes + content }
}
