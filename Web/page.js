// The script of the first page: games on this device, against the computer or for two.

const page = document.body.dataset;
const board = await import(page.board);
const { $, call, store, text } = board;
const frame = $("board");

// The computer

let worker = null;
let waiting = null;
const stop = () => {
  clearTimeout(waiting);
  worker?.terminate();
  worker = null;
};
const think = (ticket, level) => {
  stop();
  const pause = $("pause").checked ? 1000 : 0;
  const begun = performance.now();
  worker = new Worker(page.worker);
  worker.onmessage = ({ data }) => {
    const rest = pause - (performance.now() - begun);
    waiting = setTimeout(() => call("answer", data.ticket, data.move), Math.max(rest, 0));
  };
  const seed = crypto.getRandomValues(new Int32Array(1))[0];
  worker.postMessage({ module: board.compiled, ticket, level, seed, game: board.info.transcript });
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
  showSaved(saved);
  // From here on a reload comes back to what was played, not to the address.
  if (page.given && board.info.transcript !== page.game) history.replaceState(null, "", "/");
};
const button = (label, act, style = "button") => {
  const element = document.createElement("button");
  element.type = "button";
  element.className = style;
  element.textContent = label;
  element.addEventListener("click", act);
  return element;
};
const showSaved = (saved) => {
  $("saved").replaceChildren(...saved.map((game) => {
    const item = document.createElement("li");
    const kind = game.people === 3 ? "two players" : `level ${game.level}`;
    const label = document.createElement("span");
    const state = game.over ? "finished" : `${game.count} moves`;
    label.textContent = `${new Date(game.at).toLocaleDateString()} · ${kind} · ${state}`;
    item.append(
      label,
      button("Open", () => {
        setChoices(game);
        begin(game.people, game.level, game.game, game.id);
        frame.scrollIntoView({ block: "nearest" });
      }),
      button("Delete", () => {
        const rest = store.get("games", []).filter((other) => other.id !== game.id);
        store.set("games", rest);
        if (current?.id === game.id) current.id = Date.now();
        showSaved(rest);
      }),
    );
    return item;
  }));
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
  });
  $("pause").checked = store.get("pause", true);
  $("pause").addEventListener("change", () => store.set("pause", $("pause").checked));
  const open = (game) => {
    const failed = begin(3, level(), game);
    text("open-error", failed ? `This cannot be opened: ${failed}.` : "");
    if (!failed) {
      $("open-text").value = "";
      frame.scrollIntoView({ block: "nearest" });
    }
  };
  $("open").addEventListener("submit", (event) => {
    event.preventDefault();
    open($("open-text").value);
  });
  $("open-file").addEventListener("change", async ({ target }) => {
    const file = target.files[0];
    if (!file) return;
    if (file.size > 65536) text("open-error", "This cannot be opened: the file is too large.");
    else open(await file.text());
    target.value = "";
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
  showSaved(store.get("games", []));
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
