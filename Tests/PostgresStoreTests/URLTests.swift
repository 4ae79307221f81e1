internal import Hosting
internal import PostgresStore
internal import Testing

@Suite("Addresses of PostgreSQL")
struct URLTests {
  @Test(
    "What is no URL of PostgreSQL is refused",
    arguments: [
      "", "baton.sqlite", "http://host/", "postgres://[host/x", "postgres://h/?nonsense=1",
      "postgres://\u{0}/",
    ])
  func refused(url: String) async {
    await #expect(throws: PostgresStoreError.invalidURL) { try await PostgresStore(url: url) }
  }

  @Test("A server that is not there is told with the reason, and the password is not")
  func away() async {
    let error = await #expect(throws: PostgresStoreError.self) {
      try await PostgresStore(url: "postgresql://baton:hush@127.0.0.1:1/baton")
    }
    guard case .cannotConnect(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("127.0.0.1"))
    #expect(!reason.contains("hush"))
  }
}
