internal import Games
internal import Reversi
public import ReversiEngine

/// A picture of an analysed game: the value over the moves, with the mistakes marked.
///
/// An SVG of its own, light or dark as the reader prefers. Above the middle Black is ahead, below it White;
/// where the game is solved the line is full, before that it is dotted.
public struct AnalysisGraph: Sendable {
  /// From how many discs lost on a move is marked.
  public static let mistake = 4
  /// From how many discs lost on a move is marked as a grave mistake.
  public static let blunder = 10

  private let analysis: GameAnalysis
  private let title: String
  private let width: Int

  /// Creates the picture of an analysis under a title, such as the names of the players.
  ///
  /// - Parameters:
  ///   - analysis: what was found out.
  ///   - title: what stands above it.
  ///   - width: how wide it is drawn, 320 to 1920; the letters keep their size, so a phone gets a narrow one that is
  ///     still read. The height is 440.
  public init(_ analysis: GameAnalysis, title: String = "", width: Int = 960) {
    self.analysis = analysis
    self.title = title
    self.width = min(max(width, 320), 1920)
  }

  // The frame of the curve.
  private static let left = 64
  private var right: Int { width - 24 }
  /// Whether there is no room for all words beside each other.
  private var isNarrow: Bool { width < 900 }
  private static let top = 68
  private static let bottom = 372
  private static let middle = 220

  /// The values of all positions, the first among them.
  private var values: [(value: Int, isExact: Bool)] {
    [(analysis.startValue, analysis.isStartExact)]
      + analysis.moves.map { ($0.value, $0.isExact) }
  }

  /// The discs at the upper edge: the next power of two that all values are within, 8 at least.
  private var range: Int {
    let most = values.map { $0.value.magnitude }.max() ?? 0
    var range = 8
    while range < most, range < 64 { range *= 2 }
    return range
  }

  /// The place of a position from left to right, in tenths.
  private func x(_ ply: Int) -> Int {
    let plies = max(analysis.moves.count, 1)
    return AnalysisGraph.left * 10
      + ply * (right - AnalysisGraph.left) * 10 / plies
  }

  /// The place of a value from top to bottom, in tenths.
  private func y(_ value: Int) -> Int {
    let height = (AnalysisGraph.bottom - AnalysisGraph.top) * 5
    return AnalysisGraph.middle * 10 - value * height / range
  }

  /// The picture as an SVG document.
  public func svg() -> String { text(style: AnalysisGraph.style) }

  /// The picture as an SVG element of class `graph` for a page that has a style sheet for it.
  ///
  /// Its parts are of the classes of ``svg()``'s own style.
  public func drawing() -> String { text(style: "") }

  private func text(style: String) -> String {
    var canvas = Canvas()
    canvas.write(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"graph\" viewBox=\"0 0 \(width) 440\" role=\"img\" "
        + "aria-labelledby=\"graph-title graph-text\" "
        + "font-family=\"system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif\">\n<title id=\"graph-title\">"
    )
    canvas.write(escaped: title.utf8.isEmpty ? "Analysis of a game of Reversi" : title)
    canvas.write("</title>\n<desc id=\"graph-text\">")
    canvas.write(escaped: description)
    canvas.write("</desc>\n")
    canvas.write(style)
    canvas.write(
      "<rect class=\"card\" x=\"0.5\" y=\"0.5\" width=\"\(width - 1)\" height=\"439\" rx=\"14\"/>\n"
    )
    drawHeading(on: &canvas)
    drawScales(on: &canvas)
    drawCurve(on: &canvas)
    drawMarks(on: &canvas)
    drawLegend(on: &canvas)
    canvas.write("</svg>\n")
    return canvas.text
  }

  private var description: String {
    let end = values[values.count - 1]
    return "The expected final score for Black after each of \(analysis.moves.count) moves, "
      + "\(AnalysisGraph.signed(end.value)) at the end. Black lost \(analysis.loss(of: .black)) "
      + "discs by mistakes, White \(analysis.loss(of: .white))."
  }

