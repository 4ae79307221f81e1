public import Games

/// A match whose rules the server does not know: it carries data from one seat to the next.
///
/// Who holds the baton may save data, or end the turn with data and a list of who is next. The first in the list gets
/// the baton; if its time is over it goes on to the second, and so on; the last has as long as it likes. Seats that
/// have left or have a result are skipped. Naming oneself is an extra turn. It has the shape of Apple's turn-based
/// matches, so that an app that used those keeps its own rules and moves over.
///
/// The options are the app's own words for what is played, such as its name, and mean nothing here.
public struct Carried: Hashable, Sendable {
  /// The most bytes of data.
  public static let dataLimit = 65_536

  /// What the last turn left behind.
  public private(set) var data = ""
  /// Who holds the baton.
  public private(set) var holder = Seat.first
  /// Who gets it if the holder does not act in time, in order.
  public private(set) var next: [Seat] = []
  /// The seats that have left.
  public private(set) var gone: SeatSet = []
  /// What seats have come to, in seat order.
  public private(set) var results: [SeatOutcome]
  /// Whether a holder has ended the match.
  public private(set) var isFinished = false
  /// The seats that the last list named in vain.
  public private(set) var skipped: SeatSet = []

  /// The seats that still play.
  public var playing: SeatSet {
    var set = SeatSet(first: results.count).subtracting(gone)
    for index in results.indices where results[index] != .none {
      if let seat = Seat(index) { set.subtract(SeatSet(seat)) }
    }
    return set
  }

  /// Returns whether both are the same, byte for byte.
  public static func == (a: Carried, b: Carried) -> Bool {
    a.holder == b.holder && a.next == b.next && a.gone == b.gone && a.results == b.results
      && a.isFinished == b.isFinished && a.skipped == b.skipped && a.data.hasSameBytes(as: b.data)
  }

  /// Hashes all but the data.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(holder)
    hasher.combine(next)
    hasher.combine(gone)
    hasher.combine(results)
  }

  /// Gives the baton to the first of the list that plays; `false` if none does.
  private mutating func handOn(to list: [Seat]) -> Bool {
    let able = list.filter { playing.contains($0) }
    guard let first = able.first else { return false }
    holder = first
    next = Array(able.dropFirst())
    return true
  }

  /// Gives the baton to somebody when its holder plays no more.
  private mutating func handOnFromLost() {
    if handOn(to: next) { return }
    next = []
    var seat = holder
    for _ in results {
      seat = seat.next(of: results.count)
      if playing.contains(seat) {
        holder = seat
        return
      }
    }
  }
}

extension Carried: Game {
  /// A turn.
  public typealias Move = CarriedMove

  /// Carried matches, for two to sixteen.
  public static var info: GameInfo {
    GameInfo(id: "carried", title: "Carried match", seats: 2...16)
  }

  /// Results are what the players say.
  public static var trustsResults: Bool { true }

  /// Begins a match with the baton at the first seat.
  public init(setup: GameSetup, chance: inout Chance) throws(SetupError) {
    guard Carried.info.seats.contains(setup.seats) else {
      throw SetupError("a carried match has two to sixteen seats")
    }
    results = .init(repeating: .none, count: setup.seats)
  }

  /// The number of seats.
  public var seatCount: Int { results.count }
  /// Who holds the baton, or nobody after the end.
  public var seatsToAct: SeatSet { isFinished || playing.isEmpty ? [] : SeatSet(holder) }

  /// What the seats have come to, once the match is finished or nobody plays any more.
  public var outcome: Outcome? {
    guard seatsToAct.isEmpty else { return nil }
    var seats = results
    for seat in gone.seats where seats[seat.index] == .none { seats[seat.index] = .quit }
    return Outcome(seats: seats)
  }

  /// What a seat has come to.
  public func result(of seat: Seat) -> SeatOutcome {
    seat.index < results.count ? results[seat.index] : .none
  }

  /// Saving does not end a turn.
  public func endsTurn(_ move: CarriedMove) -> Bool { if case .save = move { false } else { true } }

  /// The last in the list has as long as it likes.
  public func isTimed(_ seat: Seat) -> Bool { next.contains { playing.contains($0) } }

  /// Shows the turn without its data, which the position has; the referee sees all of it.
  public func text(of move: CarriedMove, by seat: Seat, for viewer: Viewer) -> String? {
    viewer == .referee ? move.text : move.head
  }

