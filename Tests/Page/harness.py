"""What the tests of the page stand on: a server that can be killed, windows to look through, and the rules' word.

A position is written as `baton show --json` writes it: 64 characters from a1 to h8, X black, O white, - empty.
"""

import functools
import json
import os
import pathlib
import select
import subprocess
import time

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions import interaction
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = os.environ.get("BATON_TOOL", str(ROOT / ".build/release/baton"))
WEB = os.environ.get("BATON_WEB", str(ROOT / ".build/web"))
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
CHROMEDRIVER = os.environ.get("CHROMEDRIVER", "/usr/bin/chromedriver")

# How long a condition may take to come true. Generous: what takes long here is another job on the machine.
LIMIT = 20


def until(condition, what, limit=LIMIT):
    """Asks until the condition gives something true, and returns that."""
    end = time.monotonic() + limit
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"after {limit} s still not so: {what() if callable(what) else what}")
        time.sleep(0.005)


@functools.lru_cache(maxsize=None)
def rules(transcript=""):
    """The rules' word on the position after a transcript."""
    words = [TOOL, "show", "reversi", *([transcript] if transcript else []), "--json"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=True)
    return json.loads(done.stdout)


def moves_of(transcript):
    """The squares of a transcript without passes, in lower case."""
    return [transcript[i:i + 2].lower() for i in range(0, len(transcript), 2)]


def index_of(square):
    """The place of a square in reading order."""
    return (int(square[1]) - 1) * 8 + ord(square[0]) - ord("a")


class Server:
    """A server of its own, on a port and a database that it keeps over restarts."""

    def __init__(self, folder, *options, environment=None):
        self.folder = pathlib.Path(folder)
        self.options = options
        self.environment = environment
        self.port = 0
        self.process = None
        self.url = None

    def start(self):
        assert self.process is None
        with open(self.folder / "server.log", "ab") as log:
            self.process = subprocess.Popen(
                [TOOL, "serve", "--port", str(self.port), "--web", WEB,
                 "--database", str(self.database), *self.options],
                stdout=subprocess.PIPE, stderr=log,
                env={**os.environ, **self.environment} if self.environment else None)
        line = self._first_line()
        assert line.startswith("Baton is ready at http://"), f"{line!r}\n{self.log()}"
        self.url = line.split()[-1]
        self.port = int(self.url.rstrip("/").rsplit(":", 1)[1])
        return self

    def _first_line(self):
        end = time.monotonic() + LIMIT
        text = b""
        # Not select(), which knows no descriptors beyond 1024: some tests hold thousands of connections.
        poll = select.poll()
        poll.register(self.process.stdout, select.POLLIN)
        while b"\n" not in text:
            ready = poll.poll(1000 * max(0, end - time.monotonic()))
            part = os.read(self.process.stdout.fileno(), 4096) if ready else b""
            if not part:
                break
            text += part
        return text.decode().split("\n")[0]

    @property
    def database(self):
        return self.folder / "baton.sqlite"

    def log(self):
        return (self.folder / "server.log").read_text()

    def kill(self):
        """Ends the process as a power cut would: SIGKILL, nothing is finished or flushed."""
        self.process.kill()
        self.process.wait(LIMIT)
        self.process.stdout.close()
        self.process = None

    def restart(self):
        self.kill()
        return self.start()

    def stop(self):
        if self.process:
            self.kill()


STATE = """
const cells = [...document.querySelectorAll('#board [data-i]')].sort((a, b) => a.dataset.i - b.dataset.i);
const text = (id) => document.getElementById(id)?.textContent ?? null;
const art = { '#p-black-disc': 'X', '#p-white-disc': 'O' };
const isPlayable = (cell) => cell.hasAttribute('aria-disabled')
  ? cell.getAttribute('aria-disabled') === 'false' : !cell.disabled;
return {
  board: cells.map((cell) => {
    const use = cell.querySelector('.piece use');
    return use ? art[use.getAttribute('href')] ?? '?' : '-';
  }).join(''),
  playable: cells.filter(isPlayable).map((cell) => cell.value),
  black: +text('black'), white: +text('white'), ply: text('ply'), status: text('status'),
  said: text('said'), problem: text('problem'), link: text('link-state'),
  moves: [...document.querySelectorAll('#moves li')].map((item) => item.textContent),
};
"""

