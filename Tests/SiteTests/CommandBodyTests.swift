internal import Foundation
internal import Site
internal import Testing

@Suite("Bodies of commands")
struct CommandBodyTests {
  @Test(
    "A body that is read quickly says the same as to the general reader",
    arguments: [
      #"{}"#, #" { } "#, #"{"version":3,"move":"d3"}"#, #"{ "version" : 0 , "move" : "" }"#,
      #"{"move":"write \"a\\b\/c\n\t\r\b\f\"","version":123456789012345678}"#,
      #"{"move":"über 🎲","player":"x","bot":"level-1","seat":2,"role":7}"#,
      #"{"data":"d","outcome":"lost","payload":"p","exchange":1,"kind":"draw","offer":9}"#,
    ])
  func agrees(text: String) throws {
    let bytes = Array(text.utf8)
    let quick = try #require(CommandBody(quick: bytes))
    let general = try JSONDecoder().decode(CommandBody.self, from: Data(bytes))
    #expect("\(quick)" == "\(general)")
  }

  @Test(
    "What is not written plainly is left to the general reader",
    arguments: [
      #"{"move":"\u0064"}"#, #"{"version":1.0}"#, #"{"version":1e1}"#, #"{"version":-1}"#,
      #"{"version":1234567890123456789}"#, #"{"version":"1"}"#, #"{"move":1}"#, #"{"accept":true}"#,
      #"{"to":[1]}"#, #"{"other":1}"#, #"{"move":null}"#, #"{"move":"a"} x"#, #"{"move":"a"#, #"["#,
    ])
  func leaves(text: String) {
    #expect(CommandBody(quick: Array(text.utf8)) == nil)
  }
}
