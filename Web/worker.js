// Thinks for the computer, aside from the page: one question, one answer. The page ends this worker when
// the answer is not wanted any more.
onmessage = async ({ data }) => {
  const { exports: wasm } = await WebAssembly.instantiate(data.module, {});
  const game = new TextEncoder().encode(data.game);
  new Uint8Array(wasm.memory.buffer, wasm.input(game.length), game.length).set(game);
  if (wasm.think(data.level, data.seed, game.length)) return;
  const move = new Uint8Array(wasm.memory.buffer, wasm.output(), wasm.outputLength());
  postMessage({ ticket: data.ticket, move: new TextDecoder().decode(move) });
};
