"""What the board makes of hands, buttons and settings: scenarios of the contract that need a browser."""

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions import interaction
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.mouse_button import MouseButton
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.keys import Keys

from harness import rules


def open_for_two(window, server):
    window.open(server.url + "?mode=two")
    window.watch()


def assert_start(window):
    window.after_paint()
    state = window.state()
    assert state["board"] == rules()["board"] and state["moves"] == []


def test_a_long_press_plays_when_it_ends(window, server):
    open_for_two(window, server)
    ActionChains(window.driver).click_and_hold(window.square("d3")).pause(0.8).perform()
    assert_start(window)
    ActionChains(window.driver).release().perform()
    window.wait_position("d3")


def test_pressed_inside_and_released_outside_plays_nothing(window, server):
    open_for_two(window, server)
    chain = ActionChains(window.driver)
    chain.click_and_hold(window.square("d3")).move_to_element(window.element("#status"))
    chain.move_to_element(window.element("#moves-title")).release().perform()
    assert_start(window)
    assert window.js("return String(getSelection())") == ""
    # Nothing is left behind: the next press plays.
    window.play("d3")
    window.wait_position("d3")


def test_a_press_that_slides_to_another_square_plays_neither(window, server):
    open_for_two(window, server)
    ActionChains(window.driver).click_and_hold(window.square("d3")).move_to_element(
        window.square("c4")).release().perform()
    assert_start(window)


def test_other_buttons_and_scripted_clicks_play_nothing(window, server):
    open_for_two(window, server)
    here = window.js("return location.href")
    for button in (MouseButton.RIGHT, MouseButton.MIDDLE):
        actions = ActionBuilder(window.driver)
        actions.pointer_action.move_to(window.square("d3"))
        actions.pointer_action.pointer_down(button=button)
        actions.pointer_action.pointer_up(button=button)
        actions.perform()
        assert_start(window)
    window.keys(Keys.ESCAPE)
    window.js("arguments[0].click()", window.square("d3"))
    assert_start(window)
    assert window.js("return location.href") == here
    window.play("d3")
    window.wait_position("d3")


def test_a_screen_reader_may_press_without_a_pointer(window, server):
    # Assistive technology and access keys press a button without any pointer; the browser vouches for it.
    open_for_two(window, server)
    window.js("arguments[0].accessKey = 'y'", window.square("d3"))
    window.chord(Keys.ALT, "y")
    window.wait_position("d3")
    assert window.watched()["said"] == ["Black plays d3."]


def test_a_second_finger_cancels_the_first(windows, server):
    phone = windows("phone")
    phone.open(server.url + "?mode=two")
    phone.js("arguments[0].scrollIntoView({ block: 'center' })", phone.square("d3"))
    actions = ActionBuilder(phone.driver)
    fingers = [PointerInput(interaction.POINTER_TOUCH, name) for name in ("thumb", "index")]
    actions.devices = fingers
    thumb, index = fingers
    for finger, square in zip(fingers, ("d3", "c4")):
        x, y = phone.middle(square)
        finger.create_pointer_move(duration=0, x=round(x), y=round(y))
    # Ticks: the thumb goes down, then the index finger, then both come up.
    thumb.create_pointer_down(button=0)
    index.create_pause(0.05)
    thumb.create_pause(0.05)
    index.create_pointer_down(button=0)
    index.create_pointer_up(button=0)
    thumb.create_pointer_up(button=0)
    actions.perform()
    assert_start(phone)
    phone.touch(phone.middle("d3"))
    phone.wait_position("d3")


def test_labels_say_square_occupant_and_state(window, server):
    window.open(server.url + "?mode=two&game=F5")
    labels = dict(window.js(
        "return [...document.querySelectorAll('#board [data-i]')].map((it) => [it.value, it.ariaLabel])"))
    assert labels["f5"] == "f5, black disc, last move"
    assert labels["d4"] == "d4, white disc"
    assert labels["d6"] == "d6, empty, playable"
    assert labels["a1"] == "a1, empty"
    window.play("d6")
    window.wait_position("F5D6")
    word = rules("F5D6")
    names = {"X": "black disc", "O": "white disc", "-": "empty"}
    for index, label in enumerate(window.js(
            "return [...document.querySelectorAll('#board [data-i]')].map((it) => it.ariaLabel)")):
        square = "abcdefgh"[index % 8] + str(index // 8 + 1)
        assert label.startswith(f"{square}, {names[word['board'][index]]}")
        assert ("playable" in label) == (square in word["legal"])


# Counts what is animated in the board over the frames until the discs have turned.
ANIMATIONS = """
const done = arguments[0];
let most = 0, frames = 0;
const look = () => {
  most = Math.max(most, document.getAnimations().length);
  if (++frames < 6) requestAnimationFrame(look); else done(most);
};
look();
"""


def animations_of_a_move(window, move):
    window.js("""
      const { x, y, width, height } = arguments[0].getBoundingClientRect();
      const at = { clientX: x + width / 2, clientY: y + height / 2, pointerId: 1, isPrimary: true,
        button: 0, bubbles: true };
      arguments[0].dispatchEvent(new PointerEvent('pointerdown', at));
      arguments[0].dispatchEvent(new PointerEvent('pointerup', at));
    """, window.square(move))
    return window.driver.execute_async_script(ANIMATIONS)


def test_reduced_motion_shows_the_end_at_once(window, server):
    window.open(server.url + "?mode=two")
    window.driver.execute_script("scrollTo(0, 0)")
    assert animations_of_a_move(window, "d3") > 0
    window.wait_position("d3")
    # Switched while the page is open.
    window.media(prefers_reduced_motion="reduce")
    assert animations_of_a_move(window, "c3") == 0
    window.wait_position("d3c3")
    window.media()
    assert animations_of_a_move(window, "b3") > 0
