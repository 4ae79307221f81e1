// Thinks for the computer, aside from the page. The page ends this worker when an answer is not wanted any more.
let wasm, ticket;
const put = (bytes) => {
  const at = wasm.input(bytes.length);
  // Only now: lending the buffer may have made the memory another one.
  new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
  return bytes.length;
};
const output = () =>
  new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, wasm.output(), wasm.outputLength()));
const tell = () => postMessage({ ticket, told: output() });
onmessage = async ({ data }) => {
  if (data.module) wasm = (await WebAssembly.instantiate(data.module, { baton: { tell } })).exports;
  if (data.weights) wasm.weights(put(new Uint8Array(data.weights)));
  ticket = data.ticket;
  const failed = wasm[data.call](...data.args, put(new TextEncoder().encode(data.game)));
  postMessage({ ticket, done: failed ? "" : output() });
};
