#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A queue between tasks, which post, and threads, which wait.
///
/// Threads of its own and not tasks take from it: whoever writes a file or talks to a database waits, and the
/// threads that run tasks must not.
package final class Mailbox<Element: Sendable>: @unchecked Sendable {
  // Sendable although it changes: the variables are only touched while `mutex` is held.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var elements: [Element] = []
  private var taken = 0
  private var posted = 0
  private var isClosed = false

  /// Creates an empty mailbox.
  package init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    condition = .allocate(capacity: 1)
    condition.initialize(to: pthread_cond_t())
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// The number of elements that were ever posted.
  package var postedCount: Int {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return posted
  }

  /// Adds an element at the end.
  ///
  /// - Returns: whether somebody will take it; `false` once the mailbox is closed.
  package func post(_ element: Element) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard !isClosed else { return false }
    elements.append(element)
    posted += 1
    pthread_cond_signal(condition)
    return true
  }

  /// Waits for elements and takes the first ones, at most `limit`.
  ///
  /// - Parameters:
  ///   - limit: The most elements.
  ///   - isTogether: Whether an element can be taken together with others like it; one that cannot is taken alone.
  /// - Returns: the elements, or `nil` once the mailbox is closed and empty.
  package func take(
    atMost limit: Int, where isTogether: (Element) -> Bool = { _ in true }
  ) -> [Element]? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while elements.count == taken {
      if isClosed { return nil }
      pthread_cond_wait(condition, mutex)
    }
    var end = taken + 1
    if isTogether(elements[taken]) {
      let last = min(elements.count, taken + limit)
      while end < last, isTogether(elements[end]) { end += 1 }
    }
    let batch = Array(elements[taken..<end])
    taken = end
    // Removing from the front moves what is behind, so it is done rarely.
    if taken == elements.count {
      elements.removeAll(keepingCapacity: elements.capacity <= 1024)
      taken = 0
    } else if taken >= 1024 {
      elements.removeFirst(taken)
      taken = 0
    }
    return batch
  }

  /// Waits for an element and takes it; `nil` once the mailbox is closed and empty.
  package func take() -> Element? { take(atMost: 1)?.first }

  /// Lets nobody post any more; what is in the mailbox is still taken.
  package func close() {
    pthread_mutex_lock(mutex)
    isClosed = true
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }
}
