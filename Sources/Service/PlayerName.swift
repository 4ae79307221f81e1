/// The name by which others know a player.
///
/// Names are short, on one line, and cannot pretend to be something else by invisible characters. Checks run on
/// scalars before any comparison: comparing strings with long runs of combining marks takes seconds.
public struct PlayerName: Hashable, Sendable {
  /// The most characters, as a reader counts them.
  public static let maximumCharacters = 24
  /// The most bytes in UTF-8.
  public static let maximumBytes = 96
  /// The most combining marks in a row.
  public static let maximumMarks = 8

  /// The checked name.
  public let text: String

  /// Why a name is refused.
  public struct Problem: Error, Hashable, Sendable {
    /// What is wrong, as an English sentence without a full stop.
    public let reason: String
  }

  /// Checks a name, after taking white space off its ends and out of runs.
  ///
  /// - Throws: ``Problem`` with the reason.
  public init(_ raw: String) throws(Problem) {
    guard raw.utf8.count <= 4 * PlayerName.maximumBytes else {
      throw Problem(reason: "the name is too long")
    }
    var scalars = String.UnicodeScalarView()
    var marks = 0
    var pendingSpace = false
    var word = WordScript()
    for scalar in raw.unicodeScalars {
      let properties = scalar.properties
      if properties.isWhitespace {
        pendingSpace = !scalars.isEmpty
        word = WordScript()
        continue
      }
      switch properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .spacingMark:
        marks += 1
        guard marks <= PlayerName.maximumMarks, !scalars.isEmpty else {
          throw Problem(reason: "the name has too many combining marks")
        }
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
        .paragraphSeparator:
        throw Problem(reason: "the name has an invisible or unknown character")
      default:
        marks = 0
      }
      guard !properties.isDefaultIgnorableCodePoint else {
        throw Problem(reason: "the name has an invisible or unknown character")
      }
      guard !PlayerName.isAnotherForm(scalar.value) else {
        throw Problem(reason: "the name has a character that is another form of a usual one")
      }
      guard word.admit(scalar) else {
        throw Problem(reason: "a word of the name mixes letters of several scripts")
      }
      if pendingSpace { scalars.append(" ") }
      pendingSpace = false
      scalars.append(scalar)
    }
    let text = String(scalars)
    guard !scalars.isEmpty else { throw Problem(reason: "the name is empty") }
    guard text.utf8.count <= PlayerName.maximumBytes, text.count <= PlayerName.maximumCharacters
    else { throw Problem(reason: "the name is longer than 24 characters") }
    self.text = text
  }

  /// Whether a scalar is a letter or number in another dress: bold, in a circle, a ligature, half as wide.
  ///
  /// Full-width forms are usual in the east and stay; their look-alikes are known.
  private static func isAnotherForm(_ value: UInt32) -> Bool {
    switch value {
    case 0x2B0...0x2B8, 0x2E0...0x2E4, 0x1D2C...0x1D6A, 0x1D78, 0x1D9B...0x1DBF, 0x2070...0x209F,
      0x2100...0x214F, 0x2150...0x218F, 0x2460...0x24FF, 0x2C7C...0x2C7D, 0x2E80...0x2FDF,
      0x3130...0x319F, 0x3200...0x33FF, 0xA69C...0xA69D, 0xA770, 0xA7F2...0xA7F9, 0xAB5C...0xAB69,
      0xF900...0xFAFF, 0xFB00...0xFDFF, 0xFE10...0xFE1F, 0xFE30...0xFEFF, 0xFF5F...0xFFEF,
      0x10780...0x107BF, 0x1D100...0x1D1FF, 0x1D400...0x1D7FF, 0x1E030...0x1E08F, 0x1EE00...0x1EEFF,
      0x1F100...0x1F1E5, 0x1F200...0x1F2FF, 0x1FB00...0x1FBFF, 0x2F800...0x2FA1F:
      // Signs such as numero, trade mark and the arrows of pictures are no letters.
      return ![0x2122, 0x2116].contains(value)
    default: return false
    }
  }

  private init(unchecked text: String) { self.text = text }

  /// What stands for a player who deleted the account.
  public static let deleted = "Deleted player"

  /// Names that only the server uses, or that would speak for whoever runs it.
  private static let reserved: [LookAlikes] = [
    "admin", "administrator", "anonymous", "baton", "computer", "deleted", deleted, "everybody",
    "everyone", "guest", "guests", "host", "mod", "moderator", "moderators", "nobody", "null",
    "official", "operator", "owner", "player", "root", "security", "server", "staff", "support",
    "sysop", "system", "team", "undefined", "webmaster",
  ].map { LookAlikes(of: PlayerName(unchecked: $0)) }

  /// Returns whether a reader could take this name for the other one.
  public func looksLike(_ other: PlayerName) -> Bool {
    LookAlikes(of: self).overlap(LookAlikes(of: other))
  }

  /// Checks that nobody else's part is played by the name.
  ///
  /// - Parameter isOwn: Whether the name is for keeping. A guest may be called `Guest` and something.
  /// - Throws: ``Problem`` if the name is reserved.
  public func checkFree(isOwn: Bool) throws(Problem) {
    let mine = LookAlikes(of: self)
    let looksLikeGuest =
      isOwn && mine.key.utf8.starts(with: PlayerName.guestKey.utf8)
      && mine.key.unicodeScalars.count <= PlayerName.guestKey.unicodeScalars.count + 8
    guard !looksLikeGuest, !isSeat, !PlayerName.reserved.contains(where: { $0.overlap(mine) })
    else {
      throw Problem(reason: "the name is reserved")
    }
  }

  /// Whether it is what the screen calls a seat, such as `Player 2`.
  private var isSeat: Bool {
    let name = text.lowercased().unicodeScalars
    guard name.starts(with: "player".unicodeScalars) else { return false }
    return name.dropFirst(6).allSatisfy {
      $0.properties.numericType != nil || $0.properties.isWhitespace
    }
  }

  private static let guestKey = LookAlikes(of: PlayerName(unchecked: "guest")).key

  /// The name of a guest who has not chosen one: `Guest` and four characters of the identifier.
  static func guest(_ suffix: String) -> PlayerName {
    PlayerName(unchecked: "Guest \(suffix.suffix(4).uppercased())")
  }
}
