package import Games

/// A game of 2 to 4 seats with secrets and turns at the same time, made up for simulations.
///
/// Each seat holds three cards whose names are canaries: a word that is found where it should not be is a leak. All
/// seats lay a card face down at once; when all have, the cards are turned over and the next round begins. The text
/// has a word for each seat, `hand:laid:shown`; `?` stands for what the viewer must not know, `x` for a seat that left.
package struct Sealed: Hashable, Sendable {
  struct Place: Hashable, Sendable {
    var hand: [String]
    var laid = "-"
    var shown = "-"
    var text: String { hand.joined(separator: ",") + ":\(laid):\(shown)" }
  }
  var places: [Place]

  private mutating func turnOver() {
    guard !places.contains(where: { $0.laid == "-" }) else { return }
    for index in places.indices where places[index].laid != "x" {
      places[index].shown = places[index].laid
      places[index].laid = "-"
    }
  }

  /// The words that a viewer must not read.
  package func secrets(from viewer: Viewer) -> [String] {
    guard viewer != .referee else { return [] }
    return places.indices.flatMap { index -> [String] in
      if viewer == Seat(index).map({ Viewer.seat($0) }) { return [] }
      return places[index].hand
        + (places[index].laid.hasPrefix("canary") ? [places[index].laid] : [])
    }
  }
}

/// A card that is laid.
package struct SealedMove: Hashable, Sendable, TextRepresentable {
  package let text: String
  package init(text: String) throws(TextError) {
    guard text.integer(after: "canary-") != nil else { throw TextError("expected a card", at: 0) }
    self.text = text
  }
}

extension Sealed: EnumerableGame {
  package static var info: GameInfo { GameInfo(id: "sealed", title: "Sealed", seats: 2...4) }

  package init(setup: GameSetup, chance: inout Chance) throws(SetupError) {
    guard Sealed.info.seats.contains(setup.seats) else { throw SetupError("two to four may play") }
    places = []
    for seat in 0..<setup.seats {
      // The seat is part of the name, so that no two cards have the same.
      places.append(
        Place(
          hand: (0..<3).map {
            "canary-\(((seat * 3 + $0) * 10_000_000) + 100_000_000 + chance.below(10_000_000))"
          }))
    }
  }

  package var seatCount: Int { places.count }

  package var seatsToAct: SeatSet {
    var seats: SeatSet = []
    for (index, place) in places.enumerated() where place.laid == "-" && !place.hand.isEmpty {
      if let seat = Seat(index) { seats.insert(SeatSet(seat)) }
    }
    return places.count { $0.laid != "x" } < 2 ? [] : seats
  }

  package var outcome: Outcome? {
    guard seatsToAct.isEmpty else { return nil }
    return Outcome(seats: places.map { $0.laid == "x" ? .quit : .tied })
  }

  package func legalMoves(for seat: Seat) -> [SealedMove] {
    guard seatsToAct.contains(seat) else { return [] }
    return places[seat.index].hand.compactMap { try? SealedMove(text: $0) }
  }

  package mutating func play(
    _ move: SealedMove, by seat: Seat, chance: inout Chance
  ) throws(IllegalMove) {
    guard outcome == nil else { throw .gameOver }
    guard seatsToAct.contains(seat) else { throw .notYourTurn }
    guard let index = places[seat.index].hand.firstIndex(of: move.text) else {
      throw IllegalMove("the card is not in your hand")
    }
    places[seat.index].laid = places[seat.index].hand.remove(at: index)
    turnOver()
  }

  package mutating func withdraw(_ seat: Seat, chance: inout Chance) {
    guard outcome == nil, seat.index < places.count else { return }
    places[seat.index].hand = []
    places[seat.index].laid = "x"
    turnOver()
  }

  package func view(for viewer: Viewer) -> Sealed {
    var view = self
    guard viewer != .referee else { return view }
    for index in places.indices where viewer != Seat(index).map({ Viewer.seat($0) }) {
      view.places[index].hand = places[index].hand.map { _ in "?" }
      if places[index].laid.hasPrefix("canary") { view.places[index].laid = "?" }
    }
    return view
  }

  package func text(of move: SealedMove, by seat: Seat, for viewer: Viewer) -> String? {
    viewer == .referee || viewer == .seat(seat) ? move.text : nil
  }

  package var text: String { places.map(\.text).joined(separator: " ") }

  package init(text: String) throws(TextError) {
    places = []
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let parts = word.split(separator: ":", omittingEmptySubsequences: false).map { String($0) }
      guard parts.count == 3 else { throw TextError("expected hand:laid:shown", at: 0) }
      places.append(
        Place(
          hand: parts[0].split(separator: ",").map { String($0) }, laid: parts[1], shown: parts[2]))
    }
    guard Sealed.info.seats.contains(places.count) else {
      throw TextError("expected 2 to 4 seats", at: 0)
    }
  }
}
