package import Matches

/// A store that leaves accounts to another one, such as one that only watches over matches.
package protocol AccountForwarding: AccountStore {
  /// The store that keeps the accounts.
  var accountBase: any AccountStore { get }
}

extension AccountForwarding {
  package func register(
    _ player: PlayerID, as credentials: Credentials, session: SessionRecord
  ) async throws(StoreError) {
    try await accountBase.register(player, as: credentials, session: session)
  }

  package func addAccount(
    _ player: PlayerRecord, credentials: Credentials, session: SessionRecord
  ) async throws(StoreError) {
    try await accountBase.addAccount(player, credentials: credentials, session: session)
  }

  package func account(skeleton: String) async throws(StoreError) -> AccountRecord? {
    try await accountBase.account(skeleton: skeleton)
  }

  package func account(of player: PlayerID) async throws(StoreError) -> AccountRecord? {
    try await accountBase.account(of: player)
  }

  package func rename(
    _ player: PlayerID, to name: String, skeletons: [String]
  ) async throws(StoreError) {
    try await accountBase.rename(player, to: name, skeletons: skeletons)
  }

  package func setPassword(
    of player: PlayerID, from old: String, to new: String, session: SessionRecord
  ) async throws(StoreError) {
    try await accountBase.setPassword(of: player, from: old, to: new, session: session)
  }

  package func deleteAccount(_ player: PlayerID) async throws(StoreError) {
    try await accountBase.deleteAccount(player)
  }

  package func addSession(
    _ session: SessionRecord, of player: PlayerID, ifPassword password: String?
  ) async throws(StoreError) {
    try await accountBase.addSession(session, of: player, ifPassword: password)
  }

  package func session(_ digest: [UInt8]) async throws(StoreError) -> SignedIn? {
    try await accountBase.session(digest)
  }

  package func sessions(of player: PlayerID) async throws(StoreError) -> [SessionRecord] {
    try await accountBase.sessions(of: player)
  }

  package func presentSessions(among digests: [[UInt8]]) async throws(StoreError) -> [[UInt8]] {
    try await accountBase.presentSessions(among: digests)
  }

  package func touchSession(_ digest: [UInt8], at time: Timestamp) async throws(StoreError) {
    try await accountBase.touchSession(digest, at: time)
  }

  package func endSession(_ digest: [UInt8], of player: PlayerID) async throws(StoreError) {
    try await accountBase.endSession(digest, of: player)
  }

  package func endSessions(
    of player: PlayerID, except digest: [UInt8]?
  ) async throws(StoreError) {
    try await accountBase.endSessions(of: player, except: digest)
  }
}
