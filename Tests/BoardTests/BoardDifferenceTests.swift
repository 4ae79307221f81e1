import Board
import Testing

private let board = BoardGeometry(rows: 8, columns: 8)

private func snapshot(_ rows: [String]) -> BoardSnapshot {
  BoardSnapshot(
    geometry: BoardGeometry(rows: rows.count, columns: rows.first?.count ?? 0),
    squares: squares(rows))
}

private func snapshot(_ pieces: [Int: SquareContent]) -> BoardSnapshot {
  var contents = [SquareContent](repeating: SquareContent(), count: 64)
  for (square, content) in pieces { contents[square] = content }
  return BoardSnapshot(geometry: board, squares: contents)
}

private func piece(_ occupant: Occupant, _ identity: UInt32? = nil) -> SquareContent {
  SquareContent(occupant: occupant, identity: identity.map { PieceIdentity($0) })
}

@Suite("BoardDifference")
struct BoardDifferenceTests {
  @Test("Equal snapshots differ in nothing")
  func equal() {
    let difference = BoardDifference(from: reversiMiddle, to: reversiMiddle)
    #expect(difference.isEmpty)
    #expect(!difference.isFull)
    #expect(!difference.isCrowded)
  }

  @Test("A piece without identity goes the shortest way")
  func shortest() {
    let difference = BoardDifference(
      from: snapshot(["X..X", "....", "....", "...."]),
      to: snapshot(["....", "X...", "....", "...X"]))
    #expect(difference.changes == [.move(from: 0, to: 4), .move(from: 3, to: 15)])
  }

  @Test("Not each piece goes its own shortest way, but all together")
  func total() {
    // Were 1 to take its nearest, 2, then 0 would have to go all the way to 3.
    let difference = BoardDifference(from: snapshot(["XX..."]), to: snapshot(["..XX."]))
    let way = difference.changes.reduce(0) { sum, change in
      guard case .move(let from, let to) = change else { return sum }
      return sum + abs(from - to)
    }
    #expect(way == 4)
    #expect(difference.changes.count == 2)
  }

  @Test("A capture takes the victim off and moves the capturer there")
  func capture() {
    let difference = BoardDifference(
      from: snapshot([28: piece(.whiteKnight), 11: piece(.blackPawn)]),
      to: snapshot([11: piece(.whiteKnight)]))
    #expect(difference.changes == [.vanish(11), .move(from: 28, to: 11)])
  }

  @Test("A piece with an identity is followed, even to where it looks different")
  func promotion() {
    let difference = BoardDifference(
      from: snapshot([8: piece(.blackPawn, 1)]), to: snapshot([0: piece(.whiteKnight, 1)]))
    #expect(difference.changes == [.move(from: 8, to: 0)])
  }

  @Test("Identity goes before the shortest way")
  func identityFirst() {
    let difference = BoardDifference(
      from: snapshot([0: piece(.blackDisc, 1), 1: piece(.blackDisc, 2)]),
      to: snapshot([0: piece(.blackDisc, 2), 1: piece(.blackDisc, 1)]))
    #expect(difference.changes == [.move(from: 0, to: 1), .move(from: 1, to: 0)])
  }

