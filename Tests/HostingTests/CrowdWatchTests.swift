import Hosting
import Testing

@Suite("When a crowd of connections has come or gone")
struct CrowdWatchTests {
  /// What was told at each of some looks.
  private func told(_ looks: [Int]) -> [Bool] {
    var watch = CrowdWatch()
    return looks.map { watch.hasSettled(at: $0) }
  }

  @Test("A crowd is told once, when no more are coming")
  func comes() {
    #expect(
      told([0, 3000, 8000, 10_000, 10_000, 10_010, 9990])
        == [false, false, false, false, true, false, false])
  }

  @Test("A crowd that has left is told too")
  func goes() {
    #expect(told([2000, 2000, 900, 10, 8, 8]) == [false, true, false, false, true, false])
  }

  @Test("A few more or fewer are no crowd, and slow growth is seen in the end")
  func few() {
    #expect(told([100, 100, 300, 300, 499]) == [false, false, false, false, false])
    #expect(told((1...40).map { $0 * 40 }).filter { $0 }.count == 3)
  }
}
