"""What a match does on a bad line: answers that are lost, late or told twice."""

from harness import rules
from test_match import LOST, matched, settle

# Notes what the page sends; `hold` keeps a move back, `lose` loses the answer to one.
FETCH = """
window.line = { loads: 0, moves: [], hold: null, lose: 0 };
const real = window.fetch;
window.fetch = async (address, options) => {
  const isMove = String(address).endsWith('/moves');
  if (isMove) line.moves.push(options.headers['Idempotency-Key']);
  if (isMove && line.hold) await line.hold;
  const response = await real(address, options);
  if (isMove && line.lose-- > 0) throw new TypeError('the answer was lost');
  if (!isMove) line.loads++;
  return response;
};
"""

# Keeps what the stream brings, so that it can be brought once more.
STREAM = """
const Real = window.EventSource;
window.told = [];
window.EventSource = class extends Real {
  constructor(...all) {
    super(...all);
    window.stream = this;
    this.addEventListener('match', ({ data, isTrusted }) => isTrusted && told.push(data));
  }
};
"""

COME_BACK = "document.dispatchEvent(new Event('visibilitychange'))"


def test_a_lost_answer_is_asked_for_again_with_the_same_key(windows, own_server):
    first, second, _ = matched(windows, own_server)
    for window in (first, second):
        window.expect(*LOST)
    first.js(FETCH + "line.lose = 1;")
    first.watch()
    first.play("d3")
    settle(second, "d3", 2)
    # The move is stored; the answer is not there, and now the server is another.
    own_server.restart()
    first.wait("return line.moves.length > 1")
    settle(first, "d3", 1)
    first.wait_state(lambda state: state["link"] == "")
    keys = first.js("return line.moves")
    assert len(set(keys)) == 1
    assert first.state()["problem"] == ""
    second.wait_state(lambda state: state["link"] == "")
    second.play("c3")
    settle(first, "d3c3", 1)


def test_the_board_stays_closed_while_a_move_is_on_its_way(windows, server):
    first, second, _ = matched(windows, server)
    first.js(FETCH + "line.hold = new Promise((done) => { line.release = done });")
    first.play("d3")
    state = first.wait_position("d3")
    assert state["status"] == "Your turn is over." and state["playable"] == []
    # The page loads the match as it still stands there; that is no reason to let a second move in.
    loads = first.js("return line.loads")
    first.js(COME_BACK)
    first.wait("return line.loads > arguments[0]", loads)
    first.after_paint()
    state = first.state()
    assert state["status"] == "Your turn is over." and state["playable"] == []
    assert second.state()["board"] == rules()["board"]
    first.js("line.release()")
    settle(first, "d3", 1)
    settle(second, "d3", 2)
    assert first.js("return line.moves.length") == 1


def test_what_is_told_twice_or_with_a_gap_happens_once(windows, server):
    first, second, _ = matched(windows, server)
    first.js(FETCH + STREAM)
    first.js(COME_BACK)
    first.wait("return window.stream?.readyState === 1")
    first.play("d3")
    settle(second, "d3", 2)
    second.play("c3")
    settle(first, "d3c3", 1)
    first.watch()
    assert len(first.js("return told")) == 2
    first.js("for (const data of told) stream.dispatchEvent(new MessageEvent('match', { data }))")
    first.after_paint()
    watched = first.watched()
    assert watched["boards"] == 0 and watched["said"] == [] and watched["status"] == []
    # Where something is missing in between, the page asks for the whole match.
    loads = first.js("return line.loads")
    first.js("""
      const event = JSON.parse(told.at(-1));
      event.number += 5;
      stream.dispatchEvent(new MessageEvent('match', { data: JSON.stringify(event) }));
    """)
    first.wait("return line.loads > arguments[0]", loads)
    settle(first, "d3c3", 1)
    # And what comes next is taken in.
    first.play("c4")
    settle(first, "d3c3c4", 1)
    settle(second, "d3c3c4", 2)


def test_a_move_that_is_refused_is_told_and_taken_back(windows, server):
    first, second, _ = matched(windows, server)
    first.expect("422", "409")
    first.js("""
      const real = window.fetch;
      window.fetch = (address, options) => String(address).endsWith('/moves')
        ? real(address, { ...options, body: options.body.replace('d3', 'a1') }) : real(address, options);
    """)
    first.play("d3")
    state = first.wait_state(lambda state: state["problem"])
    assert state["problem"].startswith("Oops, there was a problem. Try that again.")
    state = first.wait_position("")
    assert state["status"] == "Player 1's Turn (that's you)" and len(state["playable"]) == 4
    assert second.state()["board"] == rules()["board"]
    # Another try has no word of the last one.
    first.play("c4")
    settle(first, "c4", 1)
    settle(second, "c4", 2)
