// What a page and the server say to each other: commands that happen once however bad the line is, events, and the
// parts of the page that change with them. How things look is the server's: a part is asked for again and what
// differs is taken over.

const $ = (id) => document.getElementById(id);
const page = document.body.dataset;
const sleep = (time) => new Promise((done) => setTimeout(done, time));
export const write = (element, value) => {
  if (element && element.textContent !== value) element.textContent = value;
};
export const text = (id, value) => write($(id), value);
// Parts of the page

/** Makes an element like another one; what is alike is not touched, and so keeps the focus. */
export const morph = (own, next) => {
  if (!own || !next || own.isEqualNode(next)) return;
  if (own.nodeType !== 1) return (own.data = next.data);
  for (const { name } of [...own.attributes]) {
    // What the reader has opened stays open.
    if (!next.hasAttribute(name) && name !== "open" && name !== "data-low") own.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (own.getAttribute(name) !== value) own.setAttribute(name, value);
  }
  // What stands in such an element is written here.
  if (next.hasAttribute("data-own")) return;
  const wanted = [...next.childNodes];
  wanted.forEach((child, index) => {
    const known = child.id && [...own.children].find((it) => it.id === child.id);
    const place = own.childNodes[index] ?? null;
    if (known) {
      if (known !== place) own.insertBefore(known, place);
      morph(known, child);
    } else if (place && place.nodeName === child.nodeName && !place.id && !child.id) {
      morph(place, child);
    } else {
      own.insertBefore(child, place);
    }
  });
  while (own.childNodes.length > wanted.length) own.lastChild.remove();
};

/** The other matches that wait for the reader. */
const waiting = () => [...document.querySelectorAll("#matches .yours:not(:has([aria-current]))")];
let name = document.title;
/** Names the window; the number of other matches that wait stands before it. */
export const title = (value) => {
  name = value ?? name;
  const count = waiting().length;
  const whole = (count ? `(${count}) ` : "") + name;
  if (document.title !== whole) document.title = whole;
};

const mark = (item) => item.id + item.dataset.version;
let known = waiting().map(mark);
let noticed = null;
/** Tells of a turn in another match, once, where it does not get in the way. */
const notify = () => {
  const items = waiting();
  for (const item of items) {
    if (known.includes(mark(item))) continue;
    noticed = item.id;
    const link = document.createElement("a");
    link.href = item.querySelector("a").href;
    link.append(...["state", "game"].map((part) => item.querySelector("." + part).textContent + " · "),
      item.querySelector("bdi").cloneNode(true));
    const close = document.createElement("button");
    close.className = "button small";
    close.textContent = "Close";
    close.addEventListener("click", () => $("notice").replaceChildren());
    $("notice").replaceChildren(link, close);
  }
  if (!items.some((item) => item.id === noticed)) $("notice").replaceChildren();
  known = items.map(mark);
  title();
};

/** What a page does besides with a part that came; it says `false` to one that is too old. */
export const hooks = {};
/** Takes over what a part of the page, or the whole of it, says. */
export const take = (html) => {
  const next = new DOMParser().parseFromString(html, "text/html");
  const news = next.body.dataset;
  setOffset(+news.now);
  const focused = document.activeElement;
  const isLate = +news.version < +page.version;
  if (!isLate) {
    if ((news.version ?? page.version) !== page.version) page.version = news.version;
    morph($("match"), next.getElementById("match"));
    hooks.take?.(next);
  }
  morph($("matches"), next.getElementById("matches"));
  // A button that is gone leaves the focus near where it was.
  if (!focused?.isConnected) $("match")?.focus({ preventScroll: true });
  tick();
  notify();
};
let asked = 0;
let taken = 0;
let address = location.pathname;
/** Asks for what can change; says whether an answer came. */
export const refresh = async () => {
  const number = ++asked;
  const response = await fetch(address).catch(() => null);
  const html = response?.ok && (await response.text().catch(() => null));
  if (!html) return false;
  if (number > taken) {
    taken = number;
    take(html);
  }
  return true;
};
let timer = 0;
/** Asks soon; what happens together is asked for once. */
const soon = () => {
  clearTimeout(timer);
  timer = setTimeout(refresh, 40);
};

