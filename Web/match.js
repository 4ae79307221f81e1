// The script of a match's page: it carries moves and events between the board and the server.

const page = document.body.dataset;
const [board, talk, play] = await Promise.all([page.board, page.talk, page.play].map((it) => import(it)));
const { call, text } = board;

let view = null;
let sending = false;
const ask = () => fetch("/v1/matches/" + page.match);
const show = (next) => {
  // An answer may have been overtaken by an event.
  if (next.version < view?.version) return;
  const moves = (page.start ?? "") + next.moves.map((entry) => entry.move).join(" ");
  const act = () => call("match", next.you ?? 0, +(next.yourTurn && !sending), moves);
  if (view) act();
  else board.quietly(act);
  view = next;
  if (!sending) text("status", next.statusLine);
  talk.title((next.yourTurn ? "● " : "") + next.statusLine + " · Baton");
  if (next.status !== "ended") return;
  text("said", board.info.isOver ? board.info.status + "." : next.ending ?? "");
  for (const score of document.querySelectorAll(".score")) score.classList.remove("turn");
};
const load = async () => {
  const response = await ask();
  if (response.ok) show(await response.json());
  return response.ok;
};
const send = async (move) => {
  sending = true;
  text("problem", "");
  text("status", "Your turn is over.");
  const key = play.makeKey();
  let response, answer;
  do {
    response = await play.command("moves", key, { move, version: view.version });
    answer = await response.json().catch(() => ({}));
    // An offer or a newcomer is no move: where nobody moved, the move still means the same.
  } while (answer.code === "staleVersion" && (await isUnmoved()));
  sending = false;
  if (response.ok) {
    if (view.version >= answer.version) show(view);
    return;
  }
  talk.complain({ status: response.status, ...answer, title: answer.title });
  await load();
};
/** Loads the match; says whether only other things than moves have happened. */
const isUnmoved = async () => {
  const count = view.moves.length;
  await load().catch(() => {});
  return view.yourTurn && view.moves.length === count;
};

const told = async (event) => {
  if (event.number <= view.version) return;
  // After moves were taken back, and where events are missing, the match says which moves there are.
  if (event.number > view.version + 1 || event.reason === "tookBack") await load().catch(() => {});
  else show({ ...event.match, moves: event.move ? [...view.moves, event.move] : view.moves });
  if (event.words && view.status !== "ended") text("said", event.words);
};

board.hooks.send = send;
await board.boot();
while (!(await load().catch(() => false))) await play.sleep(1000);
const isOpen = view.seats.some((seat) => seat.name == null);
// Who was sent the link came to play; who came from the list of public matches may only want to look.
if (!view.you && view.status !== "ended" && isOpen && !page.watch) {
  const response = await play.command("join", play.makeKey());
  // A member's page has the form to leave with, and the name.
  if (response.ok) location.reload();
  await load();
}
play.follow(`/m/${page.match}?part`, page.match, () => view.version, told);
board.listenToBoard();
if (page.men) import(page.men).then((men) => men.begin(board));
page.ready = String(Math.round(performance.now()));
