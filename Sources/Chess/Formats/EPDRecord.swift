public import Games

/// A position with what is to be said of it, as a line of Extended Position Description.
///
/// Four fields of FEN and operations: `… w KQkq - bm Nf3; id "First"; ce 25;`.
public struct EPDRecord: Hashable, Sendable {
  /// A word and what it is told of: `bm Nf3 d4;`.
  public struct Operation: Hashable, Sendable {
    /// What an operation is told.
    public enum Operand: Hashable, Sendable {
      /// A move, a number or another word, as it was written.
      case word([UInt8])
      /// A text in quotes, without them.
      case text([UInt8])

      /// The word or the text.
      public var string: String {
        switch self {
        case .word(let bytes), .text(let bytes): bytes.string
        }
      }
    }

    let opcodeBytes: [UInt8]
    /// What follows the word.
    public let operands: [Operand]

    /// The word, such as `bm`.
    public var opcode: String { opcodeBytes.string }

    /// Creates an operation; `nil` when `opcode` is not a letter followed by letters, digits and underscores, 15 at
    /// most, or a word of the operands is none.
    ///
    /// Control characters in texts become spaces.
    public init?(_ opcode: String, _ operands: [Operand]) {
      self.init(Array(opcode.utf8), operands)
    }

    /// Creates an operation with a text in quotes; `nil` when `opcode` is none.
    public init?(_ opcode: String, text: String) { self.init(opcode, [.text(Array(text.utf8))]) }

    /// Creates an operation with a number; `nil` when `opcode` is none.
    public init?(_ opcode: String, number: Int) {
      self.init(opcode, [.word(Array("\(number)".utf8))])
    }

    init?(_ opcode: [UInt8], _ operands: [Operand]) {
      guard let first = opcode.first, Bytes.isLetter(first), opcode.count <= 15,
        opcode.allSatisfy(PGNTag.isNameByte)
      else { return nil }
      opcodeBytes = opcode
      var clean: [Operand] = []
      for operand in operands {
        switch operand {
        case .word(let word):
          guard !word.isEmpty, !word.contains(where: { $0 <= 0x20 || $0 == 0x22 || $0 == 0x3b })
          else { return nil }
          clean.append(.word(Bytes.utf8(word)))
        case .text(let text):
          clean.append(.text(Bytes.utf8(text).map { $0 < 0x20 || $0 == 0x7f ? 0x20 : $0 }))
        }
      }
      self.operands = clean
    }
  }

  /// The position; the counters are those of `hmvc` and `fmvn`, 0 and 1 without them.
  public let position: ChessPosition
  /// The operations in the order of the line.
  public var operations: [Operation]

  /// Creates a record; counters other than 0 and 1 are told by `hmvc` and `fmvn`, whatever these were given.
  public init(_ position: ChessPosition, operations: [Operation] = []) {
    self.position = position
    self.operations = operations
    for (opcode, value, usual) in [
      ("hmvc", position.halfmoveClock, 0), ("fmvn", position.fullmoveNumber, 1),
    ] where counter(opcode) ?? usual != value {
      self.operations.removeAll { $0.opcodeBytes.elementsEqual(opcode.utf8) }
      guard value != usual, let operation = Operation(opcode, number: value) else { continue }
      self.operations.append(operation)
    }
  }

  /// The number of one of the counters of FEN; `nil` if there is none, or none that FEN allows.
  private func counter(_ opcode: String) -> Int? {
    number(of: opcode).flatMap { (0...9999).contains($0) ? $0 : nil }
  }

  /// The position and the operations are known to agree.
  init(position: ChessPosition, operations: [Operation]) {
    self.position = position
    self.operations = operations
  }

  /// The operations of this word.
  public func operations(_ opcode: String) -> [Operation] {
    operations.filter { $0.opcodeBytes.elementsEqual(opcode.utf8) }
  }

  /// The first operand of an operation, such as the text of `id`; `nil` if there is none.
  public func value(of opcode: String) -> String? {
    operations(opcode).first?.operands.first?.string
  }

  /// The number of an operation, such as `ce`, `dm` or `acd`; `nil` if there is none.
  public func number(of opcode: String) -> Int? {
    value(of: opcode).flatMap { text in
      let isPlus = text.utf8.first == UInt8(ascii: "+")
      return Int(decimal: isPlus ? text.utf8.dropFirst() : text.utf8[...])
    }
  }

  /// The moves of an operation that names alternatives, such as `bm`, `am` or `sm`; none without it.
  ///
  /// - Throws: ``SANError`` of the first that is no legal move.
  public func moves(of opcode: String) throws(SANError) -> [ChessMove] {
    var moves: [ChessMove] = []
    for operation in operations(opcode) {
      for operand in operation.operands { moves.append(try position.move(san: operand.string)) }
    }
    return moves
  }

