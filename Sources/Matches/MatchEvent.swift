public import Games

/// Something that happened in a match; the log of these is the match.
public enum MatchEvent: Sendable {
  /// The match was made.
  case created(MatchTerms)
  /// A player took a seat.
  case seated(Seat, PlayerID)
  /// A seat moved, or the rules moved for it.
  case moved(Seat, move: String, isForced: Bool)
  /// A seat left the game with this outcome.
  case left(Seat, SeatOutcome)
  /// The game is over.
  case ended(Outcome)
  /// A member asked to play again, and this is the match that was made for it.
  case rematched(MatchID, seed: UInt64)
}

extension MatchEvent: Hashable {
  /// Returns whether both say that the same happened.
  public static func == (a: MatchEvent, b: MatchEvent) -> Bool { a.text.hasSameBytes(as: b.text) }

  /// Hashes the text form.
  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

extension MatchEvent: TextRepresentable {
  /// One line, as it is stored: a word, and its fields after single spaces.
  ///
  /// - `created GAME RULES SEATS SEED OPTIONS…`
  /// - `seated SEAT PLAYER`
  /// - `moved SEAT MOVE…` and `forced SEAT MOVE…`
  /// - `left SEAT OUTCOME`
  /// - `ended OUTCOME,… SCORE,…`
  /// - `rematched MATCH SEED`
  ///
  /// Seats are written from 1. What ends in `…` takes the rest of the line.
  public var text: String {
    switch self {
    case .created(let terms):
      "created \(terms.game) \(terms.rulesVersion) \(terms.seatCount) \(terms.seed)"
        + (terms.options.utf8.isEmpty ? "" : " \(terms.options)")
    case .seated(let seat, let player): "seated \(seat.number) \(player.text)"
    case .moved(let seat, let move, let isForced):
      isForced ? "forced \(seat.number) \(move)" : "moved \(seat.number) \(move)"
    case .left(let seat, let outcome): "left \(seat.number) \(outcome.text)"
    case .ended(let outcome):
      "ended \(MatchEvent.list(outcome.seats.map { $0.text }))"
        + (outcome.scores.isEmpty ? "" : " \(MatchEvent.list(outcome.scores.map { "\($0)" }))")
    case .rematched(let match, let seed): "rematched \(match.text) \(seed)"
    }
  }

  private static func list(_ items: [String]) -> String {
    var text = ""
    for (index, item) in items.enumerated() { text += index == 0 ? item : ",\(item)" }
    return text
  }

  /// Reads the stored line, and no other spelling of it.
  public init(text: String) throws(TextError) {
    self = try MatchEvent.read(text)
    guard self.text.hasSameBytes(as: text) else {
      throw TextError("not in the form in which events are stored", at: 0)
    }
  }

  private static func read(_ text: String) throws(TextError) -> MatchEvent {
    var fields = Fields(text)
    let word = fields.next()
    if word.elementsEqual("created".utf8) {
      let game = String(decoding: fields.next(), as: UTF8.self)
      let rules = try fields.integer()
      let seats = try fields.integer()
      let seed = try fields.seed()
      return .created(
        MatchTerms(
          game: game, rulesVersion: rules, seatCount: seats, seed: seed, options: fields.rest()))
    } else if word.elementsEqual("seated".utf8) {
      let seat = try fields.seat()
      return .seated(seat, try PlayerID(text: fields.rest()))
    } else if word.elementsEqual("moved".utf8) {
      return .moved(try fields.seat(), move: fields.rest(), isForced: false)
    } else if word.elementsEqual("forced".utf8) {
      return .moved(try fields.seat(), move: fields.rest(), isForced: true)
    } else if word.elementsEqual("left".utf8) {
      let seat = try fields.seat()
      return .left(seat, try SeatOutcome(text: fields.rest()))
    } else if word.elementsEqual("ended".utf8) {
      var seats: [SeatOutcome] = []
      for item in fields.next().split(separator: UInt8(ascii: ",")) {
        seats.append(try SeatOutcome(text: String(decoding: item, as: UTF8.self)))
      }
      guard !seats.isEmpty else { throw TextError("expected an outcome", at: 0) }
      var scores: [Int] = []
      for item in fields.next().split(separator: UInt8(ascii: ",")) {
        guard let score = Int(decimal: item) else {
          throw TextError("expected a score", at: item.startIndex)
        }
        scores.append(score)
      }
      return .ended(Outcome(seats: seats, scores: scores))
    } else if word.elementsEqual("rematched".utf8) {
      let match = try MatchID(text: String(decoding: fields.next(), as: UTF8.self))
      return .rematched(match, seed: try fields.seed())
    } else {
      throw TextError("not an event of a match", at: 0)
    }
  }
}

/// Takes a line apart at its spaces.
private struct Fields {
  private var bytes: ArraySlice<UInt8>

  init(_ text: String) { bytes = Array(text.utf8)[...] }

  mutating func next() -> ArraySlice<UInt8> {
    let end = bytes.firstIndex(of: 0x20) ?? bytes.endIndex
    let field = bytes[bytes.startIndex..<end]
    bytes = end < bytes.endIndex ? bytes[(end + 1)...] : bytes[end...]
    return field
  }

  func rest() -> String { String(decoding: bytes, as: UTF8.self) }

  mutating func integer() throws(TextError) -> Int {
    let field = next()
    guard let value = Int(decimal: field) else {
      throw TextError("expected a number", at: field.startIndex)
    }
    return value
  }

  mutating func seed() throws(TextError) -> UInt64 {
    let field = next()
    var value: UInt64 = 0
    guard !field.isEmpty else { throw TextError("expected a seed", at: field.startIndex) }
    for byte in field {
      let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = shifted.addingReportingOverflow(UInt64(byte &- 0x30))
      guard (0x30...0x39).contains(byte), !overflow, !carry else {
        throw TextError("expected a seed", at: field.startIndex)
      }
      value = sum
    }
    return value
  }

  mutating func seat() throws(TextError) -> Seat {
    let field = next()
    guard let number = Int(decimal: field), let seat = Seat(number - 1) else {
      throw TextError("expected a seat from 1 to 16", at: field.startIndex)
    }
    return seat
  }
}
