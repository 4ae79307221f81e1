import Games

/// A game for two, made up for these tests, in which hands and bids are hidden.
///
/// Each seat is dealt three cards with a name like `canary-4711`, drawn from the seed, which nobody else may
/// see. All seats bid at once; when both have bid, the round is over and the cards of the round are shown.
struct SecretCards: Hashable, Sendable {
  /// A hand: its cards, the bid that lies face down, and what was shown, `?` for a hidden card.
  struct Hand: Hashable, Sendable {
    var cards: [String]
    var bid = "-"
    var shown = "-"
    var text: String { cards.joined(separator: ",") + ":\(bid):\(shown)" }
  }
  var hands: [Hand]
}

struct CardMove: Hashable, Sendable, TextRepresentable {
  let text: String
  init(text: String) throws(TextError) {
    guard text.integer(after: "canary-") != nil else { throw TextError("expected a card", at: 0) }
    self.text = text
  }
}

extension SecretCards: Game {
  static var info: GameInfo { GameInfo(id: "secret-cards", title: "Secret Cards", seats: 2...2) }

  init(setup: GameSetup, chance: inout Chance) throws(SetupError) {
    var hands: [Hand] = []
    for _ in 0..<setup.seats {
      hands.append(Hand(cards: (0..<3).map { _ in "canary-\(100_000 + chance.below(900_000))" }))
    }
    self.hands = hands
  }

  var seatCount: Int { hands.count }

  var seatsToAct: SeatSet {
    var seats: SeatSet = []
    for (index, hand) in hands.enumerated() where hand.bid == "-" && !hand.cards.isEmpty {
      if let seat = Seat(index) { seats.insert(SeatSet(seat)) }
    }
    return seats
  }

  var outcome: Outcome? { seatsToAct.isEmpty ? .tied(of: hands.count) : nil }

  mutating func play(_ move: CardMove, by seat: Seat, chance: inout Chance) throws(IllegalMove) {
    guard seatsToAct.contains(seat) else { throw .notYourTurn }
    guard let index = hands[seat.index].cards.firstIndex(of: move.text) else {
      throw IllegalMove("the card is not in your hand")
    }
    hands[seat.index].bid = hands[seat.index].cards.remove(at: index)
    guard hands.allSatisfy({ $0.bid != "-" }) else { return }
    for index in hands.indices {
      hands[index].shown = hands[index].bid
      hands[index].bid = "-"
    }
  }

  func view(for viewer: Viewer) -> SecretCards {
    var view = self
    guard viewer != .referee else { return view }
    for index in hands.indices where viewer != Seat(index).map({ Viewer.seat($0) }) {
      view.hands[index].cards = hands[index].cards.map { _ in "?" }
      if hands[index].bid != "-" { view.hands[index].bid = "?" }
    }
    return view
  }

  func text(of move: CardMove, by seat: Seat, for viewer: Viewer) -> String? {
    viewer == .referee || viewer == .seat(seat) ? move.text : nil
  }

  var text: String { hands.map(\.text).joined(separator: " ") }

  init(text: String) throws(TextError) {
    hands = try text.split(separator: " ").map { word throws(TextError) in
      let parts = word.split(separator: ":", omittingEmptySubsequences: false).map { String($0) }
      guard parts.count == 3 else { throw TextError("expected a hand", at: 0) }
      return Hand(
        cards: parts[0].split(separator: ",").map { String($0) }, bid: parts[1], shown: parts[2])
    }
  }
}
