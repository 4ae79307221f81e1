internal import Matches

/// Where a request goes: each route is built and read here and nowhere else.
enum Route: Hashable, Sendable {
  /// The first page, and a game against the computer without script.
  case home
  /// A form of the pages: a move in a game against the computer.
  case playForm
  /// The page of chess, and a game of it against the computer without script.
  case chess
  /// A form of that page.
  case chessForm
  /// The page of puzzles of chess.
  case chessPuzzles
  /// The page of puzzles of Reversi.
  case reversiPuzzles
  /// A game of chess as a file to keep.
  case chessFile
  /// The page of a match.
  case match(MatchID)
  /// A match as a file to keep, where its game has a form for that.
  case matchFile(MatchID)
  /// A form of the pages: makes a match.
  case makeMatchForm
  /// A form of the pages: a command on a match.
  case matchForm(MatchID, Command)
  /// A form of the pages: another name for the player.
  case nameForm
  /// A picture of a position, for sharing.
  case picture(game: String)
  /// A game as a file to keep.
  case transcript(game: String)
  /// Something static: style, script, WebAssembly, icon.
  case asset(String)
  /// Whether the process lives.
  case health
  /// Whether it can serve.
  case ready
  /// The player's matches; posting makes one.
  case apiMatches
  /// A match as the reader may see it.
  case apiMatch(MatchID)
  /// A command on a match.
  case apiCommand(MatchID, Command)
  /// The events of one match, for who polls.
  case apiMatchEvents(MatchID)
  /// Finding a match to play in.
  case apiFind
  /// The games that are hosted.
  case apiGames
  /// The matches that anybody may watch.
  case apiPublic
  /// The description of the API.
  case apiDescription
  /// The stream of events.
  case apiEvents
  /// The reader.
  case apiMe
  /// The page of the reader's account.
  case account
  /// A form of that page.
  case accountForm(AccountForm)
  /// The account: making one, deleting it.
  case apiAccount
  /// The session: beginning one, ending it.
  case apiSession
  /// All sessions of the reader.
  case apiSessions
  /// The password.
  case apiPassword
  /// The tokens of programs.
  case apiTokens
  /// One of them.
  case apiToken(Identifier128)

  /// What can be asked of a match by its last path segment.
  enum Command: String, Sendable, CaseIterable {
    case join, decline, invite, bot, open, moves, save, turn, finish, quit, claim, remind, remove
    case ask, reply, cancel, resolve, offer, answer, resume, vacation, rematch

    /// Whether the command has to name the version that its sender looked at.
    var needsVersion: Bool {
      switch self {
      case .moves, .save, .turn, .finish, .quit: true
      default: false
      }
    }

    /// The fields that a body of the command may have.
    var fields: [String] {
      let own: [String] =
        switch self {
        case .join: ["role"]
        case .invite: ["player", "seat"]
        case .bot: ["bot", "seat"]
        case .open: ["seat"]
        case .moves: ["move"]
        case .save: ["data"]
        case .turn: ["data", "next", "results", "results.seat", "results.outcome"]
        case .finish: ["data", "results", "results.seat", "results.outcome"]
        case .quit: ["outcome", "data", "next", "results", "results.seat", "results.outcome"]
        case .ask: ["to", "payload", "time"]
        case .reply: ["exchange", "payload"]
        case .cancel: ["exchange"]
        case .resolve: ["exchanges", "data"]
        case .offer: ["kind"]
        case .answer: ["offer", "accept"]
        case .vacation: ["begins"]
        case .decline, .claim, .remind, .remove, .resume, .rematch: []
        }
      return own + ["version"]
    }

    /// Whether the command has fields that cannot be left out.
    var needsBody: Bool {
      switch self {
      case .join, .decline, .claim, .remind, .remove, .resume, .rematch: false
      default: true
      }
    }
  }