  /// Takes a turn; chance has no part in it.
  public mutating func play(
    _ move: CarriedMove, by seat: Seat, chance: inout Chance
  ) throws(IllegalMove) {
    guard !seatsToAct.isEmpty else { throw .gameOver }
    guard seat == holder else { throw .notYourTurn }
    guard move.data.utf8.count <= Carried.dataLimit else {
      throw IllegalMove("the data has more than 65,536 bytes", kind: .dataTooLarge)
    }
    var after = self
    after.data = move.data
    switch move {
    case .save: break
    case .end(let list, let results, _):
      try after.take(results)
      let unknown = list.contains { $0.index >= seatCount }
      guard !unknown, after.handOn(to: list) else {
        throw IllegalMove(
          unknown ? "there is no such seat" : "nobody in the list plays any more",
          kind: .invalidParticipant)
      }
      after.skipped = list.reduce(into: SeatSet()) { set, seat in
        if !after.playing.contains(seat) { set.formUnion(SeatSet(seat)) }
      }
    case .finish(let results, _):
      try after.take(results)
      guard after.playing.isEmpty else {
        throw IllegalMove("every seat needs an outcome", kind: .invalidParticipant)
      }
      after.isFinished = true
      after.next = []
    }
    self = after
  }

  /// Takes in what seats have come to.
  private mutating func take(_ given: [CarriedMove.SeatResult]) throws(IllegalMove) {
    for result in given {
      guard result.seat.index < seatCount, result.outcome != .none else {
        throw IllegalMove("an outcome is missing or for no seat", kind: .invalidParticipant)
      }
      guard !gone.contains(result.seat), results[result.seat.index] == .none else {
        throw IllegalMove(
          "seat \(result.seat.number) has its outcome already", kind: .invalidParticipant)
      }
      results[result.seat.index] = result.outcome
    }
  }

  /// Gives the baton to the next in the list; `false` if there is none.
  public mutating func passOver(_ seat: Seat, chance: inout Chance) -> Bool {
    guard seat == holder, !seatsToAct.isEmpty else { return false }
    skipped = []
    return handOn(to: next)
  }

  /// Takes a seat out; the data stays, and a baton that it held goes on.
  public mutating func withdraw(_ seat: Seat, chance: inout Chance) {
    guard seat.index < seatCount else { return }
    gone.formUnion(SeatSet(seat))
    skipped = []
    if holder == seat { handOnFromLost() }
  }
}

extension Carried: TextRepresentable {
  /// `holder next gone outcomes skipped finished "data"`, such as `2 3,1 - none,none,none - open "…"`.
  public var text: String {
    func list(_ items: [String]) -> String {
      var text = ""
      for (index, item) in items.enumerated() { text += index == 0 ? item : ",\(item)" }
      return text.utf8.isEmpty ? "-" : text
    }
    func seats(_ set: [Seat]) -> String { list(set.map { "\($0.number)" }) }
    return "\(holder.number) \(seats(next)) \(seats(gone.seats)) \(list(results.map { $0.text }))"
      + " \(seats(skipped.seats)) \(isFinished ? "finished" : "open") \(Quotation.quote(data))"
  }

  /// Reads a position, and no other spelling of it.
  public init(text: String) throws(TextError) {
    var fields = Fields(text)
    let holder = try fields.seat()
    let next = try CarriedMove.seats(fields.next())
    let gone = try CarriedMove.seats(fields.next())
    var results: [SeatOutcome] = []
    for item in fields.next().split(separator: UInt8(ascii: ",")) {
      results.append(try SeatOutcome(text: String(decoding: item, as: UTF8.self)))
    }
    let skipped = try CarriedMove.seats(fields.next())
    let word = fields.next()
    guard Carried.info.seats.contains(results.count), holder.index < results.count else {
      throw TextError("not a carried match", at: 0)
    }
    self.results = results
    self.holder = holder
    self.next = next
    self.gone = gone.reduce(into: SeatSet()) { $0.formUnion(SeatSet($1)) }
    self.skipped = skipped.reduce(into: SeatSet()) { $0.formUnion(SeatSet($1)) }
    isFinished = word.elementsEqual("finished".utf8)
    data = try Quotation.read(fields.rest())
    guard self.text.hasSameBytes(as: text), data.utf8.count <= Carried.dataLimit else {
      throw TextError("not a carried match", at: 0)
    }
  }
}
