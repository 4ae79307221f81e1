// What the pages of all matches have besides what every page has: commands of one's own, and the link to send.

const $ = (id) => document.getElementById(id);
const page = document.body.dataset;
const talk = await import(page.talk);
export const sleep = (time) => new Promise((done) => setTimeout(done, time));
export const makeKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join("-");

/** Sends a command on this match. */
export const command = (path, key, body) =>
  talk.persist(() => fetch(`/v1/matches/${page.match}/${path}`, {
    method: "POST",
    headers: { "Idempotency-Key": key, ...(body && { "Content-Type": "application/json" }) },
    body: body && JSON.stringify(body),
  }));

/** What both pages of a match do at their start. */
export const follow = (part, match, after, told) => {
  const again = () => talk.listen(part, match, after, told);
  addEventListener("pageshow", (event) => event.persisted && again());
  document.addEventListener("visibilitychange", () => document.hidden || again());
  $("copy").addEventListener("click", async () => {
    $("link").select();
    await navigator.clipboard.writeText($("link").value).catch(() => document.execCommand("copy"));
    talk.text("copy", "Copied");
  });
  again();
};

/** Beside the board the names and clocks of the players stand once more. */
talk.hooks.tick = () => {
  for (const name of document.querySelectorAll(".score bdi")) {
    talk.write(name, document.querySelector(`#seat-${name.dataset.seat} bdi`).textContent);
  }
  for (const echo of document.querySelectorAll(".score .clock")) {
    const clock = document.querySelector(`#seats [data-seat="${echo.dataset.seat}"]`);
    talk.write(echo, clock?.textContent ?? "");
    if (echo.hasAttribute("data-low") !== !!clock?.hasAttribute("data-low")) echo.toggleAttribute("data-low");
  }
};
