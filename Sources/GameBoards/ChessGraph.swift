internal import Chess
public import ChessEngine

/// A picture of an analysed game of chess: who stood how much better, move by move, with the mistakes marked.
///
/// An SVG of its own, light or dark as the reader prefers. The height is the chance to win, so that a lost queen looks
/// like one and a second lost queen like little more: the light part belongs to white, the dark one to black.
public struct ChessGraph: Sendable {
  private let analysis: ChessAnalysis
  private let names: [String]
  private let title: String
  private let width: Int

  /// Creates the picture of an analysis.
  ///
  /// - Parameters:
  ///   - analysis: what was found out.
  ///   - names: the moves as people write them, as many as were analysed.
  ///   - title: what stands above it, such as the names of the players.
  ///   - width: how wide it is drawn, 320 to 1920; the height is 440.
  public init(_ analysis: ChessAnalysis, names: [String], title: String = "", width: Int = 960) {
    self.analysis = analysis
    self.names = names
    self.title = title
    self.width = min(max(width, 320), 1920)
  }

  private static let left = 64
  private static let top = 68
  private static let bottom = 372
  private static let middle = 220
  private var right: Int { width - 24 }
  private var isNarrow: Bool { width < 900 }

  private var scores: [ChessScore] { [analysis.startScore] + analysis.moves.map { $0.score } }

  /// The place of a position from left to right, in tenths.
  private func x(_ ply: Int) -> Int {
    let plies = max(analysis.moves.count, 1)
    return ChessGraph.left * 10 + ply * (right - ChessGraph.left) * 10 / plies
  }

  /// The place of a score from top to bottom, in tenths: white above.
  private func y(_ score: ChessScore) -> Int {
    let height = (ChessGraph.bottom - ChessGraph.top) * 5
    return ChessGraph.middle * 10 - score.chances * height / 1000
  }

  /// The picture as an SVG document.
  public func svg() -> String { text(style: ChessGraph.style) }

  /// The picture as an SVG element of class `graph` for a page that has a style sheet for it.
  public func drawing() -> String { text(style: "") }

  private func text(style: String) -> String {
    var canvas = Canvas()
    canvas.write(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"graph\" viewBox=\"0 0 \(width) 440\" role=\"img\" "
        + "aria-labelledby=\"graph-title graph-text\" "
        + "font-family=\"system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif\">\n<title id=\"graph-title\">"
    )
    canvas.write(escaped: title.utf8.isEmpty ? "Analysis of a game of chess" : title)
    canvas.write("</title>\n<desc id=\"graph-text\">")
    canvas.write(escaped: description)
    canvas.write("</desc>\n")
    canvas.write(style)
    canvas.write(
      "<rect class=\"card\" x=\"0.5\" y=\"0.5\" width=\"\(width - 1)\" height=\"439\" rx=\"14\"/>\n"
    )
    drawHeading(on: &canvas)
    drawCurve(on: &canvas)
    drawScales(on: &canvas)
    drawMarks(on: &canvas)
    drawLegend(on: &canvas)
    canvas.write("</svg>\n")
    return canvas.text
  }

  private var description: String {
    var text = "Who stood better after each of \(analysis.moves.count) half-moves."
    for side in ChessSide.allCases {
      text += " \(side == .white ? "White" : "Black") made \(counts(side))."
    }
    return text
  }

  private func counts(_ side: ChessSide) -> String {
    func part(_ judgement: ChessJudgement, _ one: String, _ more: String) -> String {
      let count = analysis.count(judgement, of: side)
      return "\(count) \(count == 1 ? one : more)"
    }
    return part(.blunder, "blunder", "blunders") + ", " + part(.mistake, "mistake", "mistakes")
      + ", " + part(.inaccuracy, "inaccuracy", "inaccuracies")
  }

  private static let style = """
    <style>
    :root { color-scheme: light dark; --card: #fbfaf6; --edge: #ded9cc; --ink: #22262b; --soft: #5f656d;
      --grid: #8c8678; --black: #4a4f57; --white: #ffffff; --line: #22262b;
      --inaccuracy: #2f77b6; --mistake: #d98300; --blunder: #c8281e; }
    @media (prefers-color-scheme: dark) { :root { --card: #16191d; --edge: #2d3238; --ink: #eceae4;
      --soft: #a2a8af; --grid: #6d747c; --black: #23272d; --white: #b9b7af; --line: #eceae4;
      --inaccuracy: #6cb2ea; --mistake: #f2a93b; --blunder: #ff6b5e; } }
    .card { fill: var(--card); stroke: var(--edge); }
    text { fill: var(--soft); font-size: 13px; }
    .heading { fill: var(--ink); font-size: 19px; font-weight: 650; }
    .dark { fill: var(--black); } .light { fill: var(--white); }
    .grid { stroke: var(--grid); stroke-opacity: .35; } .zero { stroke: var(--grid); }
    .line { fill: none; stroke: var(--line); stroke-width: 2.2; stroke-linejoin: round; }
    .disc { stroke-width: 2.6; } .of-white { fill: var(--white); } .of-black { fill: var(--black); }
    .inaccuracy { stroke: var(--inaccuracy); } .mistake { stroke: var(--mistake); }
    .blunder { stroke: var(--blunder); }
    .label { fill: var(--ink); font-size: 12.5px; font-weight: 600; text-anchor: middle;
      paint-order: stroke; stroke: var(--card); stroke-width: 3.5px; stroke-linejoin: round; }
    .end { text-anchor: end; } .mid { text-anchor: middle; }
    </style>

    """

