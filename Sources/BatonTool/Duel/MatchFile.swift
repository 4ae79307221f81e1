#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The file that takes the games of a match, each as soon as it is over.
///
/// A name that ends in `.ggf` makes it one of games in GGF; any other, a transcript a line with the result as a
/// comment, which `baton match` reads as openings again.
final class MatchFile: Sendable {
  private let descriptor: Int32
  private let isGGF: Bool
  private let players: [String]

  /// Makes the file; none may be there.
  init(_ path: String, first: String, second: String) throws(ToolFailure) {
    isGGF = path.lowercased().hasSuffix(".ggf")
    players = [first, second]
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw ToolFailure(
        code: errno == EEXIST ? ExitCode.cannotCreate : ExitCode.inputOutput,
        message: "cannot make \(shown(path)): \(SystemError(code: errno).reason)")
    }
  }

  deinit { close(descriptor) }

  /// Writes a game.
  ///
  /// - Returns: why it could not be written.
  func write(_ game: MatchGame) -> String? {
    let code = Descriptors.write((line(game) + "\n").utf8, to: descriptor)
    return code == 0 ? nil : SystemError(code: code).reason
  }

  private func line(_ game: MatchGame) -> String {
    guard isGGF else {
      return "\(game.transcript) # \(game.number + 1): black \(game.black.name), \(game.resultText)"
    }
    let black = players[game.black.rawValue]
    let white = players[game.black.other.rawValue]
    let discs = game.discs.map { game.black == .first ? $0 : -$0 }
    // A game that was given up has no discs to count.
    let result =
      discs.map { "\(signed(Double($0), 3))" }
      ?? (game.forfeit.map {
        $0.loser == game.black ? "-64.000:r" : "+64.000:r"
      } ?? "?")
    return ggf(game.game, times: game.times, players: (black, white), result: result)
  }
}
