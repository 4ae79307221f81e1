private import CReversiWeights
public import ReversiEngine

extension PatternWeights {
  /// The weights that come with Baton, fitted by `baton train reversi`; unpacked at the first use.
  ///
  /// - Complexity: some tens of milliseconds once, then nothing.
  public static let shipped: PatternWeights = {
    let bytes = UnsafeRawBufferPointer(
      start: baton_reversi_weights(), count: baton_reversi_weights_count())
    do throws(WeightsError) {
      return try PatternWeights(decoding: bytes)
    } catch {
      // The file is part of the build and a test reads it.
      preconditionFailure("the built-in weights are damaged: \(error.reason)")
    }
  }()
}

extension ReversiBook {
  /// The opening book that comes with Baton, grown by `baton book`; read at the first use.
  ///
  /// - Complexity: some milliseconds once, then nothing.
  public static let shipped: ReversiBook = {
    let bytes = UnsafeRawBufferPointer(
      start: baton_reversi_book(), count: baton_reversi_book_count())
    do throws(BookError) {
      return try ReversiBook(decoding: bytes)
    } catch {
      // The file is part of the build and a test reads it.
      preconditionFailure("the built-in book is damaged: \(error.reason)")
    }
  }()
}
