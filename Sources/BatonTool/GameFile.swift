internal import Games
internal import Reversi

/// A format of Reversi games.
enum GameFormat: String, CaseIterable, Sendable {
  case transcript, obf, ggf, wthor

  static let words = ValueSpecification.choice(allCases.map { $0.rawValue }, kind: "format")

  /// The format that a file's name and content show.
  init(path: String, bytes: [UInt8]) {
    let name = path.lowercased()
    if name.hasSuffix(".wtb") {
      self = .wthor
    } else if name.hasSuffix(".ggf") {
      self = .ggf
    } else if name.hasSuffix(".obf") {
      self = .obf
    } else {
      self = GameFormat(content: bytes)
    }
  }

  private init(content all: [UInt8]) {
    let bytes = all.starts(with: byteOrderMark) ? Array(all.dropFirst(3)) : all
    if (try? WTHORGames(bytes: bytes)) != nil {
      self = .wthor
      return
    }
    if bytes.indices.dropLast().contains(where: {
      bytes[$0] == UInt8(ascii: "(") && bytes[$0 + 1] == UInt8(ascii: ";")
    }) {
      self = .ggf
      return
    }
    // A board begins with eight squares; a transcript has digits among its first characters.
    let lines = bytes.split(separator: UInt8(ascii: "\n")).lazy.map { line in
      line.prefix { $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "%") }.filter { $0 > 0x20 }
    }
    let first = lines.first { !$0.isEmpty } ?? []
    let squares = Array("XxOoBbWw*0-._".utf8)
    let isBoard = first.count >= 8 && first.prefix(8).allSatisfy { squares.contains($0) }
    // Behind the squares and the side to move OBF has a semicolon, and a transcript its first move.
    let isMove = first.count > 66 && Square(column: first[65], row: first[66]) != nil
    self = isBoard && !isMove ? .obf : .transcript
  }
}

extension Square {
  /// Whether a text begins with something else than a move, or the number of one.
  fileprivate static func isNone(atStartOf text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, bytes.count > 1 else { return true }
    return Square(column: first, row: bytes[1]) == nil && !(0x30...0x39).contains(first)
      && first != UInt8(ascii: "-")
  }
}

/// A game or a position that was read, in the terms that all formats share.
struct GameEntry: Sendable {
  /// Its place in the file, from 1; those that are wrong count as well.
  var number = 0
  /// What a message calls it: `game 3`, or `line 4`.
  var place: String
  var record: Record<ReversiPosition>
  var black: String?
  var white: String?
  var event: String?
  /// The year in which it was played.
  var year: Int?
  /// The game as GGF had it.
  var ggf: GGFGame?
  /// The position as OBF had it.
  var obf: OBFPosition?

  /// The players, if they are known.
  var title: String {
    guard black != nil || white != nil else { return "" }
    return "\(black ?? "?") – \(white ?? "?")"
  }
}

/// Games read from a file, from standard input or from the command line itself.
struct GameFile: Sendable {
  /// What is read at most: more than the games of a server in a year.
  static let limit = 256 << 20

  let format: GameFormat
  private(set) var entries: [GameEntry] = []
  /// What was wrong with the games that were left out, each with its place in the file.
  private(set) var problems: [(number: Int, text: String)] = []
  /// Whether what was read is the argument itself, in which nothing is a game without moves.
  private let isArgument: Bool

