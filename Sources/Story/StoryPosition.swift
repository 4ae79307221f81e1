public import Games

/// What one seat wrote in one turn.
public struct StoryTurn: Hashable, Sendable {
  /// The seat that wrote it.
  public let seat: Seat
  /// What it wrote.
  public let text: StoryText

  /// Creates a turn.
  public init(seat: Seat, text: StoryText) {
    self.seat = seat
    self.text = text
  }
}

/// A story that several tell in turns: what is written, by whom, and whose turn it is.
///
/// Two to sixteen seats go round, and each adds at most ``StoryLimits/turn`` characters; a seat that leaves is
/// skipped from then on, and what it wrote stays. The story ends when it is exactly full: a turn that would
/// pass the total is refused with how many are left, and may be as short as one character. It also ends when
/// all who stay agree. A writer may say so with its turn, or write nothing and agree; when everybody has, one
/// after the other, that is the end, and whoever writes on without a word about it takes all agreement back.
/// All who stayed share the end. There is no chance in it, and no secret.
public struct StoryPosition: Hashable, Sendable {
  // Positions of one story share the full pages, so that keeping every one of them costs little.
  private static let pageLength = 16
  private var pages: [[StoryTurn]] = []

  /// Where the story stands.
  public private(set) var standing: StoryStanding

  /// Begins a story; `nil` unless it has 2 to 16 seats.
  public init?(seatCount: Int, limits: StoryLimits = .usual) {
    guard StoryPosition.info.seats.contains(seatCount) else { return nil }
    standing = StoryStanding(limits: limits, seatCount: seatCount)
  }

  /// What is written so far, in order.
  ///
  /// - Complexity: O(*n*) in the number of turns.
  public var turns: [StoryTurn] { pages.flatMap { $0 } }

  private mutating func append(_ turn: StoryTurn) {
    if let last = pages.indices.last, pages[last].count < StoryPosition.pageLength {
      pages[last].append(turn)
    } else {
      pages.append([turn])
    }
  }
}

extension StoryPosition: Game {
  /// The turn of a seat.
  public typealias Move = StoryMove
  /// All but the words, which are the moves.
  public typealias View = StoryStanding

  /// A story, for two to sixteen.
  public static var info: GameInfo { GameInfo(id: "story", title: "Story", seats: 2...16) }

  /// Begins a story; the options are its limits, such as `turn=250 total=3800`, or empty.
  public init(setup: GameSetup, chance: inout Chance) throws(SetupError) {
    guard StoryPosition.info.seats.contains(setup.seats) else {
      throw SetupError("a story is told by two to sixteen")
    }
    do throws(TextError) {
      standing = StoryStanding(
        limits: try StoryLimits(text: setup.options), seatCount: setup.seats)
    } catch {
      throw SetupError(error.reason)
    }
  }

  /// The number of seats.
  public var seatCount: Int { standing.seatCount }
  /// The seat whose turn it is, or nobody after the end.
  public var seatsToAct: SeatSet { standing.seatsToAct }
  /// How the story ended, or `nil` while it goes on.
  public var outcome: Outcome? { standing.outcome }

  /// Takes a seat's turn; chance has no part in it.
  public mutating func play(
    _ move: StoryMove, by seat: Seat, chance: inout Chance
  ) throws(IllegalMove) {
    try play(move, by: seat)
  }

  /// Takes a seat's turn.
  ///
  /// - Throws: ``IllegalMove`` with the reason; the position is then unchanged.
  public mutating func play(_ move: StoryMove, by seat: Seat) throws(IllegalMove) {
    try standing.take(move, by: seat)
    if let text = move.added { append(StoryTurn(seat: seat, text: text)) }
  }

  /// Takes a seat out of the round; what it wrote stays.
  public mutating func withdraw(_ seat: Seat, chance: inout Chance) { standing.remove(seat) }

  /// Goes on with the next seat; who was slow may write again when its turn comes round.
  public mutating func passOver(_ seat: Seat, chance: inout Chance) -> Bool {
    standing.passOver(seat)
  }

  /// Shows where the story stands.
  public func view(for viewer: Viewer) -> StoryStanding { standing }
}

extension StoryPosition: TextRepresentable {
  /// The standing, then each turn as its seat's number and its text in quotation marks.
  public var text: String {
    var bytes = Array(standing.text.utf8)
    for page in pages {
      for turn in page {
        bytes += Array(" \(turn.seat.number)".utf8)
        bytes += turn.text.quoted
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads a position, and no other spelling of it.
  public init(text: String) throws(TextError) {
    var words = Words(text)
    standing = try StoryStanding.read(&words)
    var rest = Array(text.utf8)[min(words.index, text.utf8.count)...]
    var count = 0
    while rest.first == 0x20 {
      rest.removeFirst()
      let digits = rest.prefix { $0 != UInt8(ascii: "\"") }
      guard let number = Int(decimal: digits), number <= standing.seatCount,
        let seat = Seat(number: number)
      else { throw TextError("expected the number of a seat", at: rest.startIndex) }
      rest = rest.dropFirst(digits.count)
      let written = try StoryText.read(from: &rest, limit: standing.limits.turn)
      count += written.count
      append(StoryTurn(seat: seat, text: written))
    }
    guard rest.isEmpty else { throw TextError("expected a turn", at: rest.startIndex) }
    guard count == standing.used, self.text.hasSameBytes(as: text) else {
      throw TextError("the turns do not fit what is said of them", at: 0)
    }
  }
}
