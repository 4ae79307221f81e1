import BatonTool
import Foundation
import Testing

@Suite("Input and output of the process")
struct SystemIOTests {
  @Test("Ctrl-C ends with 130")
  func interrupt() async {
    await #expect(processExitsWith: .exitCode(130)) {
      SystemIO().exitOnInterrupt()
      // The process as a whole is signalled: the threads of tasks take no signals.
      kill(getpid(), SIGINT)
      sleep(60)
    }
  }

  @Test("A request to terminate ends with 143")
  func terminate() async {
    await #expect(processExitsWith: .exitCode(143)) {
      SystemIO().exitOnInterrupt()
      // The process as a whole is signalled: the threads of tasks take no signals.
      kill(getpid(), SIGTERM)
      sleep(60)
    }
  }

  @Test("A closed pipe ends the output and not the process")
  func closedPipe() async {
    await #expect(processExitsWith: .exitCode(141)) {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0, dup2(ends[1], STDOUT_FILENO) >= 0 else { exit(1) }
      close(ends[0])
      close(ends[1])
      let code = await BatonTool.run(
        arguments: ["perft", "reversi", "20"], environment: [:], io: SystemIO())
      exit(code)
    }
  }

  @Test("Lines are read without their ends, and the last one needs none")
  func lines() async {
    await #expect(processExitsWith: .exitCode(0)) {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0, dup2(ends[0], STDIN_FILENO) >= 0 else { exit(1) }
      let text = "one\r\n\ntwo\nthree"
      guard write(ends[1], text, text.utf8.count) == text.utf8.count else { exit(2) }
      close(ends[1])
      let io = SystemIO()
      var lines: [String] = []
      while let line = await io.readLine() { lines.append(line) }
      guard lines == ["one", "", "two", "three"] else { exit(3) }
      guard await io.readLine() == nil else { exit(4) }
      exit(0)
    }
  }

  @Test("A line without end does not fill the memory, and the next one is whole")
  func endlessLine() async {
    await #expect(processExitsWith: .exitCode(0)) {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0, dup2(ends[0], STDIN_FILENO) >= 0 else { exit(1) }
      let end = ends[1]
      Thread.detachNewThread {
        let text = String(repeating: "x", count: 1_000_000) + "\nnext\n"
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
          let count = bytes.withUnsafeBytes { write(end, $0.baseAddress, $0.count) }
          guard count > 0 else { exit(2) }
          bytes = bytes.dropFirst(count)
        }
        close(end)
      }
      let io = SystemIO()
      guard let long = await io.readLine(), long.utf8.count <= 1 << 16 else { exit(3) }
      guard await io.readLine() == "next", await io.readLine() == nil else { exit(4) }
      exit(0)
    }
  }

  @Test("The environment of the process is passed on")
  func environment() {
    #expect(SystemIO.environment == ProcessInfo.processInfo.environment)
  }
}