  /// The moves of an operation that names a line of play, such as `pv`; none without it.
  ///
  /// - Throws: ``SANError`` of the first that is not legal after those before it.
  public func line(of opcode: String = "pv") throws(SANError) -> [ChessMove] {
    var line: [ChessMove] = []
    var position = position
    for operand in operations(opcode).first?.operands ?? [] {
      let move = try position.move(san: operand.string)
      line.append(move)
      position.play(known: move)
    }
    return line
  }

  /// The moves to be found.
  public var bestMoves: [ChessMove] {
    get throws(SANError) { try moves(of: "bm") }
  }

  /// The moves to be avoided.
  public var avoidedMoves: [ChessMove] {
    get throws(SANError) { try moves(of: "am") }
  }
}

extension EPDRecord: TextRepresentable {
  /// The line, without its end.
  public var text: String {
    var bytes: [UInt8] = []
    let fen = position.fen(enPassant: .always)
    var fields = 0
    for byte in fen.utf8 {
      if byte == 0x20 { fields += 1 }
      if fields == 4 { break }
      bytes.append(byte)
    }
    for operation in operations {
      bytes.append(0x20)
      bytes += operation.opcodeBytes
      for operand in operation.operands {
        bytes.append(0x20)
        switch operand {
        case .word(let word): bytes += word
        case .text(let text):
          bytes.append(0x22)
          for byte in text {
            if byte == 0x22 || byte == 0x5c { bytes.append(0x5c) }
            bytes.append(byte)
          }
          bytes.append(0x22)
        }
      }
      bytes.append(UInt8(ascii: ";"))
    }
    return bytes.string
  }

  /// Reads a line.
  ///
  /// A last semicolon may be missing, and the two counters of FEN may stand before the operations. In quotes, a
  /// backslash takes away the meaning of a quote or a backslash.
  ///
  /// - Throws: `TextError` at the field or operation that is wrong. Whether moves are legal is not asked.
  public init(text: String) throws(TextError) { try self.init(line: Array(text.utf8)) }

  init(line: [UInt8]) throws(TextError) {
    var fields = FENFields(line[...])
    var end = 0
    var fieldCount = 0
    var mark = fields
    while fieldCount < 4, let field = fields.next() {
      end = field.endIndex
      fieldCount += 1
      mark = fields
    }
    guard fieldCount == 4 else { throw TextError("expected four fields of FEN", at: line.count) }
    // Some write the counters of FEN all the same.
    var counters: [ArraySlice<UInt8>] = []
    while counters.count < 2, let field = mark.next(), field.allSatisfy(Bytes.isDigit) {
      counters.append(field)
    }
    if counters.count == 2 { end = counters[1].endIndex }
    var setup = try ChessSetup(fenBytes: line[..<end])
    let operations = try EPDRecord.operations(line, from: end)
    var record = EPDRecord(position: .start, operations: operations)
    if let clock = record.counter("hmvc") { setup.halfmoveClock = clock }
    if let number = record.counter("fmvn") { setup.fullmoveNumber = number }
    do throws(IllegalSetup) {
      record = EPDRecord(try ChessPosition(setup), operations: operations)
    } catch {
      throw TextError(error.reason)
    }
    self = record
  }

  private static func operations(
    _ line: [UInt8], from start: Int
  ) throws(TextError) -> [Operation] {
    var operations: [Operation] = []
    var index = start
    // Other control characters mean no more than a space.
    func skipSpace() { while index < line.count, line[index] <= 0x20 { index += 1 } }
    func word() -> [UInt8] {
      let start = index
      while index < line.count, line[index] > 0x20, line[index] != 0x22, line[index] != 0x3b {
        index += 1
      }
      return Array(line[start..<index])
    }
    while true {
      skipSpace()
      while index < line.count, line[index] == 0x3b {
        index += 1
        skipSpace()
      }
      guard index < line.count else { return operations }
      let place = index
      let opcode = word()
      var operands: [Operation.Operand] = []
      skipSpace()
      while index < line.count, line[index] != 0x3b {
        if line[index] == 0x22 {
          operands.append(.text(try quoted(line, &index)))
        } else {
          operands.append(.word(word()))
        }
        skipSpace()
      }
      guard let operation = Operation(opcode, operands) else {
        throw TextError("expected the word of an operation", at: place)
      }
      operations.append(operation)
    }
  }

  private static func quoted(_ line: [UInt8], _ index: inout Int) throws(TextError) -> [UInt8] {
    let start = index
    var text: [UInt8] = []
    index += 1
    while index < line.count, line[index] != 0x22 {
      if line[index] == 0x5c, index + 1 < line.count,
        line[index + 1] == 0x22 || line[index + 1] == 0x5c
      {
        index += 1
      }
      text.append(line[index])
      index += 1
    }
    guard index < line.count else { throw TextError("the quote is not closed", at: start) }
    index += 1
    return text
  }
}
