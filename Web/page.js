// The page's script: it forwards touches and keys to the Swift module, paints what the module says, and
// carries commands and events between the page and the server. It knows no rules.

const $ = (id) => document.getElementById(id);
const page = document.body.dataset;
const frame = $("board");
const store = {
  get: (key, other) => {
    try {
      return JSON.parse(localStorage.getItem("baton." + key)) ?? other;
    } catch {
      return other;
    }
  },
  set: (key, value) => {
    try {
      localStorage.setItem("baton." + key, JSON.stringify(value));
    } catch {
      // A browser that keeps nothing still plays.
    }
  },
};
const sleep = (time) => new Promise((done) => setTimeout(done, time));
const text = (id, value) => {
  const element = $(id);
  if (element && element.textContent !== value) element.textContent = value;
};
const hide = (id, hidden) => {
  const element = $(id);
  if (element && element.hidden !== hidden) element.hidden = hidden;
};

// The module

let wasm, compiled;
const put = (value) => {
  const bytes = new TextEncoder().encode(value);
  new Uint8Array(wasm.memory.buffer, wasm.input(bytes.length), bytes.length).set(bytes);
  return bytes.length;
};
const output = () =>
  new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, wasm.output(), wasm.outputLength()));

/** Calls the module and does what it says; returns what the call returned. */
const call = (name, ...args) => {
  const last = args.at(-1);
  if (typeof last === "string") args.splice(-1, 1, put(last));
  const result = wasm[name](...args);
  if (!(result === 1 && (name === "play" || name === "match"))) run(output());
  return result;
};

// Painting

const svg = (kind) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  element.setAttribute("class", kind);
  element.setAttribute("aria-hidden", "true");
  return element;
};
const use = (parent, symbols) => {
  const wanted = symbols.map((symbol) => "#" + symbol);
  while (parent.children.length > wanted.length) parent.lastChild.remove();
  wanted.forEach((href, index) => {
    const child = parent.children[index] ??
      parent.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "use"));
    if (child.getAttribute("href") !== href) child.setAttribute("href", href);
  });
};
const square = (index) => frame.querySelector(`[data-i="${index}"]`);
const boardHasFocus = () => document.activeElement?.matches?.("#board [data-i]");
const set = (element, name, value) => {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
};
let info = { count: 0 };
let quiet = false;

const does = {
  t([, html]) {
    const focused = boardHasFocus();
    frame.querySelector(".board").outerHTML = html;
    if (focused) frame.querySelector('[tabindex="0"]')?.focus();
  },
  m([, from, to]) {
    const [a, b] = [square(from), square(to)].map((element) => element.getBoundingClientRect());
    const start = `translate(${a.x - b.x}px,${a.y - b.y}px)`;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    requestAnimationFrame(() =>
      square(to).querySelector(".piece")?.animate([{ transform: start }, {}], 200));
  },
  q([, index, piece, classes, tabindex, disabled, label]) {
    const element = square(index);
    const hadFocus = boardHasFocus();
    set(element, "class", classes);
    set(element, "tabindex", tabindex);
    set(element, "aria-disabled", disabled === "1" ? "true" : "false");
    set(element, "aria-label", label);
    let art = element.querySelector(".piece");
    if (piece === "-") {
      art?.remove();
    } else {
      const before = art?.firstChild.getAttribute("href");
      art ??= element.insertBefore(svg("piece"), element.firstChild);
      use(art, [piece]);
      if (before !== "#" + piece) {
        // Restarting an animation needs the class away for one look at the layout.
        art.classList.remove("comes", "turns");
        void art.getBoundingClientRect();
        art.classList.add(before ? "turns" : "comes");
      }
    }
    const marks = classes.split(" ").filter((name) => name.startsWith("is-"));
    let drawn = element.querySelector(".marks");
    if (marks.length) {
      drawn ??= element.appendChild(svg("marks"));
      use(drawn, marks.map((name) => "m-" + name.slice(3)));
    } else {
      drawn?.remove();
    }
    if (hadFocus && tabindex === "0") element.focus();
  },
  b: ([, classes]) => set(frame.querySelector(".board"), "class", classes),
  o([, layer, html]) {
    frame.querySelector(".overlay-" + layer).innerHTML = html;
  },
  P([, html]) {
    document.querySelector(".sprite").outerHTML = html;
  },
  A: ([, said]) => says.push(said),
  X: () => stopThinking(),
  S: ([, ticket, level]) => starts.push([+ticket, +level]),
  O: ([, move]) => send(move),
  I([, status, black, white, side, shown, count, canUndo, isOver, transcript, list]) {
    info = {
      status, side, shown: +shown, count: +count, isOver: isOver === "1", transcript, list,
    };
    if (page.page === "home") text("status", status);
    text("black", black);
    text("white", white);
    text("ply", `${shown} / ${count}`);
    for (const [id, own] of [["black-score", "b"], ["white-score", "w"]]) {
      $(id).classList.toggle("turn", side === own);
    }
    for (const button of document.querySelectorAll('[data-do="undo"]')) {
      if (button.disabled !== (canUndo !== "1")) button.disabled = canUndo !== "1";
    }
    if ($("download")) set($("download"), "href", `/games/${transcript || "start"}.txt`);
    showMoves();
  },
};
let says = [];
let starts = [];
let painting = false;
const run = (lines) => {
  says = [];
  starts = [];
  painting = true;
  for (const line of lines.split("\n")) {
    const fields = line.split("\t");
    does[fields[0]]?.(fields);
  }
  painting = false;
  if (says.length && !quiet) text("said", says.join(". ") + ".");
  for (const [ticket, level] of starts) think(ticket, level);
  if (page.page === "home" && kept !== info.transcript) keep();
};

