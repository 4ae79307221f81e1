// The script of the page of endings of Reversi: the best result is to be kept to the end. The worker solves each position.

const page = document.body.dataset;
const board = await import(page.board);
const { $, call, store, text } = board;
const puzzles = page.puzzles.split("|").map((it) => {
  const [score, line] = it.split("~");
  const side = line.endsWith("X") ? "Black" : "White";
  return { line, side, score: +score, sign: side === "Black" ? 1 : -1 };
});
let solved = new Set(store.get("endings", []));
let number = 0;
// How many moves are judged, and the computer's answer that is due.
let judged = 0;
let due = 0;
// Whether help was taken; then it does not count as solved.
let helped = false;
let ended = false;
let thinker = null;
let asked = 0;
/** The score for the puzzle's side and a best move. */
const solve = async () => {
  const own = ++asked;
  thinker ??= new (await import(page.engine)).Thinker();
  const answer = await new Promise((done, failed) => {
    thinker.ask("exact", [], board.info.transcript, { done }).catch(failed);
  });
  if (own !== asked) return null;
  if (!answer) throw new Error("unsolved");
  const [score, move] = answer.split("\t");
  return { score: score * puzzles[number].sign, move };
};
const say = (words) => text("verdict", words);
const result = (score) => (score > 0 ? `wins by ${score}` : score < 0 ? `loses by ${-score}` : "draws");
const showProgress = () => {
  text("progress", `${solved.size} of ${puzzles.length} solved`);
  $("puzzle-number").value = number;
  for (const option of $("puzzle-number").options) {
    option.dataset.words ??= option.textContent;
    const words = option.dataset.words + (solved.has(puzzles[option.value].line) ? " ✓" : "");
    if (option.textContent !== words) option.textContent = words;
  }
};
const open = (next) => {
  asked++;
  thinker?.stop();
  number = (next + puzzles.length) % puzzles.length;
  const { side, score, line } = puzzles[number];
  helped = ended = false;
  judged = Infinity;
  due = 0;
  board.quietly(() => call("play", side === "Black" ? 1 : 2, 1, line));
  judged = board.info.count;
  text("said", "");
  text("task", `${side} to move ${score < 0 ? `loses by ${-score} at most` : score ? `wins by ${score}` : "holds a draw"}.`);
  say("");
  store.set("ending", number);
  $("give-up").hidden = $("hint").hidden = false;
  showProgress();
};
const finish = () => {
  ended = true;
  $("give-up").hidden = $("hint").hidden = true;
  if (helped) return say("That was the best play.");
  solved.add(puzzles[number].line);
  store.set("endings", [...solved]);
  say("Solved!");
  showProgress();
};
const failed = () => say("The computer did not load. Try that again.");
/** Judges what was just played; then the other side answers with what is best for it. */
const judge = async () => {
  const { side, score } = puzzles[number];
  const { count } = board.info;
  say("…");
  try {
    const found = await solve();
    if (!found) return;
    if (found.score < score) {
      say(`After that ${side} ${result(found.score)}. Try another move.`);
      due = 0;
      call("undo");
      judged = board.info.count;
      return;
    }
    judged = count;
    say(helped ? "" : `Right: ${side} still ${result(score)}.`);
    if (board.info.isOver) return finish();
    const ticket = due;
    due = 0;
    if (!ticket) return helped === "shown" && show();
    await new Promise((done) => setTimeout(done, 500));
    if (board.info.count !== count || ended) return;
    judged = Infinity;
    call("answer", ticket, found.move);
    judged = board.info.count;
    if (board.info.isOver) finish();
    else if (helped === "shown") show();
  } catch {
    failed();
    due = 0;
    call("undo");
    judged = board.info.count;
  }
};
/** Plays the rest of the solution, a move at a time. */
const show = async () => {
  helped = "shown";
  $("give-up").hidden = $("hint").hidden = true;
  const found = await solve().catch(failed);
  await new Promise((done) => setTimeout(done, 600));
  if (found && helped === "shown" && !ended) call("move", found.move);
};

Object.assign(board.hooks, {
  think: (ticket) => (due = ticket),
  stop: () => asked++,
  after() {
    const { count, shown } = board.info;
    if (count < judged) judged = count;
    if (!ended && shown === count && count > judged) {
      judged = count;
      judge();
    }
  },
});
await board.boot();
$("hint").addEventListener("click", async () => {
  helped ||= true;
  call("show", board.info.count);
  const found = await solve().catch(failed);
  if (found) call("hint", found.move);
});
$("give-up").addEventListener("click", () => {
  call("show", board.info.count);
  show();
});
$("again").addEventListener("click", () => open(number));
$("next").addEventListener("click", () => open(number + 1));
$("puzzle-number").addEventListener("change", ({ target }) => open(+target.value));
const first = puzzles.findIndex((it) => !solved.has(it.line));
open(page.given ? +page.given : Math.max(0, store.get("ending", first)));
board.listenToBoard();
page.ready = String(Math.round(performance.now()));
