import Chess
import Foundation
import Games
import Testing

@Suite("EPD")
struct EPDTests {
  private func all(_ bytes: [UInt8], pieces size: Int? = nil) -> (
    read: [EPDReader.Entry], errors: [EPDError]
  ) {
    var reader = EPDReader()
    var read: [EPDReader.Entry] = []
    var errors: [EPDError] = []
    func drain() {
      var isDone = false
      while !isDone {
        do throws(EPDError) {
          if let entry = try reader.next() { read.append(entry) } else { isDone = true }
        } catch { errors.append(error) }
      }
    }
    var index = 0
    let size = size ?? max(bytes.count, 1)
    while index < bytes.count {
      reader.append(Array(bytes[index..<min(index + size, bytes.count)]))
      index += size
      drain()
    }
    reader.finish()
    drain()
    return (read, errors)
  }

  @Test(
    "All tactical positions are read, their best moves are legal, and they are written the same")
  func tactics() throws {
    let text = try String(contentsOf: Fixture.url("tactics.epd"), encoding: .utf8)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 200)
    for size in [nil, 1, 100] {
      let (read, errors) = all(Array(text.utf8), pieces: size)
      #expect(errors.isEmpty)
      #expect(read.map(\.line) == Array(1...200))
      #expect(read.map(\.record.text) == lines.map(String.init))
      for entry in read {
        let record = entry.record
        let named = try record.bestMoves + record.avoidedMoves
        #expect(!named.isEmpty)
        #expect(named.allSatisfy { record.position.isLegal($0) })
        #expect(record.value(of: "id")?.isEmpty == false)
        #expect(record.number(of: "ce") != nil || record.number(of: "dm") != nil)
      }
    }
  }

  @Test("Operations have moves, lines, numbers and texts")
  func operations() throws {
    let line =
      #"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5 Nc3; am Nxe5; pv Bb5 a6 Ba4; ce +25; acd 12; id "a; b \"c\" \\ d"; c0 ""; noop;"#
    let record = try EPDRecord(text: line)
    #expect(try record.bestMoves.map(\.text) == ["f1b5", "b1c3"])
    #expect(try record.avoidedMoves.map(\.text) == ["f3e5"])
    #expect(try record.line().map(\.text) == ["f1b5", "a7a6", "b5a4"])
    #expect(record.number(of: "ce") == 25)
    #expect(record.number(of: "acd") == 12)
    #expect(record.number(of: "id") == nil)
    #expect(record.value(of: "id") == #"a; b "c" \ d"#)
    #expect(record.value(of: "c0") == "")
    #expect(record.value(of: "noop") == nil)
    #expect(record.operations("noop").count == 1)
    #expect(record.text == line)
    #expect(try EPDRecord(text: record.text) == record)
    let wrong = try EPDRecord(text: "4k3/8/8/8/8/8/8/4K3 w - - bm Qh5; pv Ke2 Ke2;")
    #expect(throws: SANError.noSuchMove) { try wrong.bestMoves }
    #expect(throws: SANError.noSuchMove) { try wrong.line() }
  }

  @Test("Counters are read as operations and as fields, and written as operations")
  func counters() throws {
    for text in [
      "4k3/8/8/8/8/8/8/4K3 b - - hmvc 7; fmvn 31; bm Kd7;",
      "4k3/8/8/8/8/8/8/4K3 b - - 7 31 bm Kd7;",
    ] {
      let record = try EPDRecord(text: text)
      #expect(record.position.halfmoveClock == 7)
      #expect(record.position.fullmoveNumber == 31)
      #expect(try record.bestMoves.count == 1)
      #expect(try EPDRecord(text: record.text) == record)
    }
    let made = EPDRecord(
      try ChessPosition(fen: "4k3/8/8/8/8/8/8/4K3 b - - 7 31"),
      operations: [EPDRecord.Operation("id", text: "x;\"y\"\n")].compactMap { $0 })
    #expect(made.text == #"4k3/8/8/8/8/8/8/4K3 b - - id "x;\"y\" "; hmvc 7; fmvn 31;"#)
    #expect(EPDRecord.Operation("9", []) == nil)
    #expect(EPDRecord.Operation("c 0", []) == nil)
    #expect(EPDRecord.Operation("bm", [.word(Array("a;".utf8))]) == nil)
  }

  @Test("Line ends, empty lines, remarks, a byte-order mark and a missing semicolon are understood")
  func layout() throws {
    let position = "4k3/8/8/8/8/8/8/4K3 w - -"
    let text =
      "\u{feff}\(position)\r\n\r\n# remark\r\(position) bm Ke2\n% x\n;\n\(position) id \"Zürich\"; "
    for size in [nil, 1, 2, 3] {
      let (read, errors) = all(Array(text.utf8), pieces: size)
      #expect(read.map(\.line) == [1, 4, 7])
      #expect(try read[1].record.bestMoves.count == 1)
      #expect(read[2].record.value(of: "id") == "Zürich")
      #expect(errors.map(\.line) == [6])
    }
    let latin = Array("\(position) id \"Z".utf8) + [0xfc] + Array("rich\";".utf8)
    #expect(all(latin).read.first?.record.value(of: "id") == "Zürich")
  }

  @Test(
    "An error names its place",
    arguments: [
      ("4k3/8/8/8/8/8/8/4K3 w -", "expected four fields of FEN", 24),
      ("4k3/8/8/8/8/8/8/4K3 x - - bm", "expected w or b", 21),
      ("4k3/8/8/8/8/8/8/4K3 w - - 1bm x;", "expected the word of an operation", 27),
      ("4k3/8/8/8/8/8/8/4K3 w - - id \"x;", "the quote is not closed", 30),
      ("4k3/8/8/8/8/8/8/8 w - - id x;", "white has no king", nil),
    ])
  func errors(text: String, reason: String, column: Int?) {
    let (read, errors) = all(Array("\n\(text)\n4k3/8/8/8/8/8/8/4K3 w - -".utf8))
    #expect(errors == errors.filter { $0.line == 2 && $0.column == column })
    #expect(errors.map(\.reason) == [reason])
    let place = column.map { ", column \($0)" } ?? ""
    #expect(errors.map(\.description) == ["\(reason) in line 2\(place)"])
    #expect(read.map(\.line) == [3])
  }

  @Test("A line that is too long is refused, whatever the pieces, and the next is read")
  func longLine() {
    let long = [UInt8](repeating: 0x41, count: 300_000)
    let bytes = long + Array("\n4k3/8/8/8/8/8/8/4K3 w - -\n".utf8) + long
    for size in [nil, 1000] {
      let (read, errors) = all(bytes, pieces: size)
      #expect(read.map(\.line) == [2])
      #expect(errors.map(\.line) == [1, 3])
    }
  }

  @Test("Random and damaged lines are read or refused at a place in them, and read again the same")
  func fuzz() throws {
    var chance = Chance(seed: 11)
    print("EPD fuzz seed 11")
    let alphabet = Array("KQkq-/12345678pnbrwPNBR ;\"\\bmidce e4Nf3".utf8)
    let lines = try String(contentsOf: Fixture.url("tactics.epd"), encoding: .utf8)
      .split(separator: "\n").map { Array($0.utf8) }
    var read = 0
    for _ in 0..<4000 {
      let bytes = damaged(lines[chance.below(200)], alphabet: alphabet, chance: &chance)
      let text = String(decoding: bytes, as: UTF8.self)
      do throws(TextError) {
        let record = try EPDRecord(text: text)
        read += 1
        #expect(try EPDRecord(text: record.text) == record)
      } catch { #expect((0...text.utf8.count).contains(error.offset ?? 0)) }
    }
    #expect(read > 300)
  }
}
