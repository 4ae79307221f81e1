"""What players of a match agree on besides moves, and what time does, between two windows."""

import pytest
from selenium.webdriver.common.keys import Keys

from harness import moves_of, rules, until
from talk import ask, is_gone, make, matched, says, shows
from test_match import LOST, settle
from test_page import CONTRAST, accessible_nodes
from test_story import join_story, wait_turn, words, write


def name(window, seat):
    return window.texts("#seats bdi")[seat - 1]


@pytest.mark.parametrize("game", ["reversi", "chess"])
def test_the_players_names_stand_beside_the_board(windows, server, game):
    first, second, link = matched(windows, server, game=game)

    def both():
        return [first.js(f"return document.querySelector('.score bdi[data-seat=\"{seat}\"]').textContent")
                for seat in (1, 2)]

    # The first page was there before the second player, and hears of the name.
    until(lambda: both() == first.texts("#seats bdi"), lambda: f"the names are there: {both()}")
    assert both()[1] != "open seat" and both()[0] != both()[1]
    # A screen reader still hears whose colour it is.
    colours = first.js("return [...document.querySelectorAll('.score .unseen')].map((it) => it.textContent)")
    assert sorted(colours) == ["Black: ", "White: "]


def test_clocks_count_down_and_a_lapsed_one_is_told(windows, server):
    first, second, link = matched(windows, server, clock="per-turn 6000", timeout="lose")
    for window in (first, second):
        shows(window, "#seat-1 .clock")
        assert "6 seconds a turn" in window.text("#terms")
    # The clock of who is to move runs, beside the board too; the other one stands.
    seen = set()

    def counts_down():
        seen.add(first.text("#seat-1 .clock"))
        return len(seen) >= 3

    until(counts_down, lambda: f"the clock runs: {seen}")
    assert all(text.startswith("0:0") for text in seen)
    assert first.js("return document.querySelector('.score .clock').textContent === "
                    "document.querySelector('#seat-1 .clock').textContent")
    assert second.text("#seat-2 .clock") == "0:06"
    # Both windows agree to the second.
    first.play("d3")
    settle(second, "d3", 2)
    second.wait("return document.querySelector('#seat-2 .clock').dataset.until")
    assert first.text("#seat-1 .clock") == "0:06"
    loser = name(second, 2)
    for window in (first, second):
        window.wait_state(lambda state: state["status"] == "Match Ended", limit=30)
        says(window, f"{loser} has run out of time.")
        until(lambda: window.texts("#seats .state") == ["won", "out of time"], "the seats say so")
        assert window.state()["playable"] == [] and not window.is_shown("#seats .clock")
    # A reload says the same.
    second.reload()
    says(second, f"{loser} has run out of time.")


def test_a_claim(windows, server):
    first, second, _ = matched(windows, server, clock="per-turn 1000", timeout="claim")
    shows(second, "#claim-form button")
    assert first.text("#asked p").startswith("Your time is over.")
    says(first, "Your time is over.")
    assert second.texts("#seats .state")[0] == "out of time"
    second.press("#claim-form button")
    for window in (first, second):
        window.wait_state(lambda state: state["status"] == "Match Ended")
    says(first, f"{name(first, 1)} has run out of time.")


def test_offers_and_answers(windows, server):
    first, second, link = matched(windows, server, clock="fischer 300000 3000 600000")
    ann, bob = name(first, 1), name(first, 2)
    # Nothing can be taken back yet; only what makes sense is there to press.
    shows(first, "#offer-draw")
    assert first.is_shown("#offer-pause") and not first.is_shown("#offer-takeback")
    first.press("#offer-draw button")
    says(second, f"{ann} offers a draw.")
    shows(second, "#no-form button")
    assert second.text("#asked p") == f"{ann} offers a draw."
    assert first.text("#asked p") == "You offer a draw."
    assert not first.is_shown("#offer-draw") and not second.is_shown("#offer-draw")
    second.press("#no-form button")
    says(first, "The offer does not stand any more.")
    shows(first, "#offer-draw")
    is_gone(second, ".panel")
    # One that is withdrawn.
    second.press("#offer-pause button")
    shows(second, "#withdraw-form button")
    says(first, f"{bob} asks for a pause.")
    second.press("#withdraw-form button")
    is_gone(first, ".panel")
    # A pause, and on again.
    first.press("#offer-pause button")
    shows(second, "#yes-form button")
    second.press("#yes-form button")
    for window in (first, second):
        says(window, "The clocks are paused.")
        until(lambda: window.texts("#seats .state") == ["paused", "paused"], "the seats are paused")
        assert window.js("return document.querySelector('#seats [data-until]')") is None
    stood = first.text("#seat-1 .clock")
    first.stay(1500)
    assert first.text("#seat-1 .clock") == stood
    second.press("#resume-form button")
    says(first, "The clocks run again.")
    first.wait("return document.querySelector('#seat-1 [data-until]')")
    # Offers do not close the board, and a move is an answer.
    second.press("#offer-draw button")
    shows(first, "#yes-form")
    first.play("d3")
    settle(second, "d3", 2)
    is_gone(first, ".panel")
    first.press("#offer-draw button")
    shows(second, "#yes-form button")
    second.press("#yes-form button")
    for window in (first, second):
        window.wait_state(lambda state: state["status"] == "Match Ended" and state["said"] == "Draw by agreement.")
        until(lambda: window.texts("#seats .state") == ["draw", "draw"], "both have a draw")
        assert not window.is_shown("#offer-draw")


