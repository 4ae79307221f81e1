internal import Chess
internal import ChessEngine
internal import ChessThreads
internal import Dispatch
internal import Hosting

extension CommandSpecification {
  static let uci = CommandSpecification(
    name: "uci", summary: "Plays chess for a program that speaks the Universal Chess Interface",
    options: [
      .threads,
      OptionSpecification(
        name: "memory", placeholder: "MB", value: .integer(1...UCIOptions.mostMegabytes),
        summary: "The size of the table of positions in MiB (default 64)."),
    ],
    notes: """
      Commands of the protocol:
        uci, isready, setoption, ucinewgame, position, go, stop, ponderhit, quit,
        and 'd', which shows the position as FEN

      'go' takes searchmoves, ponder, infinite, depth, nodes, mate, movetime, wtime,
      btime, winc, binc and movestogo; without any limit it goes on until 'stop'.
      'go perft N' counts the positions N plies ahead, for each move and together.
      Settings that arrive during a search are in effect from the next one on. What is
      wrong is answered by 'info string'.
      """)
}

func runUCI(_ arguments: ParsedArguments, io: some ToolIO) async throws -> Int32 {
  var options = UCIOptions()
  options.megabytes = arguments.integer("memory") ?? options.megabytes
  options.threads = arguments.integer("threads") ?? options.threads
  io.exitOnInterrupt()
  let events = Mailbox<UCIEvent>()
  let initial = options
  async let worker: Void = onOwnThread {
    UCIWorker(initial, events: events, io: io).work()
  }
  while let line = await io.readLine() {
    if !events.post(.line(line)) { break }
    // Nothing after `quit` is of interest, and a terminal may keep its input open.
    if line.split(whereSeparator: { $0 == " " }).first == "quit" { break }
  }
  _ = events.post(.inputEnded)
  await worker
  return ExitCode.success
}

/// What happens in a session.
private enum UCIEvent: Sendable {
  case line(String)
  case ended(Int, ChessReport)
  case inputEnded
  /// Nobody waits any longer after the end of the input.
  case impatient
}

/// Carries out what a session decides: one thread that waits for events, and one that searches.
private final class UCIWorker<IO: ToolIO>: @unchecked Sendable {
  // Sendable: `session` and `team` are used by the thread that calls `work`; the searching one is handed what it needs.
  private var session: UCISession
  private let events: Mailbox<UCIEvent>
  private let io: IO
  private let queue = DispatchQueue(label: "baton.chess.uci")
  private var team: ChessTeam?
  private var teamOptions = UCIOptions()
  private var control = UCIControl()

  init(_ options: UCIOptions, events: Mailbox<UCIEvent>, io: IO) {
    session = UCISession(options, seed: io.time.monotonicNanoseconds)
    self.events = events
    self.io = io
  }

  func work() {
    var hasInput = true
    while let event = events.take() {
      switch event {
      case .line(let line): if !act(session.obey(line)) { hasInput = false }
      case .ended(let number, let report): _ = act(session.ended(number, report))
      case .inputEnded:
        guard hasInput else { break }
        hasInput = false
        // A search with limits of its own still has its answer.
        if session.isHeld { _ = act(session.obey("stop")) }
        let events = events
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(10)) {
          _ = events.post(.impatient)
        }
      case .impatient: _ = act(session.obey("stop"))
      }
      if io.outputFailure != nil {
        control.stop()
        hasInput = false
        if !control.isRunning { break }
      }
      if !hasInput, !session.isBusy { break }
    }
    events.close()
    // The search may still be running after `quit`.
    control.stop()
    queue.sync {}
  }

  /// - Returns: whether the session goes on.
  private func act(_ actions: [UCIAction]) -> Bool {
    for action in actions {
      switch action {
      case .say(let text): io.write(text + "\n")
      case .stop: control.stop()
      case .limit(let allowance): control.limit(allowance, now: io.time.monotonicNanoseconds)
      case .prepare(let options): _ = prepare(options)
      case .search(let search): begin(search)
      case .quit:
        session = UCISession()
        return false
      }
    }
    return true
  }

  /// Makes the team anew if its size was changed.
  ///
  /// - Returns: whether it was, so that there is nothing to forget.
  private func prepare(_ options: UCIOptions) -> Bool {
    if team != nil, teamOptions.megabytes == options.megabytes,
      teamOptions.threads == options.threads
    {
      return false
    }
    // The old one goes first, so that both are never there at once.
    team = nil
    team = ChessTeam(memory: options.megabytes << 20, threads: options.threads)
    teamOptions = options
    return true
  }

  private func count(_ search: UCISearch, to depth: Int) {
    let control = UCIControl()
    self.control = control
    let (events, io) = (events, io)
    queue.async {
      UCIText.perft(
        depth, of: search.game.position, options: search.options,
        shouldStop: { control.mustStop(at: 0) }, say: { io.write($0 + "\n") })
      control.end()
      _ = events.post(.ended(search.number, .none))
    }
  }

  private func begin(_ search: UCISearch) {
    let options = search.options
    if let depth = search.perft { return count(search, to: depth) }
    let now = io.time.monotonicNanoseconds
    if !prepare(options), search.forgets { team?.forget() }
    guard let team else { return }
    let control = UCIControl()
    control.limit(search.allowance, now: now)
    self.control = control
    let (events, io) = (events, io)
    queue.async {
      func tell(_ report: ChessReport, at time: UInt64) {
        let text = UCIText.info(
          report, in: search.game, options: options, nanoseconds: time &- now)
        io.write(text + "\n")
      }
      var told: ChessMove?
      let report = team.run(
        search.game, limits: search.limits,
        shouldStop: { control.mustStop(at: io.time.monotonicNanoseconds) },
        progress: { report in
          let time = io.time.monotonicNanoseconds
          // Bounds are of interest only while a depth takes long.
          if report.isWhole || time &- now > 3_000_000_000 {
            tell(report, at: time)
            told = report.best
          }
          return !report.isWhole || control.goesOn(at: time, report)
        })
      // The move that is played was told of, also where the search was cut within a depth.
      if report.best != told { tell(report, at: io.time.monotonicNanoseconds) }
      control.end()
      _ = events.post(.ended(search.number, report))
    }
  }
}

/// What a search asks while it runs.
private final class UCIControl: Sendable {
  private struct State {
    var isStopped = false
    var isRunning = true
    var allowance: ChessAllowance?
    var begin: UInt64 = 0
  }

  private let state = Lock(State())

  var isRunning: Bool { state.withLock { $0.isRunning } }

  func stop() { state.withLock { $0.isStopped = true } }

  func end() { state.withLock { $0.isRunning = false } }

  func limit(_ allowance: ChessAllowance?, now: UInt64) {
    state.withLock {
      $0.allowance = allowance
      $0.begin = now
    }
  }

  func mustStop(at time: UInt64) -> Bool {
    state.withLock {
      guard !$0.isStopped, let allowance = $0.allowance else { return $0.isStopped }
      return time &- $0.begin >= allowance.hard
    }
  }

  func goesOn(at time: UInt64, _ report: ChessReport) -> Bool {
    state.withLock {
      guard !$0.isStopped, let allowance = $0.allowance else { return !$0.isStopped }
      return allowance.goesOn(after: time &- $0.begin, report)
    }
  }
}
