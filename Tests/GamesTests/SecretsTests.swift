import Games
import GamesTestKit
import Testing

/// Where a game leaks.
private enum Leak: Sendable { case nowhere, view, move, refusal, afterLeaving }
private protocol Leaky: Sendable { static var leak: Leak { get } }
private enum Tight: Leaky { static let leak = Leak.nowhere }
private enum InView: Leaky { static let leak = Leak.view }
private enum InMove: Leaky { static let leak = Leak.move }
private enum InRefusal: Leaky { static let leak = Leak.refusal }
private enum AfterLeaving: Leaky { static let leak = Leak.afterLeaving }

/// Secret bids that somebody has got wrong.
private struct LeakyBids<L: Leaky>: EnumerableGame {
  typealias Move = SecretBid
  typealias View = SecretBids
  var bids: SecretBids

  static var info: GameInfo { GameInfo(id: "leaky-bids", title: "Leaky Bids", seats: 2...16) }
  init(setup: GameSetup, chance: inout Chance) throws(SetupError) {
    bids = try SecretBids(setup: setup, chance: &chance)
  }
  init(text: String) throws(TextError) { bids = try SecretBids(text: text) }
  var text: String { bids.text }
  var seatCount: Int { bids.seatCount }
  var seatsToAct: SeatSet { bids.seatsToAct }
  var outcome: Outcome? { bids.outcome }
  func legalMoves(for seat: Seat) -> [SecretBid] { bids.legalMoves(for: seat) }

  mutating func play(_ move: SecretBid, by seat: Seat, chance: inout Chance) throws(IllegalMove) {
    do throws(IllegalMove) {
      try bids.play(move, by: seat, chance: &chance)
    } catch {
      guard L.leak == .refusal else { throw error }
      throw IllegalMove("the hands are \(bids.text)")
    }
  }

  mutating func withdraw(_ seat: Seat, chance: inout Chance) {
    bids.withdraw(seat, chance: &chance)
  }

  func view(for viewer: Viewer) -> SecretBids {
    let hasLeaver = bids.places.contains { $0.bid == .left }
    switch L.leak {
    // Somebody thought that who watches may see everything.
    case .view where viewer == .spectator: return bids
    case .afterLeaving where hasLeaver: return bids
    default: return bids.view(for: viewer)
    }
  }

  func text(of move: SecretBid, by seat: Seat, for viewer: Viewer) -> String? {
    L.leak == .move ? move.text : bids.text(of: move, by: seat, for: viewer)
  }

  func secrets(from viewer: Viewer) -> [String] { SecretsTests.secrets(bids, viewer) }
}

@Suite("Games that keep secrets")
struct SecretsTests {
  /// The cards that a viewer must not know: those in other hands, and those that others have bid.
  static func secrets(_ bids: SecretBids, _ viewer: Viewer) -> [String] {
    bids.places.indices.flatMap { index -> [String] in
      if viewer == Seat(index).map({ Viewer.seat($0) }) { return [] }
      return (bids.places[index].hand + [bids.places[index].bid]).compactMap { card in
        if case .number(let number) = card { "\(number)" } else { nil }
      }
    }
  }

  @Test("Secret bids tell nobody what it must not know")
  func secretBids() throws {
    let setups = [2, 3, 7, 16].map { GameSetup(seats: $0) }
    let report = try checkSecrets(of: SecretBids.self, setups: setups, games: 4) {
      Self.secrets($0, $1)
    }
    #expect(report.games == 16)
    #expect(report.secrets > 10_000)
  }

  private func leak<L: Leaky>(_ kind: L.Type, seats: Int = 3) -> LeakedSecret? {
    do {
      try checkSecrets(
        of: LeakyBids<L>.self, setups: [GameSetup(seats: seats)], games: 12
      ) { $0.secrets(from: $1) }
      return nil
    } catch {
      return error
    }
  }

  @Test("A leak is found wherever it is, and the report says how to see it again")
  func leaks() throws {
    #expect(leak(Tight.self) == nil)
    let view = try #require(leak(InView.self))
    #expect(view.place == "view")
    #expect(view.viewer == .spectator)
    #expect(view.description.contains("seed 1"))
    #expect(leak(InMove.self)?.place == "move")
    #expect(leak(InRefusal.self)?.place == "refusal")
    let late = try #require(leak(AfterLeaving.self))
    #expect(late.moves.contains { $0.hasSuffix("leaves") })
    #expect(leak(AfterLeaving.self, seats: 2) == nil, "of two nobody leaves")
  }

  @Test("A game that names no secret has not been checked")
  func nothingNamed() {
    let error = #expect(throws: LeakedSecret.self) {
      try checkSecrets(of: DiceRace.self, games: 1) { _, _ in [] }
    }
    #expect(error?.place == "secrets")
  }
}
