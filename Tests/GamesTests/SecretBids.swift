import Games

/// Three rounds of secret bids for 2 to 16 seats, made up to test hidden and simultaneous play.
///
/// Each seat is dealt three cards from 10 up. In each round all seats bid one card at the same time; when
/// all have bid, the bids are shown and the highest gets a point. Most points win.
///
/// The text has a word for each seat, `hand:bid:points:shown`, such as `10.23:?:1:57`; `?` stands for what
/// the viewer must not know, `-` for nothing and `x` for the bid of a seat that left.
struct SecretBids: Hashable, Sendable {
  /// A card, from 10 up, or nothing, or one that the viewer must not know.
  enum Card: Hashable, Sendable { case hidden, left, none, number(Int) }
  struct Place: Hashable, Sendable {
    var hand: [Card] = []
    var bid = Card.none
    var points = 0
    var shown = Card.none
  }
  var places: [Place]

  private mutating func finishRound() {
    guard !places.contains(where: { $0.bid == .none }) else { return }
    for index in places.indices { places[index].shown = places[index].bid }
    let bids = places.map { if case .number(let card) = $0.bid { card } else { 0 } }
    if let best = bids.max(), best > 0 { places[bids.firstIndex(of: best) ?? 0].points += 1 }
    for index in places.indices where places[index].bid != .left { places[index].bid = .none }
  }
}

extension SecretBids: EnumerableGame {
  static var info: GameInfo { GameInfo(id: "secret-bids", title: "Secret Bids", seats: 2...16) }

  init(setup: GameSetup, chance: inout Chance) throws(SetupError) {
    guard SecretBids.info.seats.contains(setup.seats) else { throw SetupError("2 to 16 may play") }
    var deck = Array(10..<10 + 3 * setup.seats)
    chance.shuffle(&deck)
    places = (0..<setup.seats).map { seat in
      Place(hand: deck[3 * seat..<3 * seat + 3].sorted().map { .number($0) })
    }
  }

  var seatCount: Int { places.count }

  var seatsToAct: SeatSet {
    var result: SeatSet = []
    for index in places.indices where places[index].bid == .none && !places[index].hand.isEmpty {
      if let seat = Seat(index) { result.insert(SeatSet(seat)) }
    }
    return places.count(where: { $0.bid != .left }) < 2 ? [] : result
  }

  var outcome: Outcome? {
    guard seatsToAct.isEmpty else { return nil }
    let seats: [SeatOutcome] = places.map { place in
      if place.bid == .left { return .quit }
      let better = places.count { $0.bid != .left && $0.points > place.points }
      return better < 4 ? .place(better + 1) : .lost
    }
    return Outcome(seats: seats, scores: places.map(\.points))
  }

  func legalMoves(for seat: Seat) -> [SecretBid] {
    guard seatsToAct.contains(seat) else { return [] }
    return places[seat.index].hand.compactMap {
      if case .number(let card) = $0 { SecretBid(card: card) } else { nil }
    }
  }

  mutating func play(
    _ move: SecretBid, by seat: Seat, chance: inout Chance
  ) throws(IllegalMove) {
    if isOver { throw .gameOver }
    guard seatsToAct.contains(seat) else { throw .notYourTurn }
    guard let index = places[seat.index].hand.firstIndex(of: .number(move.card)) else {
      throw IllegalMove("card \(move.card) is not in your hand")
    }
    places[seat.index].bid = places[seat.index].hand.remove(at: index)
    finishRound()
  }

  mutating func withdraw(_ seat: Seat, chance: inout Chance) {
    guard !isOver, seat.index < places.count else { return }
    places[seat.index].hand = []
    places[seat.index].bid = .left
    finishRound()
  }

  func view(for viewer: Viewer) -> SecretBids {
    var view = self
    guard viewer != .referee else { return view }
    for index in places.indices where viewer != Seat(index).map(Viewer.seat) {
      view.places[index].hand = places[index].hand.map { _ in .hidden }
      if case .number = places[index].bid { view.places[index].bid = .hidden }
    }
    return view
  }

  func text(of move: SecretBid, by seat: Seat, for viewer: Viewer) -> String? {
    viewer == .referee || viewer == .seat(seat) ? move.text : nil
  }
}

struct SecretBid: Hashable, Sendable, TextRepresentable {
  let card: Int
  var text: String { "card-\(card)" }
  init(card: Int) { self.card = card }
  init(text: String) throws(TextError) {
    guard let card = text.integer(after: "card-"), card >= 10 else {
      throw TextError("expected a card from card-10 up", at: 0)
    }
    self.card = card
  }
}

extension SecretBids {
  var text: String {
    places.map { place in
      let hand = place.hand.map(\.text).joined(separator: ".")
      return "\(hand):\(place.bid.text):\(place.points):\(place.shown.text)"
    }.joined(separator: " ")
  }

  init(text: String) throws(TextError) {
    places = []
    for word in text.utf8.split(separator: 0x20, omittingEmptySubsequences: false) {
      let parts = word.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      guard parts.count == 4, let points = Int(decimal: parts[2]), points >= 0 else {
        throw TextError("expected hand:bid:points:shown", at: 0)
      }
      let hand = try parts[0].split(separator: UInt8(ascii: ".")).map { part throws(TextError) in
        try Card(part)
      }
      places.append(
        Place(hand: hand, bid: try Card(parts[1]), points: points, shown: try Card(parts[3])))
    }
    guard SecretBids.info.seats.contains(places.count) else {
      throw TextError("expected 2 to 16 seats", at: 0)
    }
  }
}

extension SecretBids.Card {
  var text: String {
    switch self {
    case .hidden: "?"
    case .left: "x"
    case .none: "-"
    case .number(let card): "\(card)"
    }
  }

  init(_ bytes: Substring.UTF8View) throws(TextError) {
    if let card = Int(decimal: bytes), card >= 10 {
      self = .number(card)
    } else if bytes.elementsEqual("?".utf8) {
      self = .hidden
    } else if bytes.elementsEqual("x".utf8) {
      self = .left
    } else if bytes.elementsEqual("-".utf8) {
      self = .none
    } else {
      throw TextError("expected a card", at: 0)
    }
  }
}
