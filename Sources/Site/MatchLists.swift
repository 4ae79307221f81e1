internal import Games
internal import Matches
internal import Service
internal import Story

/// The reader's matches: invitations, those that wait for the reader, those that wait for others, and ended ones.
enum MatchList {
  private static let groups: [(title: String, holds: @Sendable (MatchListEntry) -> Bool)] = [
    ("Invitations", { $0.isInvitation && $0.status != "ended" }),
    ("Your turn", { $0.yourTurn && !$0.isInvitation && $0.status != "ended" }),
    ("Somebody else’s turn", { !$0.yourTurn && !$0.isInvitation && $0.status != "ended" }),
    ("Ended", { $0.status == "ended" }),
  ]

  /// The lists; the match whose page this is, is marked as `here`.
  static func html(_ matches: [MatchListEntry], now: Int64, here: String? = nil) -> HTML {
    guard !matches.isEmpty else {
      return """
        <div id="matches"><p id="no-matches" class="hint">\(MatchWords.welcome). A match with a friend has a link that you send.</p></div>
        """
    }
    let lists = HTML.joined(
      groups.enumerated().compactMap { index, group in
        let own = matches.filter(group.holds)
        return own.isEmpty
          ? nil
          : """
          <section id="list-\(index)" aria-labelledby="list-\(index)-title"><h3 id="list-\(index)-title">\(group.title)</h3><ul class="matches">\(HTML.joined(own.map { item($0, now: now, here: here) }))</ul></section>
          """ as HTML
      })
    return "<div id=\"matches\">\(lists)</div>"
  }

  private static func item(_ match: MatchListEntry, now: Int64, here: String?) -> HTML {
    let isHere = match.id == here
    let words = SeatWords.of(match.game)
    let others =
      match.others.isEmpty ? "Waiting for a player" : match.others.joined(separator: ", ")
    let isOver = match.status == "ended"
    let time: HTML =
      if let deadline = match.deadline, !isOver {
        "<span class=\"ago\"><span class=\"clock\" data-own data-until=\"\(String(deadline))\">\(ClockWords.left(deadline - now))</span> left</span>"
      } else {
        "<span class=\"ago\" data-own data-at=\"\(String(match.updatedAt))\">\(age(now - match.updatedAt))</span>"
      }
    let kind = isOver ? "over" : match.yourTurn || match.isInvitation ? "yours" : ""
    return """
      <li id="l-\(match.id)" class="\(kind)" data-version="\(match.version)"><a href="/m/\(match.id)"\(" aria-current=\"page\"", if: isHere)><span class="disc \(words.mark(match.you ?? 2))" aria-hidden="true"></span><span class="what"><span class="game">\(match.title)</span>\(" <span class=\"new\">New</span>", if: match.isNew && !match.isInvitation)<bdi>\(others)</bdi></span><span class="how"><span class="state">\(state(match))</span>\(time)</span></a>\(buttons(match))</li>
      """
  }

  private static func state(_ match: MatchListEntry) -> String {
    if match.status == "ended" { return MatchWords.ended }
    if match.isInvitation { return "Invited" }
    if match.yourTurn { return "Your turn" }
    return match.others.isEmpty ? "Send the link" : "Their turn"
  }

  /// What can be done with a match without opening it.
  private static func buttons(_ match: MatchListEntry) -> HTML {
    func form(_ command: Route.Command, _ label: String, _ style: String) -> HTML {
      """
      <form method="post" action="/m/\(match.id)/\(command.rawValue)"><input type="hidden" name="key" value="list-\(match.version)-\(String(match.id.suffix(8)))"><button class="button small \(style)">\(label)</button></form>
      """
    }
    if match.isInvitation, match.status != "ended" {
      return
        "<div class=\"buttons\">\(form(.join, "Accept", "main"))\(form(.decline, "Decline", ""))</div>"
    }
    guard match.status == "ended" else { return .none }
    return "<div class=\"buttons\">\(form(.remove, "Remove from the list", ""))</div>"
  }

  /// How long ago something was, in the largest fitting unit.
  static func age(_ milliseconds: Int64) -> String {
    let seconds = max(milliseconds, 0) / 1000
    switch seconds {
    case ..<60: return "just now"
    case ..<3600: return "\(seconds / 60) min ago"
    case ..<86_400: return "\(seconds / 3600) h ago"
    default: return "\(seconds / 86_400) d ago"
    }
  }
}

/// The matches that anybody may watch.
enum PublicList {
  static func html(_ matches: [PublicMatch], now: Int64) -> HTML {
    guard !matches.isEmpty else {
      return "<p class=\"hint\">No public match goes on just now.</p>"
    }
    let items = HTML.joined(
      matches.map { match in
        // Once all seats are filled, a seat without a name is a computer's.
        let nobody = match.status == "matching" ? "open seat" : "Computer"
        let players = match.players.map { $0 ?? nobody }.joined(separator: " · ")
        return """
          <li><a href="/m/\(match.id)?watch"><span class="what"><span class="game">\(match.title)</span><bdi>\(players)</bdi></span><span class="how"><span class="state">Watch</span><span class="ago" data-own data-at="\(String(match.updatedAt))">\(MatchList.age(now - match.updatedAt))</span></span></a></li>
          """ as HTML
      })
    return "<ul id=\"public\" class=\"matches\">\(items)</ul>"
  }
}
