import Games
import Testing

@Suite("Observers")
struct ObserversTests {
  /// Collects what observers were told.
  private final class Log {
    var entries: [String] = []
  }

  @Test("All are told, in the order in which they registered")
  func order() {
    let observers = Observers<Int>()
    let log = Log()
    for name in ["a", "b", "c"] { observers.add { log.entries.append("\(name)\($0)") } }
    observers.tell(1)
    observers.tell(2)
    #expect(log.entries == ["a1", "b1", "c1", "a2", "b2", "c2"])
    #expect(observers.count == 3)
  }

  @Test("One that is removed is not told any more; removing it again does nothing")
  func removal() {
    let observers = Observers<Int>()
    let log = Log()
    let first = observers.add { log.entries.append("a\($0)") }
    observers.add { log.entries.append("b\($0)") }
    observers.remove(first)
    observers.remove(first)
    observers.tell(1)
    #expect(log.entries == ["b1"])
    #expect(observers.count == 1)
    #expect(observers.add { _ in } != first)
  }

  @Test("An observer may remove itself, an earlier and a later one while being told")
  func removalWhileTold() {
    let observers = Observers<Int>()
    let log = Log()
    var tokens: [Observers<Int>.Token] = []
    tokens.append(observers.add { log.entries.append("a\($0)") })
    tokens.append(
      observers.add { change in
        log.entries.append("b\(change)")
        for token in tokens where token != tokens[3] { observers.remove(token) }
      })
    tokens.append(observers.add { log.entries.append("c\($0)") })
    tokens.append(observers.add { log.entries.append("d\($0)") })
    observers.tell(1)
    #expect(log.entries == ["a1", "b1", "d1"])
    observers.tell(2)
    #expect(log.entries == ["a1", "b1", "d1", "d2"])
  }

  @Test("One that is added while others are told is first told of the next change")
  func additionWhileTold() {
    let observers = Observers<Int>()
    let log = Log()
    observers.add { change in
      log.entries.append("a\(change)")
      if change == 1 { observers.add { log.entries.append("b\($0)") } }
    }
    observers.tell(1)
    #expect(log.entries == ["a1"])
    observers.tell(2)
    #expect(log.entries == ["a1", "a2", "b2"])
  }

  @Test("A change that an observer causes is told at once, to all")
  func nested() {
    let observers = Observers<Int>()
    let log = Log()
    observers.add { change in
      log.entries.append("a\(change)")
      if change == 1 { observers.tell(2) }
    }
    observers.add { log.entries.append("b\($0)") }
    observers.tell(1)
    #expect(log.entries == ["a1", "a2", "b2", "b1"])
  }
}
