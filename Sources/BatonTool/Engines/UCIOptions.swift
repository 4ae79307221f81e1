internal import ChessEngine
internal import Foundation

/// What can be set with UCI's `setoption`.
struct UCIOptions: Hashable, Sendable {
  var megabytes = 64
  var threads = 1
  var lines = 1
  var ponders = false
  var isChess960 = false
  var isLimited = false
  var elo = ChessStrength.eloRange.upperBound
  var overheadMilliseconds = 15
  var showsChances = false

  /// The most memory that may be asked for: no more than the machine can spare.
  static let mostMegabytes = max(
    64, min(65_536, Int(ProcessInfo.processInfo.physicalMemory >> 20) / 4 * 3))

  /// The lines that tell a program what there is to set.
  var declarations: String {
    let elo = ChessStrength.eloRange
    return """
      option name Hash type spin default \(megabytes) min 1 max \(UCIOptions.mostMegabytes)
      option name Threads type spin default \(threads) min 1 max 256
      option name MultiPV type spin default 1 min 1 max 256
      option name Ponder type check default false
      option name Clear Hash type button
      option name Move Overhead type spin default \(overheadMilliseconds) min 0 max 5000
      option name UCI_Chess960 type check default false
      option name UCI_LimitStrength type check default false
      option name UCI_Elo type spin default \(elo.upperBound) min \(elo.lowerBound) max \(elo.upperBound)
      option name UCI_ShowWDL type check default false
      """
  }

  /// Sets an option; names are compared without regard to case, as the protocol wants it.
  ///
  /// - Returns: what is wrong, or `nil`.
  mutating func set(_ name: String, _ value: String) -> String? {
    switch name.lowercased() {
    case "hash": return set(\.megabytes, name, value, 1...UCIOptions.mostMegabytes)
    case "threads": return set(\.threads, name, value, 1...256)
    case "multipv": return set(\.lines, name, value, 1...256)
    case "move overhead": return set(\.overheadMilliseconds, name, value, 0...5000)
    case "uci_elo": return set(\.elo, name, value, ChessStrength.eloRange)
    case "ponder": return set(\.ponders, name, value)
    case "uci_chess960": return set(\.isChess960, name, value)
    case "uci_limitstrength": return set(\.isLimited, name, value)
    case "uci_showwdl": return set(\.showsChances, name, value)
    default: return "there is no option \(quoted(name))"
    }
  }

  private mutating func set(
    _ path: WritableKeyPath<UCIOptions, Int>, _ name: String, _ value: String,
    _ range: ClosedRange<Int>
  ) -> String? {
    guard let number = Int(value), range.contains(number) else {
      return "\(name) is a number from \(range.lowerBound) to \(range.upperBound), not "
        + quoted(value)
    }
    self[keyPath: path] = number
    return nil
  }

  private mutating func set(
    _ path: WritableKeyPath<UCIOptions, Bool>, _ name: String, _ value: String
  ) -> String? {
    guard value == "true" || value == "false" else {
      return "\(name) is true or false, not \(quoted(value))"
    }
    self[keyPath: path] = value == "true"
    return nil
  }
}
