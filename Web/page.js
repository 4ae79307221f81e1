// The script of the first page: games on this device, against the computer or for two.

const page = document.body.dataset;
const board = await import(page.board);
const { $, call, store, text } = board;
const frame = $("board");

// The computer

let worker = null;
let waiting = null;
let stuck = null;
const stop = () => {
  clearTimeout(waiting);
  stuck = null;
  worker?.terminate();
  worker = null;
};
/** What a level needs: the first ones the page's own module, the others the engine. */
const engine = async (level) =>
  level > page.plain ? (await import(page.engine)).load() : { module: board.compiled };
const think = async (ticket, level) => {
  stop();
  const pause = $("pause").checked ? 1000 : 0;
  const begun = performance.now();
  const game = board.info.transcript;
  const own = worker = new Worker(page.worker);
  own.onmessage = ({ data }) => {
    const rest = pause - (performance.now() - begun);
    waiting = setTimeout(() => call("answer", ticket, data.done), Math.max(rest, 0));
  };
  try {
    const parts = await engine(level);
    const seed = crypto.getRandomValues(new Int32Array(1))[0];
    if (worker === own) own.postMessage({ ...parts, call: "think", args: [level, seed], game });
  } catch {
    if (worker !== own) return;
    stuck = ticket;
    text("problem", `Level ${level} did not load. Choose it again or a lower one.`);
  }
};

// Games on this device

let current = null;
const begin = (people, level, game = "", id = null) => {
  const before = current;
  current = { id: id ?? Date.now(), people, level };
  kept = null;
  const failed = board.quietly(() => call("play", people, level, game));
  if (failed) {
    current = before;
    return board.output();
  }
  text("said", "");
  text("problem", "");
  return null;
};
let kept = null;
let files = null;
const keep = () => {
  if (!current || kept === board.info.transcript) return;
  kept = board.info.transcript;
  const saved = store.get("games", []).filter((game) => game.id !== current.id);
  if (board.info.count) {
    saved.unshift({
      ...current, game: board.info.transcript, count: board.info.count, over: board.info.isOver, at: Date.now(),
    });
  }
  store.set("games", saved.slice(0, 30));
  files?.show(saved);
  // From here on a reload comes back to what was played, not to the address.
  if (page.given && board.info.transcript !== page.game) history.replaceState(null, "", "/");
};
const setChoices = ({ people, level }) => {
  $("level").value = level;
  sayLevel();
  if (people !== 3) $("setup").elements.colour.value = people === 2 ? "white" : "black";
};
const sayLevel = () => text("level-says", $("level").selectedOptions[0].dataset.says);

const home = () => {
  const setup = $("setup");
  const people = () => (setup.elements.colour.value === "white" ? 2 : 1);
  const level = () => +$("level").value;
  setup.addEventListener("submit", (event) => {
    const action = event.submitter?.dataset.do;
    if (action !== "new" && action !== "two") return;
    event.preventDefault();
    begin(action === "two" ? 3 : people(), level());
    frame.scrollIntoView({ block: "nearest" });
  });
  $("level").addEventListener("change", () => {
    sayLevel();
    if (current.people !== 3) current.level = level();
    call("level", level());
    if (stuck !== null) {
      text("problem", "");
      think(stuck, level());
    } else engine(level()).catch(() => {});
  });
  // Analysis comes when it is asked for.
  let study = false;
  const analyse = async ({ target }) => {
    if (study) return;
    study = true;
    try {
      (await import(page.study)).begin(board, target.id);
    } catch {
      study = false;
      text("line", "The analysis did not load.");
    }
  };
  $("study").addEventListener("change", analyse);
  $("review").addEventListener("click", analyse);
  $("pause").checked = store.get("pause", true);
  $("pause").addEventListener("change", () => store.set("pause", $("pause").checked));
  // What opens and deletes games comes when its part of the page is opened.
  let opening = false;
  $("files").addEventListener("toggle", async () => {
    if (opening) return;
    opening = true;
    try {
      files = (await import(page.files)).begin(board, {
        open: (game) => begin(3, level(), game),
        resume(game) {
          setChoices(game);
          begin(game.people, game.level, game.game, game.id);
        },
        forget(id) {
          if (current?.id === id) current.id = Date.now();
        },
      });
    } catch {
      opening = false;
    }
  });
  const saved = store.get("games", []);
  const last = saved[0];
  if (page.given) {
    const people = page.two ? 3 : page.colour === "white" ? 2 : 1;
    const problem = $("problem").textContent;
    const known = saved.find((game) => game.game === page.game && game.people === people);
    begin(people, +page.level, page.game, known?.id);
    text("problem", problem);
  } else if (last && !last.over) {
    setChoices(last);
    if (begin(last.people, last.level, last.game, last.id)) begin(1, +page.level);
  } else {
    begin(people(), level());
  }
  // Who has matches hears of them here, too.
  if (document.querySelector(".name")) import(page.talk).then((talk) => talk.listen("/?part"));
  // The computer goes on without the server: what it needs is in the browser's cache from now on.
  fetch(page.worker);
};

Object.assign(board.hooks, { think, stop, after: keep });
await board.boot();
home();
board.listenToBoard();
page.ready = String(Math.round(performance.now()));