  /// Reads the decoded segments of a path; `nil` if nothing is there.
  init?(segments: [String]) {
    // All paths are ASCII; comparing anything else with them as text can take long.
    guard segments.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) else { return nil }
    switch segments.count {
    case 1: self.init(single: segments[0])
    case 2 where segments[0] == "m":
      guard let match = try? MatchID(text: segments[1]) else { return nil }
      self = .match(match)
    case 3 where segments[0] == "m" && segments[2] == "game.pgn":
      guard let match = try? MatchID(text: segments[1]) else { return nil }
      self = .matchFile(match)
    case 3 where segments[0] == "m":
      guard let match = try? MatchID(text: segments[1]),
        let command = Command(rawValue: segments[2])
      else { return nil }
      self = .matchForm(match, command)
    case 2 where segments[0] == "account":
      guard let form = AccountForm(rawValue: segments[1]) else { return nil }
      self = .accountForm(form)
    case 2 where segments[0] == "chess":
      switch segments[1] {
      case "play": self = .chessForm
      case "game.pgn": self = .chessFile
      case "puzzles": self = .chessPuzzles
      default: return nil
      }
    case 2 where segments[0] == "reversi" && segments[1] == "puzzles": self = .reversiPuzzles
    case 2 where segments[0] == "assets": self = .asset(segments[1])
    case 2 where segments[0] == "games":
      if segments[1].hasSuffix(".svg") {
        self = .picture(game: String(segments[1].dropLast(4)))
      } else if segments[1].hasSuffix(".txt") {
        self = .transcript(game: String(segments[1].dropLast(4)))
      } else {
        return nil
      }
    default: self.init(api: segments)
    }
  }

  private init?(single segment: String) {
    switch segment {
    case "": self = .home
    case "matches": self = .makeMatchForm
    case "play": self = .playForm
    case "chess": self = .chess
    case "name": self = .nameForm
    case "account": self = .account
    case "healthz": self = .health
    case "readyz": self = .ready
    case "favicon.ico": self = .asset("icon.svg")
    default: return nil
    }
  }

  private init?(api segments: [String]) {
    guard segments.count >= 2, segments[0] == "v1" else { return nil }
    switch (segments[1], segments.count) {
    case ("me", 2): self = .apiMe
    case ("events", 2): self = .apiEvents
    case ("find", 2): self = .apiFind
    case ("games", 2): self = .apiGames
    case ("public", 2): self = .apiPublic
    case ("openapi.json", 2): self = .apiDescription
    case ("account", 2): self = .apiAccount
    case ("account", 3) where segments[2] == "password": self = .apiPassword
    case ("session", 2): self = .apiSession
    case ("sessions", 2): self = .apiSessions
    case ("tokens", 2): self = .apiTokens
    case ("tokens", 3):
      guard let token = try? Identifier128(text: segments[2]) else { return nil }
      self = .apiToken(token)
    case ("matches", 2): self = .apiMatches
    case ("matches", 3), ("matches", 4):
      guard let match = try? MatchID(text: segments[2]) else { return nil }
      if segments.count == 3 {
        self = .apiMatch(match)
      } else if segments[3] == "events" {
        self = .apiMatchEvents(match)
      } else {
        guard let command = Command(rawValue: segments[3]) else { return nil }
        self = .apiCommand(match, command)
      }
    default: return nil
    }
  }

  /// The path of the route.
  var path: String {
    switch self {
    case .home: "/"
    case .chess: "/chess"
    case .chessForm: "/chess/play"
    case .chessFile: "/chess/game.pgn"
    case .chessPuzzles: "/chess/puzzles"
    case .reversiPuzzles: "/reversi/puzzles"
    case .match(let match): "/m/\(match.text)"
    case .matchFile(let match): "/m/\(match.text)/game.pgn"
    case .makeMatchForm: "/matches"
    case .matchForm(let match, let command): "/m/\(match.text)/\(command.rawValue)"
    case .playForm: "/play"
    case .nameForm: "/name"
    case .picture(let game): "/games/\(game.encodingSpaces).svg"
    case .transcript(let game): "/games/\(game.encodingSpaces).txt"
    case .asset(let name): "/assets/\(name)"
    case .health: "/healthz"
    case .ready: "/readyz"
    case .apiMatches: "/v1/matches"
    case .apiMatch(let match): "/v1/matches/\(match.text)"
    case .apiCommand(let match, let command): "/v1/matches/\(match.text)/\(command.rawValue)"
    case .apiMatchEvents(let match): "/v1/matches/\(match.text)/events"
    case .apiFind: "/v1/find"
    case .apiGames: "/v1/games"
    case .apiPublic: "/v1/public"
    case .apiDescription: "/v1/openapi.json"
    case .apiEvents: "/v1/events"
    case .apiMe: "/v1/me"
    case .account: "/account"
    case .accountForm(let form): "/account/\(form.rawValue)"
    case .apiAccount: "/v1/account"
    case .apiSession: "/v1/session"
    case .apiSessions: "/v1/sessions"
    case .apiPassword: "/v1/account/password"
    case .apiTokens: "/v1/tokens"
    case .apiToken(let token): "/v1/tokens/\(token.text)"
    }
  }

  /// The methods that the route answers, HEAD and OPTIONS aside.
  var methods: [String] {
    switch self {
    case .home, .chess, .chessFile, .chessPuzzles, .reversiPuzzles, .match, .matchFile, .picture,
      .transcript, .asset, .health, .ready, .apiMatch, .apiEvents,
      .apiMatchEvents, .apiGames, .apiPublic, .apiDescription:
      ["GET"]
    case .playForm, .chessForm, .makeMatchForm, .matchForm, .nameForm, .apiCommand, .apiFind:
      ["POST"]
    case .apiMatches: ["GET", "POST"]
    case .apiMe: ["GET", "PUT"]
    case .account: ["GET"]
    case .accountForm: ["POST"]
    case .apiAccount, .apiSession: ["POST", "DELETE"]
    case .apiSessions: ["GET", "DELETE"]
    case .apiPassword: ["PUT"]
    case .apiTokens: ["GET", "POST"]
    case .apiToken: ["DELETE"]
    }
  }
}

extension String {
  /// The text as part of an address, where a game may have spaces.
  var encodingSpaces: String {
    var bytes: [UInt8] = []
    for byte in utf8 {
      if byte == 0x20 { bytes += "%20".utf8 } else { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
