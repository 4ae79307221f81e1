/// A list that grows at its end, of which copies share all full pages.
///
/// A match is copied for each command that is tried on it; with a plain array that would make a turn of a long
/// match dearer than one of a short match.
struct Ledger<Element: Sendable>: Sendable {
  // The page at the end is copied with each append to a copy, and all other pages are only counted.
  private static var pageLength: Int { 16 }
  private var pages: [[Element]] = []

  private(set) var count = 0

  /// The element at a place that exists.
  subscript(index: Int) -> Element {
    pages[index / Ledger.pageLength][index % Ledger.pageLength]
  }

  var last: Element? { pages.last?.last }

  /// All elements, in order.
  ///
  /// - Complexity: O(*n*).
  var all: [Element] { pages.flatMap { $0 } }

  mutating func append(_ element: Element) {
    if count % Ledger.pageLength == 0 {
      pages.append([element])
    } else {
      pages[pages.count - 1].append(element)
    }
    count += 1
  }

  /// Keeps the first `length` elements.
  mutating func truncate(to length: Int) {
    while count > max(length, 0) {
      pages[pages.count - 1].removeLast()
      if pages[pages.count - 1].isEmpty { pages.removeLast() }
      count -= 1
    }
  }
}
