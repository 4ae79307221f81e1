public import MatchStore
public import Matches

/// A session's secret, as a browser or program keeps it: 32 random bytes, written in hexadecimal.
public struct SessionToken: Hashable, Sendable {
  /// The 64 characters that the holder shows.
  public let text: String

  /// Creates a token from what a client shows; `nil` unless it has the form of one.
  public init?(_ text: String) {
    guard text.utf8.count == 64,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    self.text = text
  }

  /// Draws a new token.
  static func make() -> SessionToken {
    let digits = Array("0123456789abcdef".utf8)
    let bytes = Secrets.randomBytes(32).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return SessionToken(unchecked: String(decoding: bytes, as: UTF8.self))
  }

  private init(unchecked text: String) { self.text = text }

  /// What the store keeps of it.
  var digest: [UInt8] { Secrets.digest(Array(text.utf8)) }
}

extension MatchService {
  /// Makes a guest with a first session.
  public func makeGuest(
    receivedAt: Timestamp
  ) async throws -> (player: PlayerRecord, token: SessionToken) {
    let id = PlayerID(Secrets.makeIdentifier())
    let player = PlayerRecord(
      id: id, name: PlayerName.guest(id.text).text, createdAt: receivedAt)
    let token = SessionToken.make()
    let session = SessionRecord(digest: token.digest, createdAt: receivedAt)
    try await storing { () throws(StoreError) in
      try await store.addPlayer(player, session: session)
    }
    return (player, token)
  }

  /// Returns the player to whom a token belongs, or `nil` if there is none.
  public nonisolated func player(for token: SessionToken) async throws -> PlayerRecord? {
    do throws(StoreError) {
      return try await store.player(session: token.digest)
    } catch {
      throw ServiceError(error)
    }
  }

  /// Gives a player another name.
  ///
  /// - Throws: ``ServiceError/malformed(field:reason:)`` if the name is not one, ``ServiceError/nameTaken`` if it
  ///   looks like the name of an account.
  public func rename(_ player: PlayerID, to raw: String) async throws -> String {
    let name: PlayerName
    do throws(PlayerName.Problem) {
      name = try PlayerName(raw)
    } catch {
      throw ServiceError.malformed(field: "name", reason: error.reason)
    }
    let kind = try await storing { () throws(StoreError) in try await store.player(player) }?.kind
    do throws(PlayerName.Problem) {
      try name.checkFree(isOwn: kind == .registered)
    } catch {
      throw ServiceError.malformed(field: "name", reason: error.reason)
    }
    let skeletons = LookAlikes(of: name).skeletons
    try await storing { () throws(StoreError) in
      try await store.rename(player, to: name.text, skeletons: skeletons)
    }
    sessions.forget(player)
    await renameInRooms(player, to: name.text)
    return name.text
  }
}
