"""The pages as a whole: weight, security, accessibility, themes, and the picture of the README."""

import os

import pytest

from harness import ROOT, rules, until
from picture import size_of, with_palette
from test_match import GAME, make_match

# The whole first page, over the wire.
WEIGHT_LIMIT = 120_000


def load_cold(window, url):
    """Loads a page with nothing in the cache; returns milliseconds until ready, and bytes by address."""
    window.driver.get("about:blank")
    window.cdp("Network.clearBrowserCache")
    window.drain()
    window.open(url)
    ready = float(window.js("return document.body.dataset.ready"))
    # What is fetched ahead for later counts, too.
    until(lambda: window.js(
        "return performance.getEntriesByType('resource').some((it) => it.name.includes('/worker.'))"),
        "the worker's script was fetched")
    window.after_paint()
    _, events = window.drain()
    names, sizes = {}, {}
    for event in events:
        parameters = event["params"]
        if event["method"] == "Network.requestWillBeSent":
            names[parameters["requestId"]] = parameters["request"]["url"]
        elif event["method"] == "Network.loadingFinished":
            name = names[parameters["requestId"]]
            if name.startswith("http"):
                sizes[name] = sizes.get(name, 0) + int(parameters["encodedDataLength"])
    return ready, sizes


def test_weight_and_time_of_the_first_page(window, server, figure):
    loads = [load_cold(window, server.url) for _ in range(5)]
    sizes = max((sizes for _, sizes in loads), key=lambda sizes: sum(sizes.values()))
    names = " ".join(sizes)
    for part in ("baton.", ".wasm", ".css", "page.", "worker."):
        assert part in names, f"{part} was not measured: {names}"
    figure("weight of the first page", sum(sizes.values()) / 1000, "kB")
    figure("ready after a cold load", [ready for ready, _ in loads], "ms")
    assert sum(sizes.values()) <= WEIGHT_LIMIT, sizes
    assert min(ready for ready, _ in loads) < 5000


def test_a_second_load_takes_almost_nothing(window, server):
    window.open(server.url)
    window.drain()
    window.open(server.url)
    taken = window.js("""
      return performance.getEntriesByType('resource').filter((it) => it.transferSize > 0).map((it) => it.name)""")
    assert taken == []


def test_nothing_inline_runs(window, server):
    window.open(server.url)
    # That the policy holds is what makes the silence of the log mean something.
    window.expect("Content Security Policy")
    window.js("""
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      document.body.append(script);
      document.body.insertAdjacentHTML('beforeend', '<p id="styled" style="color: rgb(1, 2, 3)">x</p>');
    """)
    assert window.js("return window.ran") is None
    assert window.js("return getComputedStyle(document.getElementById('styled')).color") != "rgb(1, 2, 3)"
    messages, _ = window.drain()
    assert sum("Content Security Policy" in entry["message"] for entry in messages) >= 2


def test_every_page_is_quiet(window, server):
    # What the browser complains of, and where requests go, is looked at after every test; these are the
    # pages that no other test opens.
    window.expect("404", "400")
    for path, title in (
        ("nothing-here", "Nothing here"), ("m/00000000000000000000000000", None),
        ("games/F5D4.txt", None),
    ):
        window.open(server.url + path, ready=False)
        assert window.text("h1"), path
        assert title is None or window.text("h1") == title
        assert window.js("return getComputedStyle(document.body).margin") == "0px", "styled"
    window.open(server.url + f"games/{GAME[:40]}.svg", ready=False)
    assert window.js("return document.documentElement.tagName") == "svg"
    make_match(window, server)
    window.drain()
    assert any("/m/" in request for request in window.requests), "requests are seen"


def accessible_nodes(window):
    window.cdp("Accessibility.enable")
    nodes = window.cdp("Accessibility.getFullAXTree")["nodes"]
    window.cdp("Accessibility.disable")
    return [
        (node["role"]["value"], node.get("name", {}).get("value", ""),
         {item["name"]: item["value"].get("value") for item in node.get("properties", [])})
        for node in nodes if not node.get("ignored")]


