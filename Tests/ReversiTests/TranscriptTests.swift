import Games
import Reversi
import Testing

@Suite("Transcripts")
struct TranscriptTests {
  static let drawn =
    "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7A3A4A1A2"
    + "C1H2H1G2B8A8G7H8H7H6"
  static let thirteenPasses =
    "F5F6F7G7H7H8E6H6G6G5H5H4G8F8D3G4H3H2G3F4D7E7D8E8D6C8B8C4B5B4B3A6B6C6B7A8A4D2B2B1C2E2F1F2F3G2H1E1E3C1"
    + "D1A1C3A5C7"

  private func error(_ text: String, from start: ReversiPosition = .start) -> TranscriptError? {
    do throws(TranscriptError) {
      _ = try Transcript(text, from: start)
      return nil
    } catch { return error }
  }

  @Test("A byte-order mark in front is left out, and places are counted with it")
  func mark() throws {
    let start = ReversiPosition.start.text
    for text in ["f5d6", "\(start) f5d6", "1. f5 d6", ""] {
      #expect(try Transcript("\u{FEFF}" + text) == Transcript(text))
    }
    #expect(error("\u{FEFF}f5d4") == TranscriptError(ply: 2, reason: "d4 is occupied", offset: 5))
    #expect(error("\u{FEFF}\u{FEFF}f5")?.offset == 3)
    #expect(error("f5\u{FEFF}d6")?.ply == 2)
    var reader = OBFReader(Array("\u{FEFF}\(start);\n".utf8))
    #expect(try reader.next()?.value.position == .start)
    #expect(try reader.next() == nil)
  }

  @Test("A drawn game of sixty moves without a pass")
  func drawnGame() throws {
    let record = try Transcript(TranscriptTests.drawn).record
    #expect(record.moves.count == 60)
    #expect(record.moves.allSatisfy { !$0.isForced && $0.move != .pass })
    #expect(record.position.discCount(of: .black) == 32)
    #expect(record.position.discCount(of: .white) == 32)
    #expect(record.position.outcome == .tied(of: 2, scores: [32, 32]))
  }

  @Test("Transcripts print back as they are usually written")
  func text() throws {
    for text in [TranscriptTests.drawn, TranscriptTests.thirteenPasses, "", "F5"] {
      #expect(try Transcript(text).text == text)
    }
  }

  @Test(
    "Case, separators and move numbers do not matter",
    arguments: [
      "f5d6c3d3c4", "F5d6C3d3C4", "f5 d6 c3 d3 c4", "  f5\td6\r\nc3,d3;c4.\n", "f5,d6,c3,d3,c4",
      "1. f5 d6 2. c3 d3 3. c4", "1.f5 2.d6 3.c3 4.d3 5.c4", "1 f5 2 d6 3 c3 4 d3 5 c4",
      "1f5 2d6 3c3 4d3 5c4", "01. F5  02. D6 03. C3 04. D3 05. C4",
      "f5-d6-c3-d3-c4", "F5 - D6 - C3 - D3 - C4", "1-f5 2-d6 3-c3 4-d3 5-c4", "-f5d6c3d3c4-",
      "1: f5, 2: d6, 3: c3, 4: d3, 5: c4", "1) f5/d6 2) c3/d3 3) c4", "f5|d6|c3|d3|c4|",
    ])
  func separators(text: String) throws {
    #expect(try Transcript(text) == Transcript("F5D6C3D3C4"))
  }

  /// A corner in which black can place a disc on c1, and white then nowhere.
  private static let corner = "XO" + String(repeating: "-", count: 62) + " X"

  @Test(
    "A position may stand in front of the moves",
    arguments: [
      (corner + " C1", corner + " C1"), (corner, corner), (corner + "c1", corner + " C1"),
      (corner.lowercased() + "\n1. c1", corner + " C1"),
      (ReversiPosition.start.text + " f5", "F5"), (ReversiPosition.start.text, ""),
    ])
  func fromPosition(text: String, written: String) throws {
    let transcript = try Transcript(text)
    #expect(transcript.text == written)
    #expect(try Transcript(transcript.text) == transcript)
  }

