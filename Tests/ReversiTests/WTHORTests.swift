import Games
import Reversi
import Testing

@Suite("WTHOR")
struct WTHORTests {
  static let header = WTHORHeader(year: 2026, month: 11, day: 30, yearOfGames: 1999, depth: 22)

  private func games(_ count: Int) throws -> WTHORGames {
    let games = try (0..<count).compactMap { number in
      WTHORGame(
        try randomPart(seed: UInt64(number)), tournament: UInt16(number), black: 7, white: 513)
    }
    return try WTHORGames(WTHORTests.header, games: games)
  }

  private func error(_ bytes: [UInt8]) -> WTHORError? {
    do throws(WTHORError) {
      _ = try WTHORGames(bytes: bytes)
      return nil
    } catch { return error }
  }

  @Test("A file of games is laid out byte by byte as it should be")
  func layout() throws {
    let record = try Transcript("F5D6C3").record
    let game = try #require(WTHORGame(record, tournament: 258, black: 1, white: 65535))
    let bytes = try WTHORGames(WTHORTests.header, games: [game]).bytes
    #expect(bytes.count == 16 + 68)
    #expect(bytes.prefix(16) == [20, 26, 11, 30, 1, 0, 0, 0, 0, 0, 0xCF, 0x07, 8, 0, 22, 0])
    #expect(bytes[16..<22] == [2, 1, 1, 0, 255, 255])
    #expect(bytes[22] == game.blackScore && bytes[23] == game.blackScore)
    #expect(bytes[24..<28] == [56, 64, 33, 0])
    #expect(bytes[28...].allSatisfy { $0 == 0 })
  }

  @Test("Every square has its own code, row first")
  func codes() throws {
    for first in ["C4", "D3", "E6", "F5"] {
      let game = try #require(WTHORGame(try Transcript(first).record))
      let square = try Square(text: first)
      #expect(Int(game.codes[0]) == 10 * (square.row + 1) + square.column + 1)
    }
  }

  @Test("Games by chance come back with their passes, though passes are not written")
  func roundTrip() throws {
    var passes = 0
    for seed in 1...100 as ClosedRange<UInt64> {
      let record = try randomPart(seed: seed)
      let game = try #require(WTHORGame(record))
      #expect(try game.record() == record, "seed \(seed)")
      #expect(Int(game.blackScore) == (64 + record.position.tournamentScore(of: .black)) / 2)
      passes += record.moves.count { $0.move == .pass }
    }
    #expect(passes > 10)
  }

  @Test("The game of thirteen passes has 0 discs for Black")
  func wipeOut() throws {
    let record = try Transcript(TranscriptTests.thirteenPasses).record
    let game = try #require(WTHORGame(record))
    #expect(game.blackScore == 0)
    #expect(game.codes.count { $0 != 0 } == 55)
    #expect(try game.record() == record)
  }

  @Test("What is read and written again is byte for byte the same, whatever the bytes are")
  func sameBytes() throws {
    var chance = Chance(seed: 5)
    for count in [0, 1, 2, 17] {
      let bytes = try games(count).bytes
      #expect(try WTHORGames(bytes: bytes).bytes == bytes)
      // The size of the board and the count of games must stay as they are.
      let noise = bytes.indices.map { index -> UInt8 in
        (4..<8).contains(index) || index == 12 ? bytes[index] : UInt8(chance.below(256))
      }
      #expect(try WTHORGames(bytes: noise).bytes == noise)
      for kind in WTHORNames.Kind.allCases {
        var names: [UInt8] = (0..<16 + count * kind.width).map { _ in UInt8(chance.below(256)) }
        names.replaceSubrange(8..<10, with: [UInt8(count), 0])
        #expect(try WTHORNames(kind, bytes: names).bytes == names)
      }
    }
  }

