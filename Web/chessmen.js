// What boards of chess have besides all boards: pieces that follow the hand, the choice of what a pawn becomes, and
// what was taken. Pages load it once their board is there.

const svgName = "http://www.w3.org/2000/svg";
const picture = (symbol) => {
  const svg = document.createElementNS(svgName, "svg");
  svg.setAttribute("aria-hidden", "true");
  svg.appendChild(document.createElementNS(svgName, "use")).setAttribute("href", "#" + symbol);
  return svg;
};
const names = { q: "queen", r: "rook", b: "bishop", n: "knight" };

export const begin = ({ $, call, hooks }) => {
  const frame = $("board");
  const square = (index) => frame.querySelector(`[data-i="${index}"]`);

  // What a pawn becomes

  const dialog = document.body.appendChild(document.createElement("dialog"));
  dialog.className = "promotion";
  dialog.setAttribute("aria-label", "What does the pawn become?");
  let asks = false;
  const choose = (letter) => {
    asks = false;
    dialog.close();
    call("promote", letter);
  };
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    choose("");
  });
  // The finger that brought the pawn there has not chosen: only one that is put down here has.
  let isPressed = false;
  dialog.addEventListener("pointerdown", () => (isPressed = true));
  dialog.addEventListener("click", (event) => {
    if (event.detail && !isPressed) event.stopImmediatePropagation();
  }, true);
  // Beside the choice is no choice.
  dialog.addEventListener("click", ({ target }) => target === dialog && choose(""));
  dialog.addEventListener("keydown", (event) => {
    const buttons = [...dialog.children];
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (step) {
      buttons.at((buttons.indexOf(document.activeElement) + step) % buttons.length).focus();
      event.preventDefault();
    } else if (names[event.key]) {
      choose(event.key);
    }
  });
  hooks.Q = ([, index, side]) => {
    if (!index) {
      if (asks) dialog.close();
      return (asks = false);
    }
    if (asks) return;
    asks = true;
    isPressed = false;
    dialog.replaceChildren(...Object.entries(names).map(([letter, name]) => {
      const button = document.createElement("button");
      button.type = "button";
      button.setAttribute("aria-label", name);
      button.append(picture(`p-${side}-${name}`));
      button.addEventListener("click", () => choose(letter));
      return button;
    }));
    // On the square where it arrives, and from there over the board.
    const { left, top, bottom, width } = square(index).getBoundingClientRect();
    dialog.style.setProperty("--square", `${width}px`);
    dialog.showModal();
    const height = dialog.offsetHeight;
    const box = frame.getBoundingClientRect();
    const isHigh = top < box.top + box.height / 2;
    dialog.style.left = `${Math.max(0, Math.min(left, innerWidth - dialog.offsetWidth))}px`;
    dialog.style.top = `${isHigh ? Math.max(0, top) : Math.max(0, bottom - height)}px`;
  };

  // What was taken, and where the game stands

  const words = (symbols) => symbols.map((symbol) => symbol.split("-")[2]).join(", ");
  hooks.C = ([, white, black]) => {
    for (const [id, list] of [["white-taken", white], ["black-taken", black]]) {
      const symbols = list.split(" ").filter(Boolean);
      const label = symbols.length ? `has taken: ${words(symbols)}` : "has taken nothing";
      if ($(id).getAttribute("aria-label") === label) continue;
      $(id).setAttribute("aria-label", label);
      $(id).replaceChildren(...symbols.map(picture));
    }
  };
  hooks.E = ([, fen, first, canClaim]) => {
    if ($("fen")) $("fen").value = fen;
    if ($("claim")) $("claim").hidden = canClaim !== "1";
    $("moves").classList.toggle("black-first", first === "b");
  };
  hooks.N = ([, labels]) => {
    const items = $("moves").children;
    for (const [index, label] of labels.split(",").entries()) if (label) items[index].dataset.number = label;
  };
  $("claim")?.addEventListener("submit", (event) => {
    event.preventDefault();
    call("claim");
  });
  $("fen")?.addEventListener("focus", ({ target }) => target.select());

  // Pieces in the hand

  let held = null;
  const drop = () => {
    if (!held) return;
    held.cell.removeAttribute("data-held");
    held.art.style.transform = "";
    held = null;
  };
  frame.addEventListener("pointerdown", (event) => {
    drop();
    const cell = event.target.closest?.("[data-i]");
    const art = cell?.querySelector(".piece");
    if (!event.isPrimary || event.button || !art || cell.ariaDisabled === "true") return;
    held = { id: event.pointerId, cell, art, x: event.clientX, y: event.clientY };
  });
  addEventListener("pointermove", ({ pointerId, clientX, clientY }) => {
    // What is taken up and can go is what the module marks so.
    if (pointerId !== held?.id || !held.cell.classList.contains("is-selected")) return;
    const [x, y] = [clientX - held.x, clientY - held.y];
    if (!held.cell.hasAttribute("data-held") && Math.hypot(x, y) < 4) return;
    held.cell.setAttribute("data-held", "");
    held.art.style.transform = `translate(${x}px,${y}px) scale(1.12)`;
  });
  // Before the board hears of it: a piece that was carried is there, and glides no more.
  addEventListener("pointerup", ({ pointerId }) => {
    if (pointerId !== held?.id) return;
    hooks.still = held.cell.hasAttribute("data-held");
    drop();
    setTimeout(() => (hooks.still = false));
  }, true);
  addEventListener("pointercancel", drop, true);

  // The computer is there before it is needed, and goes on when the server is gone.
  const { engine } = document.body.dataset;
  if (engine) import(engine).then((it) => it.load()).catch(() => {});
  // What the module said before this was there.
  call("focus", -1);
};
