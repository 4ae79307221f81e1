internal import Chess
internal import ChessEngine

/// What a `go` of UCI asks for.
struct UCIGo: Hashable, Sendable {
  /// The limits of the search that have nothing to do with time.
  var limits = ChessLimits()
  /// Whether the answer waits for `stop` in any case.
  var isInfinite = false
  /// Whether the answer waits for `ponderhit` or `stop`.
  var isPonder = false
  /// The time for the move in nanoseconds, if it was given.
  var moveTime: UInt64?
  /// The clocks, White's first.
  var clocks: [UInt64?] = [nil, nil]
  /// What each move adds, White's first.
  var increments: [UInt64] = [0, 0]
  var movesToGo: Int?
  /// To how many plies the legal moves are to be counted, where nothing is to be searched.
  var perft: Int?
  /// What can be counted at all; each ply more takes some kilobytes of a thread's stack.
  static let perftPlies = 0...100
  /// Words that mean nothing here or moves that are none.
  var unknown: [String] = []

  private static let words: Set<String> = [
    "searchmoves", "ponder", "wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes",
    "mate", "movetime", "infinite", "perft",
  ]

  /// Reads the words after `go`.
  init(_ words: ArraySlice<String>, in position: ChessPosition) {
    var isLimited = false
    var rest = words
    while let word = rest.popFirst() {
      switch word {
      case "infinite": isInfinite = true
      case "ponder": isPonder = true
      case "searchmoves":
        while let next = rest.first, !UCIGo.words.contains(next) {
          rest.removeFirst()
          if let move = try? position.move(uci: next) {
            limits.moves.append(move)
          } else {
            unknown.append(next)
          }
        }
      case _ where UCIGo.words.contains(word):
        guard let text = rest.first, let number = Int(text) else {
          unknown.append(word)
          continue
        }
        rest.removeFirst()
        isLimited = true
        set(word, number)
      default: unknown.append(word)
      }
    }
    if !isLimited { isInfinite = true }
  }

  private mutating func set(_ word: String, _ number: Int) {
    let time = UInt64(min(max(number, 0), 1_000_000_000_000)) * 1_000_000
    switch word {
    case "wtime": clocks[0] = time
    case "btime": clocks[1] = time
    case "winc": increments[0] = time
    case "binc": increments[1] = time
    case "movestogo": movesToGo = number > 0 ? number : nil
    case "depth": limits.depth = max(number, 1)
    case "nodes": limits.nodes = UInt64(max(number, 1))
    case "mate": limits.mate = max(number, 1)
    case "movetime": moveTime = time
    case "perft": perft = number
    default: break
    }
  }

  /// Whether the answer may not be given as soon as it is found.
  var isHeld: Bool { (isInfinite || isPonder) && perft == nil }

  /// The time that the side to move may take, or `nil` if no clock was told.
  func allowance(for side: ChessSide, overhead: UInt64) -> ChessAllowance? {
    if let moveTime { return ChessAllowance(fixed: moveTime, overhead: overhead) }
    let index = side == .white ? 0 : 1
    guard let remaining = clocks[index] else { return nil }
    return ChessAllowance(
      ChessClock(
        remaining: remaining, increment: increments[index], movesToGo: movesToGo),
      overhead: overhead)
  }
}
