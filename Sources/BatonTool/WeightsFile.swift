internal import ReversiEngine

/// Files of weights, as `baton train` makes them.
enum WeightsFile {
  /// Reads the weights of a file.
  static func read(_ path: String) throws(ToolFailure) -> PatternWeights {
    let bytes: [UInt8]
    do throws(TextFile.Failure) {
      bytes = try TextFile.readBytes(path, limit: 1 << 26, purpose: "weights")
    } catch {
      throw ToolFailure(code: ExitCode.unavailable, message: "\(path): \(error.reason)")
    }
    return try decoded(bytes, path)
  }

  /// Unpacks weights; `path` is named when they are damaged.
  static func decoded(_ bytes: [UInt8], _ path: String) throws(ToolFailure) -> PatternWeights {
    let raw = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { raw.deallocate() }
    raw.copyBytes(from: bytes)
    do throws(WeightsError) {
      return try PatternWeights(decoding: UnsafeRawBufferPointer(raw))
    } catch {
      throw ToolFailure(code: ExitCode.data, message: "\(path): \(error.reason)")
    }
  }
}
