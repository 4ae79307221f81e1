"""Chess on the page: against the computer, in a match, and without script."""

from selenium.webdriver.common.keys import Keys

from harness import until

PIECES = """
const pieces = {};
for (const cell of document.querySelectorAll('#board [data-i]')) {
  const use = cell.querySelector('.piece use');
  if (use) pieces[cell.value] = use.getAttribute('href').slice(3);
}
return pieces;
"""
MARKED = "return [...document.querySelectorAll('#board .' + arguments[0])].map((cell) => cell.value).sort()"


def pieces(window):
    return window.js(PIECES)


def marked(window, mark):
    return window.js(MARKED, mark)


def moves(window):
    return window.texts("#moves li")


def tap(window, *squares):
    for square in squares:
        window.play(square)


def drag(window, source, target):
    """Carries a piece with the mouse, and says whether it followed."""
    (x, y), (to_x, to_y) = window.middle(source), window.middle(target)
    mouse = dict(button="left", pointerType="mouse", clickCount=1)
    window.cdp("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, **mouse)
    for part in (0.5, 1):
        window.cdp("Input.dispatchMouseEvent", type="mouseMoved", x=x + (to_x - x) * part, y=y + (to_y - y) * part,
                   buttons=1, button="left", pointerType="mouse")
    followed = window.js("return !!document.querySelector('[data-held]')")
    window.cdp("Input.dispatchMouseEvent", type="mouseReleased", x=to_x, y=to_y, **mouse)
    return followed


def open_position(window, server, fen, more="&mode=two"):
    window.open(f"{server.url}chess?game=fen+{fen.replace(' ', '+')}{more}")


def test_a_game_against_the_computer(window, server):
    window.open(server.url + "chess")
    assert window.text("#status") == "Your turn, White"
    window.wait("return document.querySelector('dialog.promotion')")
    label = window.js("return document.querySelector('#board [value=e2]').getAttribute('aria-label')")
    assert label == "e2, white pawn, can move"
    window.press("#pause")
    tap(window, "e2")
    assert marked(window, "is-target") == ["e3", "e4"]
    tap(window, "e4")
    window.wait("return document.querySelectorAll('#moves li').length === 2")
    assert moves(window)[0] == "e4"
    assert window.text("#status").endswith("Your turn, White")
    assert drag(window, "g1", "f3")
    window.wait("return document.querySelectorAll('#moves li').length === 4")
    assert moves(window)[2] == "Nf3" and pieces(window)["f3"] == "white-knight"
    # What is kept comes back, and moves are taken back.
    window.reload()
    assert len(moves(window)) == 4
    window.press('[data-do="undo"]')
    assert len(moves(window)) == 2


def test_a_pawn_asks_what_it_becomes_and_the_keyboard_answers(window, server):
    open_position(window, server, "1n2k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1")
    window.wait("return document.querySelector('dialog.promotion')")
    tap(window, "a7", "b8")
    assert window.texts("dialog button") == ["", "", "", ""]
    window.keys(Keys.ESCAPE)
    assert moves(window) == [] and pieces(window)["a7"] == "white-pawn"
    tap(window, "a7", "b8")
    window.keys(Keys.ARROW_DOWN, Keys.ENTER)
    assert pieces(window)["b8"] == "white-rook"
    assert marked(window, "is-danger") == ["e8"]
    assert window.text("#status") == "Check. Black to move"
    assert window.text("#white") == "+15"
    assert "knight" in window.element("#white-taken").get_attribute("aria-label")
    tap(window, "e8", "d7", "e1", "h1")
    assert pieces(window)["g1"] == "white-king" and pieces(window)["f1"] == "white-rook"
    fen = window.js("return document.getElementById('fen').value")
    assert fen == "1R6/3k4/8/8/8/8/8/R4RK1 b - - 2 2"


def test_a_finger_that_brings_a_pawn_home_has_not_chosen_yet(windows, server):
    window = windows("phone")
    open_position(window, server, "4k3/7P/8/8/8/8/8/4K3 w - - 0 1")
    window.wait("return document.querySelector('dialog.promotion')")
    for square in ("h7", "h8"):
        window.touch(window.middle(square), window.middle(square))
    assert window.is_shown("dialog") and moves(window) == []
    window.press("dialog button:nth-child(4)")
    assert moves(window) == ["h8=N"] and not window.is_shown("dialog")


def test_a_match_between_two_windows_ends_with_checkmate(windows, server):
    first, second = windows("desktop", 0), windows("desktop", 1)
    first.open(server.url + "chess")
    first.press("#match-setup .main")
    first.wait("return location.pathname.startsWith('/m/') && document.body.dataset.ready")
    second.open(first.js("return document.getElementById('link').value"))
    second.wait("return document.querySelector('.name') && document.body.dataset.ready")
    first.wait("return !document.querySelector('#seats').textContent.includes('open seat')")
    assert second.js("return document.querySelector('#board .square').value") == "h1", "black sees it from its side"
    for number, (source, target) in enumerate([("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4")]):
        mover = (first, second)[number % 2]
        mover.wait("return document.querySelector('#board [value=%s]').ariaDisabled === 'false'" % source)
        tap(mover, source, target)
    for window in (first, second):
        window.wait("return document.getElementById('said').textContent === 'Checkmate, Black wins.'")
        assert moves(window) == ["f3", "e5", "g4", "Qh4#"]
    pgn = first.driver.execute_async_script(
        "fetch(document.getElementById('pgn').href).then((it) => it.text()).then(arguments[0])")
    assert "1. f3 e5 2. g4 Qh4# 0-1" in pgn
    first.press("#analyse")
    first.wait("return document.body.dataset.page === 'chess' && document.body.dataset.ready")
    assert moves(first) == ["f3", "e5", "g4", "Qh4#"]
    first.press("#review")
    first.wait("return document.querySelector('#review-result svg')")
    assert "2. g4" in first.text("#review-result .blunder button")


def test_without_script_pieces_are_pressed_one_after_the_other(windows, server):
    window = windows("plain")
    window.expect("preloaded")

    def press(square, is_done):
        """Presses a square and waits for the page that comes of it."""
        window.play(square)
        until(lambda: window._js_unless_leaving("return document.readyState === 'complete'") and is_done(), square)

    def is_selected(square):
        return lambda: marked(window, "is-selected") == [square]

    window.open(server.url + "chess?mode=two", ready=False)
    press("e2", is_selected("e2"))
    assert marked(window, "is-target") == ["e3", "e4"]
    press("e4", lambda: moves(window) == ["e4"])
    press("e7", is_selected("e7"))
    press("e5", lambda: moves(window) == ["e4", "e5"])
    window.open(server.url + "chess?mode=two&game=fen+8/P3k3/8/8/8/8/8/4K3+w+-+-+0+1", ready=False)
    press("a7", is_selected("a7"))
    press("a8", lambda: window.is_shown("[name=promotion]"))
    window.press('[name=promotion][value="n"]')
    until(lambda: moves(window) == ["a8=N"], "the knight is there")
    # The same in a match.
    window.open(server.url + "chess", ready=False)
    window.press('#match-setup [value="computer"]')
    window.press("#match-setup .main")
    until(lambda: window._js_unless_leaving("return !!document.querySelector('#seats')"), "the page of the match")
    press("d2", is_selected("d2"))
    press("d4", lambda: moves(window)[:1] == ["d4"])


def test_a_puzzle_is_solved_move_by_move(window, server):
    # Qg6 and whatever black does, the knight or the queen mates.
    window.open(server.url + "chess/puzzles?number=0")
    assert window.text("#task") == "White to move mates in 2 moves."
    window.wait("return document.querySelector('dialog.promotion')")
    tap(window, "a2", "a3")
    window.wait("return document.getElementById('verdict').textContent.includes('another move')")
    assert moves(window) == []
    window.press("#hint")
    window.wait("return document.querySelector('#board .is-hint')?.value === 'g3'")
    tap(window, "g3", "g6")
    window.wait("return document.querySelectorAll('#moves li').length === 2")
    window.press("#give-up")
    window.wait("return document.getElementById('status').textContent.startsWith('Checkmate')")


def test_moves_are_numbered_from_where_the_game_begins(window, server):
    numbers = "return [...document.querySelectorAll('#moves li')].map((item) => item.dataset.number ?? '')"
    open_position(window, server, "4k3/8/8/8/8/8/8/4K2R b K - 3 12 moves e8e7 h1h7 e7e6")
    until(lambda: window.js(numbers) == ["12…", "13.", ""], "the numbers after black's twelfth move")


def test_a_game_is_pasted_and_a_position_is_set_up(window, server):
    window.open(server.url + "chess")
    window.press("#files summary")
    window.wait("return document.querySelector('#saved')")
    window.element("#open-text").send_keys("1. e4 e5 2. Nf3 Nc9 *")
    window.press("#open .button")
    window.wait("return document.getElementById('open-error').textContent.includes('Nc9')")
    window.js("document.getElementById('open-text').value = '[White \"A\"]\\n\\n1. e4 e5 2. Nf3 (2. f4) Nc6 *'")
    window.press("#open .button")
    window.wait("return document.querySelectorAll('#moves li').length === 4")
    assert moves(window) == ["e4", "e5", "Nf3", "Nc6"]
    window.press("#edit")
    window.wait("return document.querySelector('.palette')")
    window.js("[...document.querySelectorAll('#editing button')].find((it) => it.textContent === 'Empty board').click()")
    assert window.text("#status") == "Not yet: white has no king"
    for brush, square in (("K", "e1"), ("Q", "d1"), ("k", "e8")):
        window.press(f'.brush[value="{brush}"]')
        tap(window, square)
    assert window.js("return document.querySelector('#editing .fen input').value") == "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"
    window.press("#editing .button:nth-child(2)")
    window.wait("return !document.querySelector('#editing')")
    tap(window, "d1", "d7")
    assert moves(window) == ["Qd7+"]
