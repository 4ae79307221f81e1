// The script of a story's page: it counts what the reader writes, keeps it until the server has it, and takes in
// what the others write. How things look is the server's: the page is asked for again, and what is new is shown.

const $ = (id) => document.getElementById(id);
const page = document.body.dataset;
const [draft, end, story] = [$("draft"), $("end"), $("story")];
const sleep = (time) => new Promise((done) => setTimeout(done, time));
const set = (element, name, value) => {
  if (element && element[name] !== value) element[name] = value;
};
const text = (id, value) => set($(id), "textContent", value);
const makeKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join("-");

// The draft, kept until the turn is acknowledged; `sent` is what was sent and has no answer yet.

const place = "baton.draft." + page.match;
let kept = {};
try {
  kept = JSON.parse(sessionStorage.getItem(place)) ?? {};
} catch {
  // A browser that keeps nothing still writes.
}
const keep = (sent) => {
  kept = { text: draft.value, end: end.checked, sent };
  try {
    sessionStorage.setItem(place, JSON.stringify(kept));
  } catch {
    // As above.
  }
};

/** The text as the server takes it: without blank lines at its ends. */
const tidy = (value) => {
  const lines = value.split("\n");
  const isFull = (line) => /[^ ]/.test(line);
  return lines.slice(lines.findIndex(isFull), lines.findLastIndex(isFull) + 1).join("\n");
};

let sending = false;
const count = () => {
  if (!draft) return;
  // Characters are counted as the server counts them, by code points.
  const over = [...tidy(draft.value)].length - page.room;
  text("counter", over > 0 ? `${over} characters too many` : `${-over} characters left`);
  $("counter").classList.toggle("over", over > 0);
  const closed = !page.turn || sending;
  for (const input of [draft, end]) set(input, "disabled", closed);
  set(draft, "readOnly", false);
  set($("send"), "disabled", closed || over > 0);
};

/** Asks for the page again and takes over what has changed. */
const load = async () => {
  const response = await fetch("/m/" + page.match).catch(() => null);
  const html = response?.ok && (await response.text().catch(() => null));
  if (!html) return false;
  const next = new DOMParser().parseFromString(html, "text/html");
  const news = next.body.dataset;
  if (+news.version < +page.version) return true;
  for (const name of ["version", "room", "turn"]) page[name] = news[name];
  document.title = (page.turn ? "● " : "") + next.title;
  const parts = [...next.getElementById("story").children];
  parts.forEach((part, index) => {
    const own = story.children[index];
    if (!own) story.append(part);
    else if (own.innerHTML !== part.innerHTML) own.innerHTML = part.innerHTML;
  });
  for (const id of ["status", "agreed", "left", "seats", "matches", "to-rematch"]) {
    if (id !== "status" || !sending) set($(id), "innerHTML", next.getElementById(id).innerHTML);
  }
  for (const id of ["agreed", "invite", "join", "quit", "rematch", "to-rematch", "no-matches", "write"]) {
    const other = next.getElementById(id);
    set($(id), "hidden", id === "write" && draft?.value ? false : other?.hidden ?? true);
  }
  $("to-rematch").href = next.getElementById("to-rematch").href;
  for (const name of ["version", "key", "ply"]) {
    const value = next.querySelector(`input[name=${name}]`).value;
    for (const input of document.querySelectorAll(`input[name=${name}]`)) input.value = value;
  }
  count();
  return true;
};

// Sending

/** Sends a command until its outcome is known; the key makes it happen once. */
const command = async (path, key, body) => {
  for (let wait = 250; ; wait = Math.min(wait * 2, 4000)) {
    const response = await fetch(`/v1/matches/${page.match}/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": key },
      body: body && JSON.stringify({ ...body, version: +page.version }),
    }).catch(() => null);
    if (response && response.status < 500 && response.status !== 429) {
      text("link-state", "");
      return response;
    }
    text("link-state", "Not confirmed yet. Trying again…");
    await sleep(wait * (0.5 + Math.random()));
  }
};
/** Sends a turn; one that was sent before goes with the key that it had, and so happens once. */
const send = async (sent) => {
  sending = true;
  keep(sent);
  text("problem", "");
  text("status", "Your turn is over.");
  count();
  let response, answer;
  do {
    response = await command("moves", sent.key, { move: sent.move });
    answer = await response.json().catch(() => ({}));
    // Somebody may have come meanwhile; where nobody wrote, the turn still means the same.
  } while (answer.code === "staleVersion" && (await load()) && page.turn && story.children.length === sent.ply);
  if (response.ok) {
    draft.value = "";
    end.checked = false;
    // Older pages that are still on their way do not give the turn back.
    if (+page.version < answer.version) [page.version, page.turn] = [answer.version, ""];
  } else {
    text("problem", `Oops, there was a problem. Try that again. (${answer.title ?? response.status})`);
  }
  keep();
  sending = false;
  count();
  load();
};

// Events

let stream = null;
const listen = () => {
  stream?.close();
  const mine = (stream = new EventSource(`/v1/events?match=${page.match}&after=${page.version}`));
  mine.onopen = () => {
    text("link-state", "");
    load();
  };
  mine.addEventListener("list", load);
  mine.addEventListener("match", load);
  mine.onerror = () => {
    text("link-state", "The connection was lost. Coming back…");
    if (mine.readyState === 2) {
      setTimeout(() => stream === mine && listen(), 500 + Math.random() * 2000);
    }
  };
};

const start = async () => {
  document.documentElement.classList.add("scripted");
  if (!$("join").hidden) {
    const response = await command("join", makeKey());
    // A member's page has the form to write with, and the name.
    if (response.ok) return location.reload();
    await load();
  }
  if (draft) {
    // Words that the server sent back are newer than those that were kept.
    if (!draft.value && kept.text) [draft.value, end.checked] = [kept.text, kept.end];
    const note = () => {
      keep(null);
      count();
    };
    draft.addEventListener("input", note);
    end.addEventListener("change", note);
    $("write").addEventListener("submit", (event) => {
      event.preventDefault();
      const words = tidy(draft.value);
      if (sending || !page.turn || !(words || end.checked)) return;
      const move = words ? `write ${JSON.stringify(words)}${end.checked ? " end" : ""}` : "end";
      send({ move, ply: story.children.length, key: makeKey() });
    });
    count();
    // The page went away before the answer came: asking once more with the same key tells.
    if (kept.sent) send(kept.sent);
  }
  addEventListener("pageshow", (event) => event.persisted && listen());
  document.addEventListener("visibilitychange", () => document.hidden || listen());
  $("copy").addEventListener("click", async () => {
    $("link").select();
    await navigator.clipboard.writeText($("link").value).catch(() => document.execCommand("copy"));
    text("copy", "Copied");
  });
  listen();
  page.ready = "1";
};
start();