  private static let style = """
    <style>
    :root { color-scheme: light dark; --card: #fbfaf6; --edge: #ded9cc; --ink: #22262b; --soft: #5f656d;
      --plot: #ebe6da; --grid: #dcd6c8; --zero: #9aa0a6; --black: #2b3037; --white: #ffffff; --line: #59616b;
      --exact: #0b7a4b; --solved: #0b7a4b14; --mistake: #d98300; --blunder: #c8281e; }
    @media (prefers-color-scheme: dark) { :root { --card: #16191d; --edge: #2d3238; --ink: #eceae4;
      --soft: #a2a8af; --plot: #1f242a; --grid: #2e343b; --zero: #6d747c; --black: #000000;
      --white: #c9c7c0; --line: #b4bac1; --exact: #4cc98d; --solved: #4cc98d17; --mistake: #f2a93b; --blunder: #ff6b5e; } }
    .card { fill: var(--card); stroke: var(--edge); }
    text { fill: var(--soft); font-size: 13px; }
    .heading { fill: var(--ink); font-size: 19px; font-weight: 650; }
    .plot { fill: var(--plot); } .grid { stroke: var(--grid); } .zero { stroke: var(--zero); }
    .solved { fill: var(--solved); } .note { fill: var(--exact); }
    .ahead-black { fill: var(--black); fill-opacity: .82; } .ahead-white { fill: var(--white); }
    .line { fill: none; stroke-width: 2.6; stroke-linejoin: round; stroke-linecap: round; }
    .guess { stroke: var(--line); stroke-dasharray: .1 5.2; } .exact { stroke: var(--exact); }
    .black { fill: var(--black); } .white { fill: var(--white); }
    .disc { stroke-width: 2.6; } .mistake { stroke: var(--mistake); } .blunder { stroke: var(--blunder); }
    .label { fill: var(--ink); font-size: 12.5px; font-weight: 600; text-anchor: middle;
      paint-order: stroke; stroke: var(--card); stroke-width: 3.5px; stroke-linejoin: round; }
    .end { text-anchor: end; } .mid { text-anchor: middle; }
    </style>

    """

  private func drawHeading(on canvas: inout Canvas) {
    canvas.write("<text class=\"heading\" x=\"24\" y=\"36\">")
    canvas.write(escaped: title.utf8.isEmpty ? "Game of \(analysis.moves.count) moves" : title)
    canvas.write("</text>\n")
    if !isNarrow { drawResult(on: &canvas) }
  }

  private func drawResult(on canvas: inout Canvas) {
    var words = ReversiWords.result(of: analysis.record.position) ?? "The game is not over"
    words += " · discs lost: Black \(analysis.loss(of: .black)), White \(analysis.loss(of: .white))"
    canvas.write("<text class=\"end\" x=\"\(right)\" y=\"36\">")
    canvas.write(escaped: words)
    canvas.write("</text>\n")
  }

  private func drawScales(on canvas: inout Canvas) {
    canvas.write(
      "<rect class=\"plot\" x=\"64\" y=\"68\" width=\"\(right - 64)\" height=\"304\" rx=\"4\"/>\n")
    if let first = values.indices.first(where: { values[$0...].allSatisfy { $0.isExact } }) {
      canvas.write("<rect class=\"solved\" x=\"")
      canvas.write(tenths: x(first))
      canvas.write("\" y=\"68\" width=\"")
      canvas.write(tenths: right * 10 - x(first))
      canvas.write("\" height=\"304\" rx=\"4\"/>\n")
      if first < values.count - 1 {
        canvas.write("<text class=\"note end\" x=\"\(right)\" y=\"60\">solved</text>\n")
      }
    }
    for quarter in -4...4 {
      let value = range * quarter / 4
      canvas.write("<path class=\"grid\" d=\"M64 ")
      canvas.write(tenths: y(value))
      canvas.write("H\(right)\"/><text class=\"end\" x=\"56\" y=\"")
      canvas.write(tenths: y(value) + 45)
      canvas.write("\">")
      canvas.write(AnalysisGraph.signed(value))
      canvas.write("</text>\n")
    }
    for ply in stride(from: 10, through: analysis.moves.count, by: 10) {
      canvas.write("<path class=\"grid\" d=\"M")
      canvas.write(tenths: x(ply))
      canvas.write(" 68V372\"/><text class=\"mid\" x=\"")
      canvas.write(tenths: x(ply))
      canvas.write("\" y=\"391\">\(ply)</text>\n")
    }
    canvas.write(
      "<text x=\"64\" y=\"60\">Black ahead</text><text x=\"64\" y=\"391\">White ahead</text>\n")
  }

