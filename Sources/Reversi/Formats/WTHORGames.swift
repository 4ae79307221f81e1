public import Games

/// A game of a WTHOR file: 68 bytes.
public struct WTHORGame: Hashable, Sendable {
  /// The number of bytes of a game.
  public static let size = 68

  /// The number of the tournament in the file of tournaments, from 0.
  public var tournament: UInt16
  /// The number of the black player in the file of players, from 0.
  public var black: UInt16
  /// The number of the white player, from 0.
  public var white: UInt16
  /// Black's discs at the end, the empty squares given to the winner.
  public var blackScore: UInt8
  /// What Black's discs would have been with perfect play from the depth that the header says.
  public var theoreticalScore: UInt8
  /// The 60 moves as 10 × row + column, both from 1, so `f5` is 56; passes are left out, and zeros follow the last.
  public let codes: [UInt8]

  /// Creates the game of a record that began at the usual start.
  ///
  /// - Returns: `nil` for a record that began elsewhere.
  public init?(
    _ record: Record<ReversiPosition>, tournament: UInt16 = 0, black: UInt16 = 0, white: UInt16 = 0
  ) {
    guard record.positions[0] == .start else { return nil }
    self.tournament = tournament
    self.black = black
    self.white = white
    let last = record.position
    blackScore = UInt8(clamping: (64 + last.tournamentScore(of: .black)) / 2)
    theoreticalScore = blackScore
    var codes: [UInt8] = []
    for entry in record.moves {
      if case .place(let square) = entry.move { codes.append(WTHORGame.code(of: square)) }
    }
    self.codes = codes + [UInt8](repeating: 0, count: max(60 - codes.count, 0))
  }

  init(_ bytes: [UInt8], at start: Int) {
    tournament = UInt16(littleEndian: bytes, at: start)
    black = UInt16(littleEndian: bytes, at: start + 2)
    white = UInt16(littleEndian: bytes, at: start + 4)
    blackScore = bytes[start + 6]
    theoreticalScore = bytes[start + 7]
    codes = Array(bytes[start + 8..<start + WTHORGame.size])
  }

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: tournament)
    bytes.append(littleEndian: black)
    bytes.append(littleEndian: white)
    bytes.append(blackScore)
    bytes.append(theoreticalScore)
    bytes += codes
  }

  static func code(of square: Square) -> UInt8 {
    UInt8(10 * (square.row + 1) + square.column + 1)
  }

  static func square(of code: UInt8) -> Square? {
    Square(column: Int(code % 10) - 1, row: Int(code / 10) - 1)
  }

  /// Plays the moves from the usual start, with the passes that they leave out.
  ///
  /// - Parameter number: what an error calls the game.
  /// - Returns: the game with every position.
  /// - Throws: ``WTHORError/wrongMove(game:ply:code:)``.
  public func record(number: Int = 1) throws(WTHORError) -> Record<ReversiPosition> {
    var record = Record(start: ReversiPosition.start)
    for (index, code) in codes.enumerated() {
      if code == 0, codes[index...].allSatisfy({ $0 == 0 }) { break }
      guard let square = WTHORGame.square(of: code),
        (try? record.play(.place(square), by: record.position.sideToMove.seat)) != nil
      else { throw .wrongMove(game: number, ply: index + 1, code: code) }
    }
    return record
  }
}

/// A WTHOR file of games, `.wtb`.
///
/// What is read and written again is byte for byte the same.
public struct WTHORGames: Hashable, Sendable {
  /// When the file was made and of which year it is.
  public private(set) var header: WTHORHeader
  /// The games; their moves are checked when they are played.
  public let games: [WTHORGame]

  /// Creates a file of games.
  ///
  /// - Throws: ``WTHORError/tooMany(_:)`` beyond four thousand million games.
  public init(_ header: WTHORHeader, games: [WTHORGame]) throws(WTHORError) {
    guard let count = UInt32(exactly: games.count) else { throw .tooMany(games.count) }
    self.header = header
    self.header.gameCount = count
    self.games = games
  }

  /// Reads a file of games.
  ///
  /// - Throws: ``WTHORError`` when header and size of the file do not agree.
  public init(bytes: some Sequence<UInt8>) throws(WTHORError) {
    let bytes = Array(bytes)
    header = try WTHORHeader(bytes)
    guard header.boardSize == 8 || header.boardSize == 0 else {
      throw .unknownBoardSize(Int(header.boardSize))
    }
    let promised = Int(header.gameCount)
    let room = bytes.count - WTHORHeader.size
    guard room.isMultiple(of: WTHORGame.size), room / WTHORGame.size == promised else {
      throw .wrongSize(
        promised: promised, size: bytes.count,
        expectedSize: WTHORHeader.size + promised * WTHORGame.size)
    }
    games = (0..<promised).map { WTHORGame(bytes, at: WTHORHeader.size + $0 * WTHORGame.size) }
  }

  /// The file.
  public var bytes: [UInt8] {
    var bytes = header.bytes
    bytes.reserveCapacity(WTHORHeader.size + games.count * WTHORGame.size)
    for game in games { game.append(to: &bytes) }
    return bytes
  }
}
