import Games
import Reversi
import Testing

@Suite("Texts of Reversi")
struct ReversiTextTests {
  @Test("Squares are named a1 to h8 in reading order, and read in either case")
  func squares() throws {
    #expect(Square.all.count == 64)
    #expect(Square.all.map(\.index) == Array(0..<64))
    #expect(Square.all.prefix(9).map(\.text).joined() == "a1b1c1d1e1f1g1h1a2")
    for square in Square.all {
      #expect(try Square(text: square.text) == square)
      #expect(try Square(text: square.text.uppercased()) == square)
      #expect(Square(column: square.column, row: square.row) == square)
      #expect(square.bit == 1 << UInt64(square.index))
    }
    #expect(Square(-1) == nil && Square(64) == nil)
    #expect(Square(column: 8, row: 0) == nil && Square(column: 0, row: -1) == nil)
  }

  @Test(
    "Other names are no squares",
    arguments: ["", "a", "1", "a0", "a9", "i1", "`1", "11", "aa", "a1 ", " a1", "a10", "ä1", "@1"])
  func noSquares(name: String) {
    #expect(throws: TextError.self) { try Square(text: name) }
    #expect(throws: TextError.self) { try ReversiMove(text: name) }
  }

  @Test("Any two bytes that read as a square are a letter a to h and a digit 1 to 8")
  func everyPairOfBytes() {
    var count = 0
    for column in UInt8.min...UInt8.max {
      for row in UInt8.min...UInt8.max where Square(column: column, row: row) != nil {
        count += 1
        #expect((0x41...0x48).contains(column) || (0x61...0x68).contains(column))
        #expect((0x31...0x38).contains(row))
      }
    }
    #expect(count == 128)
  }

  @Test("A pass has four words", arguments: ["pass", "PASS", "Pass", "pa", "PA", "ps", "PS", "--"])
  func passes(word: String) throws {
    #expect(try ReversiMove(text: word) == .pass)
    #expect(ReversiMove.pass.text == "pass")
  }

  @Test("Other words are no pass", arguments: ["-", "---", "p", "pas", "passs", "\r\r", "P@SS"])
  func noPasses(word: String) {
    #expect(throws: TextError.self) { try ReversiMove(text: word) }
  }

  @Test("Positions read back from their text, in games and on scattered discs")
  func positionsReadBack() throws {
    var chance = Chance(seed: 5)
    try visitRandomGames(seeds: 1...5) { position, _ in
      let read = try ReversiPosition(text: position.text)
      #expect(read == position)
    }
    for _ in 0..<200 {
      let position = scattered(by: &chance)
      #expect(position.text.utf8.count == 66)
      #expect(try ReversiPosition(text: position.text) == position)
    }
  }

  @Test("Positions may be written with other symbols and on eight lines")
  func otherSymbols() throws {
    let lines = """
      ........
      ........
      ........
      ...wb...
      ...BW...
      ........
      ________
      ........ *
      """
    #expect(try ReversiPosition(text: lines) == .start)
    let zeros = ReversiPosition.start.text.replacing("O", with: "0").replacing("X", with: "x")
    #expect(try ReversiPosition(text: zeros) == .start)
  }

  @Test("A refused position says where it went wrong")
  func positionErrors() {
    func offset(_ text: String) -> Int? {
      do throws(TextError) {
        _ = try ReversiPosition(text: text)
        return nil
      } catch { return error.offset }
    }
    let squares = String(ReversiPosition.start.text.prefix(64))
    #expect(offset("") == 0)
    #expect(offset("--?") == 2)
    #expect(offset(String(squares.dropLast())) == 63)
    #expect(offset(squares) == 64)
    #expect(offset(squares + " ") == 65)
    #expect(offset(squares + " -") == 65)
    #expect(offset(squares + " XX") == 66)
    #expect(offset(squares + " X;") == 66)
    #expect(offset("é" + squares) == 0)
    #expect(offset(squares + " X") == nil)
  }

  @Test("Random bytes are read or refused, and never trap")
  func randomBytes() {
    let alphabet = Array("XO-xo.*0bw_ \n\tpa12h8;é".utf8)
    var chance = Chance(seed: 8)
    for _ in 0..<3000 {
      let isWild = chance.below(3) == 0
      let bytes = (0..<chance.below(80)).map { _ in
        isWild ? UInt8(chance.below(256)) : alphabet[chance.below(alphabet.count)]
      }
      let text = String(decoding: bytes, as: UTF8.self)
      do throws(TextError) {
        let position = try ReversiPosition(text: text)
        #expect(throws: Never.self) { try ReversiPosition(text: position.text) }
      } catch {
        #expect((0...text.utf8.count).contains(error.offset ?? -1))
      }
      _ = try? ReversiMove(text: text)
    }
  }
}