// Clocks, by the server's time

let offset = -Infinity;
/** The answer that was quickest on its way knows the server's time best. */
const setOffset = (now) => {
  if (now) offset = Math.max(offset, now - Date.now());
};
const left = (time) => {
  const seconds = Math.ceil(Math.max(time, 0) / 1000);
  const [minutes, hours, days] = [60, 3600, 86400].map((unit) => Math.floor(seconds / unit));
  if (days) return `${days} d ${hours % 24} h`;
  if (hours) return `${hours} h ${minutes % 60} min`;
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
};
const age = (time) => {
  const minutes = Math.floor(time / 60000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  return minutes < 1440 ? `${Math.floor(minutes / 60)} h ago` : `${Math.floor(minutes / 1440)} d ago`;
};
const tick = () => {
  const now = Date.now() + offset;
  for (const clock of document.querySelectorAll("[data-until]")) {
    const rest = clock.dataset.until - now;
    write(clock, left(rest));
    if (clock.hasAttribute("data-low") !== rest < 10000) clock.toggleAttribute("data-low");
  }
  for (const element of document.querySelectorAll("[data-at]")) write(element, age(now - element.dataset.at));
  hooks.tick?.();
};
setOffset(+page.now);
setInterval(tick, 500);

// Commands

/** Asks until there is an answer; the key of what is asked makes it happen once. */
export const persist = async (ask) => {
  for (let wait = 250; ; wait = Math.min(wait * 2, 4000)) {
    const response = await ask().catch(() => null);
    // Without an answer it may have happened or not. Asking again with the same key tells.
    const isFinal = response && response.status < 500;
    if (isFinal && !(response.status === 429 && response.headers.get("Retry-After") < 60)) {
      text("link-state", "");
      return response;
    }
    text("link-state", "Not confirmed yet. Trying again…");
    await sleep(wait * (0.5 + Math.random()));
  }
};
/** Says what the server refused. */
export const complain = ({ title, status }) =>
  text("problem", `Oops, there was a problem. Try that again. (${title ?? status})`);

const busy = new Set();
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (event.defaultPrevented || !form.getAttribute("action")?.startsWith("/m/")) return;
  event.preventDefault();
  if (busy.has(form)) return;
  busy.add(form);
  const body = new URLSearchParams(new FormData(form));
  const response = await persist(() => fetch(form.action, { method: "POST", body }));
  busy.delete(form);
  if (!response.ok) {
    complain(await response.json().catch(() => response));
    return soon();
  }
  text("problem", "");
  const { pathname } = new URL(response.url);
  // Who takes a seat gets a page of its own; so does who goes to another match.
  if (form.action.endsWith("/join")) location.assign(pathname);
  else if (form.closest("#matches")) soon();
  else if (pathname === location.pathname) take(await response.text());
  else location.assign(pathname);
});

// Events

let stream = null;
/** Follows the reader's list, and one match from a version on; `told` gets its events. */
export const listen = (part, match, after, told) => {
  address = part;
  stream?.close();
  const query = match ? `?match=${match}&after=${after()}` : "";
  const mine = (stream = new EventSource("/v1/events" + query));
  mine.onopen = () => {
    text("link-state", "");
    // What happened between the page and the stream is not told by it.
    soon();
  };
  mine.addEventListener("list", soon);
  mine.addEventListener("match", ({ data }) => {
    soon();
    told(JSON.parse(data));
  });
  mine.onerror = () => {
    text("link-state", "The connection was lost. Coming back…");
    // The browser comes back by itself with its cursor, unless it has given up.
    if (mine.readyState !== 2) return;
    setTimeout(() => stream === mine && listen(part, match, after, told), 500 + Math.random() * 2000);
  };
};

title();
