public import Games

/// A game on one device: people at some seats, the computer at the others.
///
/// A value that decides and leaves the doing to its owner: each call returns what to do next. A search is
/// known by its ticket; whatever makes the search pointless (a move taken back, a new game) makes the ticket
/// stale, and the answer to a stale ticket changes nothing.
public struct LocalGame<G: EnumerableGame>: Sendable {
  /// Names one search.
  public struct Ticket: Hashable, Sendable {
    /// The number of the search, never used twice by one game.
    public let number: Int
    /// Creates a ticket, as read back from a worker's answer.
    public init(number: Int) { self.number = number }
  }

  /// What the owner does next.
  public enum Effect: Hashable, Sendable {
    /// Ends the running search, whose answer would come too late.
    case stopSearch
    /// Starts a search for this seat in the position now.
    case startSearch(Ticket, Seat)
    /// Shows and says these moves, forced ones among them.
    case announce([RecordedMove<G.Move>])
    /// Shows the result.
    case finish
  }

  /// The game so far.
  public private(set) var record: Record<G>
  /// The seats that people play.
  public private(set) var people: SeatSet
  private var lastTicket = 0
  private var running: (ticket: Ticket, seat: Seat)?

  /// Starts a game at `record` and says what to do first.
  public static func starting(
    _ record: Record<G>, people: SeatSet
  ) -> (game: LocalGame, effects: [Effect]) {
    var game = LocalGame(record: record, people: people)
    let effects = game.proceed()
    return (game, effects)
  }

  private init(record: Record<G>, people: SeatSet) {
    self.record = record
    self.people = people
  }

  /// The search that is running, if one is.
  public var runningSearch: Ticket? { running?.ticket }

  /// The seats at which a person may move now.
  public var peopleToAct: SeatSet { record.position.seatsToAct.intersection(people) }

  /// Replaces everything by another game, and ends a search for the old one.
  public mutating func restart(_ record: Record<G>, people: SeatSet) -> [Effect] {
    let stopped = stopSearch()
    self.record = record
    self.people = people
    return stopped + proceed()
  }

  /// Plays a person's move.
  ///
  /// - Throws: ``IllegalMove``; a seat of the computer's is refused as not having its turn.
  public mutating func play(_ move: G.Move, by seat: Seat) throws(IllegalMove) -> [Effect] {
    guard people.contains(seat) || record.position.isOver else { throw .notYourTurn }
    let added = try record.play(move, by: seat)
    return [.announce(Array(record.moves.suffix(added)))] + proceed()
  }

  /// Plays the move that a search found, unless its ticket is stale.
  ///
  /// - Returns: an empty list for a stale ticket. An illegal answer starts the search anew.
  public mutating func finishSearch(_ ticket: Ticket, move: G.Move) -> [Effect] {
    guard let search = running, search.ticket == ticket else { return [] }
    running = nil
    guard let added = try? record.play(move, by: search.seat) else { return proceed() }
    return [.announce(Array(record.moves.suffix(added)))] + proceed()
  }

  /// Takes back to the last choice that a person had, over replies and forced moves.
  ///
  /// - Returns: what to do next, or `nil` when no person has chosen yet; then nothing changes.
  public mutating func takeBack() -> [Effect]? {
    guard let count = record.movesBackToChoice(of: people) else { return nil }
    let stopped = stopSearch()
    record.takeBack(count)
    return stopped + proceed()
  }

  private mutating func stopSearch() -> [Effect] {
    guard running != nil else { return [] }
    running = nil
    return [.stopSearch]
  }

  private mutating func proceed() -> [Effect] {
    let acting = record.position.seatsToAct
    var effects: [Effect] = []
    // Where several act at once, a person's move can end what the computer still thinks about.
    if let search = running, !acting.contains(search.seat) { effects = stopSearch() }
    if record.position.isOver { return effects + [.finish] }
    guard running == nil, let seat = acting.subtracting(people).first else { return effects }
    lastTicket += 1
    let ticket = Ticket(number: lastTicket)
    running = (ticket, seat)
    return effects + [.startSearch(ticket, seat)]
  }
}
