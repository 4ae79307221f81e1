// The script of the page of puzzles: mates to be found move by move. The worker says whether a move keeps the mate.

const page = document.body.dataset;
const board = await import(page.board);
const { $, call, store, text } = board;
const puzzles = page.puzzles.split("|").map((it) => {
  const [moves, line] = it.split("~");
  return { moves: +moves, line };
});
let solved = new Set(store.get("puzzles", []));
let number = 0;
let left = 0;
// Whether help was taken; then it does not count as solved.
let helped = false;
let ended = false;
let thinker = null;
let asked = 0;
const ask = async (name, args) => {
  const own = ++asked;
  thinker ??= new (await import(page.engine)).Thinker();
  return new Promise((done, failed) => {
    thinker.ask(name, args, board.info.transcript, { done: (answer) => own === asked && done(answer) }).catch(failed);
  });
};
const side = () => (puzzles[number].line.split(" ")[2] === "w" ? "White" : "Black");
const say = (words) => text("verdict", words);
const count = (moves) => (moves === 1 ? "1 move" : `${moves} moves`);
const showProgress = () => {
  text("progress", `${solved.size} of ${puzzles.length} solved`);
  $("puzzle-number").value = number;
  for (const option of $("puzzle-number").options) {
    const it = puzzles[option.value];
    const words = `${+option.value + 1} · mate in ${it.moves}${solved.has(it.line) ? " ✓" : ""}`;
    if (option.textContent !== words) option.textContent = words;
  }
};
const open = (next) => {
  asked++;
  thinker?.stop();
  number = (next + puzzles.length) % puzzles.length;
  left = puzzles[number].moves;
  helped = ended = false;
  const people = side() === "White" ? 1 : 2;
  board.quietly(() => call("play", people, 1, puzzles[number].line));
  text("said", "");
  text("task", `${side()} to move mates in ${count(left)}.`);
  say("");
  store.set("puzzle", number);
  $("give-up").hidden = $("hint").hidden = false;
  showProgress();
};
const finish = () => {
  ended = true;
  $("give-up").hidden = $("hint").hidden = true;
  if (helped) return say("That was the solution.");
  solved.add(puzzles[number].line);
  store.set("puzzles", [...solved]);
  say("Solved!");
  showProgress();
};
const failed = () => say("The computer did not load. Try that again.");
/** After a move the other side answers, as long as the mate stands. */
const think = async (ticket) => {
  try {
    const answer = await ask("defend", [left - 1]);
    if (!answer) {
      say("That lets the king get away. Try another move.");
      return call("undo");
    }
    left -= 1;
    if (!helped) say(`Right. ${side()} still mates in ${count(left)}.`);
    call("answer", ticket, answer);
    if (helped === "shown") show();
  } catch {
    failed();
    call("undo");
  }
};
const after = () => {
  if (!ended && board.info.isOver && board.info.shown === board.info.count && board.info.count) finish();
};
/** Plays the rest of the solution, a move at a time. */
const show = async () => {
  helped = "shown";
  $("give-up").hidden = $("hint").hidden = true;
  const move = await ask("mate", [left]).catch(failed);
  await new Promise((done) => setTimeout(done, 700));
  if (move && helped === "shown" && !ended) call("move", move);
};

Object.assign(board.hooks, { think, stop: () => asked++, after });
await board.boot();
$("hint").addEventListener("click", async () => {
  helped ||= true;
  call("show", board.info.count);
  const move = await ask("mate", [left]).catch(failed);
  if (move) call("hint", move.slice(0, 2));
});
$("give-up").addEventListener("click", () => {
  call("show", board.info.count);
  show();
});
$("again").addEventListener("click", () => open(number));
$("next").addEventListener("click", () => open(number + 1));
$("puzzle-number").addEventListener("change", ({ target }) => open(+target.value));
const first = puzzles.findIndex((it) => !solved.has(it.line));
open(page.given ? +page.given : Math.max(0, store.get("puzzle", first)));
board.listenToBoard();
page.ready = String(Math.round(performance.now()));
import(page.men).then((men) => men.begin(board));
