internal import GameBoards
internal import Games
internal import Reversi
internal import ReversiEngine
internal import ReversiWeights

extension PlaySession {
  /// Takes in a line that was typed: a square, or a word with what belongs to it.
  mutating func handle(_ line: String) {
    let parts = line.split(maxSplits: 1, whereSeparator: { $0.isWhitespace })
    guard let first = parts.first else { return }
    let rest = parts.count > 1 ? trimmed(parts[1]) : ""
    let word = first.lowercased()
    if let known = PlayWord(rawValue: word) {
      handle(known, rest)
    } else if let move = try? ReversiMove(text: word) {
      if rest.isEmpty { play(move) } else { say("One move at a time: \(move.text) first") }
    } else {
      let words = PlayWord.allCases.map { $0.rawValue }
      let nearest = nearestWord(to: word, among: words).map { "did you mean '\($0)'?" }
      let hint = nearest ?? "'help' lists what can be typed"
      say("\(quoted(String(first.prefix(30)))) is no square and no command; \(hint)")
    }
  }

  private mutating func handle(_ word: PlayWord, _ rest: String) {
    switch word {
    case .level: setLevel(rest)
    case .save: save(rest, replacing: false)
    case .replace: save(rest, replacing: true)
    case .open: open(rest)
    case .moves, .hint, .undo, .new, .transcript, .help, .quit:
      guard rest.isEmpty else {
        say("'\(word.rawValue)' takes nothing after it")
        return
      }
      handle(word)
    }
  }

  private mutating func handle(_ word: PlayWord) {
    switch word {
    case .moves:
      let position = screen.position
      say(position.isOver ? "The game is over" : legalMovesLine(position))
    case .hint: sayHint()
    case .undo:
      guard screen.canTakeBack else {
        say("There is no move of yours to take back")
        return
      }
      carryOut(screen.takeBack())
    case .new: begin(Record(start: ReversiPosition.start))
    case .transcript:
      let transcript = screen.transcript
      say(transcript.isEmpty ? "No move was made yet" : transcript)
    case .help: messages += PlayWord.table(indent: "").split(separator: "\n").map(String.init)
    case .quit: isLeaving = true
    case .level, .save, .replace, .open: break
    }
  }

  /// Tells what the engine thinks of each move; it takes some tenths of a second.
  private mutating func sayHint() {
    let position = screen.position
    guard !position.isOver else {
      say("The game is over")
      return
    }
    let report = ReversiSearch(weights: .shipped, memory: 16 << 20).run(
      position, goal: position.emptyCount <= 16 ? .score : .depth(12), lines: 64)
    if let verdict = ReversiWords.verdict(of: report) { say(verdict) }
    say(
      report.lines.map { "\($0.move.text) \(ReversiWords.signed($0.value))" }
        .joined(separator: "  "))
  }

  private mutating func say(_ text: String) { messages.append(text) }

  private mutating func play(_ move: ReversiMove) {
    do throws(IllegalMove) {
      carryOut(try screen.play(move))
    } catch {
      say(sentence(error.reason))
    }
  }

  /// Puts another game on the board; what was there is told, so that it is not lost.
  private mutating func begin(_ record: Record<ReversiPosition>) {
    let before = screen.transcript
    let effects = screen.restart(people: people, level: level, record: record)
    if !before.isEmpty, before != screen.transcript { say("The game before: \(before)") }
    carryOut(effects)
  }

  private mutating func setLevel(_ text: String) {
    if text.isEmpty {
      for level in ReversiLevel.all {
        let mark = level == self.level ? ">" : " "
        say("\(mark) \(level.number)  \(padded(level.name, to: 9)) \(level.summary)")
      }
      return
    }
    guard let number = Int(text), let level = ReversiLevel(number) else {
      let numbers = ReversiLevel.numbers
      say("A level is a number from \(numbers.lowerBound) to \(numbers.upperBound)")
      return
    }
    self.level = level
    screen.setLevel(level)
    needsBoard = true
    say("Level \(level.number), \(level.name), from the computer's next move on")
  }

  // MARK: Files

  private mutating func save(_ name: String, replacing: Bool) {
    guard let path = path(name, word: replacing ? .replace : .save) else { return }
    do throws(TextFile.Failure) {
      try TextFile.write(screen.transcript + "\n", to: path, replacing: replacing)
      say("Saved as \(shown(name))")
    } catch {
      say(
        error.isBecauseItExists && !replacing
          ? "\(shown(name)) exists and was left alone; 'save! \(shown(name))' replaces it"
          : "\(shown(name)) was not saved: \(error.reason)")
    }
  }

  private mutating func open(_ name: String) {
    guard let path = path(name, word: .open) else { return }
    let text: String
    do throws(TextFile.Failure) {
      text = try TextFile.read(path)
    } catch {
      say("\(shown(name)) was not opened: \(error.reason)")
      return
    }
    do throws(TranscriptError) {
      begin(try Transcript(text).record)
      say("Opened \(shown(name))")
    } catch {
      say("\(shown(name)) holds no game: \(error.text)")
    }
  }

  /// The path that was typed, with `~` for the home folder as in a shell.
  private mutating func path(_ name: String, word: PlayWord) -> String? {
    guard !name.isEmpty else {
      say("'\(word.rawValue)' needs the name of a file")
      return nil
    }
    guard name.utf8.starts(with: "~/".utf8), let home else { return name }
    return home + name.dropFirst()
  }
}

private func trimmed(_ text: Substring) -> String {
  var text = text
  while text.last?.isWhitespace ?? false { text.removeLast() }
  return String(text)
}

/// Returns a reason as a sentence of its own; the name of a square keeps its small letter.
private func sentence(_ reason: String) -> String {
  if (try? Square(text: String(reason.prefix(2)))) != nil { return reason }
  return reason.prefix(1).uppercased() + reason.dropFirst()
}
