import Games
import Hosting
import MatchStore
import Matches
import Reversi
import Service
import Testing

/// A store whose writes fail at random, before or after they are durable, from a seed.
private final class RandomFaults: Sendable {
  private let chance: Lock<Chance>
  private let isCalm = Lock(false)

  init(seed: UInt64) { chance = Lock(Chance(seed: seed, move: -1)) }

  func calmDown() { isCalm.withLock { $0 = true } }

  private func mayFail(_ write: InMemoryStore.Write) throws(StoreError) {
    guard case .append = write, !isCalm.withLock({ $0 }) else { return }
    switch chance.withLock({ $0.below(24) }) {
    case 0: throw .unavailable("simulated")
    case 1: throw .storageFull
    default: return
    }
  }

  func open() -> InMemoryStore {
    InMemoryStore(beforeWrite: { [self] write throws(StoreError) in try mayFail(write) })
  }

  /// The store after a restart; its writes may also fail once they are durable.
  func reopen(_ store: InMemoryStore) async -> InMemoryStore {
    await store.reopened(
      beforeWrite: { [self] write throws(StoreError) in try mayFail(write) },
      afterWrite: { [self] write throws(StoreError) in
        do throws(StoreError) {
          try mayFail(write)
        } catch {
          throw .unavailable("simulated, after the commit")
        }
      })
  }
}

@Suite("Random play over failing stores, two nodes and restarts")
struct SimulationTests {
  /// An event as somebody was told of it.
  private struct Told: Hashable, Sendable {
    let match: String
    let number: Int
    let reason: String
    let move: String?
  }

  /// What somebody was answered.
  private struct Acknowledged: Hashable, Sendable {
    let match: String
    let version: Int
    let move: String?
  }

  @Test(
    "Nobody is told what is not there, and what was acknowledged is there once",
    arguments: 1...12 as ClosedRange<UInt64>)
  func simulation(seed: UInt64) async throws {
    var chance = Chance(seed: seed)
    let faults = RandomFaults(seed: seed)
    var store = faults.open()
    var nodes: [MatchService] = []
    func start() {
      nodes = (0..<2).map { _ in
        MatchService(store: store, registry: .forTests, time: ManualTime(), roomLimit: 2)
      }
    }
    start()
    var people: [Person] = []
    for _ in 0..<3 { people.append(try await Person(nodes[0])) }
    let told = Journal<Told>()
    var matches: [MatchID] = []
    var acknowledged: [String: Acknowledged] = [:]
    var listenings: [Listening] = []

    for step in 0..<200 {
      let node = nodes[chance.below(2)]
      let person = people[chance.below(3)]
      let key = "step-\(step)"
      switch chance.below(20) {
      case 0 where matches.count < 6:
        // Until it is known whether it was made, the same key asks again.
        for _ in 0..<20 {
          guard let match = try? await person.make(node, seat: 1 + chance.below(2), key: key) else {
            continue
          }
          matches.append(match)
          break
        }
      case 1:
        for listening in listenings { listening.cancel() }
        listenings = []
        store = await faults.reopen(store)
        start()
      case 2...4:
        guard let match = matches.last else { continue }
        let name = match.text
        let listening = try? await node.listen(
          to: match, after: chance.below(4), as: person.record.id,
          send: {
            told.add(
              Told(match: name, number: $0.number, reason: $0.reason, move: $0.move?.move))
          }, end: {})
        if let listening { listenings.append(listening) }
      default:
        guard !matches.isEmpty else { continue }
        let match = matches[chance.below(matches.count)]
        guard let view = try? await node.view(of: match, for: person.record.id) else { continue }
        let command: PlayerCommand
        if view.status == "ended" {
          command = .rematch
        } else if view.you == nil {
          command = .join
        } else if chance.below(60) == 0 {
          command = .quit
        } else {
          let position = try ReversiPosition(text: view.position)
          let moves = position.legalMoves(for: position.sideToMove.seat)
          guard !moves.isEmpty else { continue }
          command = .move(moves[chance.below(moves.count)].text)
        }
        for _ in 0..<3 {
          // What a page does: it asks with the same key until the outcome is known.
          do {
            let answer = try await person.perform(
              command, on: match, node, key: key, version: view.version)
            var move: String?
            if case .move(let text) = command { move = text }
            let now = Acknowledged(match: answer.match, version: answer.version, move: move)
            #expect(acknowledged[key] ?? now == now, "seed \(seed): another answer to a copy")
            acknowledged[key] = now
          } catch ServiceError.unavailable, ServiceError.storageFull {
            continue
          } catch {
            break
          }
        }
      }
    }
    faults.calmDown()
    let final = MatchService(
      store: await store.reopened(), registry: .forTests, time: ManualTime())
    #expect(!matches.isEmpty)
    var truth: Set<Told> = []
    for match in matches {
      let view = try await final.view(of: match, for: nil)
      let heard = Journal<EventView>()
      for reader in people.map({ Optional($0.record.id) }) + [nil] {
        let listening = try await final.listen(
          to: match, after: 0, as: reader, send: { heard.add($0) }, end: {})
        listening.cancel()
      }
      for event in heard.entries {
        truth.insert(
          Told(
            match: match.text, number: event.number, reason: event.reason,
            move: event.move?.move))
      }
      // One order without gaps, the same on every way of reading.
      #expect(Set(heard.entries.map(\.number)) == Set(1...view.version), "seed \(seed)")
      // Never stuck: a match that goes on has a seat that may act.
      if view.status != "ended" { #expect(view.seats.contains { $0.mayAct }, "seed \(seed)") }
      let listed = try await final.matches(of: people[0].record.id)
        .first { $0.id == match.text }
      if let listed { #expect(listed.version == view.version, "seed \(seed)") }
    }
    for event in told.entries {
      #expect(truth.contains(event), "seed \(seed): \(event) was told and is not there")
    }
    for (key, answer) in acknowledged {
      guard let move = answer.move else { continue }
      // A move is followed by at most the passes and the end that it led to.
      let isThere = truth.contains { event in
        event.match == answer.match && event.move == move
          && (answer.version - 3...answer.version).contains(event.number)
      }
      #expect(isThere, "seed \(seed): \(key), \(answer) is lost")
    }
    let moves = acknowledged.values.filter { $0.move != nil }
    #expect(!moves.isEmpty)
    #expect(Set(moves).count == moves.count, "seed \(seed): two moves got one version")
  }
}
