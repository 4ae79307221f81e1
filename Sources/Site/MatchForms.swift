internal import Chess
internal import Games
internal import Matches
internal import Service
internal import Story

/// The forms of the first page that make a match.
enum MatchForms {
  /// A match of Reversi on the server.
  static func reversi(bots: [BotInfo]) -> HTML {
    let levels = HTML.joined(
      bots.enumerated().map { index, bot in
        "<option value=\"\(bot.name)\"\(" selected", if: index == bots.count / 2 - (bots.count > 3 ? 1 : 0))>\(index + 1) · \(bot.title)</option>"
          as HTML
      })
    let computer: HTML = """
      <label><input type="radio" name="with" value="computer">The computer</label>
      """
    let level: HTML = """
      <label class="field level">Level <select name="bot">\(levels)</select></label>
      """
    return """
      <form id="match-setup" method="post" action="\(Route.makeMatchForm.path)" class="card">
      <h3>A match of Reversi</h3>
      <fieldset class="choice rows"><legend>With</legend>
      <label><input type="radio" name="with" value="friend" checked>A friend, by a link</label>
      <label><input type="radio" name="with" value="anyone">Anyone who waits</label>
      \(computer, if: !bots.isEmpty)
      </fieldset>
      \(level, if: !bots.isEmpty)
      <fieldset class="choice"><legend>You play</legend>
      <label><input type="radio" name="colour" value="black" checked>Black, first</label>
      <label><input type="radio" name="colour" value="white">White</label>
      </fieldset>
      \(agreements)
      <div class="buttons"><button class="button main" name="game" value="reversi">Play</button></div>
      </form>
      """
  }

  /// A match of chess on the server.
  static func chess(bots: [BotInfo]) -> HTML {
    let levels = HTML.joined(
      bots.enumerated().map { index, bot in
        "<option value=\"\(bot.name)\"\(" selected", if: bot.name == "level-3")>\(bot.name.hasPrefix("level-") ? "\(index + 1) · " : "")\(bot.title)</option>"
          as HTML
      })
    return """
      <form id="match-setup" method="post" action="\(Route.makeMatchForm.path)" class="card">
      <h3>A match of chess</h3>
      <fieldset class="choice rows"><legend>With</legend>
      <label><input type="radio" name="with" value="friend" checked>A friend, by a link</label>
      <label><input type="radio" name="with" value="anyone">Anyone who waits</label>
      <label><input type="radio" name="with" value="computer">The computer</label>
      </fieldset>
      <label class="field level">Level <select name="bot">\(levels)</select></label>
      <fieldset class="choice"><legend>You play</legend>
      <label><input type="radio" name="seat" value="1" checked>White</label>
      <label><input type="radio" name="seat" value="2">Black</label>
      <label><input type="radio" name="seat" value="either">Either</label>
      </fieldset>
      \(agreements)
      <details class="more"><summary>Start from another position</summary><label class="field">FEN, or chess960 <input name="options" maxlength="200" autocomplete="off" spellcheck="false"></label></details>
      <div class="buttons"><button class="button main" name="game" value="\(ChessGame.info.id)">Play</button></div>
      </form>
      """
  }

  /// A story.
  static var story: HTML {
    let numbers = HTML.joined(
      StoryPosition.info.seats.map { number in
        "<option\(" selected", if: number == 3)>\(number)</option>" as HTML
      })
    return """
      <form id="story-setup" method="post" action="\(Route.makeMatchForm.path)" class="card">
      <h3>A story told together</h3>
      <p class="hint">Everybody adds up to \(StoryLimits.usual.turn) characters in turn, until the story is full.</p>
      <fieldset class="choice rows"><legend>With</legend>
      <label><input type="radio" name="with" value="friend" checked>Friends, by a link</label>
      <label><input type="radio" name="with" value="anyone">Anyone who waits</label>
      </fieldset>
      <label class="field">Players <select name="seats">\(numbers)</select></label>
      \(agreements)
      <div class="buttons"><button class="button" name="game" value="\(StoryPosition.info.id)">Start a story</button></div>
      </form>
      """
  }

  private static var agreements: HTML {
    let clocks = HTML.joined(
      ClockWords.choices.map { choice in
        "<option value=\"\(choice.control)\"\(" selected", if: choice.control.hasSuffix(" 604800000"))>\(choice.words)</option>"
          as HTML
      })
    return """
      <label class="field">Time <select name="clock">\(clocks)</select></label>
      <label class="check"><input type="checkbox" name="public" value="1"> Public: anybody may watch</label>
      """
  }
}