let shownList;
const showMoves = () => {
  const list = $("moves");
  if (shownList !== info.list) {
    shownList = info.list;
    list.replaceChildren(...info.list.trim().split(" ").filter(Boolean).map((entry, index) => {
      const item = document.createElement("li");
      if (entry[0] === "2") item.className = "white";
      const button = item.appendChild(document.createElement("button"));
      button.type = "button";
      button.textContent = entry.slice(1);
      button.dataset.ply = index + 1;
      return item;
    }));
  }
  const current = list.children[info.shown - 1];
  for (const item of list.children) if (item !== current) item.removeAttribute("aria-current");
  if (current) set(current, "aria-current", "true");
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
};

// Touches and keys

const squareAt = (event) => {
  const element = document.elementFromPoint(event.clientX, event.clientY);
  return +(element?.closest?.("#board [data-i]")?.dataset.i ?? -1);
};
let pressed = null;
let over = -1;
const listenToBoard = () => {
  frame.addEventListener("pointerdown", (event) => {
    const place = squareAt(event);
    const primary = event.isPrimary && event.button === 0;
    call("touch", 0, event.pointerId, place, +primary);
    if (primary) [pressed, over] = [event.pointerId, place];
  });
  addEventListener("pointermove", (event) => {
    if (event.pointerId !== pressed) return;
    const place = squareAt(event);
    if (place !== over) call("touch", 1, pressed, (over = place), 1);
  });
  addEventListener("pointerup", (event) => {
    if (pressed === null) return;
    call("touch", 2, event.pointerId, squareAt(event), 1);
    if (event.pointerId === pressed) pressed = null;
  });
  addEventListener("pointercancel", (event) => {
    call("touch", 3, event.pointerId, -1, 1);
    if (event.pointerId === pressed) pressed = null;
  });
  frame.addEventListener("keydown", (event) => {
    if (!boardHasFocus() || event.altKey || event.metaKey || event.shiftKey) return;
    if (!call("key", +event.ctrlKey, event.key)) return;
    event.preventDefault();
    frame.querySelector('[tabindex="0"]')?.focus();
  });
  frame.addEventListener("focusin", ({ target }) => {
    // Also where the tab stop is already: only then does the focus stay there when the position changes.
    if (target.dataset.i && !painting) call("focus", +target.dataset.i);
  });
  // Assistive technology presses without a pointer; such a click has no count, and the browser vouches for it.
  frame.addEventListener("click", ({ target, isTrusted, detail }) => {
    if (!target.dataset.i || !isTrusted || detail) return;
    call("focus", +target.dataset.i);
    call("key", 0, "Enter");
  });
  frame.addEventListener("submit", (event) => event.preventDefault());
  frame.addEventListener("dragstart", (event) => event.preventDefault());
  $("moves").addEventListener("click", ({ target }) => {
    if (target.dataset.ply) call("show", +target.dataset.ply);
  });
  const steps = {
    first: () => 0, previous: () => info.shown - 1, next: () => info.shown + 1,
    last: () => info.count,
  };
  document.addEventListener("click", (event) => {
    const action = event.target.closest("[data-do]")?.dataset.do;
    if (steps[action]) call("show", steps[action]());
    else if (action === "undo" || action === "flip") call(action);
    else return;
    event.preventDefault();
  });
  const themes = $("theme");
  const names = [...themes.options].map((option) => option.value);
  const usual = matchMedia("(prefers-contrast: more)").matches ? "contrast" : "felt";
  themes.value = store.get("theme", usual);
  if (themes.selectedIndex < 0) themes.value = usual;
  const setTheme = () => call("theme", names.indexOf(themes.value));
  themes.addEventListener("change", () => {
    store.set("theme", themes.value);
    setTheme();
  });
  if (themes.value !== names[0]) setTheme();
};

