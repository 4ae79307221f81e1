internal import CMicroHTTPD
internal import Hosting
internal import Synchronization
internal import Glibc

// Handing answers to the library, on its thread.
extension ServerCore {
  /// Bodies up to this size are copied into the library's memory and leave in one packet with the head.
  private static let copiedSize = 32_768

  /// Queues the answer to a request that was refused.
  ///
  /// It is queued before the body was read, so the library closes the connection after it.
  func queue(_ fault: HTTPFault, _ handle: OpaquePointer) -> Bool {
    var response = HTTPResponse.text(
      fault.document, status: fault.status, contentType: "application/problem+json")
    response.headers.appendChecked(name: "Cache-Control", value: "no-store")
    if let allow = fault.allow { response.headers.appendChecked(name: "Allow", value: allow) }
    guard let made = make(response.body, isHead: false) else { return false }
    return send(made, response, handle, endsConnection: true)
  }

  /// Queues a handler's answer.
  func queue(
    _ response: HTTPResponse, _ connection: Connection, _ handle: OpaquePointer,
    isHead: Bool, endsConnection: Bool
  ) -> Bool {
    let now = time.monotonicNanoseconds
    switch response.body {
    case .bytes(let bytes):
      connection.state.withLock { state in
        guard state.phase == .running else { return }
        state.phase = .responding(since: now, bytes: bytes.count)
      }
    case .stream(let stream) where isHead:
      stream.close(.unused)
      connection.state.withLock { state in
        if state.phase == .running { state.phase = .responding(since: now, bytes: 0) }
      }
    case .stream(let stream):
      let isAttached = connection.state.withLock { state in
        guard state.phase == .running else { return false }
        state.phase = .streaming
        state.stream = stream
        state.isChunked = !endsConnection && state.head?.keepsConnection == true
        // A stream may last for hours, and nobody asks for these again.
        state.head = nil
        state.target = nil
        return true
      }
      guard isAttached else {
        stream.close(.peerLeft)
        return false
      }
      guard stream.attach(to: connection, time: time) else { return false }
      streamBegan(connection, firstBeat: stream.firstBeat(after: now))
      var size = configuration.streamSendBuffer
      setsockopt(
        connection.descriptor, SOL_SOCKET, SO_SNDBUF, &size,
        socklen_t(MemoryLayout.size(ofValue: size)))
      // Asked after the stream can be found by the stop, so that one of the two ends it.
      if isStopping.load(ordering: .sequentiallyConsistent) { stream.end(as: .serverStopped) }
    }
    guard let made = make(response.body, isHead: isHead) else { return false }
    return send(made, response, handle, endsConnection: endsConnection)
  }

  private func send(
    _ made: OpaquePointer, _ response: HTTPResponse, _ handle: OpaquePointer, endsConnection: Bool
  ) -> Bool {
    defer { MHD_destroy_response(made) }
    for field in response.headers.fields {
      guard MHD_add_response_header(made, field.name, field.value) == .YES else { return false }
    }
    if endsConnection { _ = MHD_add_response_header(made, "Connection", "close") }
    let status = (200...599).contains(response.status) ? response.status : 500
    return MHD_queue_response(handle, UInt32(status), made) == .YES
  }

  private func make(_ body: HTTPResponse.Body, isHead: Bool) -> OpaquePointer? {
    switch body {
    case .stream where isHead:
      // The library would send the last chunk of a body that HEAD must not have.
      return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
    case .bytes(let bytes) where bytes.count <= ServerCore.copiedSize:
      return bytes.withUnsafeBytes { raw in
        MHD_create_response_from_buffer(
          raw.count, UnsafeMutableRawPointer(mutating: raw.baseAddress), .RESPMEM_MUST_COPY)
      }
    case .bytes(let bytes):
      return MHD_create_response_from_callback(
        UInt64(bytes.count), ServerCore.copiedSize,
        { box, position, buffer, space in
          guard let box, let buffer else { return -2 }
          let bytes = Unmanaged<Bytes>.fromOpaque(box).takeUnretainedValue().bytes
          return bytes.withUnsafeBytes { raw in
            let start = Int(position)
            let count = min(space, raw.count - start)
            guard count > 0 else { return -1 }
            UnsafeMutableRawPointer(buffer).copyMemory(
              from: UnsafeRawBufferPointer(rebasing: raw[start..<start + count]).baseAddress
                ?? UnsafeRawPointer(buffer),
              byteCount: count)
            return count
          }
        }, Unmanaged.passRetained(Bytes(bytes)).toOpaque(),
        { box in box.map { Unmanaged<Bytes>.fromOpaque($0).release() } })
    case .stream(let stream):
      // The block is a buffer that each stream holds. Only HTTP/1.0, which has no chunks, is sent through it.
      return MHD_create_response_from_callback(
        .max, 256,
        { stream, _, buffer, space in
          guard let stream, let buffer else { return -2 }
          return Unmanaged<ResponseStream>.fromOpaque(stream).takeUnretainedValue()
            .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: space))
        }, Unmanaged.passRetained(stream).toOpaque(),
        { stream in stream.map { Unmanaged<ResponseStream>.fromOpaque($0).release() } })
    }
  }

  /// A body that the library reads piece by piece and several responses may share.
  private final class Bytes: Sendable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
    }
  }
}
