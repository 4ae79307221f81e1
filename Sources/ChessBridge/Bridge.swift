#if arch(wasm32)
  import Board
  import Chess
  import GameBoards
  import Games
  import Opponents
  import WasmRuntime

  // What the scripts of the pages of chess call. Numbers go in and out as they are; text goes in
  // through a buffer that `input` lends and comes out in one that `output` and `outputLength` describe.
  //
  // After each call that returns nothing or 0, the output holds lines for the script, fields separated by
  // tabs: first what to do, then what to paint, as `BoardSnapshot.patch(from:)` describes it, then how things
  // stand.
  //
  // | line | meaning |
  // |---|---|
  // | `S` ticket level | Start a search for the game as it stands. |
  // | `X` | End the running search. |
  // | `A` text | Say this once. |
  // | `O` move | Send this move to the match. |
  // | `P` svg | Replace the pictures of pieces and marks, `svg.sprite`. |
  // | `Q` square side | Ask what a pawn becomes that goes to this square of the board; without fields, do not ask. |
  // | `C` white, black | The symbols of what each side has taken. |
  // | `E` fen, first, canClaim | The position on the board, `b` if black began, and whether a draw can be claimed. |
  // | `I` status, black, white, side, shown, moves, canUndo, isOver, line, list | How things stand. |
  //
  // A call that returns 1 has changed nothing, and the output is the reason as text.

  /// All that the module keeps.
  ///
  /// A page has a module of its own, with one thread, so nothing here is shared.
  enum Bridge {
    nonisolated(unsafe) static var screen: ChessScreen?
    /// While a position is set up, the board belongs to it.
    nonisolated(unsafe) static var editor: ChessEditor?
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
    static func update(_ change: (inout ChessScreen) -> [ChessScreen.Effect]) {
      output = []
      guard var screen else { return }
      let effects = change(&screen)
      self.screen = screen
      report(effects)
    }

    static func report(_ effects: [ChessScreen.Effect]) {
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
      writeState(screen)
      writeInfo(screen)
    }

    private static func writeState(_ screen: ChessScreen) {
      write("Q")
      if let promotion = screen.promotion {
        write("\t\(ChessSquares.index(of: promotion.to))\t\(promotion.side.name)")
      }
      let material = screen.material
      write("\nC")
      for side in ChessSide.allCases {
        write("\t")
        for kind in material.taken(by: side) { write("p-\(side.opponent.name)-\(kind.name) ") }
      }
      write("\nE\t\(screen.position.fen())\t")
      write(screen.transcript.start.sideToMove == .black ? "b" : "w")
      write(screen.canClaimDraw ? "\t1\n" : "\t0\n")
    }

    private static func writeInfo(_ screen: ChessScreen) {
      let material = screen.material
      func lead(_ side: ChessSide) -> String {
        if let lead = material.lead(of: side) { "+\(lead)" } else { "" }
      }
      let side = screen.shown.isOver ? "-" : screen.position.sideToMove == .black ? "b" : "w"
      write("I\t\(screen.status)\t\(lead(.black))\t\(lead(.white))\t\(side)")
      write("\t\(screen.shownPly)\t\(screen.notation.count)\t\(screen.canTakeBack ? "1" : "0")")
      write("\t\(screen.game.record.position.isOver ? "1" : "0")\t\(screen.transcript.text)\t")
      for (index, text) in screen.notation.enumerated() {
        write("\(screen.game.record.moves[index].seat.number)\(text) ")
      }
      write("\nN\t")
      let start = screen.transcript.start
      for index in screen.notation.indices {
        write("\(ChessNotation.label(ofMoveAt: index, from: start)),")
      }
      write("\n")
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
    static func edit(_ change: (inout ChessEditor) -> Void) {
      output = []
      guard var editor else { return }
      change(&editor)
      self.editor = editor
      paint(editor.board.snapshot)
      write("D\t\(editor.fen)\t\(editor.problem ?? "")")
      write(editor.setup.sideToMove == .black ? "\tb" : "\tw")
      write("\t\(editor.castlings.rawValue)\n")
    }

    private static func paint(_ shown: BoardSnapshot) {
      var snapshot = shown
      snapshot.style = BoardStyle.chessThemes[theme]
      output += snapshot.patchBytes(from: painted)
      painted = snapshot
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

  /// Begins a game on this device from the line in the input, instead of what is on the screen.
  ///
  /// `people` holds bit 0 for white and bit 1 for black.
  @_expose(wasm, "play") @_cdecl("play")
  public func play(_ people: Int32, _ level: Int32, _ count: Int32) -> Int32 {
    let seats = SeatSet(rawValue: UInt16(truncatingIfNeeded: people & 3))
    let record: Record<ChessGame>
    do throws(TextError) {
      record = try ChessTranscript(text: Bridge.text(count)).record
    } catch {
      return Bridge.fail(error.reason)
    }
    Bridge.editor = nil
    if Bridge.screen == nil {
      var (screen, effects) = ChessScreen.starting(
        people: seats, level: Int(level), record: record)
      screen.see(from: people & 3 == 2 ? .black : .white)
      Bridge.screen = screen
      Bridge.output = []
      Bridge.report(effects)
    } else {
      Bridge.update { screen in
        screen.see(from: people & 3 == 2 ? .black : .white)
        return screen.restart(people: seats, level: Int(level), record: record)
      }
    }
    return 0
  }

  /// Shows a match whose line is in the input, seen from seat `you` (1, 2, or 0 for a spectator).
  @_expose(wasm, "match") @_cdecl("match")
  public func match(_ you: Int32, _ mayAct: Int32, _ count: Int32) -> Int32 {
    let isNew = Bridge.screen == nil
    var screen =
      Bridge.screen ?? ChessScreen.starting(people: SeatSet(first: 2), level: 1).screen
    let effects: [ChessScreen.Effect]
    do throws(TextError) {
      effects = try screen.showMatch(
        Bridge.text(count), you: Seat(Int(you) - 1), mayAct: mayAct != 0)
    } catch {
      return Bridge.fail(error.reason)
    }
    if isNew { screen.see(from: you == 2 ? .black : .white) }
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

  /// Chooses what the waiting pawn becomes by the letter in the input; without one it goes back.
  @_expose(wasm, "promote") @_cdecl("promote")
  public func promote(_ count: Int32) {
    let letter = Bridge.text(count).utf8.first
    Bridge.update { $0.promote(to: letter.flatMap { ChessPieceKind(letter: $0) }) }
  }

  /// Claims a draw.
  @_expose(wasm, "claim") @_cdecl("claim")
  public func claim() { Bridge.update { (try? $0.play(.claimDraw)) ?? [] } }

  /// Plays the move in the input for whoever may move here.
  @_expose(wasm, "move") @_cdecl("move")
  public func move(_ count: Int32) {
    guard let action = try? ChessAction(text: Bridge.text(count)) else { return }
    Bridge.update { (try? $0.play(action)) ?? [] }
  }

  /// Draws arrows for the moves in the input, separated by spaces, which are about the position after `ply` moves.
  @_expose(wasm, "arrows") @_cdecl("arrows")
  public func arrows(_ ply: Int32, _ count: Int32) {
    let words = Bridge.text(count).utf8.split(separator: 0x20)
    let moves = words.compactMap { try? ChessMove(text: String(decoding: $0, as: UTF8.self)) }
    Bridge.update { screen in
      screen.showArrows(moves, ply: Int(ply))
      return []
    }
  }

  /// Proposes the piece on the square whose name is in the input.
  @_expose(wasm, "hint") @_cdecl("hint")
  public func hint(_ count: Int32) {
    let square = try? ChessSquare(text: Bridge.text(count))
    Bridge.update { screen in
      screen.showHint(square)
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
      screen.setLevel(Int(number))
      return []
    }
  }

  /// Changes how the board looks: a number of `BoardStyle.chessThemes`.
  @_expose(wasm, "theme") @_cdecl("theme")
  public func theme(_ number: Int32) {
    Bridge.theme = min(max(Int(number), 0), BoardStyle.chessThemes.count - 1)
    if Bridge.editor == nil {
      Bridge.update { _ in [] }
    } else {
      Bridge.edit { _ in }
    }
    Bridge.write("P\t")
    Bridge.output += BoardStyle.chessThemes[Bridge.theme].sprite.utf8.filter { $0 != 0x0A }
    Bridge.write("\n")
  }

  /// Takes in the move in the input, which a search found; a stale ticket changes nothing.
  @_expose(wasm, "answer") @_cdecl("answer")
  public func answer(_ ticket: Int32, _ count: Int32) {
    Bridge.update { screen in
      guard let move = try? ChessAction(text: Bridge.text(count)) else { return [] }
      return screen.finishSearch(Int(ticket), move: move)
    }
  }

  // MARK: Setting up a position

  /// Sets up the position in the input, legal or not; `play` ends it, and `leave`.
  @_expose(wasm, "edit") @_cdecl("edit")
  public func edit(_ count: Int32) -> Int32 {
    let setup: ChessSetup
    do throws(TextError) {
      setup = try ChessSetup(fen: Bridge.text(count))
    } catch {
      return Bridge.fail(error.reason)
    }
    if Bridge.editor == nil {
      Bridge.editor = ChessEditor(
        setup, orientation: Bridge.screen?.board.orientation ?? .normal)
    }
    Bridge.edit { $0.reset(to: setup) }
    return 0
  }

  /// Chooses what a touch does by what is in the input: the letter of a piece, `-` to take away, nothing to move.
  @_expose(wasm, "brush") @_cdecl("brush")
  public func brush(_ count: Int32) {
    let letter = Bridge.text(count).utf8.first
    Bridge.edit { editor in
      editor.brush =
        letter.flatMap { ChessPiece(letter: $0) }.map { .piece($0) }
        ?? (letter == nil ? .hand : .eraser)
    }
  }

  /// Says who is to move: 1 for black.
  @_expose(wasm, "side") @_cdecl("side")
  public func side(_ number: Int32) {
    Bridge.edit { $0.setSide(number == 1 ? .black : .white) }
  }

  /// Says who may castle, by the bits of `ChessEditor.Castlings`.
  @_expose(wasm, "castling") @_cdecl("castling")
  public func castling(_ bits: Int32) {
    Bridge.edit { $0.setCastlings(.init(rawValue: UInt8(truncatingIfNeeded: bits))) }
  }

  /// Comes back to the game as it was.
  @_expose(wasm, "leave") @_cdecl("leave")
  public func leave() {
    Bridge.editor = nil
    Bridge.update { _ in [] }
  }
#endif
