#if arch(wasm32)
  import GameBoards
  import Games
  import Opponents
  import Reversi
  import ReversiEngine
  import WasmRuntime

  // What the worker of a page calls: the computer's thinking, one question at a time. Text goes in through a buffer
  // that `input` lends and comes out in one that `output` and `outputLength` describe. While a long question is
  // worked on, `tell` lets the worker read what is known so far; to end it, the page ends the worker.
  //
  // What is known of a position is the text of a `ReversiReport`; what is known of a game is lines with fields separated
  // by tabs:
  //
  // | line | meaning |
  // |---|---|
  // | `P` done, of | Positions that are judged so far. |
  // | `M` number, side, move, value, best, best value, loss, exact, best is exact, depth | A move of the game. |
  // | `V` start, exact, lost by black, lost by white | The whole game. |
  // | `G` svg | The picture of it, `AnalysisGraph`. |

  /// All that the module keeps.
  private enum Desk {
    nonisolated(unsafe) static var input: UnsafeMutableBufferPointer<UInt8>?
    nonisolated(unsafe) static var output: [UInt8] = []
    nonisolated(unsafe) static var weights: PatternWeights?
    nonisolated(unsafe) static var search: ReversiSearch?

    /// The first `count` bytes of the input, as text.
    static func text(_ count: Int32) -> String {
      guard let input, count > 0 else { return "" }
      return String(decoding: input.prefix(Int(count)), as: UTF8.self)
    }

    static func write(_ text: String) { output += Array(text.utf8) }

    /// The memory of a search of positions: what it learnt of one serves for the next.
    static func makeSearch() -> ReversiSearch? {
      if search == nil, let weights { search = ReversiSearch(weights: weights, memory: 32 << 20) }
      return search
    }
  }

  /// Lends a buffer of at least `count` bytes for the next call's text.
  @_expose(wasm, "input") @_cdecl("input")
  public func input(_ count: Int32) -> Int32 {
    if let old = Desk.input, old.count < Int(count) {
      old.deallocate()
      Desk.input = nil
    }
    if Desk.input == nil { Desk.input = .allocate(capacity: max(Int(count), 4096)) }
    return Int32(Int(bitPattern: Desk.input?.baseAddress))
  }

  /// Where the output lies.
  @_expose(wasm, "output") @_cdecl("output")
  public func output() -> Int32 {
    Desk.output.withUnsafeBufferPointer { Int32(Int(bitPattern: $0.baseAddress)) }
  }

  /// How long the output is.
  @_expose(wasm, "outputLength") @_cdecl("outputLength")
  public func outputLength() -> Int32 { Int32(Desk.output.count) }

  /// Takes in a file of weights, which the input holds; returns 1 if it is none, and why as text.
  @_expose(wasm, "weights") @_cdecl("weights")
  public func weights(_ count: Int32) -> Int32 {
    guard let input = Desk.input, count >= 0 else { return 1 }
    do throws(WeightsError) {
      Desk.weights = try PatternWeights(
        decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(input)[..<Int(count)]))
    } catch {
      Desk.output = Array(error.reason.utf8)
      return 1
    }
    // What was read is not needed any more, and is the largest input by far.
    input.deallocate()
    Desk.input = nil
    return 0
  }

  /// Thinks about the position after the transcript in the input; the output is the move.
  ///
  /// Returns 1 if there is nothing to think about.
  @_expose(wasm, "think") @_cdecl("think")
  public func think(_ level: Int32, _ seed: Int32, _ count: Int32) -> Int32 {
    Desk.output = []
    guard let record = try? Transcript(Desk.text(count)).record else { return 1 }
    let position = record.position
    var chance = Chance(seed: UInt64(UInt32(bitPattern: seed)), move: record.moves.count)
    let level = ReversiLevel(Int(level)) ?? .usual
    guard let weights = Desk.weights,
      let choice = ReversiOpponent(level: level, weights: weights).choose(
        in: position, for: position.sideToMove.seat, chance: &chance, limits: SearchLimits())
    else { return 1 }
    Desk.write(choice.move.text)
    return 0
  }

  /// Finds out about the position after the transcript in the input, deeper and deeper until its exact score is known,
  /// and tells after each step; all moves get a value.
  @_expose(wasm, "study") @_cdecl("study")
  public func study(_ count: Int32) -> Int32 {
    Desk.output = []
    guard let position = try? Transcript(Desk.text(count)).record.position,
      !position.isOver, let search = Desk.makeSearch()
    else { return 1 }
    let report = search.run(
      position, goal: .deepest, lines: 64,
      progress: { report in
        Desk.output = []
        Desk.write(report.text)
        baton_tell()
        return true
      })
    Desk.output = []
    Desk.write(report.text)
    return 0
  }

  /// Judges every move of the game in the input; `width` is that of the picture.
  @_expose(wasm, "review") @_cdecl("review")
  public func review(_ depth: Int32, _ solving: Int32, _ width: Int32, _ count: Int32) -> Int32 {
    Desk.output = []
    guard let record = try? Transcript(Desk.text(count)).record, let search = Desk.makeSearch(),
      let analysis = search.analyse(
        record, depth: Int(depth), solving: Int(solving),
        progress: { done, total in
          Desk.output = []
          Desk.write("P\t\(done)\t\(total)\n")
          baton_tell()
        })
    else { return 1 }
    Desk.output = []
    for move in analysis.moves {
      Desk.write("M\t\(move.number)\t\(move.side == .black ? "b" : "w")\t\(move.move.text)")
      Desk.write("\t\(move.value)\t\(move.best.text)\t\(move.bestValue)\t\(move.loss)")
      Desk.write("\t\(move.isExact ? 1 : 0)\t\(move.isBestExact ? 1 : 0)\t\(move.depth)\n")
    }
    Desk.write("V\t\(analysis.startValue)\t\(analysis.isStartExact ? 1 : 0)")
    Desk.write("\t\(analysis.loss(of: .black))\t\(analysis.loss(of: .white))\n")
    let picture = AnalysisGraph(analysis, width: Int(width)).drawing()
    Desk.write("G\t")
    Desk.output += picture.utf8.filter { $0 != 0x0A }
    Desk.write("\n")
    return 0
  }

  /// Solves the position after the transcript in the input: the output is its score for Black, empty squares going to the
  /// winner, a tab, and a best move, `-` after the end.
  @_expose(wasm, "exact") @_cdecl("exact")
  public func exact(_ count: Int32) -> Int32 {
    Desk.output = []
    guard let position = try? Transcript(Desk.text(count)).record.position else { return 1 }
    if position.isOver {
      Desk.write("\(position.tournamentScore(of: .black))\t-")
      return 0
    }
    guard let search = Desk.makeSearch() else { return 1 }
    guard let line = search.run(position, goal: .score).lines.first else { return 1 }
    Desk.write("\(position.sideToMove == .black ? line.value : -line.value)\t\(line.move.text)")
    return 0
  }

  /// Finds the exact score of a position given as 64 squares and the side to move: for measuring.
  @_expose(wasm, "solve") @_cdecl("solve")
  public func solve(_ count: Int32) -> Int32 {
    Desk.output = []
    guard let search = Desk.makeSearch(),
      let position = try? ReversiPosition(text: Desk.text(count))
    else { return 1 }
    search.forget()
    Desk.write(search.run(position, goal: .score).text)
    return 0
  }
#endif
