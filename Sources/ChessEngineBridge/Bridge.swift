#if arch(wasm32)
  import Chess
  import ChessEngine
  import GameBoards
  import Games
  import Opponents
  import WasmRuntime

  // What the worker of a page of chess calls: the computer's thinking, and the reading of what people paste, one
  // question at a time. Text goes in through a buffer that `input` lends and comes out in one that `output` and
  // `outputLength` describe. To end a question, the page ends the worker.

  /// All that the module keeps.
  private enum Desk {
    nonisolated(unsafe) static var input: UnsafeMutableBufferPointer<UInt8>?
    nonisolated(unsafe) static var output: [UInt8] = []
    nonisolated(unsafe) static var search: ChessSearch?

    /// The memory of a search of positions: what it learnt of one serves for the next.
    static func makeSearch() -> ChessSearch {
      if let search { return search }
      let made = ChessSearch(memory: 32 << 20)
      search = made
      return made
    }

    static func write(_ report: ChessReport, of game: ChessGame) {
      write("D\t\(report.depth)\t\(report.nodes)\n")
      let isWhite = game.position.sideToMove == .white
      for line in report.lines {
        let value = isWhite ? line.score.value : -line.score.value
        write("L\t\(value)\t\(words(line.score, isWhite: isWhite))\t")
        for (index, move) in line.moves.enumerated() {
          write(index == 0 ? move.text : " \(move.text)")
        }
        write("\t")
        var position = game.position
        for (index, move) in line.moves.prefix(12).enumerated() {
          let text = position.san(move)
          write(index == 0 ? text : " \(text)")
          guard let next = try? position.playing(move) else { break }
          position = next
        }
        write("\n")
      }
    }

    /// What a line is worth to white: `+1.25`, or `#3` for a mate in three.
    private static func words(_ score: ChessScore, isWhite: Bool) -> String {
      switch score {
      case .mate(let moves):
        let own = isWhite ? moves : -moves
        return own > 0 || moves == 0 && !isWhite ? "#\(abs(moves))" : "#−\(abs(moves))"
      case .centipawns(let value):
        let own = isWhite ? value : -value
        let rest = abs(own) % 100
        return "\(own < 0 ? "−" : "+")\(abs(own) / 100).\(rest < 10 ? "0" : "")\(rest)"
      }
    }

    /// The most positions of a proof, a second or two in a browser.
    static let proof = 1_000_000

    /// The first `count` bytes of the input, as text.
    static func text(_ count: Int32) -> String {
      guard let input, count > 0 else { return "" }
      return String(decoding: input.prefix(Int(count)), as: UTF8.self)
    }

    static func write(_ text: String) { output += Array(text.utf8) }

    /// The best line of the game as it stands, as soon as a mate in so many moves is known.
    static func mate(within moves: Int, _ text: String) -> ChessLine? {
      output = []
      guard let game = try? ChessTranscript(text: text).record.position, !game.isOver else {
        return nil
      }
      var limits = ChessLimits(nodes: 3_000_000)
      limits.mate = max(moves, 1)
      return ChessSearch(memory: 16 << 20).run(game, limits: limits).lines.first
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

  /// Thinks about the game whose line is in the input; the output is the move.
  ///
  /// Returns 1 if there is nothing to think about.
  @_expose(wasm, "think") @_cdecl("think")
  public func think(_ level: Int32, _ seed: Int32, _ count: Int32) -> Int32 {
    Desk.output = []
    guard let record = try? ChessTranscript(text: Desk.text(count)).record else { return 1 }
    var chance = Chance(seed: UInt64(UInt32(bitPattern: seed)), move: record.moves.count)
    let position = record.position
    guard
      let choice = ChessOpponent(level: ChessLevel(Int(level)) ?? .usual).choose(
        in: position, for: position.position.sideToMove.seat, chance: &chance,
        limits: SearchLimits())
    else { return 1 }
    Desk.write(choice.move.text)
    return 0
  }

  /// Answers for the side that is to be mated in at most `left` moves more, so that it takes as long as it can.
  ///
  /// The output is its move; without one the mate does not stand. Short mates are proved; where that is too much work,
  /// the engine is asked.
  @_expose(wasm, "defend") @_cdecl("defend")
  public func defend(_ left: Int32, _ count: Int32) -> Int32 {
    Desk.output = []
    let text = Desk.text(count)
    guard let position = try? ChessTranscript(text: text).record.position.position else { return 1 }
    var proof = ChessMateSearch(nodeLimit: Desk.proof)
    if let found = proof.defence(in: position, within: Int(left)) {
      guard let reply = found.reply else { return 1 }
      Desk.write(reply.text)
      return 0
    }
    guard proof.nodes >= Desk.proof, let line = Desk.mate(within: Int(left), text),
      case .mate(let moves) = line.score, moves < 0, -moves <= Int(left)
    else { return 1 }
    Desk.write(line.move.text)
    return 0
  }

  /// Finds the move by which the side to move mates in at most `left` moves; the output is that move.
  @_expose(wasm, "mate") @_cdecl("mate")
  public func mate(_ left: Int32, _ count: Int32) -> Int32 {
    Desk.output = []
    let text = Desk.text(count)
    guard let position = try? ChessTranscript(text: text).record.position.position else { return 1 }
    var proof = ChessMateSearch(nodeLimit: Desk.proof)
    if case .mate(_, let keys) = proof.shortestMate(in: position, within: Int(left)),
      let key = keys.first
    {
      Desk.write(key.text)
      return 0
    }
    guard let line = Desk.mate(within: Int(left), text) else { return 1 }
    Desk.write(line.move.text)
    return 0
  }

  /// Finds out about the game as it stands, deeper and deeper, and tells after each step.
  ///
  /// The output is lines with fields separated by tabs: `D`, the plies and the positions; for each line of play `L`, what
  /// it is worth to white in hundredths of a pawn, the same as people write it, and the moves as UCI and as people
  /// write them.
  @_expose(wasm, "study") @_cdecl("study")
  public func study(_ lines: Int32, _ count: Int32) -> Int32 {
    Desk.output = []
    guard let game = try? ChessTranscript(text: Desk.text(count)).record.position, !game.isOver
    else { return 1 }
    let report = Desk.makeSearch().run(
      game, limits: ChessLimits(depth: 40, lines: Int(lines)),
      progress: { report in
        guard report.isWhole else { return true }
        Desk.output = []
        Desk.write(report, of: game)
        baton_tell()
        return true
      })
    Desk.output = []
    Desk.write(report, of: game)
    return 0
  }

  /// Judges every move of the game in the input by so many positions of search each; `width` is that of the picture.
  ///
  /// Meanwhile it tells `P`, how many positions are done and of how many. The output is lines with fields separated by
  /// tabs: for each bad move `M`, its number from 1, its side, the move, the judgement, and what should have been
  /// played; `V`, what each side gave away on average, in thousandths; `G`, the picture as SVG, `ChessGraph`.
  @_expose(wasm, "review") @_cdecl("review")
  public func review(_ nodes: Int32, _ width: Int32, _ count: Int32) -> Int32 {
    Desk.output = []
    guard let record = try? ChessTranscript(text: Desk.text(count)).record else { return 1 }
    var moves: [ChessMove] = []
    var names: [String] = []
    for (index, entry) in record.moves.enumerated() {
      let position = record.positions[index].position
      guard case .move(let wanted) = entry.move, let move = position.resolve(wanted) else {
        continue
      }
      moves.append(move)
      names.append(position.san(move))
    }
    let search = Desk.makeSearch()
    let limits = ChessLimits(nodes: UInt64(max(nodes, 1000)))
    guard
      let analysis = ChessAnalysis.analysing(
        from: record.positions[0].position, moves,
        progress: { done, total in
          Desk.output = []
          Desk.write("P\t\(done)\t\(total)\n")
          baton_tell()
          return true
        }, search: { search.run($0, limits: limits) })
    else { return 1 }
    Desk.output = []
    for (index, move) in analysis.moves.enumerated() {
      guard let judgement = move.judgement else { continue }
      let position = record.positions[index].position
      Desk.write("M\t\(move.ply)\t\(move.side == .white ? "w" : "b")\t\(names[index])")
      Desk.write("\t\(judgement.name)\t\(position.san(move.best))\n")
    }
    Desk.write("V\t\(analysis.averageLoss(of: .white))\t\(analysis.averageLoss(of: .black))\nG\t")
    let picture = ChessGraph(analysis, names: names, width: Int(width)).drawing()
    Desk.output += picture.utf8.filter { $0 != 0x0A }
    Desk.write("\n")
    return 0
  }

  /// Reads what somebody pasted; the output is `L`, a tab and its line, or `E`, a tab and what is wrong.
  @_expose(wasm, "read") @_cdecl("read")
  public func read(_ count: Int32) -> Int32 {
    Desk.output = []
    do throws(TextError) {
      Desk.write("L\t\(ChessTranscript(try ChessNotation.read(Desk.text(count))).text)")
    } catch {
      Desk.write("E\t\(error.reason)")
    }
    return 0
  }
#endif