  private func drawCurve(on canvas: inout Canvas) {
    let plies = values.count - 1
    canvas.write(
      "<clipPath id=\"above\"><rect x=\"64\" y=\"60\" width=\"\(right - 64)\" height=\"160\"/></clipPath>"
        + "<clipPath id=\"below\"><rect x=\"64\" y=\"220\" width=\"\(right - 64)\" height=\"160\"/></clipPath>\n"
    )
    for (side, half) in [("ahead-black", "above"), ("ahead-white", "below")] {
      canvas.write("<path class=\"\(side)\" clip-path=\"url(#\(half))\" d=\"M64 220")
      for ply in 0...plies { canvas.write(point: x(ply), y(values[ply].value), after: "L") }
      canvas.write("L")
      canvas.write(tenths: x(plies))
      canvas.write(" 220Z\"/>\n")
    }
    canvas.write("<path class=\"zero\" d=\"M64 220H\(right)\"/>\n")
    // A stretch of the line is exact when both its ends are.
    var start = 0
    while start < plies {
      let isExact = values[start].isExact && values[start + 1].isExact
      var end = start + 1
      while end < plies, (values[end].isExact && values[end + 1].isExact) == isExact { end += 1 }
      canvas.write(isExact ? "<path class=\"line exact\" d=\"" : "<path class=\"line guess\" d=\"")
      for ply in start...end {
        canvas.write(point: x(ply), y(values[ply].value), after: ply == start ? "M" : "L")
      }
      canvas.write("\"/>\n")
      start = end
    }
  }

  /// Marks the moves that lost much, and names the worst of them where there is room.
  private func drawMarks(on canvas: inout Canvas) {
    let marked = analysis.moves.filter { $0.loss >= AnalysisGraph.mistake }
    var named: [Int] = []
    for move in marked.sorted(by: { ($0.loss, $1.number) > ($1.loss, $0.number) }) {
      let isFree = named.allSatisfy { (x($0) - x(move.number)).magnitude >= 640 }
      if isFree { named.append(move.number) }
    }
    for move in marked {
      canvas.write("<circle class=\"disc ")
      canvas.write(move.side == .black ? "black " : "white ")
      canvas.write(move.loss >= AnalysisGraph.blunder ? "blunder" : "mistake")
      canvas.write("\" r=\"6\" cx=\"")
      canvas.write(tenths: x(move.number))
      canvas.write("\" cy=\"")
      canvas.write(tenths: y(move.value))
      canvas.write(
        "\"><title>\(move.number). \(move.side.name) \(move.move.text) loses \(move.loss), "
          + "best was \(move.best.text)</title></circle>\n")
    }
    for move in marked where named.contains(move.number) {
      // A mistake of Black's leads down, so there is room below it, as far as the frame goes.
      var place = y(move.value) + (move.side == .black ? 240 : -130)
      if place > AnalysisGraph.bottom * 10 - 20 { place = y(move.value) - 130 }
      if place < AnalysisGraph.top * 10 + 100 { place = y(move.value) + 240 }
      let center = min(max(x(move.number), 960), right * 10 - 280)
      canvas.write("<text class=\"label\" x=\"")
      canvas.write(tenths: center)
      canvas.write("\" y=\"")
      canvas.write(tenths: place)
      canvas.write("\">\(move.move.text) −\(move.loss)</text>\n")
    }
  }

  private func drawLegend(on canvas: inout Canvas) {
    let depth = analysis.moves.filter { !$0.isBestExact }.map { $0.depth }.max()
    let guess = depth.map { isNarrow ? ", \($0) plies" : ", \($0) plies ahead" } ?? ""
    let solved = isNarrow ? 236 : 300
    canvas.write(
      """
      <path class="line guess" d="M64 416h34"/><text x="106" y="420.5">estimated\(guess)</text>
      <path class="line exact" d="M\(solved) 416h34"/>\
      <text x="\(solved + 42)" y="420.5">solved\(isNarrow ? "" : " to the end")</text>

      """)
    guard !isNarrow else { return }
    canvas.write(
      """
      <circle class="disc black mistake" r="6" cx="492" cy="416"/>\
      <circle class="disc white mistake" r="6" cx="510" cy="416"/>\
      <text x="524" y="420.5">\(AnalysisGraph.mistake) discs lost or more</text>
      <circle class="disc black blunder" r="6" cx="682" cy="416"/>\
      <circle class="disc white blunder" r="6" cx="700" cy="416"/>\
      <text x="714" y="420.5">\(AnalysisGraph.blunder) or more</text>
      <text class="end" x="\(right)" y="420.5">moves</text>

      """)
  }

  private static func signed(_ value: Int) -> String {
    value > 0 ? "+\(value)" : value < 0 ? "−\(-value)" : "0"
  }
}