  /// Reads games from a file, from standard input (`-`), or from the argument as a transcript.
  ///
  /// Games that are wrong end it, or with `keepsGoing` are left out and noted in ``problems``.
  static func read(
    _ argument: String, format: GameFormat?, keepsGoing: Bool = false, io: some ToolIO
  ) async throws -> GameFile {
    if argument == "-" {
      guard let bytes = await io.readAll(limit: limit) else {
        throw ToolFailure(code: ExitCode.data, message: "the input is too long")
      }
      return try GameFile(bytes, path: "", format: format, keepsGoing: keepsGoing)
    }
    guard TextFile.exists(argument) else {
      if GameFile.looksLikeAPath(argument) {
        throw ToolFailure(
          code: ExitCode.unavailable, message: "there is no file \(quoted(argument))")
      }
      do throws(ToolFailure) {
        return try GameFile(
          Array(argument.utf8), path: "", format: format ?? .transcript, keepsGoing: keepsGoing,
          isArgument: true)
      } catch {
        // What begins with no move may well have been the name of a file.
        guard (format ?? .transcript) == .transcript, Square.isNone(atStartOf: argument) else {
          throw error
        }
        throw ToolFailure(
          code: error.code,
          message: "\(error.message), and there is no file \(quoted(argument))")
      }
    }
    if format == nil, [".jou", ".trn"].contains(where: argument.lowercased().hasSuffix) {
      throw ToolFailure(
        code: ExitCode.data,
        message: "\(quoted(argument)) has the names of games; give the file that ends in .wtb")
    }
    let bytes: [UInt8]
    do throws(TextFile.Failure) {
      bytes = try TextFile.readBytes(argument, limit: limit, purpose: "games")
    } catch {
      throw ToolFailure(
        code: ExitCode.inputOutput, message: "\(quoted(argument)) cannot be read: \(error.reason)")
    }
    return try GameFile(bytes, path: argument, format: format, keepsGoing: keepsGoing)
  }

  /// Whether a word that is no file was meant to be one: it has a folder, or ends as file names do.
  private static func looksLikeAPath(_ word: String) -> Bool {
    guard !word.contains(" ") else { return false }
    if word.contains("/") { return true }
    guard let point = word.lastIndex(of: ".") else { return false }
    let ending = word[point...].dropFirst()
    return (2...5).contains(ending.count) && ending.allSatisfy { $0.isLetter }
  }

  private init(
    _ bytes: [UInt8], path: String, format: GameFormat?, keepsGoing: Bool,
    isArgument: Bool = false
  ) throws(ToolFailure) {
    self.isArgument = isArgument
    self.format = format ?? GameFormat(path: path, bytes: bytes)
    switch self.format {
    case .transcript: try readTranscripts(bytes, keepsGoing)
    case .obf: try readPositions(bytes, keepsGoing)
    case .ggf: try readGGF(bytes, keepsGoing)
    case .wthor: try readWTHOR(bytes, path: path, keepsGoing)
    }
  }

  private mutating func note(_ problem: String, _ keepsGoing: Bool) throws(ToolFailure) {
    guard keepsGoing else { throw ToolFailure(code: ExitCode.data, message: problem) }
    problems.append((next, problem))
  }

  /// The place in the file of what is read next.
  private var next: Int { entries.count + problems.count + 1 }

  private mutating func add(_ entry: GameEntry) {
    var entry = entry
    entry.number = next
    entries.append(entry)
  }

