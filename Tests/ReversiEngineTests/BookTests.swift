import Games
import Reversi
import ReversiEngine
import ReversiWeights
import Testing

/// Grows a book as the tool does.
private func grown(
  _ count: Int, depth: Int, from book: ReversiBook = ReversiBook()
) throws -> ReversiBook {
  var book = book
  let search = ReversiSearch(weights: .shipped, memory: 1 << 20)
  while book.count < count {
    let task = try #require(book.nextTask())
    book.learn(
      search.run(task.position, goal: .depth(depth), margin: task.margin), of: task.position)
  }
  return book
}

extension ReversiPosition {
  fileprivate func image(_ symmetry: Int) -> ReversiPosition? {
    ReversiPosition(
      black: Inspection.image(black, symmetry), white: Inspection.image(white, symmetry),
      sideToMove: sideToMove)
  }

  fileprivate var turned: ReversiPosition? {
    ReversiPosition(black: white, white: black, sideToMove: sideToMove.opponent)
  }

  fileprivate func playing(_ move: ReversiMove) throws -> ReversiPosition {
    var copy = self
    try copy.play(move, by: sideToMove.seat)
    return copy
  }
}

@Suite("Opening books")
struct BookTests {
  @Test("The symmetries of bitboards are those of squares, and each has its way back")
  func symmetries() {
    for symmetry in 0..<8 {
      for square in 0..<64 {
        let (image, inverse) = Inspection.image(square: square, symmetry)
        #expect(Inspection.image(1 << UInt64(square), symmetry) == 1 << UInt64(image))
        #expect(Inspection.image(square: image, inverse).square == square)
      }
    }
  }

  @Test("The shipped book hangs together and does not lose from the start")
  func shippedIsSound() {
    let check = ReversiBook.shipped.check()
    #expect(check.positions > 500)
    #expect(check.lost == 0)
    #expect(check.doubtful == 0)
    #expect(check.lineLength >= 8)
    #expect(check.lineValue == check.startValue)
    // The start is a draw, and searches that do not reach the end are some discs off.
    #expect(abs(check.startValue) <= 3)
  }

  @Test(
    "Every position of the shipped book answers legal moves, on all images and for both colours")
  func legalMovesOnly() throws {
    let book = ReversiBook.shipped
    for (position, value, _) in Inspection.positions(of: book) {
      let expected = book.moves(in: position)
      try #require(expected.first?.value == value)
      for symmetry in 0..<8 {
        let image = try #require(position.image(symmetry))
        for seen in [image, try #require(image.turned)] {
          let moves = book.moves(in: seen)
          try #require(moves.map { $0.value } == expected.map { $0.value })
          for (move, _) in moves {
            guard case .place(let square) = move else {
              Issue.record("a pass in \(seen.text)")
              continue
            }
            try #require(seen.placements & square.bit != 0, "\(move.text) in \(seen.text)")
          }
        }
      }
    }
  }