@pytest.mark.parametrize("game", ["", GAME[:40]], ids=["start", "middle"])
def test_the_accessibility_tree_holds_a_grid(window, server, game):
    window.open(server.url + f"?mode=two&game={game}")
    nodes = accessible_nodes(window)
    grids = [name for role, name, _ in nodes if role == "grid"]
    assert grids == ["Reversi board"]
    cells = [(name, properties) for role, name, properties in nodes if role == "gridcell" and name]
    assert len(cells) == 64
    word = rules(game)
    kinds = {"X": "black disc", "O": "white disc", "-": "empty"}
    for index, (name, properties) in enumerate(cells):
        square = "abcdefgh"[index % 8] + str(index // 8 + 1)
        assert name.startswith(f"{square}, {kinds[word['board'][index]]}"), name
        assert bool(properties.get("disabled")) == (square not in word["legal"])
    assert sum(role == "row" for role, _, _ in nodes) == 9
    assert [name for role, name, _ in nodes if role == "rowheader"] == list("12345678")
    assert [name for role, name, _ in nodes if role == "columnheader"] == list("abcdefgh")
    assert window.js("return document.querySelectorAll('#board [tabindex=\"0\"]').length") == 1
    for role, name, _ in nodes:
        if role in ("button", "link", "combobox", "radio", "checkbox", "textbox"):
            assert name, f"a {role} has no name"


def test_themes_switch_and_stay(window, server):
    window.open(server.url)
    themes = window.js("return [...document.querySelectorAll('#theme option')].map((it) => it.value)")
    assert themes == ["felt", "slate", "contrast"]
    colours = set()
    for theme in ("contrast", "slate"):
        window.press(f'#theme [value="{theme}"]')
        window.wait("return document.querySelector('.board').classList.contains('theme-' + arguments[0])", theme)
        window.reload()
        assert window.js("return document.getElementById('theme').value") == theme
        assert window.js("return document.querySelector('.board').classList.contains('theme-' + arguments[0])", theme)
        colours.add(window.js("return getComputedStyle(document.querySelector('.square')).backgroundColor"))
        # The art of the theme is there, too.
        assert window.js("return document.querySelectorAll('.sprite').length") == 1
        assert window.js("return !!document.getElementById('p-black-disc')")
        # And the board still plays.
    assert len(colours) == 2
    window.play("d3")
    window.wait_state(lambda state: "d3" in state["moves"])


def test_who_wants_more_contrast_gets_it(window, server):
    window.media(prefers_contrast="more")
    window.open(server.url)
    assert window.js("return document.querySelector('.board').classList.contains('theme-contrast')")


CONTRAST = """
const parse = (colour) => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d');
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((value) => value / 255)
    .map((value) => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
};
const light = (colour) => parse(colour).reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
const ground = (it) => {
  for (; it; it = it.parentElement) {
    const colour = getComputedStyle(it).backgroundColor;
    if (!/, 0\\)$/.test(colour) && !/, 0\\.\\d+\\)$/.test(colour) && !colour.includes('/')) return colour;
  }
  return getComputedStyle(document.documentElement).backgroundColor;
};
return arguments[0].flatMap((selector) => [...document.querySelectorAll(selector)]
  .filter((it) => it.getClientRects().length)
  .map((it) => {
    const [a, b] = [light(getComputedStyle(it).color), light(ground(it))];
    return [selector, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
  }));
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_in_light_and_dark(window, server, scheme):
    window.media(prefers_color_scheme=scheme)
    window.open(server.url + "?mode=two&game=F5D6")
    dark = window.js("return getComputedStyle(document.body).backgroundColor")
    assert (dark == "rgb(18, 24, 21)") == (scheme == "dark")
    ratios = window.js(CONTRAST, [
        ".status", ".hint", ".said", ".button:enabled", "a.button", ".score", "h2", "legend", ".moves button",
        ".file", ".rank", ".ply"])
    assert len(ratios) > 20
    weak = [(selector, round(ratio, 2)) for selector, ratio in ratios if ratio < 4.5]
    assert weak == []


def test_forced_colours_keep_the_board_apart(window, server):
    window.media(forced_colors="active")
    window.open(server.url + "?mode=two&game=F5")
    assert window.js("return matchMedia('(forced-colors: active)').matches")
    look = window.js("""
      const style = getComputedStyle(document.querySelector('#board [value="a1"]'));
      const turn = getComputedStyle(document.querySelector('.score.turn'));
      return [style.borderTopStyle, style.borderTopWidth, turn.outlineStyle];""")
    assert look == ["solid", "1px", "solid"]
    # Light and dark squares alike are the system's canvas, on which its highlight stands out; discs keep
    # their own colours.
    colours = window.js("""
      return ['#board .light', '#board .dark', '.disc.b', '.disc.w']
        .map((it) => getComputedStyle(document.querySelector(it)).backgroundColor)""")
    assert colours[0] == colours[1] and colours[2] != colours[3]
    window.play("d6")
    window.wait_position("F5D6")


def test_the_picture_of_the_readme(window, server):
    picture = ROOT / "docs/page.png"
    if os.environ.get("RECORD_PICTURES") == "1":
        window.media(prefers_color_scheme="light", prefers_reduced_motion="reduce")
        window.size(1200, 800)
        window.open(server.url + f"?level=8&colour=black&game={GAME[:88]}")
        window.press("#study")
        window.wait("return document.getElementById('verdict').textContent.includes('exact')", limit=300)
        window.js("scrollTo(0, 0)")
        window.after_paint()
        picture.parent.mkdir(exist_ok=True)
        picture.write_bytes(with_palette(window.driver.get_screenshot_as_png()))
    data = picture.read_bytes()
    assert size_of(data) == (1200, 800)
    assert len(data) <= 150_000