  /// Reads one transcript over all lines, or if it is none, one on each line.
  private mutating func readTranscripts(
    _ bytes: [UInt8], _ keepsGoing: Bool
  ) throws(ToolFailure) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      $0.prefix { $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "%") }
    }
    let filled = lines.indices.filter { lines[$0].contains { $0 > 0x20 } }
    if filled.isEmpty, !isArgument { return }
    var wholeError: TranscriptError?
    do throws(TranscriptError) {
      let transcript = try Transcript(bytes: lines.joined(separator: [UInt8(ascii: "\n")]))
      add(GameEntry(place: "game 1", record: transcript.record))
      return
    } catch {
      wholeError = error
    }
    for line in filled {
      do throws(TranscriptError) {
        let transcript = try Transcript(bytes: lines[line])
        add(
          GameEntry(place: "game \(next)", record: transcript.record))
      } catch {
        // Where not even the first line is a game, the lines are those of one.
        let isOne = filled.count == 1 || (entries.isEmpty && !keepsGoing)
        let shown = isOne ? wholeError ?? error : error
        let place = isOne ? "" : "line \(line + 1): "
        try note("\(place)the transcript is wrong: \(shown.text)", keepsGoing)
      }
    }
  }

  private mutating func readPositions(
    _ bytes: [UInt8], _ keepsGoing: Bool
  ) throws(ToolFailure) {
    var reader = OBFReader(bytes)
    while true {
      do throws(OBFError) {
        guard let entry = try reader.next() else { return }
        add(
          GameEntry(
            place: "line \(entry.line)", record: Record(start: entry.value.position),
            obf: entry.value))
      } catch {
        try note("the position is wrong: \(error.text)", keepsGoing)
      }
    }
  }

  private mutating func readGGF(_ bytes: [UInt8], _ keepsGoing: Bool) throws(ToolFailure) {
    var reader = GGFReader(bytes)
    var number = 0
    while true {
      number += 1
      do throws(GGFError) {
        guard let game = try reader.next() else { return }
        add(
          GameEntry(
            place: "game \(number)", record: game.record, black: GameFile.name("PB", of: game),
            white: GameFile.name("PW", of: game), event: GameFile.name("PC", of: game),
            year: game.value(of: "DT").flatMap { Int($0.text.prefix(4)) }, ggf: game))
      } catch {
        try note("the file is wrong: \(error.text)", keepsGoing)
      }
    }
  }

  /// A property that is a name, without what keeps its brackets from closing it; `?` is none.
  private static func name(_ property: String, of game: GGFGame) -> String? {
    guard let value = game.value(of: property)?.text else { return nil }
    var name = ""
    var isEscaped = false
    for character in value {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        name.append(character)
        isEscaped = false
      }
    }
    return known(name)
  }

  /// A name, unless it stands for an unknown one.
  private static func known(_ name: String?) -> String? {
    name.flatMap { $0.allSatisfy { $0 == "?" || $0 == " " } ? nil : $0 }
  }

  private mutating func readWTHOR(
    _ bytes: [UInt8], path: String, _ keepsGoing: Bool
  ) throws(ToolFailure) {
    let file: WTHORGames
    do throws(WTHORError) {
      file = try WTHORGames(bytes: bytes)
    } catch {
      throw ToolFailure(code: ExitCode.data, message: "the file is wrong: \(error.text)")
    }
    let players = try GameFile.names(.players, beside: path)
    let tournaments = try GameFile.names(.tournaments, beside: path)
    let year = Int(file.header.yearOfGames)
    for (index, game) in file.games.enumerated() {
      do throws(WTHORError) {
        add(
          GameEntry(
            place: "game \(index + 1)", record: try game.record(number: index + 1),
            black: GameFile.known(players?[Int(game.black)]),
            white: GameFile.known(players?[Int(game.white)]),
            event: GameFile.known(tournaments?[Int(game.tournament)]), year: year == 0 ? nil : year)
        )
      } catch {
        try note("the file is wrong: \(error.text)", keepsGoing)
      }
    }
  }

  /// The names that belong to a file of games: of the same name with another ending, or `WTHOR.JOU` and `WTHOR.TRN`.
  private static func names(
    _ kind: WTHORNames.Kind, beside path: String
  ) throws(ToolFailure) -> WTHORNames? {
    guard !path.isEmpty else { return nil }
    let ending = kind == .players ? "jou" : "trn"
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let candidates = [
      withoutEnding(path) + "." + ending, folder + "WTHOR." + ending.uppercased(),
      folder + "wthor." + ending,
    ]
    guard let found = candidates.first(where: TextFile.exists) else { return nil }
    do {
      return try WTHORNames(
        kind, bytes: TextFile.readBytes(found, limit: 16 << 20, purpose: "names"))
    } catch let failure as TextFile.Failure {
      throw ToolFailure(
        code: ExitCode.inputOutput, message: "\(quoted(found)) cannot be read: \(failure.reason)")
    } catch {
      let reason = (error as? WTHORError)?.text ?? ""
      throw ToolFailure(code: ExitCode.data, message: "\(quoted(found)) is wrong: \(reason)")
    }
  }

  /// A path without the ending of its last part.
  static func withoutEnding(_ path: String) -> String {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    guard let point = path[start...].lastIndex(of: "."), point > start else { return path }
    return String(path[..<point])
  }
}
