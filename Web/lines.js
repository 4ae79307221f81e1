// The analysis of chess: the engine's lines for the position on the board, and a review of the whole game. The page
// loads it when it is asked for.

/** Starts it, for the control that asked. */
export const begin = async ({ $, call, hooks, text, ...board }, engine, first) => {
  const { Thinker } = await import(engine);
  const state = () => board.state();
  const make = (name, words = "", style = "") => {
    const made = document.createElement(name);
    made.textContent = words;
    if (style) made.className = style;
    return made;
  };
  const failed = () => text("verdict", "The engine did not load. Try again when you are connected.");
  const fields = (lines, kind) =>
    lines.split("\n").map((line) => line.split("\t")).filter(([name]) => name === kind);
  /** The game up to a ply. */
  const upTo = (ply) => {
    const words = state().transcript.split(" ");
    const at = words.indexOf("moves");
    return at < 0 ? words.join(" ") : words.slice(0, at + 1 + ply).join(" ");
  };
  /** How likely white wins, from 0 to 1, as far as hundredths of a pawn tell. */
  const chances = (value) => 1 / (1 + Math.exp(-value / 270));

  // The lines of a position

  const thinker = new Thinker();
  let asked = null;
  const show = (report) => {
    const lines = fields(report, "L");
    if (!lines.length) return;
    const [[, value, score]] = lines;
    const [[, depth]] = fields(report, "D");
    $("bar").hidden = false;
    $("bar").firstElementChild.style.width = `${100 * chances(+value)}%`;
    $("bar").setAttribute("aria-label", `Evaluation ${score}`);
    text("verdict", `${score}, ${depth} plies ahead`);
    $("lines").replaceChildren(...lines.map(([, , own, , san]) => {
      const item = make("li");
      item.append(make("strong", own), " ", make("span", san));
      return item;
    }));
    call("arrows", state().shown, lines.map(([, , , moves]) => moves.split(" ")[0]).join(" "));
  };
  const clear = () => {
    $("bar").hidden = true;
    $("lines").replaceChildren();
    text("verdict", "");
  };
  const follow = () => {
    const { shown, transcript, side } = state();
    const wanted = $("study").checked ? `${shown} ${transcript}` : null;
    if (wanted === asked) return;
    asked = wanted;
    thinker.stop();
    clear();
    if (wanted === null) return call("arrows", shown, "");
    if (side === "-") return;
    text("verdict", "Thinking …");
    const told = (report) => asked === wanted && show(report);
    thinker.ask("study", [3], upTo(shown), { told, done: (report) => report && told(report) }).catch(failed);
  };
  $("study").addEventListener("change", follow);

  // The review of a game

  const reviewer = new Thinker();
  const result = $("review-result");
  let reviewed = null;
  const mark = (items) => {
    for (const item of document.querySelectorAll("#moves li")) item.classList.remove("inaccuracy", "mistake", "blunder");
    for (const [index, style] of items) $("moves").children[index]?.classList.add(style);
  };
  const isRunning = (running) => {
    $("review").hidden = running;
    $("review-stop").hidden = !running;
  };
  const forget = () => {
    reviewer.stop();
    reviewed = null;
    result.replaceChildren();
    isRunning(false);
    mark([]);
  };
  const cursor = () => {
    const svg = result.querySelector("svg");
    if (!svg) return;
    const line = svg.querySelector(".now") ?? svg.appendChild(document.createElementNS(svg.namespaceURI, "path"));
    line.setAttribute("class", "now");
    const x = 64 + (svg.viewBox.baseVal.width - 88) * state().shown / Math.max(1, state().count);
    line.setAttribute("d", `M${x.toFixed(1)} 68V372`);
  };
  const tell = (lines) => {
    const frame = make("div", "", "graph-frame chess-graph");
    frame.innerHTML = fields(lines, "G")[0][1];
    frame.addEventListener("click", ({ clientX }) => {
      const svg = frame.firstChild;
      const box = svg.getBoundingClientRect();
      const width = svg.viewBox.baseVal.width;
      const at = ((clientX - box.left) * width / box.width - 64) / (width - 88);
      call("show", Math.round(at * state().count));
    });
    const list = make("ol", "", "mistakes");
    const marks = [];
    for (const [, number, side, san, judgement, best] of fields(lines, "M")) {
      const style = judgement.toLowerCase();
      marks.push([number - 1, style]);
      const item = make("li", "", style);
      const go = make("button", `${Math.ceil(number / 2)}${side === "w" ? "." : "…"} ${san}`, "button");
      go.type = "button";
      go.title = "Show the position before this move";
      go.addEventListener("click", () => call("show", number - 1));
      item.append(go, make("span", `${judgement}. ${best} was better`));
      list.append(item);
    }
    result.replaceChildren(frame);
    result.append(list.children.length ? list : make("p", "No move gave much away."));
    mark(marks);
    cursor();
  };
  const review = () => {
    forget();
    if (!state().count) return result.append(make("p", "Play or open a game first."));
    reviewed = state().transcript;
    isRunning(true);
    const bar = result.appendChild(make("progress"));
    bar.setAttribute("aria-label", "The review of the game");
    const width = result.clientWidth < 560 ? Math.max(340, result.clientWidth) : 960;
    reviewer.ask("review", [60000, width], reviewed, {
      told: (lines) => {
        const [[, done, of]] = fields(lines, "P");
        bar.max = of;
        bar.value = done;
      },
      done: (lines) => {
        isRunning(false);
        if (lines) tell(lines);
        else forget();
      },
    }).catch(() => {
      forget();
      failed();
    });
  };
  $("review").addEventListener("click", review);
  $("review-stop").addEventListener("click", forget);

  const before = hooks.after;
  hooks.after = () => {
    before?.();
    if (reviewed !== null && reviewed !== state().transcript) forget();
    cursor();
    follow();
  };
  if (first === "review") review();
  else follow();
};
