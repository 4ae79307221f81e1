internal import Games
internal import Matches
internal import MatchStore
internal import Service
internal import Hosting

// What people ask for, at random.

extension Simulation {
  func somebody() -> PlayerRecord { people[chance.below(people.count)] }

  private func key(_ player: PlayerRecord) -> CommandKey {
    guard let key = CommandKey(player: player.id, key: "k\(step)-\(chance.below(1_000_000))") else {
      preconditionFailure("the key is printable")
    }
    return key
  }

  /// A match to do something with, mostly one that goes on.
  func someMatch() -> MatchID? {
    guard !recent.isEmpty else { return nil }
    for _ in 0..<4 {
      let match = recent[chance.below(recent.count)]
      if replicas[match]?.status != .ended || chance.below(12) == 0 { return match }
    }
    return recent[chance.below(recent.count)]
  }

  func makeRequest() -> Request {
    if let again = reminder, chance.below(30) == 0 {
      reminder = nil
      return Request(
        action: again.action, player: again.player, key: key(again.player), expected: nil)
    }
    let open = recent.count { replicas[$0]?.status != .ended }
    if open < 4 || chance.below(14) == 0 {
      let player = somebody()
      let new = newMatch()
      let isFinding = chance.below(3) == 0
      return Request(
        action: isFinding ? .find(new) : .make(new), player: player, key: key(player), expected: nil
      )
    }
    guard let match = someMatch(), let replica = replicas[match] else {
      let player = somebody()
      return Request(
        action: .make(newMatch()), player: player, key: key(player), expected: nil)
    }
    let (command, player) = command(replica)
    var expected: Int?
    switch chance.below(8) {
    case 0...3: expected = replica.version
    case 4: expected = max(replica.version - 1 - chance.below(3), 0)
    default: break
    }
    return Request(
      action: .perform(command, match), player: player, key: key(player), expected: expected)
  }

  // MARK: New matches

  private func timeControl() -> TimeControl {
    let minute: Int64 = 60_000
    let system: TimeControl.System =
      switch chance.below(6) {
      case 0: .none
      case 1: .perTurn(24 * 60 * minute)
      case 2: .perTurn(10 * minute)
      case 3: .fischer(initial: 60 * minute, increment: minute, cap: 120 * minute)
      case 4: .byoYomi(initial: 20 * minute, period: 2 * minute, count: 3)
      default: .absolute(120 * minute)
      }
    return TimeControl(
      system, overall: chance.below(5) == 0 ? 10 * 24 * 60 * minute : nil,
      weekend: chance.below(4) == 0 ? Weekend(offsetMinutes: chance.below(1681) - 840) : nil)
      ?? .unlimited
  }

  private func newMatch() -> NewMatch {
    let game = Table.games[chance.below(Table.games.count)]
    let seats =
      switch game {
      case "reversi": 2
      case "sealed": 2 + chance.below(3)
      default: 2 + chance.below(3 + chance.below(2))
      }
    var policies = MatchPolicies(
      clock: timeControl(), vacation: chance.below(2) == 0 ? 0 : 5 * 86_400_000,
      decline: DeclinePolicy.allCases[chance.below(3)],
      timeout: TimeoutPolicy.allCases[chance.below(4)],
      spectators: [.link, .link, .none, .open, .delayed(1 + chance.below(4))][chance.below(5)],
      group: chance.below(3) == 0 ? 1 : 0)
    if chance.below(6) == 0 { policies = MatchPolicies() }
    var new = NewMatch(
      game: game, seats: seats, seat: 1 + chance.below(seats),
      options: game == "story" ? "turn=30 total=90" : game == "carried" ? "any game" : "",
      policies: policies)
    if chance.below(3) == 0, seats == 2 {
      new.policies.hasRoles = true
      new.policies.timeout = .lose
      new.role = chance.below(2) == 0 ? 0xFFFF : 0xFFFF_0000
    } else {
      if chance.below(3) == 0 { new.invited = [somebody().id] }
      if new.invited.isEmpty, chance.below(3) == 0 { new.bots = ["random"] }
    }
    return new
  }

  // MARK: Commands

