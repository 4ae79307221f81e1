import Board
import GameBoards
import Games
import Opponents
import Reversi
import ReversiEngine
import Testing

@Suite("What is known of a position, on a screen")
struct StudyTests {
  private func report(
    _ lines: [(String, Int)], depth: Int = 8, certainty: Int = 100, isExact: Bool = false
  ) throws -> ReversiReport {
    var report = ReversiReport.none
    for (text, value) in lines {
      let move = try ReversiMove(text: text)
      report.lines.append(.init(move: move, value: value, variation: [move]))
    }
    report.value = lines.first?.1 ?? 0
    report.depth = depth
    report.certainty = certainty
    report.isExact = isExact
    report.nodes = 5_000_000_000
    return report
  }

  private func labels(_ screen: ReversiScreen) -> [String: String] {
    var labels: [String: String] = [:]
    for overlay in screen.board.overlays {
      if case .label(let index) = overlay.figure, let square = Square(index) {
        labels[square.text] = overlay.text
      }
    }
    return labels
  }

  private func rings(_ screen: ReversiScreen) -> Set<String> {
    Set(
      screen.board.overlays.compactMap { overlay in
        if case .ring(let index) = overlay.figure { Square(index)?.text } else { nil }
      })
  }

  @Test("Values stand on the squares in place of the dots, and the best ones are ringed")
  func values() throws {
    var (screen, _) = ReversiScreen.starting(people: everybody, level: .usual)
    screen.showStudy(try report([("f5", 1), ("d3", 1), ("c4", 0), ("e6", -12)]), ply: 0)
    #expect(labels(screen) == ["f5": "+1", "d3": "+1", "c4": "0", "e6": "−12"])
    #expect(rings(screen) == ["f5", "d3"])
    #expect(screen.targets == ["d3", "c4", "f5", "e6"])
    let marked = Square.all.filter { screen.board.squares[$0.index].marks.contains(.target) }
    #expect(marked.isEmpty)
    screen.showStudy(nil, ply: 0)
    #expect(labels(screen).isEmpty && screen.study == nil)
    #expect(screen.boardIsRight)
  }

  @Test("They vanish with the position they are about, and late ones change nothing")
  func stale() throws {
    var (screen, _) = ReversiScreen.starting(people: everybody, level: .usual)
    screen.showStudy(try report([("f5", 1)]), ply: 0)
    _ = try screen.tap("f5")
    #expect(screen.study == nil && labels(screen).isEmpty)
    // For the position before, for another game, and with moves that this position does not have.
    screen.showStudy(try report([("d6", 0)]), ply: 0)
    screen.showStudy(try report([("a1", 0)]), ply: 1)
    #expect(screen.study == nil && labels(screen).isEmpty)
    screen.showStudy(try report([("d6", 0)]), ply: 1)
    #expect(labels(screen) == ["d6": "0"])
    _ = screen.show(ply: 0)
    #expect(labels(screen).isEmpty)
  }

  @Test("A report is the same when its text is read again")
  func text() throws {
    var report = try report([("f5", -3), ("pass", 64)], certainty: 74)
    #expect(ReversiReport(text: report.text) == report)
    report.isExact = true
    report.lines = []
    #expect(ReversiReport(text: report.text) == report)
    for wrong in [
      "", "D", "D\t1\t2\t0\t4", "L\tf5\t1\t\n", "D\tx\t100\t0\t1\t1",
      "D\t1\t100\t0\t1\t1\nL\tz9\t1\t", "D\t1\t100\t0\t1\t99999999999999999999",
      "D\t1\t100\t0\t1\t1\nD\t1\t100\t0\t1\t1", "D\t1\t100\t0\t--1\t1",
    ] {
      #expect(ReversiReport(text: wrong) == nil, "\(wrong)")
    }
  }

  @Test("The verdict names the best move, who wins, and how sure that is")
  func verdict() throws {
    func words(_ report: ReversiReport) -> String? { ReversiWords.verdict(of: report) }
    #expect(words(try report([("f5", 4)], isExact: true)) == "f5 wins by 4, exact")
    #expect(words(try report([("f5", 0)])) == "f5 draws, 8 moves ahead")
    #expect(
      words(try report([("d6", -2)], certainty: 87))
        == "d6 is best and loses by 2, 8 moves ahead at 87 %")
    #expect(words(try report([])) == nil)
  }
}

@Suite("The graph of an analysis")
struct AnalysisGraphTests {
  @Test("It comes in any width, with a style of its own or without")
  func widths() throws {
    let record = try Transcript("F5D6C3D3C4F4F6F3E6E7").record
    let search = ReversiSearch(weights: PatternWeights(), memory: 1 << 16)
    let analysis = try #require(search.analyse(record, depth: 2, solving: 4))
    let wide = AnalysisGraph(analysis).svg()
    #expect(wide.contains("viewBox=\"0 0 960 440\"") && wide.contains("<style>"))
    let narrow = AnalysisGraph(analysis, width: 360).drawing()
    #expect(narrow.contains("viewBox=\"0 0 360 440\"") && !narrow.contains("<style>"))
    #expect(AnalysisGraph(analysis, width: 1).drawing().contains("viewBox=\"0 0 320 440\""))
  }
}
