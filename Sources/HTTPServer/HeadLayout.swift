internal import CMicroHTTPD
internal import Glibc

/// Reads a request head back from the library and proves that the library lost nothing of it.
///
/// libmicrohttpd accepts lines that end in a bare LF, folded lines, NUL inside lines and lines that begin
/// with NUL, and shows none of that in the fields it reports. But it takes a head apart in place: method,
/// target, version, names and values are pointers into one buffer, in which only separators were
/// overwritten. So the places of the pieces tell what stood between them. A head is accepted only if the
/// pieces lie exactly as they do when each line ends in CR LF and nothing is hidden; a release of the
/// library that lays them out differently has every request refused, not one smuggled.
enum HeadLayout {
  /// The library's pointers to the parts of a request line.
  struct Line {
    let method: UnsafePointer<CChar>
    let target: UnsafePointer<CChar>
    let version: UnsafePointer<CChar>
  }

  private struct Piece {
    let name: UnsafeRawBufferPointer
    let value: UnsafeRawBufferPointer
  }

  /// The pieces of the head, if they lie as they must.
  static func read(
    _ handle: OpaquePointer, _ line: Line, target: [UInt8]
  ) throws(HTTPFault) -> RequestHead.Raw {
    var pieces: [Piece] = []
    pieces.reserveCapacity(16)
    withUnsafeMutablePointer(to: &pieces) { pieces in
      _ = MHD_get_connection_values_n(
        handle, .HEADER_KIND,
        { pieces, _, name, nameSize, value, valueSize in
          guard let pieces, let name, let value else { return .NO }
          pieces.assumingMemoryBound(to: [Piece].self).pointee.append(
            Piece(
              name: UnsafeRawBufferPointer(start: name, count: nameSize),
              value: UnsafeRawBufferPointer(start: value, count: valueSize)))
          return .YES
        }, pieces)
    }

    let start = UnsafeRawPointer(line.method)
    let method = UnsafeRawBufferPointer(start: start, count: strlen(line.method))
    let version = UnsafeRawBufferPointer(start: line.version, count: strlen(line.version))
    var cursor = Cursor(start: start, count: baton_mhd_head_size(handle))
    cursor.skip(method.count + 1)
    cursor.expect(UnsafeRawPointer(line.target))
    cursor.skip(target.count + 1)
    cursor.expect(UnsafeRawPointer(line.version))
    cursor.skip(version.count)
    cursor.skipLineEnd()
    for piece in pieces {
      cursor.expect(piece.name.baseAddress)
      cursor.skip(piece.name.count + 1)
      cursor.skipBlanks()
      cursor.expect(piece.value.baseAddress)
      cursor.skip(piece.value.count)
      cursor.skipLineEnd()
    }
    cursor.skipLineEnd()
    guard cursor.isAtEnd else { throw .malformed("The lines of the head are not well formed") }
    return RequestHead.Raw(
      method: Array(method), target: target, version: Array(version),
      fields: pieces.map { (name: Array($0.name), value: Array($0.value)) })
  }

  /// A walk over the buffer of a head that stops at the first surprise, and never leaves the buffer.
  private struct Cursor {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0
    private var isLost = false

    init(start: UnsafeRawPointer, count: Int) {
      bytes = UnsafeRawBufferPointer(start: start, count: count)
    }

    var isAtEnd: Bool { !isLost && offset == bytes.count }

    mutating func skip(_ count: Int) {
      offset += count
      if offset > bytes.count { isLost = true }
    }

    mutating func expect(_ pointer: UnsafeRawPointer?) {
      if isLost || bytes.baseAddress.map({ $0 + offset }) != pointer { isLost = true }
    }

    mutating func skipBlanks() {
      while !isLost, offset < bytes.count, HTTPSyntax.isBlank(bytes[offset]) { offset += 1 }
    }

    /// Steps over CR LF, each of which may have been overwritten by NUL.
    mutating func skipLineEnd() {
      guard !isLost, offset + 2 <= bytes.count,
        bytes[offset] == 0 || bytes[offset] == 0x0D,
        bytes[offset + 1] == 0 || bytes[offset + 1] == 0x0A
      else {
        isLost = true
        return
      }
      offset += 2
    }
  }
}
