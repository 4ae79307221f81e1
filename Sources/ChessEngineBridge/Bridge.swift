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
  /// The output is its move; without one the mate does not stand.
  @_expose(wasm, "defend") @_cdecl("defend")
  public func defend(_ left: Int32, _ count: Int32) -> Int32 {
    guard let line = Desk.mate(within: Int(left), Desk.text(count)), case .mate(let moves) = line.score,
      moves < 0, -moves <= Int(left)
    else { return 1 }
    Desk.write(line.move.text)
    return 0
  }

  /// Finds the move by which the side to move mates in at most `left` moves; the output is that move.
  @_expose(wasm, "mate") @_cdecl("mate")
  public func mate(_ left: Int32, _ count: Int32) -> Int32 {
    guard let line = Desk.mate(within: Int(left), Desk.text(count)) else { return 1 }
    Desk.write(line.move.text)
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
