internal import Matches

extension Route {
  /// The routes that programs use, one of each kind and of each command on a match.
  static func forPrograms(match: MatchID, token: Identifier128) -> [Route] {
    [
      .health, .ready, .apiMatches, .apiMatch(match), .apiMatchEvents(match), .apiFind, .apiGames,
      .apiPublic, .apiDescription, .apiEvents, .apiMe, .apiAccount, .apiPassword, .apiSession,
      .apiSessions, .apiTokens, .apiToken(token),
    ] + Command.allCases.map { .apiCommand(match, $0) }
  }
}

extension Site {
  /// The paths that programs use, as the description of the API writes them, with the methods of each.
  ///
  /// The description is a file of its own; tests hold it against this.
  package static var operations: [(path: String, methods: [String])] {
    let match = MatchID(Identifier128(high: 0, low: 0))
    let token = Identifier128(high: 0, low: 1)
    return Route.forPrograms(match: match, token: token).map { route in
      let path = route.path.replacing(match.text, with: "{match}")
      return (path.replacing(token.text, with: "{token}"), route.methods)
    }
  }
}