def test_a_takeback(windows, server):
    first, second, _ = matched(windows, server)
    for number, move in enumerate(moves_of("F5D6C3")):
        (first if number % 2 == 0 else second).play(move)
        for window, seat in ((first, 1), (second, 2)):
            settle(window, "F5D6C3"[:2 * number + 2], seat)
    shows(first, "#offer-takeback")
    first.press("#offer-takeback button")
    says(second, f"{name(second, 1)} asks to take the last move back.")
    shows(second, "#yes-form button")
    second.press("#yes-form button")
    for window, seat in ((first, 1), (second, 2)):
        state = settle(window, "F5D6", seat)
        assert state["ply"] == "2 / 2"
        says(window, "The last move was taken back.")
    # And it goes on from there, another way.
    first.play("c4")
    for window, seat in ((first, 1), (second, 2)):
        settle(window, "F5D6C4", seat)


def test_the_computer_takes_back_at_once(window, server):
    make(window, server, bots=["level-1"], clock="none")
    assert name(window, 2) == "Computer (Greedy)" and not window.is_shown("#offer-draw")
    assert "No clock" in window.text("#terms") and not window.is_shown("#seats .clock")
    window.play("d3")
    window.wait_state(lambda state: len(state["moves"]) == 2 and state["playable"])
    until(lambda: window.text("#offer-takeback button") == "Take back", "the move can be taken back")
    window.press("#offer-takeback button")
    settle(window, "", 1)


@pytest.mark.parametrize("level", ["level-1"])
def test_a_match_against_the_computer_to_the_end(window, server, level):
    window.open(server.url)
    window.press('#match-setup [value="computer"]')
    shows(window, "#match-setup .level")
    window.js("document.querySelector('#match-setup [name=bot]').value = arguments[0]", level)
    window.press("#match-setup .main")
    window.wait("return location.pathname.startsWith('/m/') && document.body.dataset.ready")
    assert not window.is_shown("#invite") and not window.is_shown("#remind-form")
    for number in range(60):
        state = window.wait_state(
            lambda state: state["playable"] and state["status"] == "Player 1's Turn (that's you)"
            or state["status"] == "Match Ended", limit=60)
        if state["status"] == "Match Ended":
            break
        moves = len(state["moves"])
        window.play(state["playable"][number % len(state["playable"])])
        window.wait_state(lambda state: len(state["moves"]) > moves)
    word = rules("".join(move.upper() for move in state["moves"] if move != "pass"))
    assert word["over"]
    state = window.wait_state(lambda state: state["said"] == word["result"] + ".")
    assert state["board"] == word["board"]
    # The computer plays again at once.
    shows(window, "#rematch-form button")
    old = window.js("return location.pathname")
    window.press("#rematch-form button")
    window.wait("return location.pathname !== arguments[0] && document.body.dataset.ready", old)
    assert name(window, 1) == "Computer (Greedy)"


def test_resign_reminder_and_vacation(windows, server):
    first, second, _ = matched(windows, server, clock="per-turn 86400000", vacation=3 * 86_400_000)
    ann, bob = name(first, 1), name(first, 2)
    shows(second, "#remind-form button")
    assert not first.is_shown("#remind-form") and "of vacation left" in first.text("#terms")
    second.press("#remind-form button")
    says(first, "You are reminded that it is your turn.")
    # Once a day is enough; why not is told, and the page stays.
    shows(second, "#remind-form button")
    second.expect("429")
    second.wait("return document.querySelector('#remind-form [name=version]').value === "
                "document.body.dataset.version")
    second.press("#remind-form button")
    second.wait_state(lambda state: state["problem"].startswith("Oops, there was a problem. Try that again."))
    first.press("#vacation-form button")
    says(second, f"{ann} is on vacation.")
    until(lambda: second.texts("#seats .state")[0] == "on vacation", "the seat says so")
    until(lambda: first.text("#vacation-form button") == "End the vacation", "it can be ended")
    first.press("#vacation-form button")
    says(second, f"{ann} is back from vacation.")
    # Resigning asks once more.
    second.press("#quit summary")
    assert "You lose the match" in second.text("#quit .hint")
    # What changes meanwhile does not close what was opened.
    first.play("d3")
    second.wait_position("D3")
    second.wait("return document.body.dataset.version === document.querySelector('#quit-form [name=version]').value")
    assert second.is_shown("#quit-form button")
    second.press("#quit-form button")
    for window in (first, second):
        window.wait_state(lambda state: state["status"] == "Match Ended" and state["said"] == f"{bob} has resigned.")
        until(lambda: window.texts("#seats .state") == ["won", "lost"], "the seats say who won")


