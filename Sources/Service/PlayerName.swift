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
    for scalar in raw.unicodeScalars {
      let properties = scalar.properties
      if properties.isWhitespace {
        pendingSpace = !scalars.isEmpty
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

  private init(unchecked text: String) { self.text = text }

  /// The name of a guest who has not chosen one: `Guest` and four characters of the identifier.
  static func guest(_ suffix: String) -> PlayerName {
    PlayerName(unchecked: "Guest \(suffix.suffix(4).uppercased())")
  }
}
