/// The first 16 bytes of a WTHOR file: when it was made, and how much it holds.
public struct WTHORHeader: Hashable, Sendable {
  /// The number of bytes of a header.
  public static let size = 16

  /// The day the file was made: century, year in it, month and day.
  public var century: UInt8
  /// The year in the century.
  public var year: UInt8
  /// The month, from 1.
  public var month: UInt8
  /// The day, from 1.
  public var day: UInt8
  /// The number of games, little-endian at byte 4; 0 in files of names.
  public internal(set) var gameCount: UInt32
  /// The number of names, at byte 8; 0 in files of games.
  public internal(set) var nameCount: UInt16
  /// The year in which the games were played, at byte 10.
  public var yearOfGames: UInt16
  /// The size of the board, at byte 12: 8, or 0 for the same.
  public internal(set) var boardSize: UInt8
  /// The kind of file, at byte 13: 1 for puzzles, else 0.
  public var kind: UInt8
  /// With how many empty squares the theoretical scores were found, at byte 14.
  public var depth: UInt8
  /// The last byte, which has no meaning.
  public var reserved: UInt8

  /// Creates the header of a file made on a day, such as 2026, 11 and 30.
  public init(year: Int, month: Int, day: Int, yearOfGames: Int = 0, depth: Int = 0) {
    century = UInt8(clamping: year / 100)
    self.year = UInt8(clamping: year % 100)
    self.month = UInt8(clamping: month)
    self.day = UInt8(clamping: day)
    gameCount = 0
    nameCount = 0
    self.yearOfGames = UInt16(clamping: yearOfGames)
    boardSize = 8
    kind = 0
    self.depth = UInt8(clamping: depth)
    reserved = 0
  }

  init(_ bytes: [UInt8]) throws(WTHORError) {
    guard bytes.count >= WTHORHeader.size else { throw .headerIsCut(size: bytes.count) }
    century = bytes[0]
    year = bytes[1]
    month = bytes[2]
    day = bytes[3]
    gameCount =
      UInt32(bytes[4]) | UInt32(bytes[5]) << 8 | UInt32(bytes[6]) << 16
      | UInt32(bytes[7]) << 24
    nameCount = UInt16(littleEndian: bytes, at: 8)
    yearOfGames = UInt16(littleEndian: bytes, at: 10)
    boardSize = bytes[12]
    kind = bytes[13]
    depth = bytes[14]
    reserved = bytes[15]
  }

  var bytes: [UInt8] {
    var bytes = [century, year, month, day]
    for shift in [0, 8, 16, 24] as [UInt32] {
      bytes.append(UInt8(truncatingIfNeeded: gameCount >> shift))
    }
    bytes.append(littleEndian: nameCount)
    bytes.append(littleEndian: yearOfGames)
    return bytes + [boardSize, kind, depth, reserved]
  }
}

/// Why a WTHOR file or a game of one could not be read.
public enum WTHORError: Error, Hashable, Sendable {
  /// The file is too short for a header.
  case headerIsCut(size: Int)
  /// The board has another size than 8.
  case unknownBoardSize(Int)
  /// The header promises another number of records than the file has room for.
  case wrongSize(promised: Int, size: Int, expectedSize: Int)
  /// There are more records than a header can count.
  case tooMany(Int)
  /// A game, counted from 1, has a move that is no square or against the rules; plies count from 1, without passes.
  case wrongMove(game: Int, ply: Int, code: UInt8)

  /// The error as a sentence.
  public var text: String {
    switch self {
    case .headerIsCut(let size): "the file has \(size) bytes, which is too short for a header of 16"
    case .unknownBoardSize(let size): "the board has size \(size), not 8"
    case .wrongSize(let promised, let size, let expected):
      "the header promises \(promised) records, which take \(expected) bytes, but the file has \(size)"
    case .tooMany(let count): "\(count) records are more than the header can count"
    case .wrongMove(let game, let ply, let code):
      if let square = WTHORGame.square(of: code) {
        "game \(game), move \(ply): \(square.text) is not a legal move"
      } else {
        "game \(game), move \(ply): \(code) is not a square from 11 to 88"
      }
    }
  }
}

extension UInt16 {
  init(littleEndian bytes: [UInt8], at index: Int) {
    self = UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8
  }
}

extension [UInt8] {
  /// Appends a number in little-endian order.
  mutating func append(littleEndian value: UInt16) {
    append(UInt8(truncatingIfNeeded: value))
    append(UInt8(truncatingIfNeeded: value >> 8))
  }
}