def test_a_form_is_sent_until_it_is_answered(windows, own_server):
    first, second, _ = matched(windows, own_server)
    for window in (first, second):
        window.expect(*LOST)
    own_server.kill()
    first.press("#quit summary")
    first.press("#quit-form button")
    first.wait_state(lambda state: state["link"] == "Not confirmed yet. Trying again…")
    own_server.start()
    for window in (first, second):
        window.wait_state(lambda state: state["status"] == "Match Ended")
    assert first.state()["problem"] == ""


def test_who_watches_can_press_nothing(windows, server):
    first, second, link = matched(windows, server, clock="fischer 300000 3000 600000")
    third = windows("desktop", 2)
    third.open(link)
    first.press("#offer-draw button")
    says(third, f"{name(third, 1)} offers a draw.")
    until(lambda: third.texts("#asked p") == [f"{name(third, 1)} offers a draw."], "it is shown")
    assert [it for it in third.driver.find_elements("css selector", "#match form button") if it.is_displayed()] == []
    assert third.state()["playable"] == []
    second.press("#no-form button")
    first.play("d3")
    settle(third, "d3", 0)


def test_a_move_goes_through_an_offer_that_came_first(windows, server):
    first, second, link = matched(windows, server)
    # The move is on its way when the offer comes.
    first.expect("409")
    first.js("const real = window.fetch; window.fetch = async (...all) => { "
             "if (String(all[0]).endsWith('/moves') && !window.once) { window.once = true; await window.gate } "
             "return real(...all) }; window.gate = new Promise((done) => { window.open_ = done })")
    first.play("d3")
    second.press("#offer-draw button")
    shows(second, "#withdraw-form")
    first.js("open_()")
    settle(first, "d3", 1)
    settle(second, "d3", 2)
    assert ask(second, "GET", f"/matches/{link.rsplit('/', 1)[1]}")["moves"][0]["move"] == "d3"


def test_a_story_passes_on_by_time_and_takes_words_back(windows, server):
    first, second = windows("desktop", 0), windows("desktop", 1)
    make(first, server, game="story", seats=2, clock="per-turn 3000")
    link = first.js("return location.href")
    join_story(second, link)
    ann = name(first, 1)
    first.wait("return document.querySelector('#seat-1 [data-until]')")
    assert first.text("#seat-2 .clock") == "0:03" and not first.is_shown("#offer-draw")
    first.element("#draft").send_keys("Too la")
    # Time passes the turn on; what was being written is still there.
    wait_turn(second, 2, you=True)
    assert first.text("#said") == "Your time is over."
    until(lambda: second.text("#said") == f"{ann}’s time is over.", lambda: second.text("#said"))
    assert first.js("return document.getElementById('draft').value") == "Too la"
    write(second, "Slow")
    wait_turn(first, 1, you=True)
    until(lambda: words(first) == ["Slow"], lambda: words(first))
    shows(second, "#offer-takeback button")
    second.press("#offer-takeback button")
    shows(first, "#yes-form button")
    first.press("#yes-form button")
    for window in (first, second):
        until(lambda: words(window) == [], lambda: words(window))
    wait_turn(second, 2, you=True)
    # Nobody writes any more: the story ends by itself.
    for window in (first, second):
        until(lambda: window.text("#status") == "Match Ended", "the story has ended", 40)
        assert window.text("#said") == "The time for the match is over."


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_match_can_be_heard_and_seen(windows, server, scheme):
    first, second, link = matched(windows, server, clock="fischer 300000 3000 600000", vacation=86_400_000)
    for window in (first, second):
        window.media(prefers_color_scheme=scheme)
    second.press("#offer-draw button")
    shows(first, "#yes-form button")
    nodes = accessible_nodes(first)
    for role, label, _ in nodes:
        if role in ("button", "link", "combobox", "radio", "checkbox", "textbox"):
            assert label, f"a {role} has no name"
    labels = [label for role, label, _ in nodes if role == "button"]
    assert {"Accept", "Decline", "Go on vacation"} <= set(labels)
    ratios = first.js(CONTRAST, [
        ".panel p", ".panel .button", ".state", ".clock", "#terms", ".who", ".said", ".matches bdi", ".ago", ".new",
        "#matches h3", "#actions .button"])
    assert len(ratios) > 10
    weak = [(selector, round(ratio, 2)) for selector, ratio in ratios if ratio < 4.5]
    assert weak == []
    # By keyboard alone: the answer is given, and the focus is not lost.
    first.js("document.querySelector('#no-form button').focus()")
    first.keys(Keys.ENTER)
    is_gone(first, ".panel")
    assert first.js("return document.activeElement.id") == "match"
    for width in (320, 390):
        first.size(width, 800, True)
        assert first.js("return [document.documentElement.scrollWidth, innerWidth]") == [width, width]