  private func drawHeading(on canvas: inout Canvas) {
    canvas.write("<text class=\"heading\" x=\"24\" y=\"36\">")
    canvas.write(escaped: title.utf8.isEmpty ? "Game of chess" : title)
    canvas.write("</text>\n")
  }

  private func drawCurve(on canvas: inout Canvas) {
    canvas.write(
      "<rect class=\"dark\" x=\"64\" y=\"68\" width=\"\(right - 64)\" height=\"304\"/>\n")
    canvas.write("<path class=\"light\" d=\"M64 372")
    for (ply, score) in scores.enumerated() { canvas.write(point: x(ply), y(score), after: "L") }
    canvas.write("L")
    canvas.write(tenths: x(scores.count - 1))
    canvas.write(" 372Z\"/>\n<path class=\"line\" d=\"")
    for (ply, score) in scores.enumerated() {
      canvas.write(point: x(ply), y(score), after: ply == 0 ? "M" : "L")
    }
    canvas.write("\"/>\n")
  }

  private func drawScales(on canvas: inout Canvas) {
    for (pawns, sign) in [(5, "+5"), (2, "+2"), (0, "0"), (-2, "−2"), (-5, "−5")] {
      let place = y(.centipawns(pawns * 100))
      canvas.write("<path class=\"\(pawns == 0 ? "zero" : "grid")\" d=\"M64 ")
      canvas.write(tenths: place)
      canvas.write("H\(right)\"/><text class=\"end\" x=\"56\" y=\"")
      canvas.write(tenths: place + 45)
      canvas.write("\">\(sign)</text>\n")
    }
    // Games that begin with black's move have half a move less before the first of white's.
    let offset = analysis.start.sideToMove == .white ? 0 : 1
    let first = analysis.start.fullmoveNumber
    let step = analysis.moves.count > 160 ? 20 : analysis.moves.count > 60 ? 10 : 5
    var number = first / step * step + step
    while (number - first) * 2 - offset <= analysis.moves.count {
      let ply = (number - first) * 2 - offset
      canvas.write("<path class=\"grid\" d=\"M")
      canvas.write(tenths: x(ply))
      canvas.write(" 68V372\"/><text class=\"mid\" x=\"")
      canvas.write(tenths: x(ply))
      canvas.write("\" y=\"391\">\(number)</text>\n")
      number += step
    }
    canvas.write(
      "<text x=\"64\" y=\"60\">White better</text><text x=\"64\" y=\"391\">Black better</text>\n")
  }

  private func drawMarks(on canvas: inout Canvas) {
    let marked = analysis.moves.filter { $0.judgement != nil }
    var named: [Int] = []
    for move in marked.sorted(by: { ($0.loss, $1.ply) > ($1.loss, $0.ply) })
    where move.judgement == .blunder || move.judgement == .mistake {
      if named.allSatisfy({ (x($0) - x(move.ply)).magnitude >= 640 }) { named.append(move.ply) }
    }
    for move in marked {
      canvas.write("<circle class=\"disc of-\(move.side.name) ")
      canvas.write(ChessGraph.className(move.judgement))
      canvas.write("\" r=\"5.5\" cx=\"")
      canvas.write(tenths: x(move.ply))
      canvas.write("\" cy=\"")
      canvas.write(tenths: y(move.score))
      canvas.write("\"><title>")
      canvas.write(escaped: "\(name(move)): \(move.judgement?.name ?? "")")
      canvas.write("</title></circle>\n")
    }
    for move in marked where named.contains(move.ply) {
      // A mistake of white's leads down, so there is room below it, as far as the frame goes.
      var place = y(move.score) + (move.side == .white ? 220 : -120)
      if place > ChessGraph.bottom * 10 - 20 { place = y(move.score) - 120 }
      if place < ChessGraph.top * 10 + 100 { place = y(move.score) + 220 }
      canvas.write("<text class=\"label\" x=\"")
      canvas.write(tenths: min(max(x(move.ply), 960), right * 10 - 320))
      canvas.write("\" y=\"")
      canvas.write(tenths: place)
      canvas.write("\">")
      canvas.write(escaped: name(move))
      canvas.write("</text>\n")
    }
  }

  /// The move with its number, as a score sheet has it: `12… Nxe5??`.
  private func name(_ move: AnalysedChessMove) -> String {
    let number = ChessNotation.number(ofMoveAt: move.ply - 1, from: analysis.start)
    let name = names.indices.contains(move.ply - 1) ? names[move.ply - 1] : move.move.text
    return "\(number) \(name)\(move.judgement?.sign ?? "")"
  }

  private static func className(_ judgement: ChessJudgement?) -> String {
    switch judgement {
    case .inaccuracy: "inaccuracy"
    case .mistake: "mistake"
    case .blunder: "blunder"
    case nil: ""
    }
  }

  private func drawLegend(on canvas: inout Canvas) {
    var place = 70
    for (judgement, word) in [
      (ChessJudgement.inaccuracy, "inaccuracy"), (.mistake, "mistake"), (.blunder, "blunder"),
    ] {
      canvas.write(
        "<circle class=\"disc of-white \(ChessGraph.className(judgement))\" r=\"5.5\" cx=\"\(place)\" "
          + "cy=\"416\"/><text x=\"\(place + 12)\" y=\"420.5\">\(word)</text>\n")
      place += isNarrow ? 92 : 120
    }
    guard !isNarrow else { return }
    canvas.write(
      "<text class=\"end\" x=\"\(right)\" y=\"420.5\">height: chance to win; lines: pawns</text>\n")
  }
}
