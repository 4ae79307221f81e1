/// A drawing laid over the board, below or above the pieces, such as the arrow of a best move.
public struct Overlay: Hashable, Sendable {
  /// Whether pieces hide it.
  public enum Layer: Hashable, Sendable {
    /// Between squares and pieces.
    case below
    /// On top of the pieces.
    case above
  }

  /// What is drawn.
  public enum Figure: Hashable, Sendable {
    /// An arrow from the middle of one square to another.
    case arrow(from: Int, to: Int)
    /// A ring around a square.
    case ring(Int)
    /// A short text in the middle of a square, such as an evaluation.
    case label(Int)
  }

  /// How strongly it speaks; drawn by width and dashes, not by colour alone.
  public enum Emphasis: Hashable, Sendable {
    /// The main line.
    case strong
    /// An alternative, drawn dashed and thinner.
    case weak
  }

  /// What is drawn.
  public var figure: Figure
  /// Whether pieces hide it.
  public var layer: Layer
  /// How strongly it speaks.
  public var emphasis: Emphasis
  private(set) var textBytes: ByteText

  /// The words of a label; for an arrow or a ring nothing is written.
  public var text: String {
    get { textBytes.string }
    set { textBytes = ByteText(newValue) }
  }

  /// Creates an overlay.
  public init(_ figure: Figure, text: String = "", layer: Layer, emphasis: Emphasis = .strong) {
    self.figure = figure
    self.layer = layer
    self.emphasis = emphasis
    textBytes = ByteText(text)
  }

  /// Creates an arrow above the pieces.
  public static func arrow(from: Int, to: Int, emphasis: Emphasis = .strong) -> Overlay {
    Overlay(.arrow(from: from, to: to), layer: .above, emphasis: emphasis)
  }

  /// Creates a text on a square, below the pieces.
  public static func label(_ text: String, on square: Int) -> Overlay {
    Overlay(.label(square), text: text, layer: .below)
  }
}
