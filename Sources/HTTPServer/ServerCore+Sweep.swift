internal import CMicroHTTPD
internal import Hosting
internal import Synchronization
internal import Glibc

// Deadlines, heartbeats and peers that left. The library notices none of these by itself: its time limit
// starts again with every byte, and it does not look at suspended connections.
extension ServerCore {
  private static let sweepsPerStreamCheck = 5

  /// Looks at every connection that has a deadline, and at the streams whose heartbeat may be due.
  func sweep() {
    let now = time.monotonicNanoseconds
    // Streams are many and cheap to keep, so they are asked after their peers less often.
    let includesStreams =
      sweepCount.add(1, ordering: .relaxed).newValue % ServerCore.sweepsPerStreamCheck == 0
    let (exchanging, streaming) = table.withLock { table in
      (Array(table.exchanging.values), table.takeLooks(by: now))
    }
    for connection in exchanging {
      connection.state.withLock { enforceDeadline(connection, &$0, now) }
    }
    beat(streaming, now)
    noticeDepartures(among: includesStreams ? connections : exchanging)
  }

  private func beat(_ connections: [Connection], _ now: UInt64) {
    var next: [(connection: Connection, at: UInt64)] = []
    for connection in connections {
      guard let stream = connection.state.withLock({ $0.stream }),
        let instant = stream.tick(now: now)
      else { continue }
      next.append((connection, instant))
    }
    table.withLock { table in
      for item in next { table.note(item.connection, at: item.at) }
    }
  }

  private func enforceDeadline(
    _ connection: Connection, _ state: inout Connection.State, _ now: UInt64
  ) {
    switch state.phase {
    case .head(let since) where elapsed(since, now) >= configuration.headMilliseconds:
      state.refuse(connection.descriptor, with: .headTimeout, now: now)
    case .idle(let since) where elapsed(since, now) >= configuration.idleMilliseconds:
      _ = state.abort(connection.descriptor)
    case .body(let since, let received) where isTooSlow(since, now, received):
      state.refuse(connection.descriptor, with: .bodyTimeout, now: now)
    case .draining(let since, _) where elapsed(since, now) >= Lingering.milliseconds:
      _ = state.abort(connection.descriptor)
    case .responding(let since, let bytes):
      // How much of it the peer has taken is unknown, so the whole must be out in its time.
      let rate = Int64(max(configuration.lowestRate, 1))
      let allowed = configuration.graceMilliseconds + Int64(bytes) * 1_000 / rate
      if elapsed(since, now) >= allowed { _ = state.abort(connection.descriptor) }
    default: break
    }
  }

  private func isTooSlow(_ since: UInt64, _ now: UInt64, _ received: Int) -> Bool {
    let late = elapsed(since, now) - configuration.graceMilliseconds
    return late >= 0 && Int64(received) * 1_000 <= late * Int64(configuration.lowestRate)
  }

  private func elapsed(_ since: UInt64, _ now: UInt64) -> Int64 {
    now > since ? Int64((now - since) / 1_000_000) : 0
  }

  /// Asks the kernel which connections have lost their peer.
  private func noticeDepartures(among connections: [Connection]) {
    guard !connections.isEmpty else { return }
    let events = Int16(BATON_POLL_PEER_CLOSED)
    var polls = connections.map { pollfd(fd: $0.descriptor, events: events, revents: 0) }
    guard poll(&polls, nfds_t(polls.count), 0) > 0 else { return }
    for (connection, result) in zip(connections, polls) where result.revents != 0 {
      let (task, stream) = connection.state.withLock { noticeDeparture(connection, &$0) }
      // A peer that only stopped sending still gets the answer of a handler that goes on regardless.
      task?.cancel()
      stream?.close(.peerLeft)
    }
  }

  private func noticeDeparture(
    _ connection: Connection, _ state: inout Connection.State
  ) -> (Task<Void, Never>?, ResponseStream?) {
    // The first look was without the lock, and the number may belong to another socket since.
    guard state.phase != .closed else { return (nil, nil) }
    var again = pollfd(fd: connection.descriptor, events: Int16(BATON_POLL_PEER_CLOSED), revents: 0)
    guard poll(&again, 1, 0) > 0 else { return (nil, nil) }
    switch state.phase {
    case .head, .idle, .body, .draining:
      // The library misses an end that arrives together with bytes. But those bytes may be a whole
      // request that it is just reading, so only the second look without progress counts.
      if state.hungUp == state.phase { return (state.abort(connection.descriptor), nil) }
      state.hungUp = state.phase
      return (nil, nil)
    default:
      return (state.task, state.stream)
    }
  }
}
