import MatchStore
import Testing

@Suite("StoreWait")
struct StoreWaitTests {
  private static let patience: UInt64 = 1_000_000_000_000

  @Test("What is left gets less with time, and never nothing")
  func less() {
    #expect(StoreWait().left(of: Self.patience) > Self.patience * 3 / 4)
    let half = StoreWait(ago: .seconds(500)).left(of: Self.patience)
    #expect(half <= Self.patience / 2 && half > Self.patience / 4)
    #expect(StoreWait(ago: .seconds(5000)).left(of: Self.patience) == Self.patience / 16)
  }

  @Test("A wait on purpose does not count, and what goes on after the answer has all the time")
  func restartAndEnd() {
    let wait = StoreWait(ago: .seconds(5000))
    wait.restart()
    #expect(wait.left(of: Self.patience) > Self.patience * 3 / 4)
    let ended = StoreWait(ago: .seconds(5000))
    ended.end()
    #expect(ended.left(of: Self.patience) == Self.patience)
  }
}
