// What the computer knows of the game on the board: what each move is worth, and a review of the whole game. The page
// loads it when it is first asked for.

const page = document.body.dataset;
const { load, Thinker } = await import(page.engine);

/** Starts it with what was asked for first: `review` or `study`. `board` is the module of the board. */
export const begin = (board, first) => {
  const { $, call, text, hooks } = board;
  const shown = $("study");
  const problem = () =>
    text("line", "The engine could not be loaded. Try again when you are connected.");
  /** The transcript of the first `count` moves, after the position in which they begin if that is another than usual. */
  const transcript = (count) => {
    const start = board.info.transcript.match(/^[XO-]{64} [XO]/) ?? [];
    const moves = board.info.list.trim().split(" ").filter(Boolean).slice(0, count).map((entry) => entry.slice(1));
    return [...start, ...moves].join(" ");
  };

  // What each move is worth

  const thinker = new Thinker();
  let asked = null;
  const write = (ply, report) => call("study", ply, report);
  const follow = () => {
    const wanted = shown.checked ? board.info.list + board.info.shown : null;
    if (wanted === asked) return;
    const wasOn = asked !== null;
    asked = wanted;
    thinker.stop();
    text("line", "");
    text("verdict", "");
    if (wanted === null) return wasOn && write(board.info.shown, "");
    const ply = board.info.shown;
    if (board.info.side === "-") return;
    text("verdict", "Thinking …");
    thinker.ask("study", [], transcript(ply), {
      told: (report) => write(ply, report),
      done: (report) => report ? write(ply, report) : text("verdict", ""),
    }).catch(problem);
  };
  shown.addEventListener("change", follow);

  // The review of the game

  const reviewer = new Thinker();
  const result = $("review-result");
  let reviewed = null;
  const forget = () => {
    reviewer.stop();
    reviewed = null;
    result.replaceChildren();
    $("review").hidden = false;
    $("review-stop").hidden = true;
    for (const item of document.querySelectorAll("#moves li")) item.classList.remove("mistake", "blunder");
  };
  const fields = (lines, kind) =>
    lines.split("\n").map((line) => line.split("\t")).filter(([first]) => first === kind);
  const signed = (value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");
  const element = (name, words, style) => {
    const made = document.createElement(name);
    if (words) made.textContent = words;
    if (style) made.className = style;
    return made;
  };
  const moveCursor = () => {
    const svg = result.querySelector("svg");
    if (!svg) return;
    let cursor = svg.querySelector(".now");
    if (!cursor) {
      cursor = document.createElementNS(svg.namespaceURI, "path");
      cursor.setAttribute("class", "now");
      svg.append(cursor);
    }
    const width = svg.viewBox.baseVal.width;
    const x = 64 + (width - 88) * board.info.shown / Math.max(1, board.info.count);
    cursor.setAttribute("d", `M${x.toFixed(1)} 68V372`);
  };
  const show = (lines) => {
    const moves = fields(lines, "M");
    const [[, , , lostByBlack, lostByWhite]] = fields(lines, "V");
    result.replaceChildren();
    const frame = element("div", "", "graph-frame");
    frame.innerHTML = fields(lines, "G")[0][1];
    frame.addEventListener("click", ({ clientX }) => {
      const svg = frame.firstChild;
      const box = svg.getBoundingClientRect();
      const width = svg.viewBox.baseVal.width;
      const x = (clientX - box.left) * width / box.width;
      call("show", Math.round((x - 64) / (width - 88) * moves.length));
    });
    result.append(frame);
    result.append(element("p", `Discs lost by mistakes: Black ${lostByBlack}, White ${lostByWhite}.`));
    const items = $("moves").children;
    const list = element("ol", "", "mistakes");
    for (const [, number, side, move, value, best, bestValue, loss, exact, bestExact] of moves) {
      const style = loss >= 10 ? "blunder" : loss >= 4 ? "mistake" : "";
      if (!style) continue;
      items[number - 1]?.classList.add(style);
      const item = element("li", "", style);
      const who = side === "b" ? "Black" : "White";
      const sure = exact === "1" && bestExact === "1" ? "exactly" : "about";
      const button = element("button", `${number}. ${move} −${loss}`, "button");
      button.type = "button";
      button.title = "Show the position before this move";
      button.addEventListener("click", () => call("show", number - 1));
      item.append(button, element("span",
        `${who} lost ${sure} ${loss}: ${best} gives ${signed(+bestValue)}, this ${signed(+value)} for Black`));
      list.append(item);
    }
    if (list.children.length) result.append(list);
    else result.append(element("p", "No move lost 4 discs or more."));
    moveCursor();
  };
  const review = () => {
    forget();
    if (!board.info.count) return result.append(element("p", "Play or open a game first."));
    reviewed = board.info.list;
    $("review").hidden = true;
    $("review-stop").hidden = false;
    const bar = result.appendChild(element("progress"));
    bar.setAttribute("aria-label", "The review of the game");
    const width = result.clientWidth < 560 ? Math.max(340, result.clientWidth) : 960;
    reviewer.ask("review", [12, 18, width], transcript(board.info.count), {
      told: (lines) => {
        const [[, done, of]] = fields(lines, "P");
        bar.max = of;
        bar.value = done;
      },
      done: (lines) => {
        $("review").hidden = false;
        $("review-stop").hidden = true;
        if (lines) show(lines);
        else forget();
      },
    }).catch(() => {
      forget();
      problem();
    });
  };
  $("review").addEventListener("click", review);
  $("review-stop").addEventListener("click", forget);

  const before = hooks.after;
  hooks.after = () => {
    before?.();
    if (reviewed !== null && reviewed !== board.info.list) forget();
    moveCursor();
    follow();
  };
  load().catch(problem);
  if (first === "review") review();
  else follow();
};
