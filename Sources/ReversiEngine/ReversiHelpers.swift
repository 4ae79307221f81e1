/// The threads beside the first that search a position together.
///
/// The core starts no threads: a host gives each helper a thread of its own, and says how to wait.
///
/// ```swift
/// let helpers = ReversiHelpers(rest: { sched_yield() })
/// let search = ReversiSearch(weights: weights, helpers: helpers)
/// // on each of the other threads, while a search runs:
/// let helper = search.makeHelper()
/// helper.work(until: { isDone })
/// ```
public final class ReversiHelpers: Sendable {
  let crew: Crew

  /// Creates a group of helpers without members.
  ///
  /// - Parameter rest: waits for some microseconds; called by whoever finds nothing to do.
  public init(rest: @escaping @Sendable () -> Void) { crew = Crew(rest: rest) }
}

/// One helper: the state of one thread.
///
/// It is handed to its thread and used only there.
public final class ReversiHelper: @unchecked Sendable {
  // Used by one thread at a time; what it shares with others is in the table and the crew, which are made for it.
  let searcher: Searcher
  let crew: Crew

  init(searcher: Searcher, crew: Crew) {
    self.searcher = searcher
    self.crew = crew
  }

  /// Takes part in the search until `isOver` returns `true`; it is asked whenever there is nothing to do.
  public func work(until isOver: () -> Bool) { searcher.help(crew, until: isOver) }
}