  private func command(_ replica: any Replica) -> (PlayerCommand, PlayerRecord) {
    func sitting(_ seats: SeatSet) -> (Seat, PlayerRecord)? {
      let able = seats.seats.filter { replica.seats[$0.index].player != nil }
      guard !able.isEmpty else { return nil }
      let seat = able[chance.below(able.count)]
      return people.first { $0.id == replica.seats[seat.index].player }.map { (seat, $0) }
    }
    let all = SeatSet(first: replica.seats.count)
    let draw = chance.below(100)
    if replica.status != .ended, draw < 45,
      let (seat, player) = sitting(replica.seatsToAct.intersection(replica.activeSeats))
    {
      if !replica.unresolved.isEmpty, chance.below(3) > 0 {
        let data = replica.terms.game == "carried" && chance.below(2) == 0 ? "merged" : nil
        return (.resolve(replica.unresolved, data: data), player)
      }
      let move = replica.someMove(for: seat, &chance)
      if let turn = try? CarriedMove(text: move), chance.below(2) == 0 {
        return (.turn(turn), player)
      }
      return (.move(move), player)
    }
    if draw >= 90, let answer = beside(replica) { return answer }
    if replica.status == .matching, draw < 65 {
      switch chance.below(6) {
      case 0:
        return (
          .invite(somebody().id, chance.below(2) == 0 ? nil : someSeat(replica)), maker(replica)
        )
      case 1: return (.seatBot("random", nil), maker(replica))
      case 2 where chance.below(3) == 0: return (.open(someSeat(replica)), maker(replica))
      case 3:
        let invited = replica.seats.first { $0.status == .invited }?.player
        if let player = people.first(where: { $0.id == invited }) {
          return (chance.below(2) == 0 ? .decline : .join, player)
        }
      default: break
      }
      if replica.policies.hasRoles {
        return (.joinAs(role: [0xFFFF, 0xFFFF_0000, 0xFF][chance.below(3)]), somebody())
      }
      return (.join, somebody())
    }
    // Mostly somebody who sits there, sometimes anybody.
    let (seat, player) = (chance.below(8) > 0 ? sitting(all) : nil) ?? (.first, somebody())
    return (other(replica, seat), player)
  }

  /// An answer that somebody waits for, if anybody does.
  private func beside(_ replica: any Replica) -> (PlayerCommand, PlayerRecord)? {
    func player(_ seat: Seat?) -> PlayerRecord? {
      seat.flatMap { seat in people.first { $0.id == replica.seats[seat.index].player } }
    }
    if replica.isPaused, chance.below(2) == 0,
      let player = player(replica.activeSeats.seats.last { replica.seats[$0.index].bot == nil })
    {
      return (.resume, player)
    }
    if let offer = replica.offer, chance.below(3) > 0 {
      let others = replica.activeSeats.subtracting(SeatSet(offer.seat)).subtracting(offer.accepted)
      if let player = player(others.first) {
        return (.answer(offer.number, accepts: chance.below(6) > 0), player)
      }
    }
    if chance.below(3) == 0, replica.policies.vacation > 0,
      let player = player(replica.activeSeats.first)
    {
      return (.vacation(begins: chance.below(2) == 0), player)
    }
    guard let exchange = replica.exchanges.first(where: { $0.status == .active }) else {
      return nil
    }
    if chance.below(4) == 0, let player = player(exchange.sender) {
      return (.cancel(exchange.id), player)
    }
    return player(exchange.awaited.first).map {
      (.reply(exchange.id, payload: "yes, \\ you\u{1}"), $0)
    }
  }

  private func maker(_ replica: any Replica) -> PlayerRecord {
    let id = replica.seats.first { $0.status == .active && $0.player != nil }?.player
    return people.first { $0.id == id } ?? somebody()
  }

  private func someSeat(_ replica: any Replica) -> Seat {
    Seat(chance.below(replica.seats.count + (chance.below(9) == 0 ? 1 : 0))) ?? .first
  }

  private func other(_ replica: any Replica, _ seat: Seat) -> PlayerCommand {
    let exchange = replica.exchanges.last { $0.status == .active }?.id ?? 1 + chance.below(3)
    if replica.status == .ended {
      return chance.below(2) == 0 ? .rematch : chance.below(3) == 0 ? .join : .remove
    }
    switch chance.below(44) {
    case 0: return .quit
    case 1: return .quitAs([.quit, .lost, .won, .none][chance.below(4)], handingOver: nil)
    case 2:
      return .quitAs(
        .custom(4),
        handingOver: .end(
          next: [someSeat(replica), someSeat(replica)], results: [],
          data: "goodbye"))
    case 3 where chance.below(3) == 0: return .abandon
    case 4...6: return .claim
    case 7...8: return .remind
    case 9: return .remove
    case 10...14:
      let span: Int64 = [0, 60_000, 3_600_000, 500][chance.below(4)]
      var to = SeatSet(someSeat(replica))
      if chance.below(3) == 0 { to.formUnion(SeatSet(someSeat(replica))) }
      return .ask(
        to: to,
        payload: chance.below(40) == 0 ? String(repeating: "?", count: 2000) : "may \"I\"\n?",
        time: span)
    case 15...20: return .reply(exchange, payload: "yes, \\ you")
    case 21: return .cancel(exchange)
    case 22: return .resolve([exchange], data: nil)
    case 23...26: return .offer(OfferKind.allCases[chance.below(3)])
    case 27...33:
      guard let offer = replica.offer else { return .offer(.pause) }
      return .answer(chance.below(9) == 0 ? 3 : offer.number, accepts: chance.below(5) > 0)
    case 34...35: return .resume
    case 36...38: return .vacation(begins: chance.below(2) == 0)
    case 39: return .rematch
    case 40: return .join
    case 41: return .decline
    default: return .move("nonsense")
    }
  }
}