  @Test("What the side to move cannot do there is passed, and written nowhere")
  func passInFront() throws {
    let text = "XO" + String(repeating: "-", count: 62) + " O"
    let record = try Transcript(text + " C1").record
    #expect(record.moves.map(\.move.text) == ["pass", "c1"])
    #expect(Transcript(record).text == text + " C1")
    #expect(try Transcript(text + " pass C1").record == record)
  }

  private static let squares = String(corner.prefix(64))
  private static let part = String(corner.prefix(60))
  private static let mistakes: [(text: String, reason: String, offset: Int)] = [
    (squares, "expected the side to move, X or O", 64),
    (squares + " c1", "expected the side to move, X or O", 65),
    (squares + " - c1", "expected 64 squares and the side to move, X or O", 65),
    (part + " X", "a position has 64 squares and the side to move, here are 61 squares", 62),
    (part + " c1", "a position has 64 squares and the side to move, here are 60 squares", 61),
    (corner + " d1", "d1 turns no disc", 67),
    (corner + " q", "expected a square from a1 to h8", 67),
  ]

  @Test("A mistake in the position in front, and behind it, has its place", arguments: mistakes)
  func mistakesInFront(text: String, reason: String, offset: Int) {
    let found = #expect(throws: TranscriptError.self) { try Transcript(text) }
    #expect(found == TranscriptError(ply: 1, reason: reason, offset: offset))
  }

  @Test("A move onto a disc is refused with its ply")
  func occupied() {
    #expect(error("D3D4")?.text == "d4 is occupied at ply 2")
    #expect(error("D3D4") == TranscriptError(ply: 2, reason: "d4 is occupied", offset: 2))
  }

  @Test(
    "An error says the ply, the reason and the place",
    arguments: [
      ("a1", 1, "a1 turns no disc", 0), ("f5 d6 e5", 3, "e5 is occupied", 6),
      ("f5d6 c3 d9", 4, "expected a square from a1 to h8", 8),
      ("f5i1", 2, "expected a square from a1 to h8", 2),
      ("f5d", 2, "expected a square from a1 to h8", 2),
      ("f53d6", 2, "expected a square from a1 to h8", 2),
      ("f5?d6", 2, "expected a square from a1 to h8", 2),
      ("é5", 1, "expected a square from a1 to h8", 0),
      ("f5 pa", 2, "a pass is not allowed here", 3), ("--f5", 1, "a pass is not allowed here", 0),
    ])
  func errors(text: String, ply: Int, reason: String, offset: Int) {
    #expect(error(text) == TranscriptError(ply: ply, reason: reason, offset: offset))
  }

  @Test("Moves and passes after the end are refused", arguments: ["a1", "pa", "f5", "--"])
  func afterTheEnd(move: String) {
    let text = "E6F4E3F6G5D6E7F5C5"
    let expected = TranscriptError(ply: 10, reason: "the game is over", offset: 18)
    #expect(error(text + move) == expected)
    #expect(error(text + " 10. ") == nil)
  }

  @Test("The game of thirteen passes ends 0 to 59 with five squares empty")
  func passes() throws {
    let record = try Transcript(TranscriptTests.thirteenPasses).record
    #expect(record.moves.count == 55 + 13)
    #expect(record.position.discCount(of: .black) == 0)
    #expect(record.position.discCount(of: .white) == 59)
    #expect(record.position.emptyCount == 5)
  }

