internal import GameBoards
internal import Games
internal import Hosting
internal import Opponents

/// A sitting at the terminal: the screen, what was said last, and who types.
struct PlaySession<Table: PlayTable, IO: ToolIO> {
  /// The game on its board.
  var table: Table
  /// The level of the computer from its next move on.
  var level: PlayLevel
  /// What is said below the board until something is typed again.
  var messages: [String] = []
  /// Whether the game changed since it was last written to output that cannot be cleared.
  var needsBoard = true
  /// Whether somebody wants to leave.
  var isLeaving = false

  let seed: UInt64
  let pauseNanoseconds: UInt64
  let home: String?
  let abilities: OutputAbilities
  let io: IO
  private var search: (ticket: Int, level: Int)?

  init(
    _ table: Table, _ effects: [ScreenEffect<Table.Move>], level: PlayLevel, seed: UInt64,
    pauseNanoseconds: UInt64, home: String?, abilities: OutputAbilities, io: IO
  ) {
    self.table = table
    self.level = level
    self.seed = seed
    self.pauseNanoseconds = pauseNanoseconds
    self.home = home
    self.abilities = abilities
    self.io = io
    carryOut(effects)
  }

  /// Whether a person sits before a screen that can be drawn again.
  var isOnScreen: Bool { abilities.canClear }

  /// Plays until somebody leaves or the input ends.
  mutating func run() async {
    while !isLeaving, io.outputFailure == nil {
      if let search {
        if isOnScreen { show() }
        await finish(search)
        continue
      }
      show()
      if io.terminal.inputIsTerminal { io.write("> ") }
      guard let line = await io.readLine() else {
        // The prompt's line has no end yet.
        if io.terminal.inputIsTerminal { io.write("\n") }
        break
      }
      messages = []
      handle(line)
    }
    sayFarewell()
  }

  /// Does what the screen asks for.
  mutating func carryOut(_ effects: [ScreenEffect<Table.Move>]) {
    for effect in effects {
      switch effect {
      case .startSearch(let ticket, let level): search = (ticket, level)
      case .stopSearch: search = nil
      case .say(let text): messages.append(text)
      case .send: break  // A game on this machine sends nothing.
      }
    }
    needsBoard = true
  }

  private mutating func finish(_ search: (ticket: Int, level: Int)) async {
    self.search = nil
    guard let choice = await choose(level: search.level) else { return }
    carryOut(table.finishSearch(search.ticket, move: choice))
  }

  /// Lets the computer think on a thread of its own, for at least the pause.
  private func choose(level: Int) async -> Table.Move? {
    let table = table
    let chance = Chance(seed: seed, move: table.moveCount + 1)
    let time = io.time
    let pause = pauseNanoseconds
    async let pausing: Void? = pause > 0 ? try? time.sleep(nanoseconds: pause) : nil
    let move = await onOwnThread { table.choice(level: level, chance: chance) }
    _ = await pausing
    return move
  }

  // MARK: Output

  /// Shows how things stand: the whole screen again where it can be cleared, else what is new.
  private mutating func show() {
    let page = PlayPage(
      table: table, level: level, abilities: abilities,
      columns: io.terminal.columns, rows: io.terminal.rows)
    if isOnScreen {
      io.write("\u{1b}[H\u{1b}[2J" + page.text(messages: messages))
    } else {
      let status = table.status
      let lines = messages.filter { !needsBoard || $0 != status }
      io.write(lines.map { abilities.text($0) + "\n" }.joined())
      if needsBoard { io.write(page.text(messages: [])) }
      messages = []
    }
    needsBoard = false
  }

  /// Tells how to come back to the game, so that leaving loses nothing.
  private func sayFarewell() {
    let line = table.line
    guard !line.isEmpty else { return }
    var command = "baton play \(Table.info.id)"
    if table.people.count == 2 {
      command += " --both"
    } else {
      if let side = table.sideOption { command += " \(side)" }
      if level.number != Table.usualLevel { command += " --level \(level.number)" }
    }
    let again = table.isOver ? "To look at it again" : "To go on"
    let isOneWord = !line.contains(" ")
    io.write("\(again): \(command) --game \(isOneWord ? line : "\"\(line)\"")\n")
  }
}
