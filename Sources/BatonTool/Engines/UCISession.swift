internal import Chess
internal import ChessEngine
internal import Games

/// What a UCI session wants done.
enum UCIAction: Hashable, Sendable {
  /// Write these lines.
  case say(String)
  /// Get ready to search, so that the first move need not wait for memory.
  case prepare(UCIOptions)
  /// Begin a search.
  case search(UCISearch)
  /// End the search that runs.
  case stop
  /// From now on the search that runs has this much time, or none that ends it.
  case limit(ChessAllowance?)
  /// End the session.
  case quit
}

/// A search that a session wants.
struct UCISearch: Hashable, Sendable {
  let number: Int
  let game: ChessGame
  var limits: ChessLimits
  /// The time that it may take; none while it ponders.
  var allowance: ChessAllowance?
  let options: UCIOptions
  /// Whether what was learnt before is forgotten.
  let forgets: Bool
  /// To how many plies the legal moves are counted instead of searched.
  let perft: Int?
}

/// The engine's side of the Universal Chess Interface: what is said and done about each line.
///
/// A value without threads and clocks. Whoever acts tells it of lines and of the ends of searches; everything else
/// stays as it is while a search runs, and comes into effect with the next `go`.
struct UCISession {
  private var options = UCIOptions()
  private(set) var game = ChessGame()
  private var forgets = false
  private var count = 0
  private let seed: UInt64
  private var current: Current?
  /// The searches of `go`s that came while another was running; each but the last has been stopped.
  private var waiting: ArraySlice<Current> = []

  /// The search that runs, or has ended and may not say so yet, or waits for its turn.
  private struct Current {
    var search: UCISearch
    let go: UCIGo
    /// Whether its end waits for `stop` or `ponderhit`.
    var isHeld: Bool
    /// Whether it was told to stop before its turn came.
    var isStopped = false
    var report: ChessReport?
  }

  /// Begins a session; with another seed a limited strength overlooks other moves.
  init(_ options: UCIOptions = UCIOptions(), seed: UInt64 = 0) {
    self.options = options
    self.seed = seed
  }

  /// Whether a search runs or waits.
  var isBusy: Bool { current != nil }

  /// Whether the search that was asked for last may not be answered yet.
  var isHeld: Bool { (waiting.last ?? current)?.isHeld ?? false }

