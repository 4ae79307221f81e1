internal import Matches

extension Route {
  /// The routes that programs use, one of each kind and of each command on a match.
  static func forPrograms(match: MatchID) -> [Route] {
    [
      .health, .ready, .apiMatches, .apiMatch(match), .apiMatchEvents(match), .apiFind, .apiGames,
      .apiPublic, .apiDescription, .apiEvents, .apiMe,
    ] + Command.allCases.map { .apiCommand(match, $0) }
  }
}

extension Site {
  /// The paths that programs use, as the description of the API writes them, with the methods of each.
  ///
  /// The description is a file of its own; tests hold it against this.
  package static var operations: [(path: String, methods: [String])] {
    let match = MatchID(Identifier128(high: 0, low: 0))
    return Route.forPrograms(match: match).map { route in
      (route.path.replacing(match.text, with: "{match}"), route.methods)
    }
  }
}