# Notes, in the page, when it was pressed and when each square first held a disc; and all that the status and the
# live region said.
WATCH = """
window.watched = { pressed: 0, seen: {}, status: [], said: [], boards: 0 };
addEventListener('pointerdown', () => watched.pressed = performance.timeOrigin + performance.now(), true);
new MutationObserver((records) => {
  watched.boards += records.length;
  const now = performance.timeOrigin + performance.now();
  for (const { target } of records) {
    const cell = target.closest?.('[data-i]');
    if (cell?.classList.contains('has-piece')) watched.seen[cell.value] ??= now;
  }
}).observe(document.getElementById('board'),
  { subtree: true, childList: true, attributes: true, characterData: true });
for (const id of ['status', 'said']) {
  const element = document.getElementById(id);
  new MutationObserver(() => watched[id].push(element.textContent))
    .observe(element, { childList: true, characterData: true, subtree: true });
}
"""


class Window:
    """A browser of its own with one window: no cookie or store is shared with another."""

    def __init__(self, width=1280, height=900, phone=False, script=True):
        options = webdriver.ChromeOptions()
        options.binary_location = CHROMIUM
        for argument in (
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--hide-scrollbars", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", f"--window-size={width},{height}",
        ):
            options.add_argument(argument)
        if not script:
            options.add_experimental_option(
                "prefs", {"profile.managed_default_content_settings.javascript": 2})
        if phone:
            options.add_experimental_option("mobileEmulation", {
                "deviceMetrics": {"width": width, "height": height, "pixelRatio": 2, "touch": True}})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service(CHROMEDRIVER), options=options)
        self.driver.set_page_load_timeout(60)
        self.driver.set_script_timeout(60)
        self.requests = []
        self.expected = []

    def close(self):
        process = self.driver.service.process
        try:
            self.driver.quit()
        finally:
            if process.poll() is None:
                process.kill()

    # Going places

    def open(self, url, ready=True):
        self.driver.get(url)
        if ready:
            self.wait_ready()
        return self

    def reload(self):
        self.driver.refresh()
        self.wait_ready()

    def wait_ready(self):
        self.wait("return document.body?.dataset.ready")

    def reset(self):
        """Forgets all that a test has left: address, cookies, stores, emulated media and sizes."""
        self.driver.get("about:blank")
        self.cdp("Network.clearBrowserCookies")
        self.cdp("Storage.clearDataForOrigin", origin="*", storageTypes="all")
        for url in {"/".join(request.split("/")[:3]) for request in self.requests}:
            if url.startswith("http"):
                self.cdp("Storage.clearDataForOrigin", origin=url, storageTypes="all")
        self.media()
        self.cdp("Emulation.clearDeviceMetricsOverride")
        self.drain()
        self.requests = []
        self.expected = []

    def cdp(self, command, **arguments):
        return self.driver.execute_cdp_cmd(command, arguments)

    def media(self, **features):
        """Sets media features, such as `prefers_color_scheme="dark"`, instead of those before."""
        self.cdp("Emulation.setEmulatedMedia", features=[
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()])

    def size(self, width, height, mobile=False):
        self.cdp("Emulation.setDeviceMetricsOverride",
                 width=width, height=height, deviceScaleFactor=1, mobile=mobile)

    # Looking

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, script, *arguments, limit=LIMIT):
        return until(
            lambda: self._js_unless_leaving(script, *arguments),
            lambda: f"{script}\n{self.state()}", limit)

    def _js_unless_leaving(self, script, *arguments):
        """What a script says, or `None` where a page that goes away took the answer along."""
        try:
            return self.js(script, *arguments)
        except WebDriverException as error:
            if any(word in str(error) for word in ("unloaded", "navigation", "detached", "context")):
                return None
            raise

    def state(self):
        return self.js(STATE)

    def wait_state(self, condition, what="the state of the page", limit=LIMIT):
        """Waits until the state of the page is so, and returns it."""
        last = {}

        def ask():
            state = self._js_unless_leaving(STATE)
            last.update(state or {})
            return state and condition(state)

        until(ask, lambda: f"{what}: {last}", limit)
        return last

    def wait_position(self, transcript, limit=LIMIT):
        """Waits until the board and the scores are what the rules say, and returns the state."""
        word = rules(transcript)

        def agrees(state):
            return (state["board"], state["black"], state["white"]) == (
                word["board"], word["black"], word["white"])

        return self.wait_state(agrees, f"the position after {transcript}: {word}", limit)

    def text(self, selector):
        return self.js("return document.querySelector(arguments[0])?.textContent ?? null", selector)

    def texts(self, selector):
        return self.js(
            "return [...document.querySelectorAll(arguments[0])].map((it) => it.textContent.trim())",
            selector)

    def is_shown(self, selector):
        return self.js(
            "const it = document.querySelector(arguments[0]); return !!it && it.getClientRects().length > 0",
            selector)

    def watch(self):
        self.js(WATCH)

    def watched(self):
        return self.js("return watched")

    # Doing

    def element(self, selector):
        return self.driver.find_element("css selector", selector)

    def press(self, selector):
        """Presses like a hand: with pointer events at the middle of the element."""
        self.element(selector).click()

    def square(self, square):
        return self.element(f'#board [value="{square}"]')

    def play(self, square):
        self.square(square).click()

    def keys(self, *keys):
        chain = ActionChains(self.driver, duration=0)
        for key in keys:
            chain.send_keys(key)
        chain.perform()

    def chord(self, modifier, key):
        ActionChains(self.driver, duration=0).key_down(modifier).send_keys(key).key_up(modifier).perform()

    def touch(self, *steps, pointer="finger"):
        """Moves a finger: `(x, y)` in the window, the first down, the last up."""
        finger = PointerInput(interaction.POINTER_TOUCH, pointer)
        actions = ActionBuilder(self.driver, mouse=finger)
        finger.create_pointer_move(duration=0, x=round(steps[0][0]), y=round(steps[0][1]))
        finger.create_pointer_down(button=0)
        for x, y in steps[1:]:
            finger.create_pointer_move(duration=30, x=round(x), y=round(y))
        finger.create_pointer_up(button=0)
        actions.perform()

    def middle(self, square):
        """The middle of a square in the window."""
        box = self.js(
            "const r = arguments[0].getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]",
            self.square(square))
        return box[0], box[1]

    def focused(self):
        """The square that has the keyboard's focus, or `None`."""
        return self.js(
            "const it = document.activeElement; return it.matches('#board [data-i]') ? it.value : null")

    def after_paint(self):
        """Lets two frames go by, in which what was asked for has been carried out."""
        self.driver.execute_async_script(
            "requestAnimationFrame(() => requestAnimationFrame(() => arguments[0]()))")

    def stay(self, milliseconds):
        """Lets time go by in the page, to see that nothing comes of it."""
        self.driver.execute_async_script("setTimeout(arguments[1], arguments[0])", milliseconds)

    # What the browser says

    def expect(self, *words):
        """Lets messages of the browser's log pass that hold one of these words: the test provokes them."""
        self.expected += words

    def drain(self):
        """Takes the new entries out of the logs; returns messages and network events."""
        messages = self.driver.get_log("browser")
        events = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            events.append(message)
            if message["method"] == "Network.requestWillBeSent":
                self.requests.append(message["params"]["request"]["url"])
        return messages, events

    def check(self, origins):
        """Fails if the browser complained, or if a request left for another origin."""
        messages, _ = self.drain()
        bad = [entry["message"] for entry in messages
               if entry["level"] in ("SEVERE", "WARNING")
               and not any(word in entry["message"] for word in self.expected)]
        assert not bad, f"the browser complained: {bad}"
        away = [url for url in self.requests
                if not url.startswith((*origins, "data:", "about:", "blob:"))]
        assert not away, f"requests left the origin: {away}"
