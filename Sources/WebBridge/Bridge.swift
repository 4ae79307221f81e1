#if arch(wasm32)
  import Board
  import GameBoards
  import Games
  import Opponents
  import Reversi
  import ReversiEngine
  import WasmRuntime

  // What the page's script and its worker call. Numbers go in and out as they are; text goes in through a
  // buffer that `input` lends and comes out in one that `output` and `outputLength` describe.
  //
  // After each call that returns nothing or 0, the output holds lines for the script, fields separated by
  // tabs: first what to do, then what to paint, as `BoardSnapshot.patch(from:)` describes it, then how things
  // stand.
  //
  // | line | meaning |
  // |---|---|
  // | `S` ticket level | Start a search for the position now. |
  // | `X` | End the running search. |
  // | `A` text | Say this once. |
  // | `O` move | Send this move to the match. |
  // | `T` verdict, line | What is known of the position on the board, and how play goes on. |
  // | `P` svg | Replace the pictures of pieces and marks, `svg.sprite`. |
  // | `D` position, problem, side | The position that is set up, why no game goes on from it, `b` or `w` to move. |
  // | `I` status, black, white, side, shown, moves, canUndo, isOver, transcript, list | How things stand. |
  //
  // A call that returns 1 has changed nothing, and the output is the reason as text.

  /// All that the module keeps.
  ///
  /// A page and its worker each have a module of their own, with one thread, so nothing here is shared.
  enum Bridge {
    nonisolated(unsafe) static var screen: ReversiScreen?
    /// While a position is set up, the board belongs to it.
    nonisolated(unsafe) static var editor: ReversiEditor?
    nonisolated(unsafe) static var painted: BoardSnapshot?
    nonisolated(unsafe) static var theme = 0
    nonisolated(unsafe) static var input: UnsafeMutableBufferPointer<UInt8>?
    nonisolated(unsafe) static var output: [UInt8] = []

    /// The first `count` bytes of the input, as text.
    static func text(_ count: Int32) -> String {
      guard let input, count > 0 else { return "" }
      return String(decoding: input.prefix(Int(count)), as: UTF8.self)
    }

    static func write(_ text: String) { output += Array(text.utf8) }

    /// Carries a change out on the screen and writes what follows.
    static func update(_ change: (inout ReversiScreen) -> [ReversiScreen.Effect]) {
      output = []
      guard var screen else { return }
      let effects = change(&screen)
      self.screen = screen
      report(effects)
    }

    static func report(_ effects: [ReversiScreen.Effect]) {
      guard let screen else { return }
      for effect in effects {
        switch effect {
        case .startSearch(let ticket, let level): write("S\t\(ticket)\t\(level)\n")
        case .stopSearch: write("X\n")
        case .say(let text): write("A\t\(text)\n")
        case .send(let move): write("O\t\(move.text)\n")
        }
      }
      // While a position is set up, the board is not the game's.
      guard editor == nil else { return }
      paint(screen.board.snapshot)
      writeInfo(screen)
    }

    /// Takes in what happened on the board.
    static func handle(_ event: BoardEvent) {
      if editor == nil {
        update { $0.handle(event) }
      } else {
        edit { $0.handle(event) }
      }
    }

    /// Carries a change out on what is set up and writes what follows.
    static func edit(_ change: (inout ReversiEditor) -> Void) {
      output = []
      guard var editor else { return }
      change(&editor)
      self.editor = editor
      paint(editor.board.snapshot)
      write("D\t\(editor.text)\t\(editor.problem ?? "")")
      write(editor.position.sideToMove == .black ? "\tb\n" : "\tw\n")
    }

    private static func paint(_ shown: BoardSnapshot) {
      var snapshot = shown
      snapshot.style = BoardStyle.themes[theme]
      output += snapshot.patchBytes(from: painted)
      painted = snapshot
    }

    private static func writeInfo(_ screen: ReversiScreen) {
      let position = screen.position
      let side = position.isOver ? "-" : position.sideToMove == .black ? "b" : "w"
      write("I\t\(screen.status)\t\(position.discCount(of: .black))")
      write("\t\(position.discCount(of: .white))\t\(side)\t\(screen.shownPly)")
      write("\t\(screen.game.record.moves.count)\t\(screen.canTakeBack ? "1" : "0")")
      write("\t\(screen.game.record.position.isOver ? "1" : "0")\t\(screen.transcript)\t")
      for entry in screen.game.record.moves {
        write("\(entry.seat.number)\(entry.move.text) ")
      }
      write("\n")
    }

    static func fail(_ reason: String) -> Int32 {
      output = Array(reason.utf8)
      return 1
    }
  }

  /// Lends a buffer of at least `count` bytes for the next call's text.
  @_expose(wasm, "input") @_cdecl("input")
  public func input(_ count: Int32) -> Int32 {
    if let old = Bridge.input, old.count < Int(count) {
      old.deallocate()
      Bridge.input = nil
    }
    if Bridge.input == nil { Bridge.input = .allocate(capacity: max(Int(count), 4096)) }
    return Int32(Int(bitPattern: Bridge.input?.baseAddress))
  }

  /// Where the output lies.
  @_expose(wasm, "output") @_cdecl("output")
  public func output() -> Int32 {
    Bridge.output.withUnsafeBufferPointer { Int32(Int(bitPattern: $0.baseAddress)) }
  }

  /// How long the output is.
  @_expose(wasm, "outputLength") @_cdecl("outputLength")
  public func outputLength() -> Int32 { Int32(Bridge.output.count) }

  /// Begins a game on this device from the transcript in the input, instead of what is on the screen.
  ///
  /// `people` holds bit 0 for black and bit 1 for white.
  @_expose(wasm, "play") @_cdecl("play")
  public func play(_ people: Int32, _ level: Int32, _ count: Int32) -> Int32 {
    let seats = SeatSet(rawValue: UInt16(truncatingIfNeeded: people & 3))
    let level = ReversiLevel(Int(level)) ?? .usual
    let record: Record<ReversiPosition>
    do throws(TranscriptError) {
      record = try Transcript(Bridge.text(count)).record
    } catch {
      return Bridge.fail(error.text)
    }
    Bridge.editor = nil
    if Bridge.screen == nil {
      let (screen, effects) = ReversiScreen.starting(people: seats, level: level, record: record)
      Bridge.screen = screen
      Bridge.output = []
      Bridge.report(effects)
    } else {
      Bridge.update { $0.restart(people: seats, level: level, record: record) }
    }
    return 0
  }

  /// Shows a match whose moves are in the input, seen from seat `you` (1, 2, or 0 for a spectator).
  @_expose(wasm, "match") @_cdecl("match")
  public func match(_ you: Int32, _ mayAct: Int32, _ count: Int32) -> Int32 {
    var screen =
      Bridge.screen
      ?? ReversiScreen.starting(people: SeatSet(first: 2), level: .usual).screen
    let effects: [ReversiScreen.Effect]
    do throws(TranscriptError) {
      effects = try screen.showMatch(
        moves: Bridge.text(count), you: Seat(Int(you) - 1), mayAct: mayAct != 0)
    } catch {
      return Bridge.fail(error.text)
    }
    Bridge.screen = screen
    Bridge.output = []
    Bridge.report(effects)
    return 0
  }

  /// Takes in a pointer on a square, or on -1 off the board; `kind` is 0 down, 1 move, 2 up, 3 cancel.
  @_expose(wasm, "touch") @_cdecl("touch")
  public func touch(_ kind: Int32, _ pointer: Int32, _ square: Int32, _ isPrimary: Int32) {
    let place = square < 0 ? nil : Int(square)
    let pointer = Int(pointer)
    let event: BoardEvent =
      switch kind {
      case 0: .pointerDown(pointer: pointer, square: place, isPrimary: isPrimary != 0)
      case 1: .pointerMove(pointer: pointer, square: place)
      case 2: .pointerUp(pointer: pointer, square: place)
      default: .pointerCancel(pointer: pointer)
      }
    Bridge.handle(event)
  }

  /// Takes in a key by the name in the input; returns 1 if it is one of the board's.
  @_expose(wasm, "key") @_cdecl("key")
  public func key(_ isControl: Int32, _ count: Int32) -> Int32 {
    guard let key = BoardKey(name: Bridge.text(count), isControl: isControl != 0) else {
      Bridge.output = []
      return 0
    }
    Bridge.handle(.key(key))
    return 1
  }

  /// The keyboard's focus came to a square.
  @_expose(wasm, "focus") @_cdecl("focus")
  public func focus(_ square: Int32) { Bridge.handle(.focus(Int(square))) }

  /// Plays the move in the input for whoever at this screen is to move; what is not legal changes nothing.
  @_expose(wasm, "move") @_cdecl("move")
  public func move(_ count: Int32) {
    Bridge.update { screen in
      guard let move = try? ReversiMove(text: Bridge.text(count)) else { return [] }
      return (try? screen.play(move)) ?? []
    }
  }

  /// Marks the square in the input as a hint, until the board changes.
  @_expose(wasm, "hint") @_cdecl("hint")
  public func hint(_ count: Int32) {
    Bridge.update { screen in
      if case .place(let square)? = try? ReversiMove(text: Bridge.text(count)) {
        screen.showHint(square)
      }
      return []
    }
  }

  /// Takes back to the last choice of a person.
  @_expose(wasm, "undo") @_cdecl("undo")
  public func undo() { Bridge.update { $0.takeBack() } }

  /// Shows the game after `ply` moves.
  @_expose(wasm, "show") @_cdecl("show")
  public func show(_ ply: Int32) { Bridge.update { $0.show(ply: Int(ply)) } }

  /// Turns the board around.
  @_expose(wasm, "flip") @_cdecl("flip")
  public func flip() {
    if Bridge.editor != nil { return Bridge.edit { $0.flip() } }
    Bridge.update { screen in
      screen.flip()
      return []
    }
  }

  /// Changes the level of the computer from its next move on.
  @_expose(wasm, "level") @_cdecl("level")
  public func level(_ number: Int32) {
    Bridge.update { screen in
      if let level = ReversiLevel(Int(number)) { screen.setLevel(level) }
      return []
    }
  }

  /// Writes what the report in the input says on the squares of the position after `ply` moves; no text takes it away.
  @_expose(wasm, "study") @_cdecl("study")
  public func study(_ ply: Int32, _ count: Int32) {
    let report = ReversiReport(text: Bridge.text(count))
    Bridge.update { screen in
      screen.showStudy(report, ply: Int(ply))
      return []
    }
    guard let report = Bridge.screen?.study else { return }
    Bridge.write("T\t\(ReversiWords.verdict(of: report) ?? "")\t")
    for move in report.lines.first?.variation ?? [] { Bridge.write("\(move.text) ") }
    Bridge.write("\n")
  }

  /// Changes how the board looks: a number of `BoardStyle.themes`.
  @_expose(wasm, "theme") @_cdecl("theme")
  public func theme(_ number: Int32) {
    Bridge.theme = min(max(Int(number), 0), BoardStyle.themes.count - 1)
    if Bridge.editor == nil {
      Bridge.update { _ in [] }
    } else {
      Bridge.edit { _ in }
    }
    Bridge.write("P\t")
    Bridge.output += BoardStyle.themes[Bridge.theme].sprite.utf8.filter { $0 != 0x0A }
    Bridge.write("\n")
  }

  /// Takes in the move in the input, which a search found; a stale ticket changes nothing.
  @_expose(wasm, "answer") @_cdecl("answer")
  public func answer(_ ticket: Int32, _ count: Int32) {
    Bridge.update { screen in
      guard let move = try? ReversiMove(text: Bridge.text(count)) else { return [] }
      return screen.finishSearch(Int(ticket), move: move)
    }
  }

  /// Begins to set up the position in the input, or goes on with it; no text is the position on the board.
  ///
  /// Returns 1 if it is none.
  @_expose(wasm, "edit") @_cdecl("edit")
  public func edit(_ count: Int32) -> Int32 {
    var position = Bridge.screen?.position ?? .start
    if count > 0 {
      do throws(TextError) {
        position = try ReversiPosition(text: Bridge.text(count))
      } catch {
        return Bridge.fail(error.reason)
      }
    }
    if Bridge.editor == nil {
      Bridge.editor = ReversiEditor(
        position, orientation: Bridge.screen?.board.orientation ?? .normal)
    }
    Bridge.edit { $0.reset(to: position) }
    return 0
  }

  /// Says what a touch does while a position is set up: 0 the next of empty, black, white; 1 black; 2 white; 3 empty.
  @_expose(wasm, "brush") @_cdecl("brush")
  public func brush(_ number: Int32) {
    Bridge.edit { editor in
      editor.brush =
        switch number {
        case 1: .disc(.black)
        case 2: .disc(.white)
        case 3: .eraser
        default: .next
        }
    }
  }

  /// Says who is to move in what is set up: 0 black, 1 white.
  @_expose(wasm, "side") @_cdecl("side")
  public func side(_ number: Int32) { Bridge.edit { $0.setSide(number == 1 ? .white : .black) } }

  /// Puts what is set up away, and shows the game again.
  @_expose(wasm, "leave") @_cdecl("leave")
  public func leave() {
    Bridge.editor = nil
    Bridge.update { _ in [] }
  }

  /// Thinks about the position after the transcript in the input; the output is the move.
  ///
  /// Returns 1 if there is nothing to think about, or if the level needs the engine, `EngineBridge`.
  @_expose(wasm, "think") @_cdecl("think")
  public func think(_ level: Int32, _ seed: Int32, _ count: Int32) -> Int32 {
    Bridge.output = []
    guard let record = try? Transcript(Bridge.text(count)).record else { return 1 }
    let position = record.position
    var chance = Chance(seed: UInt64(UInt32(bitPattern: seed)), move: record.moves.count)
    guard let opponent = PlainReversiOpponent(level: ReversiLevel(Int(level)) ?? .usual),
      let choice = opponent.choose(
        in: position, for: position.sideToMove.seat, chance: &chance, limits: SearchLimits())
    else { return 1 }
    Bridge.write(choice.move.text)
    return 0
  }
#endif
