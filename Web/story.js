// The script of a story's page: it counts what the reader writes, keeps it until the server has it, and takes in
// what the others write.

const $ = (id) => document.getElementById(id);
const page = document.body.dataset;
const [talk, play] = await Promise.all([page.talk, page.play].map((it) => import(it)));
const { morph, text } = talk;
const [draft, end, story] = [$("draft"), $("end"), $("story")];
const set = (element, name, value) => {
  if (element && element[name] !== value) element[name] = value;
};

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

/** Takes over what the server's page says of the story. */
talk.hooks.take = (next) => {
  for (const name of ["room", "turn"]) page[name] = next.body.dataset[name];
  talk.title((page.turn ? "● " : "") + next.title);
  for (const id of ["story", "agreed", "left", ...(sending ? [] : ["status"])]) {
    morph($(id), next.getElementById(id));
  }
  const form = next.getElementById("write");
  set($("write"), "hidden", draft?.value ? false : form?.hidden ?? true);
  for (const input of document.querySelectorAll("#write input[type=hidden]")) {
    set(input, "value", form?.elements[input.name]?.value ?? input.value);
  }
  count();
};

// Sending

/** Sends a turn; one that was sent before goes with the key that it had, and so happens once. */
const send = async (sent) => {
  sending = true;
  keep(sent);
  text("problem", "");
  text("status", "Your turn is over.");
  count();
  let response, answer;
  do {
    response = await play.command("moves", sent.key, { move: sent.move, version: +page.version });
    answer = await response.json().catch(() => ({}));
    // Somebody may have come meanwhile; where nobody wrote, the turn still means the same.
  } while (answer.code === "staleVersion" && (await talk.refresh()) && page.turn
    && story.children.length === sent.ply);
  if (response.ok) {
    draft.value = "";
    end.checked = false;
    // Older pages that are still on their way do not give the turn back.
    if (+page.version < answer.version) [page.version, page.turn] = [answer.version, ""];
  } else {
    talk.complain({ status: response.status, title: answer.title });
  }
  keep();
  sending = false;
  count();
  talk.refresh();
};

document.documentElement.classList.add("scripted");
if (!$("join").hidden && !page.watch) {
  const response = await play.command("join", play.makeKey());
  // A member's page has the form to write with, and the name.
  if (response.ok) location.reload();
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
    const written = tidy(draft.value);
    if (sending || !page.turn || !(written || end.checked)) return;
    const move = written ? `write ${JSON.stringify(written)}${end.checked ? " end" : ""}` : "end";
    send({ move, ply: story.children.length, key: play.makeKey() });
  });
  count();
  // The page went away before the answer came: asking once more with the same key tells.
  if (kept.sent) send(kept.sent);
}
play.follow("/m/" + page.match, page.match, () => +page.version, ({ words, match }) => {
  if (words || match.ending) text("said", words ?? match.ending);
});
page.ready = "1";