// The computer

let worker = null;
let waiting = null;
const stopThinking = () => {
  clearTimeout(waiting);
  worker?.terminate();
  worker = null;
};
const think = (ticket, level) => {
  stopThinking();
  const pause = $("pause").checked ? 1000 : 0;
  const begun = performance.now();
  worker = new Worker(page.worker);
  worker.onmessage = ({ data }) => {
    const rest = pause - (performance.now() - begun);
    waiting = setTimeout(() => call("answer", data.ticket, data.move), Math.max(rest, 0));
  };
  const seed = crypto.getRandomValues(new Int32Array(1))[0];
  worker.postMessage({ module: compiled, ticket, level, seed, game: info.transcript });
};

// Games on this device

let current = null;
const begin = (people, level, game = "", id = null) => {
  const before = current;
  current = { id: id ?? Date.now(), people, level };
  kept = null;
  quiet = true;
  const failed = call("play", people, level, game);
  quiet = false;
  if (failed) {
    current = before;
    return output();
  }
  text("said", "");
  text("problem", "");
  return null;
};
let kept = null;
const keep = () => {
  if (!current) return;
  kept = info.transcript;
  const saved = store.get("games", []).filter((game) => game.id !== current.id);
  if (info.count) {
    saved.unshift({
      ...current, game: info.transcript, count: info.count, over: info.isOver, at: Date.now(),
    });
  }
  store.set("games", saved.slice(0, 30));
  showSaved(saved);
  // From here on a reload comes back to what was played, not to the address.
  if (page.given && info.transcript !== page.game) history.replaceState(null, "", "/");
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
  if (document.querySelector(".name")) listen(null);
  // The computer goes on without the server: what it needs is in the browser's cache from now on.
  fetch(page.worker);
};

// Matches

const api = (method, path, body, key) =>
  fetch("/v1" + path, {
    method,
    headers: {
      ...(body && { "Content-Type": "application/json" }),
      ...(key && { "Idempotency-Key": key }),
    },
    body: body && JSON.stringify(body),
  });
const makeKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join("-");

/** Sends a command until its outcome is known; the key makes it happen once. */
const command = async (path, body) => {
  const key = makeKey();
  for (let wait = 250; ; wait = Math.min(wait * 2, 4000)) {
    try {
      const response = await api("POST", path, body, key);
      if (response.status < 500 && response.status !== 429) return response;
    } catch {
      // No answer: it may have happened or not. Asking again with the same key tells.
    }
    text("link-state", "Not confirmed yet. Trying again…");
    await sleep(wait * (0.5 + Math.random()));
  }
};

let shownSeats;
const showSeats = (next) => {
  $("seats").replaceChildren(...next.seats.map((seat) => {
    const item = document.createElement("li");
    item.classList.toggle("turn", seat.mayAct);
    const disc = item.appendChild(document.createElement("span"));
    disc.className = "disc " + (seat.number === 1 ? "b" : "w");
    const who = item.appendChild(document.createElement("span"));
    who.className = "who";
    who.appendChild(document.createElement("bdi")).textContent = seat.name ?? "open seat";
    if (seat.number === next.you) who.append(" (you)");
    const state = item.appendChild(document.createElement("span"));
    state.className = "state";
    const words = { won: "won", lost: "lost", tied: "draw", quit: "quit" };
    state.textContent = words[seat.outcome] ?? "";
    return item;
  }));
};
let view = null;
let sending = false;
const show = (next) => {
  const moves = next.moves.map((entry) => entry.move).join(" ");
  // What happened before the page came is not news.
  quiet = !view;
  view = next;
  call("match", next.you ?? 0, +(next.yourTurn && !sending), moves);
  quiet = false;
  if (!sending) text("status", next.statusLine);
  if (next.status === "ended") text("said", endLine(next));
  document.title = (next.yourTurn ? "● " : "") + next.statusLine + " · Baton";
  const open = next.seats.some((seat) => seat.name == null);
  const seats = JSON.stringify([next.seats, next.you]);
  if (seats !== shownSeats) showSeats(next);
  shownSeats = seats;
  const ended = next.status === "ended";
  if (ended) for (const score of document.querySelectorAll(".score")) score.classList.remove("turn");
  hide("invite", !open || !next.you || ended);
  hide("join", !!next.you || !open || ended);
  hide("quit", !next.you || ended);
  hide("rematch", !next.you || !ended || open || !!next.rematch);
  hide("to-rematch", !next.rematch);
  if (next.rematch) $("to-rematch").href = "/m/" + next.rematch;
  for (const input of document.querySelectorAll("input[name=version]")) {
    set(input, "value", String(next.version));
  }
  for (const input of document.querySelectorAll("input[name=key]")) {
    set(input, "value", `form-${next.version}-${next.id.slice(-8)}`);
  }
};
const endLine = (match) => {
  const left = match.seats.find((seat) => seat.outcome === "quit");
  return left ? `${left.name ?? "A player"} has quit.` : info.status + ".";
};
const load = async () => {
  const response = await api("GET", "/matches/" + page.match);
  if (response.ok) show(await response.json());
  return response.ok;
};
const send = async (move) => {
  sending = true;
  text("problem", "");
  text("status", "Your turn is over.");
  const response = await command(`/matches/${page.match}/moves`, { move, version: view.version });
  sending = false;
  text("link-state", "");
  if (response.ok) {
    if (view.version >= (await response.json()).version) show(view);
    return;
  }
  const problem = await response.json().catch(() => ({}));
  text("problem", `Oops, there was a problem. Try that again. (${problem.title ?? response.status})`);
  await load();
};

