// The strong engine for this browser: its module, with vectors where the browser has them, and what it learnt, if
// that is a file.

const page = document.body.dataset;
// The smallest module with a vector instruction in it.
const hasVectors = WebAssembly.validate(
  Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253,
    98, 11));
const get = async (path) => {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(path);
  return answer;
};
let loading;

/** Loads both once; what failed is asked for again the next time. */
export const load = () => {
  loading ??= Promise.all([
    WebAssembly.compileStreaming(get(hasVectors ? page.engineSimd : page.engineBasic)),
    page.weights && get(page.weights).then((answer) => answer.arrayBuffer()),
  ]).then(([module, weights]) => ({ module, weights })).catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
};

/** A worker with the engine, for one question at a time. */
export class Thinker {
  #worker = null;
  #isBusy = false;
  #ticket = 0;

  /** Asks; `told` hears of what is known meanwhile, `done` of the answer. A question before this one is dropped. */
  async ask(call, args, game, { told, done }) {
    if (this.#isBusy) this.stop();
    const ticket = ++this.#ticket;
    this.#isBusy = true;
    const engine = this.#worker ? {} : await load();
    if (ticket !== this.#ticket) return;
    this.#worker ??= new Worker(page.worker);
    this.#worker.onmessage = ({ data }) => {
      if (data.ticket !== this.#ticket) return;
      if (data.told !== undefined) return told?.(data.told);
      this.#isBusy = false;
      done(data.done);
    };
    this.#worker.postMessage({ ...engine, ticket, call, args, game });
  }

  /** Ends what it is thinking about, at once. */
  stop() {
    this.#ticket++;
    if (!this.#isBusy) return;
    this.#isBusy = false;
    this.#worker?.terminate();
    this.#worker = null;
  }
}
