// Setting up a position on the board of Reversi. The part that opens games loads it when that is asked for.

const page = document.body.dataset;

/** Starts it; `play` begins a game from a position, for two or against the computer. */
export const begin = (board, play) => {
  const { $, call, hooks, text } = board;
  const element = (name, words, attributes = {}) => {
    const made = document.createElement(name);
    made.textContent = words;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const button = (words, act, attributes) => {
    const made = element("button", words, { type: "button", class: "button", ...attributes });
    made.addEventListener("click", act);
    return made;
  };
  const brushes = [
    ["Cycle", "A touch goes from empty to black to white"], ["Black", "A touch puts a black disc"],
    ["White", "A touch puts a white disc"], ["Empty", "A touch takes a disc away"],
  ].map(([words, title], number) => button(words, () => take(number), { title }));
  const take = (number) => {
    call("brush", number);
    brushes.forEach((it, index) => it.setAttribute("aria-pressed", String(index === number)));
  };
  const palette = element("div", "", { class: "discs", role: "group", "aria-label": "What a touch does" });
  palette.append(...brushes);
  const turn = element("input", "", { type: "checkbox" });
  turn.addEventListener("change", () => call("side", +turn.checked));
  const turnLine = element("label", "", { class: "check" });
  turnLine.append(turn, "White is to move");
  const position = element("input", "", { autocomplete: "off", spellcheck: "false" });
  const positionLine = element("label", "Position ", { class: "field fen" });
  positionLine.append(position);
  position.addEventListener("change", () => {
    if (call("edit", position.value)) text("problem", "That is no position: 64 squares of X, O and -, and the side to move.");
  });
  const computer = button("Play the computer", () => leave(() => play(false, position.value)), { class: "button main" });
  const both = button("Two players", () => leave(() => play(true, position.value)));
  const buttons = element("div", "", { class: "buttons" });
  const start = "-".repeat(27) + "OX------XO" + "-".repeat(27);
  buttons.append(
    computer, both,
    button("Usual start", () => call("edit", start + " X")),
    button("Empty board", () => call("edit", "-".repeat(64) + " X")),
    button("Cancel", () => leave(() => call("leave"))),
  );
  const panel = element("section", "", { id: "editing", "aria-label": "Set up a position" });
  panel.append(palette, turnLine, positionLine, buttons);

  const table = document.querySelector(".table");
  // What is shown of the game when the position is begun; anything newer puts the position away.
  let shown = null;
  const close = () => {
    shown = null;
    table.classList.remove("edits");
    panel.remove();
    text("problem", "");
  };
  const leave = (act) => {
    close();
    act();
  };
  const before = hooks.after;
  hooks.after = () => {
    if (shown && shown !== board.info) close();
    before?.();
  };
  hooks.D = ([, it, problem, side]) => {
    position.value = it;
    text("black", String(it.slice(0, 64).split("X").length - 1));
    text("white", String(it.slice(0, 64).split("O").length - 1));
    turn.checked = side === "w";
    text("status", problem ? `Not yet: ${problem}` : "Set up a position");
    text("problem", "");
    computer.disabled = both.disabled = !!problem;
  };
  return () => {
    hooks.stop?.();
    shown = board.info;
    table.classList.add("edits");
    $("board").after(panel);
    call("edit", "");
    take(0);
    $("board").scrollIntoView({ block: "nearest" });
  };
};