// Events

let stream = null;
const listen = (match) => {
  stream?.close();
  const address = match ? `?match=${match}&after=${view.version}` : "";
  const mine = (stream = new EventSource("/v1/events" + address));
  mine.onopen = () => text("link-state", "");
  mine.addEventListener("list", () => list());
  mine.addEventListener("match", async ({ data }) => {
    const event = JSON.parse(data);
    if (event.number <= view.version) return;
    if (event.number > view.version + 1) return load();
    show({ ...event.match, moves: event.move ? [...view.moves, event.move] : view.moves });
  });
  mine.onerror = () => {
    text("link-state", "The connection was lost. Coming back…");
    // The browser comes back by itself with its cursor, unless it has given up.
    if (mine.readyState !== 2) return;
    setTimeout(() => stream === mine && listen(match), 500 + Math.random() * 2000);
  };
};
const list = async () => {
  const response = await api("GET", "/matches").catch(() => null);
  if (!response?.ok) return;
  const matches = await response.json();
  hide("no-matches", matches.length > 0);
  $("matches").replaceChildren(...matches.map((match) => {
    const item = document.createElement("li");
    item.classList.toggle("yours", match.yourTurn);
    const link = item.appendChild(document.createElement("a"));
    link.href = "/m/" + match.id;
    const add = (kind, name, content) => {
      const element = link.appendChild(document.createElement(kind));
      element.className = name;
      element.textContent = content;
      return element;
    };
    add("span", "disc " + (match.game === "story" ? "s" + match.you : match.you === 1 ? "b" : "w"), "");
    add("span", "game", match.title);
    add("bdi", "", match.others.join(", ") || "Waiting for a friend");
    const theirs = match.others.length ? "Their turn" : "Send the link";
    const state = match.status === "ended" ? "Match Ended" : match.yourTurn ? "Your turn" : theirs;
    add("span", "state", state);
    add("span", "ago", "just now").dataset.at = match.updatedAt;
    return item;
  }));
  ages();
};
const ages = () => {
  for (const element of document.querySelectorAll("[data-at]")) {
    const minutes = Math.floor((Date.now() - element.dataset.at) / 60000);
    element.textContent = minutes < 1 ? "just now"
      : minutes < 60 ? `${minutes} min ago`
      : minutes < 1440 ? `${Math.floor(minutes / 60)} h ago` : `${Math.floor(minutes / 1440)} d ago`;
  }
};
setInterval(ages, 60000);

const match = async () => {
  while (!(await load().catch(() => false))) await sleep(1000);
  if (!view.you && view.status !== "ended" && view.seats.some((seat) => seat.name == null)) {
    const response = await command(`/matches/${page.match}/join`);
    text("link-state", "");
    // A new guest has a name from now on, which the page's head shows.
    if (response.ok && !document.querySelector(".name")) return location.reload();
    if (response.ok) list();
    await load();
  }
  listen(page.match);
  const again = () => {
    load().then(() => listen(page.match), () => {});
  };
  addEventListener("pageshow", (event) => event.persisted && again());
  document.addEventListener("visibilitychange", () => document.hidden || again());
  $("copy").addEventListener("click", async () => {
    const link = $("link");
    link.select();
    try {
      await navigator.clipboard.writeText(link.value);
    } catch {
      document.execCommand("copy");
    }
    text("copy", "Copied");
  });
};

// Start

const start = async () => {
  if (!frame) return;
  const source = await WebAssembly.instantiateStreaming(fetch(page.wasm), {});
  compiled = source.module;
  wasm = source.instance.exports;
  document.documentElement.classList.add("scripted");
  if (page.page === "home") home();
  else await match();
  listenToBoard();
  page.ready = String(Math.round(performance.now()));
};
start();