  @Test("A disc that turns is replaced, and with identities none glides across the board")
  func turning() {
    let old = snapshot([9: piece(.blackDisc, 9), 54: piece(.whiteDisc, 54)])
    let new = snapshot([
      9: piece(.whiteDisc, 9), 54: piece(.blackDisc, 54), 10: piece(.blackDisc, 10),
    ])
    #expect(
      BoardDifference(from: old, to: new).changes == [.appear(10), .replace(9), .replace(54)])
  }

  @Test("A mark, a label or an ability that changes lets the piece stay")
  func stays() {
    var contents = reversiStart.squares
    contents[27].marks = .lastTo
    contents[3].label = "hole"
    contents[5].isEnabled.toggle()
    let new = BoardSnapshot(geometry: board, squares: contents, name: "Reversi board")
    #expect(
      BoardDifference(from: reversiStart, to: new).changes == [.stay(3), .stay(5), .stay(27)])
  }

  @Test("A dozen pieces glide, thirteen fade", arguments: [12, 13], [false, true])
  func crowd(count: Int, hasIdentities: Bool) {
    var old: [Int: SquareContent] = [:]
    var new: [Int: SquareContent] = [:]
    for number in 0..<count {
      let disc = piece(.blackDisc, hasIdentities ? UInt32(number) : nil)
      old[number] = disc
      new[63 - number] = disc
    }
    let difference = BoardDifference(from: snapshot(old), to: snapshot(new))
    let moves = difference.changes.filter { if case .move = $0 { true } else { false } }
    #expect(moves.count == (count == 12 ? 12 : 0))
    #expect(difference.isCrowded == (count == 13))
    #expect(difference.changes.count == (count == 12 ? 12 : 26))
  }

  @Test("A whole board of others is one update, each square in it once")
  func wholeBoard() {
    let old = snapshot([String](repeating: "XXXXXXXX", count: 8))
    let new = snapshot([String](repeating: "OOOOOOOO", count: 8))
    #expect(
      BoardDifference(from: old, to: new).changes
        == (0..<64).map { BoardDifference.Change.replace($0) })
  }

  @Test("A board of 10,000 squares is compared too")
  func large() {
    let geometry = BoardGeometry(rows: 100, columns: 100)
    var random = SeededGenerator(seed: 3)
    let old = randomSnapshot(geometry: geometry, pieces: 5000, hasIdentities: true, using: &random)
    let new = randomSnapshot(geometry: geometry, pieces: 5000, hasIdentities: true, using: &random)
    let difference = BoardDifference(from: old, to: new)
    #expect(difference.isCrowded)
    #expect(BoardDifference(from: new, to: new).isEmpty)
  }

  @Test("Another size, order, orientation or style draws everything anew")
  func full() {
    var styled = reversiStart
    styled.style = .slate
    let variants = [
      BoardGeometry(rows: 3, columns: 3),
      BoardGeometry(rows: 8, columns: 8, rankOrder: .fromBottom),
      BoardGeometry(rows: 8, columns: 8, orientation: .flipped),
    ].map { BoardSnapshot(geometry: $0, squares: reversiStart.squares, name: "Reversi board") }
    for other in variants + [styled] {
      let difference = BoardDifference(from: reversiStart, to: other)
      #expect(difference.isFull)
      #expect(difference.changes.isEmpty)
      #expect(!difference.isEmpty)
    }
  }

  @Test("An identity given twice does no harm")
  func doubleIdentity() {
    let old = snapshot([0: piece(.blackDisc, 1), 1: piece(.blackDisc, 1)])
    let new = snapshot([2: piece(.blackDisc, 1), 3: piece(.blackDisc, 1)])
    #expect(
      BoardDifference(from: old, to: new).changes == [.move(from: 0, to: 2), .move(from: 1, to: 3)])
  }
}

// MARK: - Laws

@Suite("BoardDifference, laws over random boards")
struct BoardDifferenceLawTests {
  static let seeds = 1...150 as ClosedRange<UInt64>

  private func pair(_ seed: UInt64) -> (old: BoardSnapshot, new: BoardSnapshot) {
    var random = SeededGenerator(seed: seed)
    let geometry = BoardGeometry(
      rows: Int.random(in: 0...5, using: &random), columns: Int.random(in: 0...6, using: &random))
    let most = min(geometry.squareCount, seed % 3 == 0 ? 30 : 6)
    let hasIdentities = seed % 2 == 0
    return (
      randomSnapshot(
        geometry: geometry, pieces: Int.random(in: 0...most, using: &random),
        hasIdentities: hasIdentities, using: &random),
      randomSnapshot(
        geometry: geometry, pieces: Int.random(in: 0...most, using: &random),
        hasIdentities: hasIdentities && seed % 4 == 0, using: &random)
    )
  }

