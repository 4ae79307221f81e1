// The script of the page of chess: games on this device, against the computer or for two.

const page = document.body.dataset;
const board = await import(page.board);
const { $, call, store, text } = board;

// The computer

let thinker = null;
let stuck = null;
let ticket = 0;
let waiting = 0;
const stop = () => {
  clearTimeout(waiting);
  ticket = 0;
  stuck = null;
  thinker?.stop();
};
const engine = async () => (thinker ??= new (await import(page.engine)).Thinker());
const think = async (number, level) => {
  stop();
  ticket = number;
  const end = performance.now() + ($("pause").checked ? 1000 : 0);
  const seed = crypto.getRandomValues(new Int32Array(1))[0];
  const game = board.info.transcript;
  const done = (move) => {
    waiting = setTimeout(() => call("answer", number, move), end - performance.now());
  };
  try {
    await engine();
    if (ticket === number) await thinker.ask("think", [level, seed], game, { done });
  } catch {
    if (ticket !== number) return;
    stuck = number;
    text("problem", "It did not load. Choose the level again.");
  }
};

// Games on this device

let current = null;
let kept = null;
let files = null;
const begin = (people, level, game = "", id = null) => {
  const before = current;
  current = { id: id ?? Date.now(), people, level };
  kept = null;
  if (board.quietly(() => call("play", people, level, game))) {
    current = before;
    return board.output();
  }
  text("said", "");
  text("problem", "");
  return null;
};
const keep = () => {
  const { transcript, count, isOver } = board.info;
  if (!current || kept === transcript) return;
  kept = transcript;
  $("pgn").href = "/chess/game.pgn?game=" + encodeURIComponent(transcript);
  const saved = store.get(page.games, []).filter((game) => game.id !== current.id);
  if (count) saved.unshift({ ...current, game: transcript, count, over: isOver, at: Date.now() });
  store.set(page.games, saved.slice(0, 30));
  files?.show(saved);
  // From here on a reload comes back to what was played, not to the address.
  if (page.given && transcript !== page.game) history.replaceState(null, "", page.home);
};
const setup = $("setup");
const people = () => (setup.elements.colour.value === "black" ? 2 : 1);
const level = () => +$("level").value;
const sayLevel = () => text("level-says", $("level").selectedOptions[0].dataset.says);
const resume = (game) => {
  $("level").value = game.level;
  sayLevel();
  if (game.people !== 3) setup.elements.colour.value = game.people === 2 ? "black" : "white";
  return begin(game.people, game.level, game.game, game.id);
};

Object.assign(board.hooks, { think, stop, after: keep });
await board.boot();
setup.addEventListener("submit", (event) => {
  event.preventDefault();
  begin(event.submitter?.dataset.do === "two" ? 3 : people(), level());
  $("board").scrollIntoView({ block: "nearest" });
});
$("level").addEventListener("change", () => {
  sayLevel();
  if (current.people !== 3) current.level = level();
  call("level", level());
  if (stuck) {
    text("problem", "");
    think(stuck, level());
  }
});
$("pause").checked = store.get("pause", true);
$("pause").addEventListener("change", () => store.set("pause", $("pause").checked));
// What opens and deletes games comes when its part of the page is opened.
$("files").addEventListener("toggle", async () => {
  files ??= (await import(page.files)).begin(board, {
    // What people write is read by the worker; the page's own module knows lines of moves alone.
    open: (game) => new Promise((told, failed) => {
      stop();
      const done = (answer) => {
        const [kind, line] = answer.split("\t");
        told(kind === "L" ? begin(3, level(), line) : line);
      };
      engine().then((it) => it.ask("read", [], game, { done })).catch(failed);
    }),
    resume,
    forget(id) {
      if (current.id === id) current.id = Date.now();
    },
  });
});
let study = null;
const analyse = async ({ target }) => {
  if (study) return;
  study = target.id;
  try {
    await (await import(page.lines)).begin({ ...board, state: () => board.info }, page.engine, study);
  } catch {
    study = null;
    text("verdict", "It did not load.");
  }
};
$("study").addEventListener("change", analyse);
$("review").addEventListener("click", analyse);
let edit = null;
$("edit").addEventListener("click", async () => {
  edit ??= (await import(page.editor)).begin(board, {
    play: (isForTwo, fen) => begin(isForTwo ? 3 : people(), level(), "fen " + fen),
    leave: () => call("leave"),
  });
  stop();
  edit();
});
const saved = store.get(page.games, []);
if (page.given) {
  const problem = $("problem").textContent;
  const seats = page.two ? 3 : page.colour === "black" ? 2 : 1;
  const known = saved.find((game) => game.game === page.game && game.people === seats);
  begin(seats, +page.level, page.game, known?.id);
  text("problem", problem);
} else if (!saved[0] || saved[0].over || resume(saved[0])) {
  begin(people(), level());
}
board.listenToBoard();
page.ready = String(Math.round(performance.now()));
import(page.men).then((men) => men.begin(board));
// Who has matches hears of them here, too.
if (document.querySelector(".name")) import(page.talk).then((talk) => talk.listen(page.home + "?part"));
