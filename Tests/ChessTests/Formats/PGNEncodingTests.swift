import Chess
import Testing

@Suite("PGN in UTF-16")
struct PGNEncodingTests {
  private func bytes(_ units: some Sequence<UInt16>, isBigEndian: Bool, mark: Bool = true)
    -> [UInt8]
  {
    ((mark ? [0xfeff] : []) + Array(units)).flatMap { unit in
      let pair = [UInt8(unit >> 8), UInt8(unit & 0xff)]
      return isBigEndian ? pair : pair.reversed()
    }
  }

  @Test(
    "Each file made by hand reads the same, with every line and column, whole and in any pieces",
    arguments: PGNCasesTests.cases, [true, false])
  func cases(_ file: PGNCasesTests.Case, isBigEndian: Bool) {
    let whole = PGNReader.games(in: file.pgn)
    let coded = bytes(file.pgn.utf16, isBigEndian: isBigEndian)
    #expect(PGNReader.games(in: coded) == whole)
    for size in [1, 2, 3, 7] { #expect(readInPieces(coded, size) == whole, "\(size) bytes") }
  }

  @Test("A span is read as an array is, and all bytes of the file count", arguments: [true, false])
  func spans(isBigEndian: Bool) {
    let text = "[White \"Őrsi ♞ 🂡\"]\n\n1. e4 {½ Müller} e5 1/2-1/2\n"
    let coded = bytes(text.utf16, isBigEndian: isBigEndian)
    for size in [1, 3, coded.count] {
      var reader = PGNReader()
      for start in stride(from: 0, to: coded.count, by: size) {
        reader.append(coded[start..<min(start + size, coded.count)].span)
      }
      reader.finish()
      #expect(reader.next() == PGNReader.games(in: text).first)
      #expect(reader.next() == nil)
      #expect(reader.byteCount == coded.count)
    }
  }

  @Test("Half a character becomes one that stands for it, and nothing around it is lost")
  func surrogates() throws {
    let halves: [([UInt16], String)] = [
      ([0xd83c], "\u{fffd}"), ([0xdca1], "\u{fffd}"), ([0xdca1, 0xd83c], "\u{fffd}\u{fffd}"),
      ([0xd83c, 0xd83c, 0xdca1], "\u{fffd}\u{1f0a1}"), ([0xd83c, 0xdca1], "\u{1f0a1}"),
      ([0xdbff, 0xdfff], "\u{10ffff}"), ([0xd83c, 0x41], "\u{fffd}A"), ([0xfffd], "\u{fffd}"),
    ]
    for (units, meaning) in halves {
      for isBigEndian in [true, false] {
        let coded = bytes(
          Array("1. e4 {<".utf16) + units + Array(">} e5 *".utf16), isBigEndian: isBigEndian)
        for size in [1, 2, 3, 5, 100] {
          let game = try #require(readInPieces(coded, size).first?.game)
          #expect(game[notes: game.mainLine[0]].comment == "<\(meaning)>")
          #expect(game.mainLine.count == 2)
        }
      }
    }
  }

  @Test("A file that breaks off in the middle of a character keeps what came before")
  func cut() {
    for isBigEndian in [true, false] {
      let coded = bytes("1. e4 e5 ; 🂡".utf16, isBigEndian: isBigEndian)
      for count in 0...coded.count {
        let part = Array(coded.prefix(count))
        let entries = PGNReader.games(in: part)
        #expect(readInPieces(part, 1) == entries)
        #expect(entries.count == (count > 3 ? 1 : count == 1 || count == 3 ? 1 : 0))
      }
      let entry = PGNReader.games(in: coded.dropLast(1).map { $0 })[0]
      #expect(entry.game[notes: entry.game.mainLine[1]].comment == "\u{fffd}")
    }
  }

  @Test("Without a mark, and where a mark comes later, bytes are what they were")
  func unmarked() {
    let plain = bytes("1. e4 e5 *".utf16, isBigEndian: false, mark: false)
    // The zeros of UTF-16 count as spaces.
    #expect(PGNReader.games(in: plain).count == 1)
    for first in [[0xfe], [0xff], [0xfe, 0x31], [0xff, 0xff], [0xfe, 0xfe, 0xff]] as [[UInt8]] {
      let file = first + Array(" 1. e4 *".utf8)
      #expect(readInPieces(file, 1) == PGNReader.games(in: file))
      #expect(PGNReader.games(in: file).count == 1)
    }
  }

  @Test("The limits hold for the text that it is")
  func limits() {
    var limits = PGNLimits()
    limits.commentBytes = 60
    let text = "1. e4 {" + String(repeating: "word ", count: 100) + "\n} e5 *\n1. d4 *"
    let coded = bytes(text.utf16, isBigEndian: false)
    #expect(PGNReader.games(in: coded, limits: limits) == PGNReader.games(in: text, limits: limits))
    #expect(readInPieces(coded, 3, limits: limits) == PGNReader.games(in: text, limits: limits))
  }
}