  @Test("A file whose size and header do not agree is refused")
  func sizes() throws {
    let bytes = try games(3).bytes
    for cut in [1, 67, 68, 200] {
      #expect(
        error(bytes.dropLast(cut))
          == .wrongSize(promised: 3, size: bytes.count - cut, expectedSize: bytes.count))
    }
    #expect(error(bytes + [0])?.text.contains("the header promises 3 records") == true)
    #expect(error(Array(bytes.prefix(15))) == .headerIsCut(size: 15))
    #expect(error([]) == .headerIsCut(size: 0))
    var large = bytes
    large[12] = 10
    #expect(error(large) == .unknownBoardSize(10))
    // A count that would need 292 GB is no reason to ask for them.
    var many = bytes
    many.replaceSubrange(4..<8, with: [255, 255, 255, 255])
    #expect(error(many) != nil)
    let names = try WTHORNames(.players, WTHORTests.header, names: ["A", "B"]).bytes
    #expect(throws: WTHORError.wrongSize(promised: 2, size: 55, expectedSize: 56)) {
      try WTHORNames(.players, bytes: names.dropLast())
    }
  }

  @Test("A move that is no square or not legal is named with its game")
  func wrongMoves() throws {
    var bytes = try WTHORGames(
      WTHORTests.header, games: [try #require(WTHORGame(try Transcript("F5D6C3").record))]
    ).bytes
    for (code, words) in [
      (99, "99 is not a square from 11 to 88"), (11, "a1 is not a legal move"),
      (10, "10 is not a square from 11 to 88"), (0, "0 is not a square from 11 to 88"),
    ] as [(UInt8, String)] {
      bytes[16 + 8 + 1] = code
      let game = try #require(try WTHORGames(bytes: bytes).games.first)
      let expected = WTHORError.wrongMove(game: 12, ply: 2, code: code)
      #expect(throws: expected) { try game.record(number: 12) }
      #expect(expected.text == "game 12, move 2: \(words)")
    }
  }

  @Test("Names are Latin-1, cut at their width, and found by number")
  func names() throws {
    let file = try WTHORNames(
      .players, WTHORTests.header,
      names: ["???", "Müller André", "a name of more than nineteen letters", "日本 x"])
    #expect(file.bytes.count == 16 + 4 * 20)
    #expect(file.bytes.prefix(12) == [20, 26, 11, 30, 0, 0, 0, 0, 4, 0, 0xCF, 0x07])
    #expect(file.names == ["???", "Müller André", "a name of more than", "?? x"])
    #expect(file.bytes[16 + 20 + 1] == 0xFC)
    #expect(file[4] == nil && file[-1] == nil)
    #expect(try WTHORNames(.players, bytes: file.bytes) == file)
    #expect(WTHORNames.Kind.tournaments.width == 26)
    #expect(throws: WTHORError.tooMany(65_536)) {
      try WTHORNames(.players, WTHORTests.header, names: Array(repeating: "x", count: 65_536))
    }
  }

  @Test("A record from another start has no place in the format")
  func otherStart() throws {
    let position = try Transcript("F5D6").record.position
    #expect(WTHORGame(Record(start: position)) == nil)
  }

  @Test("Random and damaged files are read or refused, and never trap")
  func fuzz() throws {
    let seed: UInt64 = 43
    print("WTHOR fuzz seed \(seed)")
    var chance = Chance(seed: seed)
    let whole = try games(3).bytes
    var played = 0
    var refused = 0
    for round in 0..<3000 {
      var bytes =
        round.isMultiple(of: 3)
        ? randomBytes(240, alphabet: [0, 1, 8, 11, 56, 88], chance: &chance)
        : damaged(whole, alphabet: [0, 1, 2, 8, 34, 56, 88, 99], chance: &chance)
      if round.isMultiple(of: 2), bytes.count >= 16 {
        // With the right count the games themselves are reached.
        bytes.removeLast((bytes.count - 16) % 68)
        bytes.replaceSubrange(4..<8, with: [UInt8((bytes.count - 16) / 68), 0, 0, 0])
        bytes[12] = 8
      }
      do throws(WTHORError) {
        let file = try WTHORGames(bytes: bytes)
        #expect(file.bytes == bytes)
        for game in file.games {
          let record = try game.record()
          played += 1
          #expect(WTHORGame(record)?.codes == game.codes)
        }
      } catch {
        refused += 1
        #expect(!error.text.isEmpty)
      }
      for kind in WTHORNames.Kind.allCases {
        if let names = try? WTHORNames(kind, bytes: bytes) { #expect(names.bytes == bytes) }
      }
    }
    #expect(played > 500 && refused > 500)
  }
}