  @Test("Applied to the old pieces it gives the new ones", arguments: seeds)
  func applies(seed: UInt64) {
    let (old, new) = pair(seed)
    let difference = BoardDifference(from: old, to: new)
    #expect(!difference.isFull)
    var pieces = old.squares.map(\.occupant)
    var lifted: [(occupant: Occupant?, from: Int, to: Int)] = []
    for change in difference.changes {
      switch change {
      case .vanish(let square):
        #expect(pieces[square] != nil)
        pieces[square] = nil
      case .move(let from, let to):
        #expect(from != to)
        #expect(pieces[from] != nil)
        lifted.append((pieces[from], from, to))
      case .appear, .replace, .stay: break
      }
    }
    for move in lifted { pieces[move.from] = nil }
    for move in lifted {
      #expect(pieces[move.to] == nil, "two pieces on one square")
      // Only identity lets a piece look different where it arrives.
      if old.squares[move.from].identity == nil {
        #expect(move.occupant == new.squares[move.to].occupant)
      }
      pieces[move.to] = new.squares[move.to].occupant
    }
    for change in difference.changes {
      switch change {
      case .appear(let square):
        #expect(pieces[square] == nil)
        pieces[square] = new.squares[square].occupant
      case .replace(let square):
        #expect(pieces[square] != nil)
        pieces[square] = new.squares[square].occupant
      case .vanish, .move, .stay: break
      }
    }
    #expect(pieces == new.squares.map(\.occupant))
  }

  @Test("It names the squares that changed and no others", arguments: seeds)
  func minimal(seed: UInt64) {
    let (old, new) = pair(seed)
    var named: [Int: Int] = [:]
    for change in BoardDifference(from: old, to: new).changes {
      switch change {
      case .stay(let square), .appear(let square), .vanish(let square), .replace(let square):
        named[square, default: 0] += 1
      case .move(let from, let to):
        named[from, default: 0] += 1
        named[to, default: 0] += 1
      }
    }
    let changed = old.geometry.squares.filter { old.squares[$0] != new.squares[$0] }
    #expect(Set(named.keys) == Set(changed))
    // A square can lose one piece and get another, but not more.
    #expect(named.values.allSatisfy { $0 <= 2 })
  }

  @Test(
    "Without identities as many as can move do, and no other pairing is shorter", arguments: seeds)
  func shortest(seed: UInt64) {
    var (old, new) = pair(seed)
    old = old.withoutIdentities
    new = new.withoutIdentities
    let difference = BoardDifference(from: old, to: new)
    guard !difference.isCrowded else { return }
    for kind in 0...1 as ClosedRange<UInt8> {
      for owner in 0...1 as ClosedRange<UInt8> {
        let occupant = Occupant(kind: kind, owner: owner)
        func stands(_ content: SquareContent) -> Bool { content.occupant == occupant }
        let left = old.geometry.squares.filter {
          stands(old.squares[$0]) && !stands(new.squares[$0])
        }
        let came = old.geometry.squares.filter {
          stands(new.squares[$0]) && !stands(old.squares[$0])
        }
        var count = 0
        var way = 0.0
        for case .move(let from, let to) in difference.changes where stands(old.squares[from]) {
          count += 1
          way += distance(from, to, old.geometry)
        }
        #expect(count == min(left.count, came.count))
        let best = shortestWay(left[...], came, old.geometry)
        #expect(way <= best + 0.02, "\(way) instead of \(best)")
      }
    }
  }

  private func distance(_ a: Int, _ b: Int, _ geometry: BoardGeometry) -> Double {
    let rows = Double(geometry.row(of: a) - geometry.row(of: b))
    let columns = Double(geometry.column(of: a) - geometry.column(of: b))
    return (rows * rows + columns * columns).squareRoot()
  }

  /// Tries every pairing, leaving out what is too many on either side.
  private func shortestWay(_ left: ArraySlice<Int>, _ came: [Int], _ geometry: BoardGeometry)
    -> Double
  {
    if left.count > came.count {
      return shortestWay(came[...], Array(left), geometry)
    }
    guard let first = left.first else { return 0 }
    return came.indices.map { index in
      var rest = came
      let square = rest.remove(at: index)
      return distance(first, square, geometry) + shortestWay(left.dropFirst(), rest, geometry)
    }.min() ?? 0
  }
}

extension BoardSnapshot {
  fileprivate var withoutIdentities: BoardSnapshot {
    BoardSnapshot(
      geometry: geometry,
      squares: squares.map { content in
        var content = content
        content.identity = nil
        return content
      }, style: style, overlays: overlays, focusedSquare: focusedSquare, name: name)
  }
}
