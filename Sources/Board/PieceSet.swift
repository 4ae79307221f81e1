/// Which art belongs to which occupant.
public struct PieceSet: Hashable, Sendable {
  /// The art of one occupant.
  public struct Entry: Hashable, Sendable {
    /// The occupant.
    public let occupant: Occupant
    /// How it looks.
    public let art: PieceArt

    /// Creates an entry.
    public init(_ occupant: Occupant, _ art: PieceArt) {
      self.occupant = occupant
      self.art = art
    }
  }

  /// All that the set holds, in the order in which sprites list them.
  public let entries: [Entry]

  /// Creates a set.
  public init(_ entries: [Entry]) { self.entries = entries }

  /// Returns the art of an occupant, or ``PieceArt/unknown`` when the set lacks it.
  ///
  /// - Complexity: O(*n*) in the size of the set, which is a dozen at most.
  public func art(for occupant: Occupant) -> PieceArt {
    for entry in entries where entry.occupant == occupant { return entry.art }
    return .unknown
  }

  func contains(_ occupant: Occupant) -> Bool {
    for entry in entries where entry.occupant == occupant { return true }
    return false
  }
}

// MARK: - The sets we ship

extension PieceSet {
  /// Discs with a soft light; a moon on the black side and a sun on the white tell them apart.
  public static let discs = PieceSet([
    Entry(
      .blackDisc,
      PieceArt(
        symbol: "black-disc", name: "black disc", letter: "X", sign: "●",
        shapes: [
          .circle(500, 535, radius: 425, fill: .shadow),
          .circle(
            radius: 400, fill: .sheen(light: BoardColor(0x4a515b), dark: BoardColor(0x0e1013))),
          .circle(radius: 392, stroke: .solid(BoardColor(0x08090b)), strokeWidth: 16),
          .circle(radius: 318, stroke: .solid(BoardColor(0x3b414a)), strokeWidth: 10),
          .path(moon, fill: .solid(BoardColor(0x515963))),
        ])),
    Entry(
      .whiteDisc,
      PieceArt(
        symbol: "white-disc", name: "white disc", letter: "O", sign: "○",
        shapes: [
          .circle(500, 535, radius: 425, fill: .shadow),
          .circle(
            radius: 400, fill: .sheen(light: BoardColor(0xffffff), dark: BoardColor(0xd3cec2))),
          .circle(radius: 392, stroke: .solid(BoardColor(0xb9b3a5)), strokeWidth: 16),
          .circle(radius: 318, stroke: .solid(BoardColor(0xd2ccbe)), strokeWidth: 10),
          .circle(radius: 62, fill: .solid(BoardColor(0xc2bbaa))),
          .path(rays, stroke: .solid(BoardColor(0xc2bbaa)), strokeWidth: 24),
        ])),
  ])

  /// Flat discs in pure black and white with strong signs.
  public static let contrastDiscs = PieceSet([
    Entry(
      .blackDisc,
      PieceArt(
        symbol: "black-disc", name: "black disc", letter: "X", sign: "●",
        shapes: [
          .circle(
            radius: 380, fill: .solid(BoardColor(0x000000)), stroke: .solid(BoardColor(0xffffff)),
            strokeWidth: 30),
          .path(moon, fill: .solid(BoardColor(0xffffff))),
        ])),
    Entry(
      .whiteDisc,
      PieceArt(
        symbol: "white-disc", name: "white disc", letter: "O", sign: "○",
        shapes: [
          .circle(
            radius: 370, fill: .solid(BoardColor(0xffffff)), stroke: .solid(BoardColor(0x000000)),
            strokeWidth: 50),
          .circle(radius: 80, fill: .solid(BoardColor(0x000000))),
          .path(rays, stroke: .solid(BoardColor(0x000000)), strokeWidth: 36),
        ])),
  ])

  private static let moon = "M540 388A120 120 0 1 0 612 555A94 94 0 0 1 540 388Z"

  private static let rays = """
    M500 352V388M500 612V648M352 500H388M612 500H648\
    M395 395L421 421M579 579L605 605M605 395L579 421M421 579L395 605
    """
}