  @Test("The shipped book against itself goes where its values say, whatever the chance")
  func againstItself() throws {
    let book = ReversiBook.shipped
    for (seed, margin) in [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2)] as [(UInt64, Int)] {
      var chance = Chance(seed: seed)
      var position = ReversiPosition.start
      var blackValue = 0
      var plies = 0
      while let (move, value) = book.choose(in: position, margin: margin, chance: &chance) {
        blackValue = position.sideToMove == .black ? value : -value
        position = try position.playing(move)
        if position.mustPass { position = try position.playing(.pass) }
        plies += 1
      }
      #expect(plies >= 3)
      // Each side may give away the margin at each of its moves, and no more.
      #expect(abs(blackValue) <= 3 + margin * ((plies + 1) / 2))
    }
  }

  @Test("What is written is read again, and damage is refused")
  func file() throws {
    let book = try grown(40, depth: 4)
    let bytes = book.encoded()
    let again = try ReversiBook(decoding: bytes)
    #expect(again.count == book.count)
    #expect(again.encoded() == bytes)
    for (position, value, _) in Inspection.positions(of: book) {
      #expect(again.value(of: position) == value)
      #expect(again.moves(in: position).map { $0.move } == book.moves(in: position).map { $0.move })
    }
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 0x11
      #expect(throws: BookError.self) { try ReversiBook(decoding: damaged) }
      #expect(throws: BookError.self) { try ReversiBook(decoding: Array(bytes[..<index])) }
    }
    #expect(try ReversiBook(decoding: ReversiBook().encoded()).count == 0)
  }

  @Test("Bytes whose checksum fits are still read with care")
  func wrongContents() {
    func refusal(_ content: [UInt8]) -> String {
      var bytes: [UInt8] = [0x42, 0x52, 0x42, 0x31] + content
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      for i in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: hash >> UInt64(8 * i))) }
      do throws(BookError) {
        _ = try ReversiBook(decoding: bytes)
        return "none"
      } catch {
        return "\(error.reason) at \(error.offset)"
      }
    }
    // d3 is square 19, and the start is the least of its own images.
    #expect(refusal([1, 8, 64, 19, 64]) == "none")
    #expect(refusal([0, 8, 64]) == "a position has no moves at 4")
    #expect(refusal([1, 61, 64, 19, 64]) == "a depth is out of range at 5")
    #expect(refusal([1, 8, 129, 19, 64]) == "a value is out of range at 6")
    #expect(refusal([1, 8, 64, 20, 64]) == "a move is not legal at 7")
    #expect(refusal([1, 8, 64, 127, 64]) == "a move is not legal at 7")
    #expect(refusal([2, 8, 64, 19, 64, 26, 64]) == "a position has a move twice at 9")
    #expect(refusal([1, 8, 64, 19 | 0x80, 64]) == "it is cut off at 9")
    #expect(refusal([1, 8, 64, 19, 64, 0]) == "it is longer than its positions at 9")
  }

  @Test("Values are the best of the moves, and a grown book starts level")
  func negamax() throws {
    let book = try grown(120, depth: 6)
    for (position, value, isMoveConnected) in Inspection.positions(of: book) {
      let moves = book.moves(in: position)
      #expect(moves.count == isMoveConnected.count)
      #expect(moves.map { $0.value }.max() == value)
      for (move, moveValue) in moves {
        var next = try position.playing(move)
        var sign = -1
        if next.mustPass {
          next = try next.playing(.pass)
          sign = 1
        }
        if let known = book.value(of: next) { #expect(moveValue == sign * known) }
      }
    }
    #expect(abs(try #require(book.value(of: .start))) <= 4)
    #expect(try grown(120, depth: 6, from: grown(50, depth: 6)).count == 120)
    #expect(book.check().lost == 0)
  }

  @Test("A move is chosen within the margin, and no game is lost for variety")
  func choice() throws {
    var book = ReversiBook()
    func report(_ lines: [(String, Int)]) throws -> ReversiReport {
      var report = ReversiReport.none
      report.lines = try lines.map {
        .init(move: try ReversiMove(text: $0.0), value: $0.1, variation: [])
      }
      report.depth = 10
      report.rest = -10
      return report
    }
    let position = try Transcript("f5").record.position
    book.learn(try report([("f5", 0)]), of: .start)
    book.learn(try report([("d6", 3), ("f6", 1), ("f4", -2)]), of: position)
    var seen: [Int: Set<String>] = [:]
    for margin in [0, 2, 9] {
      for seed in 0..<60 as Range<UInt64> {
        var chance = Chance(seed: seed)
        let found = try #require(book.choose(in: position, margin: margin, chance: &chance))
        seen[margin, default: []].insert(found.move.text)
      }
    }
    #expect(seen == [0: ["d6"], 2: ["d6", "f6"], 9: ["d6", "f6"]])
    #expect(book.value(of: .start) == -3)

    // A draw counts as what it is said to count.
    book.learn(try report([("d6", 0), ("f6", -1), ("f4", 2)]), of: position)
    var chance = Chance(seed: 1)
    #expect(book.choose(in: position, margin: 0, chance: &chance)?.move.text == "f4")
    #expect(book.choose(in: position, margin: 0, chance: &chance, drawn: 9)?.move.text == "d6")
    #expect(book.choose(in: position, margin: 9, chance: &chance, drawn: -9)?.move.text == "f4")
    #expect(
      book.choose(in: try position.playing(.init(text: "d6")), margin: 0, chance: &chance) == nil)
  }

  @Test("Moves outside of the margin have no value, and what they are worth at most is known")
  func margin() throws {
    let position = try Transcript("f5d6c3d3c4f4").record.position
    let all = ReversiSearch(weights: .shipped, memory: 1 << 20)
      .run(position, goal: .depth(4), lines: 60)
    let near = ReversiSearch(weights: .shipped, memory: 1 << 20)
      .run(position, goal: .depth(4), margin: 4)
    let best = try #require(all.lines.first).value
    #expect(near.rest == best - 5)
    let expected = all.lines.filter { $0.value >= best - 4 }
    #expect(Set(near.lines.map { $0.move.text }) == Set(expected.map { $0.move.text }))
    #expect(near.lines.count < all.lines.count)
  }
}
