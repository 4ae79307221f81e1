public import Games

extension MatchEvent: TextRepresentable {
  /// One line, as it is stored: a word, and its fields after single spaces.
  ///
  /// - `created GAME RULES SEATS SEED OPTIONS…`, or `agreed POLICIES,… GAME RULES SEATS SEED OPTIONS…` for a match
  ///   with policies, whose words are between commas
  /// - `invited SEAT PLAYER`, `seated SEAT PLAYER`, `seated SEAT PLAYER ROLE`, `bot SEAT NAME…`
  /// - `declined SEAT`, `opened SEAT`
  /// - `moved SEAT MOVE…` and `forced SEAT MOVE…`
  /// - `left SEAT OUTCOME`, `timedOut SEAT EFFECT`, `expired`, `warned SEAT`
  /// - `asked ID SEAT SEAT,… TIME PAYLOAD…`, `replied ID SEAT PAYLOAD…`, `lapsed ID`, `cancelled ID`,
  ///   `resolved ID,…`
  /// - `offered SEAT KIND`, `accepted SEAT`, `refused SEAT`, `tookBack PLIES`, `paused`, `resumed SEAT`
  /// - `away SEAT`, `back SEAT`, `reminded SEAT SEAT`, `credited SPAN`
  /// - `ended OUTCOME,… SCORE,…`, `rematched MATCH SEED`, `removed SEAT`
  ///
  /// Seats are written from 1. What ends in `…` takes the rest of the line. Questions and replies are in
  /// quotation marks, so that a line stays a line.
  public var text: String {
    switch self {
    case .created(let terms):
      "\(MatchEvent.agreement(terms.policies)) \(terms.game) \(terms.rulesVersion) \(terms.seatCount) \(terms.seed)"
        + (terms.options.utf8.isEmpty ? "" : " \(terms.options)")
    case .invited(let seat, let player): "invited \(seat.number) \(player.text)"
    case .seated(let seat, let player, let role):
      "seated \(seat.number) \(player.text)" + (role == 0 ? "" : " \(role)")
    case .botSeated(let seat, let name): "bot \(seat.number) \(name)"
    case .declined(let seat): "declined \(seat.number)"
    case .opened(let seat): "opened \(seat.number)"
    case .moved(let seat, let move, let isForced):
      isForced ? "forced \(seat.number) \(move)" : "moved \(seat.number) \(move)"
    case .left(let seat, let outcome): "left \(seat.number) \(outcome.text)"
    case .timedOut(let seat, let effect): "timedOut \(seat.number) \(effect.rawValue)"
    case .expired: "expired"
    case .warned(let seat): "warned \(seat.number)"
    case .offered, .answered, .tookBack, .paused, .resumed, .vacation, .reminded, .credited:
      agreementText
    case .asked, .replied, .lapsed, .cancelled, .resolved: exchangeText
    case .ended(let outcome):
      "ended \(MatchEvent.list(outcome.seats.map { $0.text }))"
        + (outcome.scores.isEmpty ? "" : " \(MatchEvent.list(outcome.scores.map { "\($0)" }))")
    case .rematched(let match, let seed): "rematched \(match.text) \(seed)"
    case .removed(let seat): "removed \(seat.number)"
    }
  }

  private var agreementText: String {
    switch self {
    case .offered(let seat, let kind): "offered \(seat.number) \(kind.rawValue)"
    case .answered(let seat, let accepts): "\(accepts ? "accepted" : "refused") \(seat.number)"
    case .tookBack(let ply): "tookBack \(ply)"
    case .paused: "paused"
    case .resumed(let seat): "resumed \(seat.number)"
    case .vacation(let seat, let begins): "\(begins ? "away" : "back") \(seat.number)"
    case .reminded(let seat, let by): "reminded \(seat.number) \(by.number)"
    case .credited(let span): "credited \(span)"
    default: ""
    }
  }

  private var exchangeText: String {
    switch self {
    case .asked(let id, let sender, let recipients, let deadline, let payload):
      "asked \(id) \(sender.number) \(MatchEvent.list(recipients.seats.map { "\($0.number)" }))"
        + " \(deadline.map { "\($0.milliseconds)" } ?? "-") \(Quotation.quote(payload))"
    case .replied(let id, let seat, let payload):
      "replied \(id) \(seat.number) \(Quotation.quote(payload))"
    case .lapsed(let id): "lapsed \(id)"
    case .cancelled(let id): "cancelled \(id)"
    case .resolved(let ids): "resolved \(MatchEvent.list(ids.map { "\($0)" }))"
    default: ""
    }
  }

  /// How a match begins: with a word, or with the policies that are not those of a match made without any.
  private static func agreement(_ policies: MatchPolicies) -> String {
    policies == MatchPolicies() ? "created" : "agreed \(swap(policies.text, " ", ","))"
  }

  private static func swap(_ text: String, _ a: StaticString, _ b: StaticString) -> String {
    let (a, b) = (a.utf8Start.pointee, b.utf8Start.pointee)
    return String(decoding: text.utf8.map { $0 == a ? b : $0 }, as: UTF8.self)
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
    let word = Word(fields.next())
    if let event = try readMaking(word, &fields) { return event }
    if let event = try readPlay(word, &fields) { return event }
    if let event = try readAgreement(word, &fields) { return event }
    if let event = try readExchange(word, &fields) { return event }
    throw TextError("not an event of a match", at: 0)
  }

