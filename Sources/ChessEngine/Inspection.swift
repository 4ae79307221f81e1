package import Chess

/// The engine's inner parts, one call at a time, for whoever checks them.
///
/// The parts themselves stay internal: their callers are then all in one module, which the optimiser needs to know.
package final class Inspection {
  private let owner = EngineTables(.handMade)
  private let nodes: UnsafeMutablePointer<Node>
  private let steps: UnsafeMutablePointer<Step>

  /// Makes a search board of a position, with the memory that it needs.
  package init(_ position: ChessPosition) {
    unsafe nodes = .allocate(capacity: 16)
    unsafe steps = .allocate(capacity: 16 * 256)
    unsafe nodes.initialize(repeating: Node(), count: 16)
    unsafe nodes[0] = Node(position, owner.tables)
  }

  deinit {
    unsafe nodes.deallocate()
    unsafe steps.deallocate()
  }

  /// The moves that the search board finds, and what is wrong with its way to the positions after them: their keys,
  /// sums, checks and marks against those of a fresh board.
  ///
  /// - Parameters:
  ///   - position: The position of the search board at `ply`.
  ///   - ply: How many moves were made since the first position.
  /// - Returns: The moves, and a word for each disagreement.
  package func moves(
    of position: ChessPosition, ply: Int
  ) -> (moves: [ChessMove], faults: [String]) {
    var faults: [String] = []
    let node = unsafe nodes + ply
    var list = unsafe StepList(steps + ply * 256)
    unsafe node.pointee.generateLegal(&list)
    let discoverers = unsafe node.pointee.discoverers()
    var moves: [ChessMove] = []
    for index in 0..<list.count {
      let step = unsafe list.steps[index]
      guard let move = step.move, let next = try? position.playing(move) else {
        faults.append("a move that is none")
        continue
      }
      moves.append(move)
      if unsafe node.pointee.step(move) != step { faults.append("\(move.text): step") }
      if unsafe !node.pointee.isPlausible(step) { faults.append("\(move.text): implausible") }
      unsafe node.pointee.make(step, owner.tables, into: node + 1)
      if step.flag != Step.castling,
        unsafe node.pointee.givesCheck(step, discoverers: discoverers) != next.isCheck
      {
        faults.append("\(move.text): check")
      }
      let fresh = Node(next, owner.tables)
      let made = unsafe node[1]
      if made.key != fresh.key { faults.append("\(move.text): key") }
      if made.pawnKey != fresh.pawnKey { faults.append("\(move.text): key of pawns") }
      if made.sum != fresh.sum || made.phase != fresh.phase { faults.append("\(move.text): sum") }
      if made.checkers != fresh.checkers { faults.append("\(move.text): checkers") }
      if made.enPassant != fresh.enPassant || made.quietPlies != fresh.quietPlies {
        faults.append("\(move.text): marks")
      }
    }
    return (moves, faults)
  }

  /// Plays a move of the position at `ply`, so that the one after it can be asked for its moves.
  package func play(_ move: ChessMove, at ply: Int) {
    let node = unsafe nodes + ply
    unsafe node.pointee.make(node.pointee.step(move), owner.tables, into: node + 1)
  }

  /// All moves, of whatever bits, that the board takes for plausible and safe.
  package var plausibleMoves: [ChessMove?] {
    let node = unsafe nodes[0]
    let pinned = node.pinned(node.side)
    var found: [ChessMove?] = []
    for bits in UInt16.min...UInt16.max {
      let step = Step(bits: bits)
      guard node.isPlausible(step), node.isSafe(step, pinned: pinned) else { continue }
      found.append(step.move)
    }
    return found
  }

  /// Whether a move wins at least so much by exchanges on its square, in hundredths of a pawn.
  package func wins(_ move: ChessMove, atLeast value: Int) -> Bool {
    let node = unsafe nodes[0]
    return node.wins(node.step(move), atLeast: value)
  }

  /// Stores in a small table and looks up again: what the table says after each of two stores, as text.
  package static func tableEntries(
    _ key: UInt64, _ move: ChessMove, value: Int, judgement: Int, depth: Int
  ) -> [String] {
    let table = SearchTable(bytes: 1 << 16)
    let step = Step(move.from.index, move.to.index)
    func entry() -> String {
      guard let entry = table.find(key) else { return "none" }
      return "\(entry.step.move?.text ?? "-") \(entry.value) \(entry.judgement) \(entry.depth) "
        + "\(entry.bound) \(entry.isPV)"
    }
    var found = [entry()]
    table.store(
      key, step, value: value, judgement: judgement, depth: depth, bound: Bound.lower, isPV: true)
    found.append(entry())
    table.startSearch()
    table.store(
      key, .none, value: 5, judgement: judgement, depth: depth + 1, bound: Bound.exact,
      isPV: false)
    found.append(entry())
    return found
  }
}
