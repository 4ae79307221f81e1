public import Games
public import Reversi

/// An opening book of Reversi: positions, what the engine found out about their moves, and how these hang together.
///
/// A position stands for its eight images on the board and for both colours. A move that leads to another position of
/// the book is worth what that one is worth, and so on down to the values of searches (negamax). A book holds facts
/// that the engine found and nothing else; `baton book` makes and extends it.
///
/// ```swift
/// let book = ReversiBook.shipped
/// for (move, value) in book.moves(in: .start) { print(move.text, value) }
/// ```
public struct ReversiBook: Sendable {
  /// A move of a position in the book, in the orientation of the book.
  struct Move: Hashable {
    var square: Int
    /// What the search of the position said, in discs for the side that moves.
    var searched: Int
    /// The position that the move leads to, if it is in the book.
    var child: Int?
    /// Whether the opponent has to pass there.
    var isPassed = false
  }

  /// A position in the book.
  struct Node: Hashable {
    var position: BookPosition
    /// The moves that are known, best first by the search.
    var moves: [Move]
    /// How many plies the search looked ahead.
    var depth: Int
    /// What all other moves are worth at most.
    var rest: Int
    /// What the position is worth to the side to move, by the moves that are known.
    var value = 0
  }

  var nodes: [Node] = []
  /// The nodes by the hashes of their positions, -1 where there is none; twice as many places as nodes at least.
  private var places: [Int32] = []

  /// Creates a book without positions.
  public init() {}

  /// How many positions there are, images counted once.
  public var count: Int { nodes.count }

  /// What a position is worth to the side to move, if it is in the book.
  public func value(of position: ReversiPosition) -> Int? {
    find(ReversiBook.plain(position)).map { nodes[$0.index].value }
  }

  /// How many plies the search of a position looked ahead, if it is in the book.
  public func depth(of position: ReversiPosition) -> Int? {
    find(ReversiBook.plain(position)).map { nodes[$0.index].depth }
  }

  /// The moves that the book knows in a position, best first, with their values in discs for the side to move.
  ///
  /// Of moves that lead to images of the same position there is one. Nothing is known of a forced pass.
  ///
  /// - Returns: no moves when the position is not in the book.
  /// - Complexity: eight images and some look-ups, whatever the size of the book.
  public func moves(in position: ReversiPosition) -> [(move: ReversiMove, value: Int)] {
    guard let (index, symmetry) = find(ReversiBook.plain(position)) else { return [] }
    let back = Symmetry.inverse(symmetry)
    var result: [(move: ReversiMove, value: Int)] = []
    for move in nodes[index].moves {
      guard let square = Square(Symmetry.image(square: move.square, back)) else { continue }
      let value = value(of: move)
      // There are few, and equal ones keep their order.
      let place = result.firstIndex { $0.value < value } ?? result.count
      result.insert((.place(square), value), at: place)
    }
    return result
  }

  /// Chooses a move from those that are worth nearly as much as the best.
  ///
  /// A move that loses by the book is not chosen while there is one that does not.
  ///
  /// - Parameters:
  ///   - position: where to move.
  ///   - margin: how many discs the move may give away by the book.
  ///   - chance: chooses among the moves that are left.
  ///   - drawn: what a move with value 0 counts as, to the side to move.
  /// - Returns: `nil` when the position is not in the book.
  public func choose(
    in position: ReversiPosition, margin: Int, chance: inout Chance, drawn: Int = 0
  ) -> (move: ReversiMove, value: Int)? {
    let moves = moves(in: position)
    func worth(_ value: Int) -> Int { value == 0 ? drawn : value }
    guard let best = moves.map({ worth($0.value) }).max() else { return nil }
    let good = moves.filter {
      let value = worth($0.value)
      return value >= best - max(0, margin) && (value >= 0 || best < 0)
    }
    return good.isEmpty ? nil : good[chance.below(good.count)]
  }

  /// The moves that follow a position when both sides play what the book thinks best.
  public func line(from position: ReversiPosition) -> [ReversiMove] {
    var position = position
    var line: [ReversiMove] = []
    while true {
      if position.mustPass, (try? position.pass()) != nil { line.append(.pass) }
      guard let best = moves(in: position).first?.move,
        (try? position.play(best, by: position.sideToMove.seat)) != nil
      else { return line }
      line.append(best)
    }
  }

  // MARK: Inside

  /// A position without its colours.
  static func plain(_ position: ReversiPosition) -> BookPosition {
    BookPosition(
      own: position.discs(of: position.sideToMove),
      opponent: position.discs(of: position.sideToMove.opponent))
  }

  /// The node of a position, and the symmetry that leads to its orientation.
  func find(_ position: BookPosition) -> (index: Int, symmetry: Int)? {
    let (canonical, symmetry) = position.canonical
    return index(of: canonical).map { ($0, symmetry) }
  }

  /// The node of a position that is the least of its images.
  func index(of position: BookPosition) -> Int? {
    guard !places.isEmpty else { return nil }
    var place = slot(of: position)
    while places[place] >= 0 {
      if nodes[Int(places[place])].position == position { return Int(places[place]) }
      place = (place + 1) & (places.count - 1)
    }
    return nil
  }

  private func slot(of position: BookPosition) -> Int {
    SearchTable.hash(position.own, position.opponent).place & (places.count - 1)
  }

  private mutating func enter(_ index: Int) {
    var place = slot(of: nodes[index].position)
    while places[place] >= 0 { place = (place + 1) & (places.count - 1) }
    places[place] = Int32(index)
  }

  /// Adds a node; its position is the least of its images and not there yet.
  mutating func append(_ node: Node) {
    nodes.append(node)
    guard nodes.count * 2 > places.count else { return enter(nodes.count - 1) }
    places = Array(repeating: -1, count: max(64, places.count * 2))
    for index in nodes.indices { enter(index) }
  }

  /// What a move is worth to the side that makes it.
  func value(of move: Move) -> Int {
    guard let child = move.child else { return move.searched }
    return move.isPassed ? nodes[child].value : -nodes[child].value
  }

  /// The nodes, those with fewest empty squares first: each comes after all that follow it.
  var lastFirst: [Int] {
    var byEmpties: [[Int]] = Array(repeating: [], count: 61)
    for index in nodes.indices { byEmpties[min(60, nodes[index].position.empties)].append(index) }
    return byEmpties.flatMap { $0 }
  }

  /// Connects moves with the positions they lead to, and carries values up.
  mutating func propagate() {
    for index in lastFirst {
      var best = -64
      for at in nodes[index].moves.indices {
        var move = nodes[index].moves[at]
        if move.child == nil, let step = nodes[index].position.playing(move.square), !step.isOver {
          move.child = self.index(of: step.position.canonical.position)
          move.isPassed = step.isPassed
          nodes[index].moves[at] = move
        }
        best = max(best, value(of: move))
      }
      nodes[index].value = best
    }
  }
}
