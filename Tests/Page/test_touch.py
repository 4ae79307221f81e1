"""A phone: a small window and a finger."""

import pytest

from harness import index_of, rules
from test_match import GAME


@pytest.fixture
def phone(windows):
    return windows("phone")


def into_view(window, square):
    window.js("arguments[0].scrollIntoView({ block: 'center' })", window.square(square))


def test_tapping_plays(phone, server):
    phone.open(server.url + "?mode=two")
    assert phone.js("return innerWidth") == 390
    done = ""
    for move in ("f5", "d6", "c3", "d3", "c4"):
        into_view(phone, move)
        phone.touch(phone.middle(move))
        done += move
        phone.wait_position(done)
    assert phone.state()["said"] == "Black plays c4."


def test_a_finger_that_leaves_plays_nothing(phone, server):
    phone.open(server.url + "?mode=two")
    into_view(phone, "d3")
    (x, y), scrolled = phone.middle("d3"), phone.js("return scrollY")
    # Down on a square that can act, up on another that can: neither is played, and the page stays.
    phone.touch((x, y), (x, y - 20), phone.middle("c4"))
    phone.after_paint()
    assert phone.state()["board"] == rules()["board"]
    assert phone.js("return scrollY") == scrolled
    # A long way up from a playable square: the board has the finger, the page does not move.
    phone.touch((x, y), (x, y - 60), (x, y - 120), (x, y - 180))
    phone.after_paint()
    assert phone.js("return scrollY") == scrolled
    assert phone.state()["board"] == rules()["board"]


@pytest.mark.parametrize("game", ["", GAME], ids=["a square that cannot act", "an idle board"])
def test_a_swipe_elsewhere_scrolls(phone, server, game):
    phone.open(server.url + f"?mode=two&game={game}")
    before = phone.state()
    assert phone.js("return document.documentElement.scrollHeight > innerHeight + 200")
    phone.js("scrollTo(0, 0)")
    phone.after_paint()
    phone.js("window.rests = 0; addEventListener('scrollend', () => rests++)")
    x, y = phone.middle("a8")
    phone.touch((x, y), (x, y - 40), (x, y - 100), (x, y - 160), (x, y - 220))
    # The page glides on after the finger has left; what comes next is pressed when it rests.
    phone.wait("return rests > 0")
    assert phone.js("return scrollY") > 50
    assert phone.state() == before
    assert phone.js("return String(getSelection())") == ""
    if game == "":
        # The finger that scrolled has left nothing behind: the next tap plays.
        into_view(phone, "d3")
        phone.touch(phone.middle("d3"))
        phone.wait_position("d3")


def test_only_playable_squares_hold_the_page(phone, server):
    phone.open(server.url + "?mode=two")
    actions = phone.js("""
      return Object.fromEntries([...document.querySelectorAll('#board [data-i]')]
        .map((it) => [it.value, getComputedStyle(it).touchAction]))""")
    legal = rules()["legal"]
    assert {name for name, action in actions.items() if action == "none"} == set(legal)
    assert len(actions) == 64
    assert all(actions[name] != "none" for name in actions if name not in legal)
    assert index_of("a1") == 0


WIDE = "return [document.documentElement.scrollWidth, innerWidth]"

SMALL = """
const parts = document.querySelectorAll('a, button, input, select, summary, textarea, label');
return [...parts].filter((it) => {
  const box = (it.matches('input[type=radio], input[type=checkbox]') ? it.closest('label') : it)
    .getBoundingClientRect();
  const isInText = it.matches('p a:not(.button)');
  const isUnseen = it.matches('.unseen, .skip') || box.width === 0;
  return !isUnseen && !isInText && (box.width < 24 || box.height < 24) && it.tagName !== 'LABEL';
}).map((it) => it.outerHTML.slice(0, 120));
"""


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_no_page_is_wider_than_the_window_and_targets_are_large(windows, server, width):
    window = windows()
    window.size(width, 800, mobile=width < 700)
    window.open(server.url + f"?mode=two&game={GAME[:60]}")
    window.js("for (const it of document.querySelectorAll('details')) it.open = true")
    wide, inner = window.js(WIDE)
    assert wide <= width and inner == width
    assert window.js(SMALL) == []
    square = window.js("return document.querySelector('#board [data-i]').getBoundingClientRect().width")
    assert square >= 24
    window.press('#match-setup .main')
    window.wait("return location.pathname.startsWith('/m/') && document.body.dataset.ready")
    window.js("for (const it of document.querySelectorAll('details')) it.open = true")
    wide, inner = window.js(WIDE)
    assert wide <= width and inner == width
    assert window.js(SMALL) == []
    window.open(server.url)
    window.wait("return document.querySelector('#matches li')")
    wide, inner = window.js(WIDE)
    assert wide <= width and inner == width
