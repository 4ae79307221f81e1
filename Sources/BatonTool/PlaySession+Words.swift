internal import GameBoards
internal import Games

extension PlaySession {
  /// Takes in a line that was typed: a square, or a word with what belongs to it.
  mutating func handle(_ line: String) {
    let parts = line.split(maxSplits: 1, whereSeparator: { $0.isWhitespace })
    guard let first = parts.first else { return }
    let rest = parts.count > 1 ? trimmed(parts[1]) : ""
    let word = first.lowercased()
    if let known = PlayWord(rawValue: word), Table.words.contains(known) {
      handle(known, rest)
      return
    }
    switch table.read(String(first)) {
    case .move(let move):
      if rest.isEmpty { play(move) } else { say("One move at a time: \(first) first") }
    case .wrong(let reason): say(sentence(reason))
    case .none:
      let words = Table.words.map { $0.rawValue }
      let nearest = nearestWord(to: word, among: words).map { "did you mean '\($0)'?" }
      let hint = nearest ?? "'help' lists what can be typed"
      say("\(quoted(String(first.prefix(30)))) is no \(Table.moveWord) and no command; \(hint)")
    }
  }

  private mutating func handle(_ word: PlayWord, _ rest: String) {
    switch word {
    case .level: setLevel(rest)
    case .save: save(rest, replacing: false)
    case .replace: save(rest, replacing: true)
    case .open: open(rest)
    default:
      guard rest.isEmpty else {
        say("'\(word.rawValue)' takes nothing after it")
        return
      }
      handle(word)
    }
  }

  private mutating func handle(_ word: PlayWord) {
    switch word {
    case .moves: say(table.isOver ? "The game is over" : table.legalMoves)
    case .hint:
      if table.isOver {
        say("The game is over")
      } else {
        messages += table.hint()
      }
    case .undo:
      guard table.canTakeBack else {
        say("There is no move of yours to take back")
        return
      }
      carryOut(table.takeBack())
    case .new: begin([])
    case .transcript:
      let line = table.line
      say(line.isEmpty ? "No move was made yet" : line)
    case .help:
      messages += PlayWord.table(Table.self, indent: "").split(separator: "\n").map(String.init)
    case .quit: isLeaving = true
    default:
      let (words, effects) = table.handle(word)
      messages += words
      carryOut(effects)
      // What only tells something leaves the picture as it is.
      needsBoard = words.isEmpty
    }
  }

  private mutating func say(_ text: String) { messages.append(text) }

  private mutating func play(_ move: Table.Move) {
    do throws(IllegalMove) {
      carryOut(try table.play(move))
    } catch {
      say(sentence(error.reason))
    }
  }

  /// Puts another game on the board; what was there is told, so that it is not lost.
  ///
  /// - Returns: what is wrong with the bytes, and then the game stays.
  @discardableResult
  private mutating func begin(_ bytes: [UInt8]) -> TextError? {
    let before = table.line
    do throws(TextError) {
      let effects = try table.restart(bytes, level: level.number)
      if !before.isEmpty, before != table.line { say("The game before: \(before)") }
      carryOut(effects)
      return nil
    } catch {
      return error
    }
  }

  private mutating func setLevel(_ text: String) {
    if text.isEmpty {
      for level in Table.levels {
        let mark = level == self.level ? ">" : " "
        say("\(mark) \(level.number)  \(padded(level.name, to: 9)) \(level.summary)")
      }
      return
    }
    guard let level = Table.levels.first(where: { "\($0.number)" == text }) else {
      say("A level is a number from 1 to \(Table.levels.count)")
      return
    }
    self.level = level
    table.setLevel(level.number)
    needsBoard = true
    say("Level \(level.number), \(level.name), from the computer's next move on")
  }

  // MARK: Files

  private mutating func save(_ name: String, replacing: Bool) {
    guard let path = path(name, word: replacing ? .replace : .save) else { return }
    do throws(TextFile.Failure) {
      try TextFile.write(bytes: table.file, to: path, replacing: replacing)
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
    let bytes: [UInt8]
    do throws(TextFile.Failure) {
      let limit = Table.fileLimit
      bytes = try TextFile.readBytes(path, limit: limit.bytes, purpose: limit.purpose)
    } catch {
      say("\(shown(name)) was not opened: \(error.reason)")
      return
    }
    guard bytes.contains(where: { $0 > 0x20 }) else {
      say("\(shown(name)) holds no game: it is empty")
      return
    }
    if let error = begin(bytes) {
      say("\(shown(name)) holds no game: \(shown(error.reason))")
    } else {
      say("Opened \(shown(name))")
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
  let start = Array(reason.utf8.prefix(2))
  let isSquare =
    start.count == 2 && (UInt8(ascii: "a")...UInt8(ascii: "h")).contains(start[0])
    && (UInt8(ascii: "1")...UInt8(ascii: "8")).contains(start[1])
  return isSquare ? reason : reason.prefix(1).uppercased() + reason.dropFirst()
}