  /// Obeys a line.
  mutating func obey(_ line: String) -> [UCIAction] {
    // A part of a game is another position, so a line that was cut is none at all.
    guard line.utf8.count < longestLine else {
      return [.say("info string a line of \(longestLine) bytes or more is not read")]
    }
    var words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }.map(String.init)[...]
    // What is no command is skipped, as the protocol says: `joho debug on` is `debug on`.
    while let word = words.popFirst() {
      switch word {
      case "uci":
        return [
          .say("id name Baton \(toolVersion)\nid author the authors of Baton"),
          .say(options.declarations), .say("uciok"),
        ]
      case "isready":
        return (isBusy ? [] : [.prepare(options)]) + [.say("readyok")]
      case "debug", "register": return []
      case "setoption": return setOption(words)
      case "ucinewgame":
        forgets = true
        return []
      case "position": return setPosition(words)
      case "go": return go(words)
      case "stop": return stop()
      case "ponderhit": return ponderHit()
      case "d": return [.say("info string \(game.position.fen())")]
      case "quit": return [.stop, .quit]
      default: continue
      }
    }
    return []
  }

  /// Notes that a search has ended.
  mutating func ended(_ number: Int, _ report: ChessReport) -> [UCIAction] {
    guard current?.search.number == number else { return [] }
    current?.report = report
    return answer()
  }

  // MARK: Settings

  private mutating func setOption(_ words: ArraySlice<String>) -> [UCIAction] {
    guard words.first == "name" else { return [.say("info string setoption needs a name")] }
    let parts = words.dropFirst().split(separator: "value", maxSplits: 1)
    let name = (parts.first ?? []).joined(separator: " ")
    let value = (parts.dropFirst().first ?? []).joined(separator: " ")
    if name.lowercased() == "clear hash" {
      forgets = true
      return []
    }
    return options.set(name, value).map { [.say("info string \($0)")] } ?? []
  }

  private mutating func setPosition(_ words: ArraySlice<String>) -> [UCIAction] {
    var words = words
    let position: ChessPosition
    switch words.popFirst() {
    case "startpos": position = .start
    case "fen":
      let fen = words.prefix { $0 != "moves" }
      words = words.dropFirst(fen.count)
      do throws(TextError) {
        position = try ChessPosition(fen: fen.joined(separator: " "))
      } catch {
        return [.say("info string the position is wrong: \(error.reason)")]
      }
    default: return [.say("info string position needs startpos or fen")]
    }
    var game = ChessGame(position)
    if words.popFirst() == "moves" {
      for (index, text) in words.enumerated() {
        do throws(TextError) {
          game.playOn(try game.position.move(uci: text))
        } catch {
          self.game = game
          return [.say("info string move \(index + 1), \(quoted(text)): \(error.reason)")]
        }
      }
    }
    self.game = game
    return []
  }

  // MARK: Searches

  private mutating func go(_ words: ArraySlice<String>) -> [UCIAction] {
    let go = UCIGo(words, in: game.position)
    if let perft = go.perft, !UCIGo.perftPlies.contains(perft) {
      let (first, last) = (UCIGo.perftPlies.lowerBound, UCIGo.perftPlies.upperBound)
      return [.say("info string go: perft counts \(first) to \(last) plies")]
    }
    var actions: [UCIAction] = []
    if !go.unknown.isEmpty {
      let what = go.unknown.map { quoted($0) }.joined(separator: ", ")
      actions.append(.say("info string go: \(what) left out"))
    }
    actions += stop()
    let new = make(go, game)
    guard current == nil else {
      // The answers to those before come before this one begins.
      waiting.append(new)
      return actions
    }
    current = new
    return actions + [.search(new.search)]
  }

  private mutating func make(_ go: UCIGo, _ game: ChessGame) -> Current {
    count += 1
    var limits = go.limits
    limits.lines = options.lines
    if options.isLimited {
      ChessStrength(elo: options.elo).limit(&limits, seed: seed &+ UInt64(count) &* 7_919)
    }
    let search = UCISearch(
      number: count, game: game, limits: limits,
      allowance: go.isPonder || go.isInfinite || go.perft != nil ? nil : allowance(go, game),
      options: options,
      // What one blind spot left in the table is nothing for another.
      forgets: forgets || options.isLimited, perft: go.perft)
    if go.perft == nil { forgets = false }
    return Current(search: search, go: go, isHeld: go.isHeld)
  }

  private func allowance(_ go: UCIGo, _ game: ChessGame) -> ChessAllowance? {
    go.allowance(
      for: game.position.sideToMove,
      overhead: UInt64(options.overheadMilliseconds) * 1_000_000)
  }

  private mutating func stop() -> [UCIAction] {
    if var last = waiting.popLast() {
      last.isHeld = false
      last.isStopped = true
      waiting.append(last)
    }
    guard current != nil else { return [] }
    current?.isHeld = false
    return current?.report == nil ? [.stop] : answer()
  }

  private mutating func ponderHit() -> [UCIAction] {
    if var last = waiting.popLast() {
      if last.go.isPonder, last.isHeld {
        last.isHeld = last.go.isInfinite
        if !last.isHeld { last.search.allowance = allowance(last.go, last.search.game) }
      }
      waiting.append(last)
      return []
    }
    guard let now = current, now.go.isPonder, now.isHeld else { return [] }
    current?.isHeld = now.go.isInfinite
    if now.report != nil { return answer() }
    return now.go.isInfinite ? [] : [.limit(allowance(now.go, now.search.game))]
  }

  /// Answers the search that has ended, if it may, and begins the one that waits.
  private mutating func answer() -> [UCIAction] {
    guard let done = current, !done.isHeld, let report = done.report else { return [] }
    current = nil
    var actions: [UCIAction] = []
    // What was counted has been said, and no move was looked for.
    if done.go.perft == nil {
      actions.append(
        .say(UCIText.answer(report, in: done.search.game, options: done.search.options)))
    }
    if let next = waiting.popFirst() {
      current = next
      actions.append(.search(next.search))
      if next.isStopped { actions.append(.stop) }
    }
    return actions
  }
}

extension ChessGame {
  /// Plays a legal move, also where the rules have ended the game: programs play on after five repetitions.
  mutating func playOn(_ move: ChessMove) {
    if (try? play(move)) != nil { return }
    if let next = try? position.playing(move) { self = ChessGame(next) }
  }
}
