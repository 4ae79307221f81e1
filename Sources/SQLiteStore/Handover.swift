/// A value that one thread makes and exactly one other thread uses from then on.
final class Handover<Value>: @unchecked Sendable {
  // Sendable although `Value` need not be: the maker keeps no other reference and does not touch it again
  // once the thread runs, and starting a thread orders the memory of both.
  private(set) var value: Value?

  init(_ value: Value) { self.value = value }

  /// Lets go of the value, on the thread that used it.
  func end() { value = nil }
}
