public import Games

/// A turn in a carried match, whose rules only its players know.
public enum CarriedMove: Hashable, Sendable {
  /// Keeps data without ending the turn.
  case save(String)
  /// Ends the turn: who is next and, should it not act in time, who after it; and what others have come to.
  case end(next: [Seat], results: [SeatResult], data: String)
  /// Ends the match with an outcome for every seat that has none yet.
  case finish(results: [SeatResult], data: String)

  /// What one seat has come to.
  public struct SeatResult: Hashable, Sendable {
    /// The seat.
    public let seat: Seat
    /// What it has come to.
    public let outcome: SeatOutcome

    /// Creates the result of a seat.
    public init(_ seat: Seat, _ outcome: SeatOutcome) {
      self.seat = seat
      self.outcome = outcome
    }
  }

  /// The data that the turn leaves behind.
  public var data: String {
    switch self {
    case .save(let data), .end(_, _, let data), .finish(_, let data): data
    }
  }

  /// Returns whether both are the same, byte for byte.
  public static func == (a: CarriedMove, b: CarriedMove) -> Bool { a.text.hasSameBytes(as: b.text) }

  /// Hashes the text form.
  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

extension CarriedMove: TextRepresentable {
  /// `save "…"`, `end 2,3 1=lost,4=custom-7 "…"` or `finish 1=won,2=lost "…"`; `-` where nothing is listed.
  public var text: String { head + " " + Quotation.quote(data) }

  /// The text without the data.
  var head: String {
    switch self {
    case .save: "save"
    case .end(let next, let results, _):
      "end \(CarriedMove.list(next.map { "\($0.number)" })) \(CarriedMove.list(results))"
    case .finish(let results, _): "finish \(CarriedMove.list(results))"
    }
  }

  private static func list(_ results: [SeatResult]) -> String {
    list(results.map { "\($0.seat.number)=\($0.outcome.text)" })
  }

  private static func list(_ items: [String]) -> String {
    var text = ""
    for (index, item) in items.enumerated() { text += index == 0 ? item : ",\(item)" }
    return text.utf8.isEmpty ? "-" : text
  }

  /// Reads a turn.
  public init(text: String) throws(TextError) {
    var fields = Fields(text)
    let word = fields.next()
    if word.elementsEqual("save".utf8) {
      self = .save(try Quotation.read(fields.rest()))
    } else if word.elementsEqual("end".utf8) {
      let next = try CarriedMove.seats(fields.next())
      let results = try CarriedMove.results(fields.next())
      self = .end(next: next, results: results, data: try Quotation.read(fields.rest()))
    } else if word.elementsEqual("finish".utf8) {
      let results = try CarriedMove.results(fields.next())
      self = .finish(results: results, data: try Quotation.read(fields.rest()))
    } else {
      throw TextError("expected save, end or finish", at: 0)
    }
  }

  static func seats(_ bytes: ArraySlice<UInt8>) throws(TextError) -> [Seat] {
    if bytes.elementsEqual("-".utf8) { return [] }
    var seats: [Seat] = []
    for item in bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      guard let number = Int(decimal: item), let seat = Seat(number: number), seats.count < 64
      else {
        throw TextError("expected seats from 1 to 16", at: item.startIndex)
      }
      seats.append(seat)
    }
    return seats
  }

  static func results(_ bytes: ArraySlice<UInt8>) throws(TextError) -> [SeatResult] {
    if bytes.elementsEqual("-".utf8) { return [] }
    var results: [SeatResult] = []
    for item in bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      let parts = item.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let number = Int(decimal: parts[0]), let seat = Seat(number: number),
        results.count < Seat.maximumCount
      else { throw TextError("expected a seat and its outcome", at: item.startIndex) }
      results.append(
        SeatResult(seat, try SeatOutcome(text: String(decoding: parts[1], as: UTF8.self))))
    }
    return results
  }
}
