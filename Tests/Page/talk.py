"""What tests of matches ask of the API and of each other: it goes through a window, as its player."""

from harness import until

ASK = """
const [method, path, body, done] = arguments;
fetch('/v1' + path, {
  method, body: body && JSON.stringify(body),
  headers: { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID?.() ?? String(Math.random()) },
}).then((response) => response.json()).then(done, (error) => done({ error: String(error) }));
"""


def ask(window, method, path, body=None):
    """What the API answers to this window's player."""
    return window.driver.execute_async_script(ASK, method, path, body)


def player(window):
    """The identifier of a window's player."""
    return ask(window, "GET", "/me")["id"]


def become_somebody(window, server):
    """Gives the window a player, by a match that ends at once and leaves the list."""
    window.open(server.url)
    made = ask(window, "POST", "/matches", {"game": "reversi"})
    ask(window, "POST", f"/matches/{made['match']}/quit", {"version": made["version"]})
    window.open(server.url)
    return player(window)


def make(window, server, **terms):
    """Makes a match with these terms, and returns its link; the window shows its page."""
    if not window.js("return location.href").startswith(server.url):
        window.open(server.url)
    made = ask(window, "POST", "/matches", {"game": "reversi", **terms})
    link = f"{server.url}m/{made['match']}"
    window.open(link)
    return link


def matched(windows, server, **terms):
    """Two windows that play a match with these terms, the first with the black discs; returns them and the link."""
    first, second = windows("desktop", 0), windows("desktop", 1)
    link = make(first, server, **terms)
    second.open(link)
    second.wait("return document.querySelector('.name') && document.body.dataset.ready")
    first.wait("return !document.querySelector('#seats').textContent.includes('open seat')")
    return first, second, link


def shows(window, selector, limit=20):
    """Waits until something is to be seen."""
    until(lambda: window.is_shown(selector), lambda: f"{selector} is shown: {window.state()}", limit)


def is_gone(window, selector):
    until(lambda: not window.is_shown(selector), f"{selector} is gone")


def says(window, words):
    """Waits until the live region says this."""
    window.wait_state(lambda state: state["said"] == words, words)