  private static func readMaking(
    _ word: Word, _ fields: inout Fields
  ) throws(TextError) -> MatchEvent? {
    if word == "created" || word == "agreed" {
      let policies =
        word == "created"
        ? MatchPolicies()
        : try MatchPolicies(
          text: swap(String(decoding: fields.next(), as: UTF8.self), ",", " "))
      let game = String(decoding: fields.next(), as: UTF8.self)
      let rules = try fields.integer()
      let seats = try fields.integer()
      let seed = try fields.seed()
      return .created(
        MatchTerms(
          game: game, rulesVersion: rules, seatCount: seats, seed: seed, options: fields.rest(),
          policies: policies))
    }
    if word == "invited" {
      return .invited(try fields.seat(), try PlayerID(text: fields.rest()))
    }
    if word == "seated" {
      let seat = try fields.seat()
      let player = try PlayerID(text: String(decoding: fields.next(), as: UTF8.self))
      guard !fields.isAtEnd else { return .seated(seat, player) }
      guard let role = UInt32(exactly: try fields.integer()) else {
        throw TextError("expected roles", at: 0)
      }
      return .seated(seat, player, role: role)
    }
    if word == "bot" { return .botSeated(try fields.seat(), fields.rest()) }
    if word == "declined" { return .declined(try fields.seat()) }
    if word == "opened" { return .opened(try fields.seat()) }
    return nil
  }

  private static func readPlay(
    _ word: Word, _ fields: inout Fields
  ) throws(TextError) -> MatchEvent? {
    if word == "moved" { return .moved(try fields.seat(), move: fields.rest(), isForced: false) }
    if word == "forced" { return .moved(try fields.seat(), move: fields.rest(), isForced: true) }
    if word == "left" { return .left(try fields.seat(), try SeatOutcome(text: fields.rest())) }
    if word == "timedOut" {
      let seat = try fields.seat()
      let effect = Word(fields.next())
      guard let effect = TimeoutEffect.allCases.first(where: { effect == $0.rawValue }) else {
        throw TextError("expected what came of it", at: 0)
      }
      return .timedOut(seat, effect)
    }
    if word == "expired" { return .expired }
    if word == "warned" { return .warned(try fields.seat()) }
    if word == "ended" { return .ended(try readOutcome(&fields)) }
    if word == "rematched" {
      let match = try MatchID(text: String(decoding: fields.next(), as: UTF8.self))
      return .rematched(match, seed: try fields.seed())
    }
    if word == "removed" { return .removed(try fields.seat()) }
    return nil
  }

  private static func readOutcome(_ fields: inout Fields) throws(TextError) -> Outcome {
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
    return Outcome(seats: seats, scores: scores)
  }

  private static func readAgreement(
    _ word: Word, _ fields: inout Fields
  ) throws(TextError) -> MatchEvent? {
    if word == "offered" {
      let seat = try fields.seat()
      guard let kind = OfferKind(name: fields.rest()) else {
        throw TextError("expected what is offered", at: 0)
      }
      return .offered(seat, kind)
    }
    if word == "accepted" { return .answered(try fields.seat(), accepts: true) }
    if word == "refused" { return .answered(try fields.seat(), accepts: false) }
    if word == "tookBack" { return .tookBack(to: try fields.integer()) }
    if word == "paused" { return .paused }
    if word == "resumed" { return .resumed(try fields.seat()) }
    if word == "away" { return .vacation(try fields.seat(), begins: true) }
    if word == "back" { return .vacation(try fields.seat(), begins: false) }
    if word == "reminded" { return .reminded(try fields.seat(), by: try fields.seat()) }
    if word == "credited" { return .credited(Int64(try fields.integer())) }
    return nil
  }

  private static func readExchange(
    _ word: Word, _ fields: inout Fields
  ) throws(TextError) -> MatchEvent? {
    if word == "asked" {
      let id = try fields.integer()
      let sender = try fields.seat()
      let recipients = try fields.seats()
      let time = fields.next()
      var deadline: Timestamp?
      if !time.elementsEqual("-".utf8) {
        guard let milliseconds = Int(decimal: time) else {
          throw TextError("expected a time", at: 0)
        }
        deadline = Timestamp(milliseconds: Int64(milliseconds))
      }
      return .asked(
        id, from: sender, to: recipients, until: deadline,
        payload: try Quotation.read(fields.rest()))
    }
    if word == "replied" {
      return .replied(
        try fields.integer(), try fields.seat(), payload: try Quotation.read(fields.rest()))
    }
    if word == "lapsed" { return .lapsed(try fields.integer()) }
    if word == "cancelled" { return .cancelled(try fields.integer()) }
    if word == "resolved" {
      var ids: [Int] = []
      for item in fields.next().split(separator: UInt8(ascii: ",")) {
        guard let id = Int(decimal: item) else { throw TextError("expected an exchange", at: 0) }
        ids.append(id)
      }
      guard !ids.isEmpty else { throw TextError("expected an exchange", at: 0) }
      return .resolved(ids)
    }
    return nil
  }
}

/// The first word of a line, compared by its bytes.
private struct Word {
  private let bytes: ArraySlice<UInt8>
  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }
  static func == (word: Word, text: String) -> Bool { word.bytes.elementsEqual(text.utf8) }
}
