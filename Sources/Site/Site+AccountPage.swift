internal import Games
internal import HTTPServer
internal import MatchStore
internal import Matches
internal import Service

extension Site {
  /// What a form of the account's page came to, when the page is shown again at once.
  private struct Notice {
    var problem: Problem?
    var said: String?
    /// A token that was just made; it is shown this once.
    var token: String?
  }

  /// The page of the reader's account, or the ways to have one.
  func accountPage(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await accountPage(Notice(), for: try await signedIn(of: request), request)
  }

  private func accountPage(
    _ notice: Notice, for signedIn: SignedIn?, _ request: HTTPRequest, name: String = ""
  ) async throws -> HTTPResponse {
    var parts: [HTML] = []
    if let signedIn {
      let sessions = try await accounts.sessions(of: signedIn.player.id)
      parts.append(AccountParts.name(signedIn.player))
      if signedIn.player.kind == .registered {
        parts.append(
          AccountParts.sessions(
            sessions.filter { $0.kind == .browser }, of: signedIn, now: request.receivedAt))
        parts.append(AccountParts.password(signedIn.player))
        parts.append(
          AccountParts.tokens(sessions.filter { $0.kind == .token }, now: request.receivedAt))
      } else {
        parts.append(AccountParts.register(name: name, isGuest: true))
        parts.append(AccountParts.signIn(name: name))
      }
      parts.append(AccountParts.delete(signedIn.player))
    } else {
      parts.append(AccountParts.signIn(name: name))
      parts.append(AccountParts.register(name: name, isGuest: false))
    }
    let body: HTML = """
      <div class="account" id="account"><h1>Account</h1>
      \(notice.problem.map { "<p class=\"problem\" role=\"alert\">\($0.detail.capitalisedFirst).</p>" as HTML } ?? .none)\
      \(notice.said.map { "<p class=\"status\" role=\"status\">\($0)</p>" as HTML } ?? .none)\
      \(notice.token.map(AccountParts.newToken) ?? .none)
      \(HTML.joined(parts))
      </div>
      """
    let page = Page(title: "Account · Baton", kind: "account", body: body)
    var response = page.response(assets, status: notice.problem?.status ?? 200)
    if let seconds = notice.problem?.retryAfter { response.set("Retry-After", String(seconds)) }
    return response
  }

  /// Does what a form of the account's page asks for, and shows the page again.
  ///
  /// What was wrong is told on the page, with what was typed but the passwords.
  func accountByForm(_ asked: AccountForm, _ request: HTTPRequest) async throws -> HTTPResponse {
    let form = try FormBody(request)
    let signedIn = try await signedIn(of: request)
    do {
      switch asked {
      case .register, .signIn: return try await comeInByForm(asked, form, signedIn, request)
      default:
        guard let signedIn else { throw ServiceError.notSignedIn }
        return try await changeByForm(asked, form, signedIn, request)
      }
    } catch {
      let problem = Problem(error)
      // Those are for the log, and for the page of errors.
      guard problem.status < 500 else { throw error }
      return try await accountPage(
        Notice(problem: problem), for: signedIn, request, name: form["name"] ?? "")
    }
  }

  private func comeInByForm(
    _ asked: AccountForm, _ form: FormBody, _ signedIn: SignedIn?, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let (name, password) = (form["name"] ?? "", form["password"] ?? "")
    let entry: AccountService.Entry
    if asked == .register {
      entry = try await accounts.register(
        name: name, password: password, guest: signedIn?.player, address: limitKey(of: request))
    } else {
      entry = try await accounts.signIn(
        name: name, password: password, device: deviceCookie.value(of: request),
        address: limitKey(of: request))
    }
    return handing(entry, seeOther(Route.account.path, cookie: nil))
  }

  private func changeByForm(
    _ asked: AccountForm, _ form: FormBody, _ signedIn: SignedIn, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let player = signedIn.player
    let back = seeOther(Route.account.path, cookie: nil)
    switch asked {
    case .register, .signIn: return back
    case .name:
      try limitChanges(of: player)
      _ = try await service.rename(player.id, to: form["name"] ?? "")
      return back
    case .signOut:
      try await accounts.signOut(signedIn)
      return forgetting(seeOther("/", cookie: nil))
    case .signOutEverywhere:
      try await accounts.signOutEverywhere(player.id)
      return forgetting(seeOther("/", cookie: nil))
    case .password:
      let entry = try await accounts.changePassword(
        of: player, from: form["old"] ?? "", to: form["password"] ?? "")
      return handing(entry, back)
    case .tokens:
      guard let days = Int(decimal: (form["days"] ?? "").utf8) else {
        throw Problem.malformed("days", "expected a number of days")
      }
      let chosen = ["read", "play", "account"].filter { form["scope-\($0)"] != nil }
      let (token, _) = try await accounts.makeToken(
        label: form["label"] ?? "", scopes: AccessScopes(names: chosen) ?? [], days: days,
        by: signedIn)
      return try await accountPage(Notice(token: token.text), for: signedIn, request)
    case .endSession:
      guard let id = try? Identifier128(text: form["id"] ?? "") else {
        throw Problem.malformed("id", "there is no such session")
      }
      _ = try await accounts.endSession(id, kind: .browser, of: player.id)
      _ = try await accounts.endSession(id, kind: .token, of: player.id)
      return back
    case .delete:
      guard form["sure"] != nil else {
        throw Problem.malformed("sure", "say that you are sure; it cannot be undone")
      }
      try await accounts.deleteAccount(of: player, password: form["password"] ?? "")
      return forgetting(seeOther("/", cookie: nil), deviceToo: true)
    }
  }
}

