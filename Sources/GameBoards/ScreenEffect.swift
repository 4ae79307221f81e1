/// What the owner of a screen does next; `Move` is what a seat of the game does.
public enum ScreenEffect<Move: Hashable & Sendable>: Hashable, Sendable {
  /// Starts a search of the computer; its answer goes to the screen with the ticket.
  case startSearch(ticket: Int, level: Int)
  /// Ends the running search.
  case stopSearch
  /// Says something once, to the eyes and to a screen reader.
  case say(String)
  /// Sends a move to the match.
  case send(Move)
}
