internal import Chess
internal import Hosting

/// The bytes of a file with games of chess, if it is one.
struct ChessFile: Sendable {
  let bytes: [UInt8]

  /// Reads a file whose name ends in `.pgn`, or whose content begins as PGN does; `nil` for everything else.
  ///
  /// Standard input is not read here: what came of it could not be given back.
  static func read(_ argument: String, io: some ToolIO) async throws -> ChessFile? {
    let isNamed = argument.lowercased().hasSuffix(".pgn")
    guard isNamed || TextFile.exists(argument) else { return nil }
    guard TextFile.exists(argument) else {
      throw ToolFailure(code: ExitCode.unavailable, message: "there is no file \(quoted(argument))")
    }
    do throws(TextFile.Failure) {
      let bytes = try TextFile.readBytes(argument, limit: GameFile.limit, purpose: "games")
      guard isNamed || ChessFile.looksLikePGN(bytes) else { return nil }
      return ChessFile(bytes: bytes)
    } catch {
      throw ToolFailure(
        code: ExitCode.inputOutput, message: "\(quoted(argument)) cannot be read: \(error.reason)")
    }
  }

  /// Whether bytes begin with a tag, or with the number of a first move.
  static func looksLikePGN(_ bytes: [UInt8]) -> Bool {
    let start = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    let text = start.drop { $0 <= 0x20 }
    return text.starts(with: "[Event ".utf8) || text.starts(with: "[Site ".utf8)
      || text.starts(with: "[FEN ".utf8) || text.starts(with: "[White ".utf8)
      || text.starts(with: "1. ".utf8)
  }
}
