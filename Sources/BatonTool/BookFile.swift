internal import Reversi
internal import ReversiEngine
internal import ReversiWeights

/// Where an opening book comes from.
enum BookFile {
  /// The most bytes of a file.
  static let limit = 1 << 28

  /// Reads the book of a file.
  static func read(_ path: String) throws(ToolFailure) -> ReversiBook {
    let bytes: [UInt8]
    do throws(TextFile.Failure) {
      bytes = try TextFile.readBytes(path, limit: limit, purpose: "a book")
    } catch {
      throw ToolFailure(code: ExitCode.unavailable, message: "\(path): \(error.reason)")
    }
    do throws(BookError) {
      return try ReversiBook(decoding: bytes)
    } catch {
      throw ToolFailure(
        code: ExitCode.data, message: "\(path), byte \(error.offset): \(error.reason)")
    }
  }

  /// Writes a book in place of the file that is there.
  static func write(_ book: ReversiBook, to path: String) throws(ToolFailure) {
    do throws(TextFile.Failure) {
      try TextFile.write(bytes: book.encoded(), to: path, replacing: true)
    } catch {
      throw ToolFailure(code: ExitCode.inputOutput, message: "\(path): \(error.reason)")
    }
  }

  /// The book of a file, or the built-in one for the word `shipped`.
  static func named(_ name: String) throws(ToolFailure) -> ReversiBook {
    name == "shipped" ? .shipped : try read(name)
  }
}
