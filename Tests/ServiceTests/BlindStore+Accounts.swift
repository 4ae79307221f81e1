import MatchStore
import Matches

extension BlindStore {
  func register(
    _ player: PlayerID, as credentials: Credentials, session: SessionRecord
  ) async throws(StoreError) {
    try await base.register(player, as: credentials, session: session)
  }
  func addAccount(
    _ player: PlayerRecord, credentials: Credentials, session: SessionRecord
  ) async throws(StoreError) {
    try await base.addAccount(player, credentials: credentials, session: session)
  }
  func account(skeleton: String) async throws(StoreError) -> AccountRecord? {
    try await base.account(skeleton: skeleton)
  }
  func account(of player: PlayerID) async throws(StoreError) -> AccountRecord? {
    try await base.account(of: player)
  }
  func rename(
    _ player: PlayerID, to name: String, skeletons: [String]
  ) async throws(StoreError) {
    try await base.rename(player, to: name, skeletons: skeletons)
  }
  func setPassword(
    of player: PlayerID, from old: String, to new: String, session: SessionRecord
  ) async throws(StoreError) {
    try await base.setPassword(of: player, from: old, to: new, session: session)
  }
  func deleteAccount(_ player: PlayerID) async throws(StoreError) {
    try await base.deleteAccount(player)
  }
  func addSession(
    _ session: SessionRecord, of player: PlayerID, ifPassword password: String?
  ) async throws(StoreError) {
    try await base.addSession(session, of: player, ifPassword: password)
  }
  func session(_ digest: [UInt8]) async throws(StoreError) -> SignedIn? {
    try await base.session(digest)
  }
  func sessions(of player: PlayerID) async throws(StoreError) -> [SessionRecord] {
    try await base.sessions(of: player)
  }
  func presentSessions(among digests: [[UInt8]]) async throws(StoreError) -> [[UInt8]] {
    try await base.presentSessions(among: digests)
  }
  func touchSession(_ digest: [UInt8], at time: Timestamp) async throws(StoreError) {
    try await base.touchSession(digest, at: time)
  }
  func endSession(_ digest: [UInt8], of player: PlayerID) async throws(StoreError) {
    try await base.endSession(digest, of: player)
  }
  func endSessions(
    of player: PlayerID, except digest: [UInt8]?
  ) async throws(StoreError) {
    try await base.endSessions(of: player, except: digest)
  }
}
