// Setting up a position on the board of chess. The page loads it when that is asked for.

const pieces = ["king", "queen", "rook", "bishop", "knight", "pawn"];
const letter = (side, name) => {
  const own = name === "knight" ? "n" : name[0];
  return side === "white" ? own.toUpperCase() : own;
};

/** Starts it; `page` can `play` a line and `leave` without. */
export const begin = (board, page) => {
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
  const tools = [["", "Move pieces", "✥"], ["-", "Take pieces away", "✕"]];
  const brush = (value, label, content) => {
    const made = button("", () => take(value), { class: "brush", "aria-label": label, title: label });
    made.value = value;
    made.append(content);
    return made;
  };
  const picture = (side, name) => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("aria-hidden", "true");
    svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "use"))
      .setAttribute("href", `#p-${side}-${name}`);
    return svg;
  };
  const palette = element("div", "", { class: "palette", role: "group", "aria-label": "What a touch does" });
  for (const side of ["black", "white"]) {
    const row = palette.appendChild(element("div", ""));
    const [value, label, sign] = tools[+(side === "white")];
    for (const name of pieces) {
      row.append(brush(letter(side, name), `Put a ${side} ${name}`, picture(side, name)));
    }
    row.append(brush(value, label, sign));
  }
  const take = (value) => {
    call("brush", value);
    for (const it of palette.querySelectorAll("button")) it.setAttribute("aria-pressed", String(it.value === value));
  };
  const check = (label, act) => {
    const line = element("label", "", { class: "check" });
    const box = element("input", "", { type: "checkbox" });
    box.addEventListener("change", act);
    line.append(box, label);
    return [line, box];
  };
  const [turnLine, turn] = check("Black is to move", () => call("side", +turn.checked));
  const castle = () => call("castling", boxes.reduce((bits, [, box], index) => bits | (box.checked << index), 0));
  const boxes = ["White O-O", "Black O-O", "White O-O-O", "Black O-O-O"].map((label) => check(label, castle));
  const fen = element("input", "", { autocomplete: "off", spellcheck: "false" });
  const fenLine = element("label", "Position (FEN) ", { class: "field fen" });
  fenLine.append(fen);
  fen.addEventListener("change", () => {
    if (call("edit", fen.value)) text("problem", "This is no position.");
  });
  const computer = button("Play the computer", () => leave(() => page.play(false, fen.value)), { class: "button main" });
  const both = button("Two players", () => leave(() => page.play(true, fen.value)));
  const buttons = element("div", "", { class: "buttons" });
  buttons.append(
    computer, both,
    button("Usual start", () => call("edit", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")),
    button("Empty board", () => call("edit", "8/8/8/8/8/8/8/8 w - - 0 1")),
    button("Cancel", () => leave(page.leave)),
  );
  const panel = element("section", "", { id: "editing", "aria-label": "Set up a position" });
  const marks = element("div", "", { class: "castlings" });
  marks.append(turnLine, ...boxes.map(([line]) => line));
  panel.append(palette, marks, fenLine, buttons);

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
  hooks.D = ([, position, problem, side, castlings]) => {
    fen.value = position;
    turn.checked = side === "b";
    boxes.forEach(([, box], index) => (box.checked = !!(castlings >> index & 1)));
    text("status", problem ? `Not yet: ${problem}` : "Set up a position");
    text("problem", "");
    computer.disabled = both.disabled = !!problem;
  };
  return () => {
    shown = board.info;
    table.classList.add("edits");
    document.querySelector(".sides").after(panel);
    call("edit", $("fen").value);
    take("");
    $("board").scrollIntoView({ block: "nearest" });
  };
};
