// Games that this browser keeps, and games from files and transcripts. The page loads it when that part is opened.

const games = document.body.dataset.games ?? "games";
/** The text of a file: UTF-16 by its mark, UTF-8, or else Windows-1252, as the tool reads it. */
export const decoded = (buffer) => {
  const [first, second] = new Uint8Array(buffer);
  const wide = first === 0xfe && second === 0xff ? "utf-16be" : first === 0xff && second === 0xfe ? "utf-16le" : "";
  if (wide) return new TextDecoder(wide).decode(buffer);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(buffer);
  } catch {
    return new TextDecoder("windows-1252").decode(buffer);
  }
};

/** Starts it; `page` can `open` a transcript, `resume` a kept game and `forget` that one is kept. */
export const begin = (board, page) => {
  const { $, store, text } = board;
  const toBoard = () => $("board").scrollIntoView({ block: "nearest" });
  const button = (label, act) => {
    const element = document.createElement("button");
    element.type = "button";
    element.className = "button";
    element.textContent = label;
    element.addEventListener("click", act);
    return element;
  };
  const show = (saved) => {
    $("saved").replaceChildren(...saved.map((game) => {
      const item = document.createElement("li");
      const kind = game.people === 3 ? "two players" : `level ${game.level}`;
      const label = document.createElement("span");
      const state = game.over ? "finished" : `${game.count} moves`;
      label.textContent = `${new Date(game.at).toLocaleDateString()} · ${kind} · ${state}`;
      item.append(
        label,
        button("Open", () => {
          page.resume(game);
          toBoard();
        }),
        button("Delete", () => {
          const rest = store.get(games, []).filter((other) => other.id !== game.id);
          store.set(games, rest);
          page.forget(game.id);
          show(rest);
        }),
      );
      return item;
    }));
  };
  const open = async (game) => {
    const failed = await Promise.resolve(page.open(game)).catch(() => "the page could not load all that it needs");
    text("open-error", failed ? `This cannot be opened: ${failed}.` : "");
    if (failed) return;
    $("open-text").value = "";
    toBoard();
  };
  $("open").addEventListener("submit", (event) => {
    event.preventDefault();
    open($("open-text").value);
  });
  // Setting up a position comes when it is asked for, where the page has it.
  let edit;
  const play = (isForTwo, game) => {
    if (isForTwo) return page.open(game);
    const people = $("setup").elements.colour.value === "white" ? 2 : 1;
    return page.resume({ people, level: +$("level").value, game, id: Date.now() });
  };
  $("set-up")?.addEventListener("click", async () => {
    try {
      edit ??= (await import(document.body.dataset.setup)).begin(board, play);
    } catch {
      return text("open-error", "This did not load. Try it again.");
    }
    edit();
  });
  const chooser = $("open-file");
  const read = async () => {
    const file = chooser.files[0];
    if (!file) return;
    if (file.size > 65536) text("open-error", "This cannot be opened: the file is too large.");
    else open(decoded(await file.arrayBuffer()));
    chooser.value = "";
  };
  chooser.addEventListener("change", read);
  // Somebody may have been quicker than this script.
  read();
  show(store.get(games, []));
  return { show };
};
