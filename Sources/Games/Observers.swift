/// Parties that listen to changes, told in the order in which they registered.
///
/// Any number may register. Removing any of them while they are being told is safe: one that is removed
/// is not told any more, and one that is added is first told of the next change. Not for several threads
/// at once; whoever owns the list says on which one it lives.
public final class Observers<Change> {
  /// What registering returns and removing needs.
  public struct Token: Hashable, Sendable {
    fileprivate let number: Int
  }

  private var entries: [(number: Int, tell: (Change) -> Void)] = []
  private var lastNumber = 0

  /// Creates an empty list.
  public init() {}

  /// The number of registered observers.
  public var count: Int { entries.count }

  /// Registers an observer, to be told after all that registered before it.
  @discardableResult
  public func add(_ tell: @escaping (Change) -> Void) -> Token {
    lastNumber += 1
    entries.append((lastNumber, tell))
    return Token(number: lastNumber)
  }

  /// Removes an observer; does nothing when it was removed already.
  public func remove(_ token: Token) {
    entries.removeAll { $0.number == token.number }
  }

  /// Tells every observer of a change.
  ///
  /// - Complexity: O(*n*²) in the number of observers, since each is looked up again before it is told.
  public func tell(_ change: Change) {
    for entry in entries where entries.contains(where: { $0.number == entry.number }) {
      entry.tell(change)
    }
  }
}
