// The board of a page: it forwards touches and keys to the Swift module and paints what the module says. It knows
// no rules.

export const $ = (id) => document.getElementById(id);
const page = document.body.dataset;
const frame = $("board");
export const store = {
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
export const text = (id, value) => {
  const element = $(id);
  if (element && element.textContent !== value) element.textContent = value;
};
/** What the page does for the board: `send` a move, `think` and `stop` for the computer, `after` a change; what else the module says goes to the hook of that name. */
export const hooks = {};

// The module

let wasm;
export let compiled;
const put = (value) => {
  const bytes = new TextEncoder().encode(value);
  const at = wasm.input(bytes.length);
  // Only now: lending the buffer may have made the memory another one.
  new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
  return bytes.length;
};
export const output = () =>
  new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, wasm.output(), wasm.outputLength()));

/** Calls the module and does what it says; returns what the call returned. */
export const call = (name, ...args) => {
  const last = args.at(-1);
  if (typeof last === "string") args.splice(-1, 1, put(last));
  const result = wasm[name](...args);
  if (result !== 1 || name === "key") run(output());
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
export let info = { count: 0 };
let quiet = false;
/** Does something without a word: what happened before the page came is not news. */
export const quietly = (act) => {
  quiet = true;
  const result = act();
  quiet = false;
  return result;
};

const does = {
  t([, html]) {
    const focused = boardHasFocus();
    frame.querySelector(".board").outerHTML = html;
    if (focused) frame.querySelector('[tabindex="0"]')?.focus();
  },
  m([, from, to]) {
    const [a, b] = [square(from), square(to)].map((element) => element.getBoundingClientRect());
    const start = `translate(${a.x - b.x}px,${a.y - b.y}px)`;
    if (hooks.still || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
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
  T([, verdict, line]) {
    text("verdict", verdict);
    text("line", line);
  },
  X: () => hooks.stop?.(),
  S: ([, ticket, level]) => starts.push([+ticket, +level]),
  O: ([, move]) => hooks.send(move),
  I([, status, black, white, side, shown, count, canUndo, isOver, transcript, list]) {
    info = {
      status, side, shown: +shown, count: +count, isOver: isOver === "1", transcript, list,
    };
    if (!page.match) text("status", status);
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
    (does[fields[0]] ?? hooks[fields[0]])?.(fields);
  }
  painting = false;
  if (says.length && !quiet) text("said", says.join(". ") + ".");
  for (const [ticket, level] of starts) hooks.think(ticket, level);
  hooks.after?.();
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
  if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
};

// Touches and keys

const squareAt = (event) => {
  const element = document.elementFromPoint(event.clientX, event.clientY);
  return +(element?.closest?.("#board [data-i]")?.dataset.i ?? -1);
};
let pressed = null;
let over = -1;
export const listenToBoard = () => {
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
  const usual = matchMedia("(prefers-contrast: more)").matches ? "contrast" : names[0];
  themes.value = store.get("theme", usual);
  if (themes.selectedIndex < 0) themes.value = usual;
  const setTheme = () => call("theme", names.indexOf(themes.value));
  themes.addEventListener("change", () => {
    store.set("theme", themes.value);
    setTheme();
  });
  if (themes.value !== names[0]) setTheme();
};

/** Loads the module; then the page may call it. */
export const boot = async () => {
  const source = await WebAssembly.instantiateStreaming(fetch(page.wasm), {});
  compiled = source.module;
  wasm = source.instance.exports;
  document.documentElement.classList.add("scripted");
};
