public import Games

/// Where a story stands: all of a position but the words.
///
/// It is the view that everybody has of a position. The words themselves are the moves, which everybody sees;
/// telling them once more with every event would make a long story slow.
public struct StoryStanding: Hashable, Sendable {
  /// How long a turn and the story may be.
  public let limits: StoryLimits
  /// The number of seats.
  public let seatCount: Int
  /// The seat whose turn it is; after the end, the seat whose turn it would be.
  public private(set) var next = Seat.first
  /// The seats that have left.
  public private(set) var away: SeatSet = []
  /// The seats that agree that the story ends here.
  public private(set) var agreed: SeatSet = []
  /// How many characters are written.
  public private(set) var used = 0

  init(limits: StoryLimits, seatCount: Int) {
    self.limits = limits
    self.seatCount = seatCount
  }

  /// How many characters the story has room for.
  public var left: Int { limits.total - used }
  /// The most characters that the next turn may have.
  public var room: Int { min(limits.turn, left) }
  /// The seats that have not left.
  public var staying: SeatSet { SeatSet(first: seatCount).subtracting(away) }

  /// Whether the story has ended: it is full, all who stay agree, or at most one stays.
  public var isOver: Bool {
    left == 0 || staying.count <= 1 || (!agreed.isEmpty && staying.isSubset(of: agreed))
  }

  /// The seat whose turn it is, or nobody after the end.
  public var seatsToAct: SeatSet { isOver ? [] : SeatSet(next) }

  /// How the story ended: all who stayed to the end share it; who stays alone has won.
  public var outcome: Outcome? {
    guard isOver else { return nil }
    var seats = [SeatOutcome](repeating: .quit, count: seatCount)
    for seat in staying.seats { seats[seat.index] = staying.count == 1 ? .won : .tied }
    return Outcome(seats: seats)
  }

  // MARK: Changes

  /// Takes a turn in, or says why not.
  mutating func take(_ move: StoryMove, by seat: Seat) throws(IllegalMove) {
    if isOver { throw .gameOver }
    guard seat == next else { throw .notYourTurn }
    switch move {
    case .write(let text, let endsHere):
      guard text.count <= room else { throw IllegalMove(refusal(of: text), kind: .textTooLong) }
      used += text.count
      agreed = endsHere ? SeatSet(seat) : []
    case .agreeToEnd:
      guard used > 0 else { throw IllegalMove("nothing is written yet that could end") }
      agreed.formUnion(SeatSet(seat))
    }
    handOn()
  }

  private func refusal(of text: StoryText) -> String {
    let excess = text.count - room
    let over = StoryTextError.tooLong(by: excess).reason
    return left < limits.turn ? "\(over); the story has room for \(left) more" : over
  }

  /// Takes a seat out; if it was its turn, the next one has it.
  mutating func remove(_ seat: Seat) {
    guard seat.index < seatCount else { return }
    away.formUnion(SeatSet(seat))
    agreed.subtract(SeatSet(seat))
    if next == seat { handOn() }
  }

  /// Hands the turn on without a word of the seat whose turn it is; `false` if nobody else stays.
  mutating func passOver(_ seat: Seat) -> Bool {
    guard !isOver, seat == next, staying.count > 1 else { return false }
    handOn()
    return true
  }

  private mutating func handOn() {
    guard !staying.isEmpty else { return }
    repeat { next = next.next(of: seatCount) } while away.contains(next)
  }
}

extension StoryStanding: TextRepresentable {
  /// `turn=250 total=3800 seats=3 next=2 away=1 agreed=- used=120`, seats from 1, `-` for none.
  public var text: String {
    "\(limits.text) seats=\(seatCount) next=\(next.number) away=\(StoryStanding.list(away))"
      + " agreed=\(StoryStanding.list(agreed)) used=\(used)"
  }

  private static func list(_ seats: SeatSet) -> String {
    var text = ""
    for seat in seats.seats { text += text.utf8.isEmpty ? "\(seat.number)" : ",\(seat.number)" }
    return text.utf8.isEmpty ? "-" : text
  }

  /// Reads where a story stands.
  public init(text: String) throws(TextError) {
    var words = Words(text)
    self = try StoryStanding.read(&words)
    guard self.text.hasSameBytes(as: text) else {
      throw TextError("expected nothing more", at: min(words.index, text.utf8.count))
    }
  }

  /// Reads the first seven words of a text.
  static func read(_ words: inout Words) throws(TextError) -> StoryStanding {
    let turn = try number("turn=", in: StoryLimits.turns, from: &words)
    let total = try number("total=", in: StoryLimits.totals, from: &words)
    let seats = try number("seats=", in: StoryPosition.info.seats, from: &words)
    guard let limits = StoryLimits(turn: turn, total: total) else {
      throw TextError("expected limits", at: 0)
    }
    var standing = StoryStanding(limits: limits, seatCount: seats)
    let next = try number("next=", in: 1...seats, from: &words)
    standing.next = Seat(next - 1) ?? .first
    standing.away = try set("away=", of: seats, from: &words)
    standing.agreed = try set("agreed=", of: seats, from: &words)
    standing.used = try number("used=", in: 0...total, from: &words)
    let isSound =
      standing.away.isDisjoint(with: standing.agreed)
      && (standing.staying.isEmpty || !standing.away.contains(standing.next))
      && (standing.used > 0 || standing.agreed.isEmpty)
    guard isSound else { throw TextError("the standing contradicts itself", at: 0) }
    return standing
  }

  private static func number(
    _ name: StaticString, in range: ClosedRange<Int>, from words: inout Words
  ) throws(TextError) -> Int {
    let place = words.index
    guard let value = words.next()?.number(after: name), range.contains(value) else {
      throw TextError("expected \(name) and a number", at: place)
    }
    return value
  }

  private static func set(
    _ name: StaticString, of count: Int, from words: inout Words
  ) throws(TextError) -> SeatSet {
    let place = words.index
    guard let list = words.next()?.rest(after: name) else {
      throw TextError("expected \(name) and seats", at: place)
    }
    var seats: SeatSet = []
    if list.elementsEqual("-".utf8) { return seats }
    for item in list.split(separator: UInt8(ascii: ",")) {
      guard let number = Int(decimal: item), let seat = Seat(number: number), number <= count else {
        throw TextError("expected a seat from 1 to \(count)", at: item.startIndex)
      }
      seats.formUnion(SeatSet(seat))
    }
    return seats
  }
}