  @Test("Passes may be written or left out, in games that have some")
  func passesWritten() throws {
    var games = 0
    for seed in 1...200 as ClosedRange<UInt64> {
      let record = try randomRecord(seed: seed)
      let passes = record.moves.indices.filter { record.moves[$0].move == .pass }
      guard !passes.isEmpty else { continue }
      games += 1
      let short = Transcript(record).text
      #expect(try Transcript(short).record == record, "seed \(seed)")
      for word in ["pa", "PS", " pass ", "--"] {
        let words = record.moves.map { $0.move == .pass ? word : $0.move.text }
        #expect(try Transcript(words.joined()).record == record, "seed \(seed)")
        #expect(try Transcript(words.joined(separator: " ")).record == record, "seed \(seed)")
      }
      // Written only where it is first due, and left out later.
      let first = record.moves.indices.compactMap { index in
        let move = record.moves[index].move
        return move == .pass && index != passes[0] ? nil : move.text
      }
      #expect(try Transcript(first.joined()).record == record)
      // Written twice it is one too many.
      let before = record.moves[...passes[0]].map(\.move.text).joined()
      #expect(
        error(before + "pass")
          == TranscriptError(
            ply: passes[0] + 2, reason: "a pass is not allowed here", offset: before.utf8.count))
    }
    #expect(games > 10)
  }

  @Test("Two dashes are a pass, also between single ones that only separate")
  func dashes() throws {
    let played = "E6F6C4C5C6D6G7F4G4G6E7H8H6G5G8F8"
    let expected = try Transcript(played + "C3").record
    for pass in ["--", "---", " -- ", "- -- -", "-pass-", "-"] {
      #expect(try Transcript(played + pass + "C3").record == expected, "\(pass)")
    }
    #expect(error(played + "----C3")?.reason == "a pass is not allowed here")
  }

  @Test("After sixteen moves Black must pass, and White has b4, c3 and g3")
  func forcedPass() throws {
    let record = try Transcript("E6F6C4C5C6D6G7F4G4G6E7H8H6G5G8F8").record
    #expect(record.moves.last == RecordedMove(seat: .first, move: .pass, isForced: true))
    #expect(record.position.sideToMove == .white)
    let moves = record.position.legalMoves(for: .second).map { $0.text }
    #expect(Set(moves) == ["b4", "c3", "g3"])
  }

  @Test("A transcript from a position that begins with a pass may write it or not")
  func passAtTheStart() throws {
    let all = try Transcript("E6F6C4C5C6D6G7F4G4G6E7H8H6G5G8F8").record
    let start = all.positions[16]
    let written = try Transcript("pass c3", from: start)
    let leftOut = try Transcript("c3", from: start)
    #expect(written == leftOut)
    #expect(written.record.moves.map(\.isForced) == [true, false])
    #expect(error("pass pass", from: start)?.ply == 2)
  }

  @Test("Random games read back from their transcripts")
  func readBack() throws {
    for seed in 1000...1050 as ClosedRange<UInt64> {
      let record = try randomRecord(seed: seed)
      #expect(try Transcript(Transcript(record).text) == Transcript(record), "seed \(seed)")
    }
  }

  @Test("Random and damaged transcripts are read or refused at a place in the text, and never trap")
  func fuzz() throws {
    let alphabet = Array("abcdefghABCDEFGH1234567890 .,;-paspssPA\n\té".utf8)
    var chance = Chance(seed: 21)
    var refused = 0
    for round in 0..<4000 {
      var bytes: [UInt8]
      switch round % 3 {
      case 0: bytes = (0..<chance.below(40)).map { _ in UInt8(chance.below(256)) }
      case 1: bytes = (0..<chance.below(60)).map { _ in alphabet[chance.below(alphabet.count)] }
      default:
        bytes = Array(TranscriptTests.thirteenPasses.utf8.prefix(chance.below(130)))
        if !bytes.isEmpty {
          bytes[chance.below(bytes.count)] = alphabet[chance.below(alphabet.count)]
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      do throws(TranscriptError) {
        let transcript = try Transcript(text)
        let again = try Transcript(transcript.text)
        #expect(again == transcript, "\(text)")
      } catch {
        refused += 1
        #expect((0...text.utf8.count).contains(error.offset) && error.ply >= 1, "\(text)")
        #expect(!error.reason.isEmpty)
      }
    }
    #expect(refused > 2000)
  }
}