/// The parts of the account's page.
private enum AccountParts {
  static func form(_ asked: AccountForm, _ fields: HTML, class name: String = "card") -> HTML {
    """
    <form class="\(name)" method="post" action="\(Route.accountForm(asked).path)">
    \(fields)
    </form>

    """
  }

  static func signIn(name: String) -> HTML {
    form(
      .signIn,
      """
      <h2>Sign in</h2>
      <label class="field">Name <input name="name" maxlength="48" required value="\(name)" autocomplete="username"></label>
      <label class="field">Password <input type="password" name="password" maxlength="256" required autocomplete="current-password"></label>
      <div class="buttons"><button class="button main">Sign in</button></div>
      """)
  }

  static func register(name: String, isGuest: Bool) -> HTML {
    let says: HTML =
      isGuest
      ? "You are a guest of this browser. With an account you come back from anywhere, and keep your matches."
      : "With an account you come back from anywhere to your matches. Playing needs none."
    return form(
      .register,
      """
      <h2>Make an account</h2>
      <p class="hint">\(says)</p>
      <label class="field">Name <input name="name" maxlength="48" required value="\(name)" autocomplete="username"></label>
      <label class="field">Password, 8 characters or more <input type="password" name="password" minlength="8" maxlength="256" required autocomplete="new-password"></label>
      <p class="hint">There is no way back in without the password.</p>
      <div class="buttons"><button class="button\(" main", if: isGuest)">Make an account</button></div>
      """)
  }

  static func name(_ player: PlayerRecord) -> HTML {
    form(
      .name,
      """
      <h2>Your name</h2>
      <label class="field">Others see you as <input name="name" maxlength="48" required value="\(player.name)" autocomplete="nickname"></label>
      <div class="buttons"><button class="button">Save</button></div>
      """)
  }

  static func password(_ player: PlayerRecord) -> HTML {
    form(
      .password,
      """
      <h2>Password</h2>
      <input class="unseen" name="user" value="\(player.name)" autocomplete="username" tabindex="-1" aria-hidden="true" readonly>
      <label class="field">The present one <input type="password" name="old" maxlength="256" required autocomplete="current-password"></label>
      <label class="field">The new one <input type="password" name="password" minlength="8" maxlength="256" required autocomplete="new-password"></label>
      <p class="hint">All other browsers and all programs are signed out by it.</p>
      <div class="buttons"><button class="button">Change the password</button></div>
      """)
  }

  static func sessions(_ sessions: [SessionRecord], of signedIn: SignedIn, now: Int64) -> HTML {
    let items = HTML.joined(
      sessions.map { session in
        let isThis = session.digest == signedIn.session.digest
        let used = MatchList.age(now - session.lastUsedAt.milliseconds)
        return """
          <li><span>\("This browser", if: isThis)\("A browser", if: !isThis); signed in \(MatchList.age(now - session.createdAt.milliseconds)), used \(used)</span>\(isThis ? .none : end(session))</li>
          """ as HTML
      })
    return """
      <section class="card"><h2>Signed in</h2>
      <ul class="sessions">\(items)</ul>
      <div class="buttons">\(form(.signOut, "<button class=\"button\">Sign out</button>", class: "plain"))\(form(.signOutEverywhere, "<button class=\"button\">Sign out everywhere</button>", class: "plain"))</div>
      </section>

      """
  }

  private static func end(_ session: SessionRecord) -> HTML {
    form(
      .endSession,
      "<button class=\"button\" name=\"id\" value=\"\(session.id.text)\">End</button>",
      class: "plain")
  }

  static func tokens(_ tokens: [SessionRecord], now: Int64) -> HTML {
    let items = HTML.joined(
      tokens.map { token in
        let left = max((token.expiresAt?.milliseconds ?? now) - now, 0) / 86_400_000
        return """
          <li><span><bdi>\(token.label)</bdi>: \(token.scopes.names.joined(separator: ", ")), used \(MatchList.age(now - token.lastUsedAt.milliseconds)), \(Int(left)) days left</span>\(end(token))</li>
          """ as HTML
      })
    return """
      <details class="card"\(" open", if: !tokens.isEmpty)><summary>Tokens for programs</summary>
      <ul class="sessions">\(items)</ul>
      \(form(
        .tokens,
        """
        <label class="field">What it is for <input name="label" maxlength="24" required autocomplete="off"></label>
        <fieldset class="choice"><legend>It may</legend>
        <label><input type="checkbox" name="scope-read" value="1" checked>read</label>
        <label><input type="checkbox" name="scope-play" value="1" checked>play</label>
        <label><input type="checkbox" name="scope-account" value="1">change the account</label>
        </fieldset>
        <label class="field">Days <input type="number" name="days" min="1" max="366" value="365" required></label>
        <div class="buttons"><button class="button">Make a token</button></div>
        """, class: "plain"))
      </details>

      """
  }

  static func newToken(_ token: String) -> HTML {
    """
    <section class="card"><h2>The new token</h2><p>Copy it now; it is not shown again.</p><p class="copy"><input readonly value="\(token)" aria-label="Token"></p></section>
    """
  }

  static func delete(_ player: PlayerRecord) -> HTML {
    let password: HTML =
      player.kind == .registered
      ? "<label class=\"field\">Password <input type=\"password\" name=\"password\" maxlength=\"256\" required autocomplete=\"current-password\"></label>"
      : .none
    return """
      <details class="card"><summary>Delete \(player.kind == .registered ? "the account" : "this guest" as HTML)</summary>
      <p class="hint">You leave all your matches. Your name goes, and what you played stays for the others, by a “Deleted player”. It cannot be undone.</p>
      \(form(.delete, "\(password)<label class=\"check\"><input type=\"checkbox\" name=\"sure\" value=\"1\" required> I am sure</label><div class=\"buttons\"><button class=\"button danger\">Delete</button></div>", class: "plain"))
      </details>

      """
  }
}
