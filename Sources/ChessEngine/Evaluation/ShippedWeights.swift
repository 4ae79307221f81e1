extension ChessWeights {
  /// The weights that the engine plays with.
  public static let shipped = handMade
}
