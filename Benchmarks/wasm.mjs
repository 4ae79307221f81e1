// The Reversi engine as WebAssembly against the native one: the same positions with the same weights, one after the other
// and in alternation, by processor time.
//
//     node Benchmarks/wasm.mjs positions.txt [rounds]
//
// Positions are lines as `baton solve` reads them. It needs `make build` before.

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const [list, rounds = "3"] = process.argv.slice(2);
if (!list) throw new Error("which positions?");
const positions = readFileSync(list, "utf8").split("\n").map((line) => line.slice(0, 66))
  .filter((line) => /^[-XO]{64} [XO]$/.test(line));
const weights = readFileSync(root + "Sources/CReversiWeights/reversi.weights");
const module = new WebAssembly.Module(readFileSync(root + ".build/web/engine-simd.wasm"));
const file = `${tmpdir()}/baton-wasm-${process.pid}.txt`;
writeFileSync(file, positions.join("\n") + "\n");

const wasm = new WebAssembly.Instance(module, { baton: { tell() {} } }).exports;
const put = (bytes) => {
  const at = wasm.input(bytes.length);
  new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
  return bytes.length;
};
const output = () => Buffer.from(wasm.memory.buffer, wasm.output(), wasm.outputLength()).toString();
if (wasm.weights(put(weights))) throw new Error(output());

const inside = () => {
  const begun = process.cpuUsage();
  let nodes = 0;
  for (const position of positions) {
    wasm.solve(put(Buffer.from(position)));
    nodes += +output().split("\n")[0].split("\t")[5];
  }
  const { user, system } = process.cpuUsage(begun);
  return { seconds: (user + system) / 1e6, nodes };
};
const native = () => {
  const run = spawnSync("bash", ["-c", `"${root}.build/release/baton" solve --json --memory 32 "${file}"; times`], {
    encoding: "utf8",
  });
  const lines = run.stdout.trim().split("\n");
  const nodes = lines.filter((line) => line[0] === "{").reduce((sum, line) => sum + JSON.parse(line).nodes, 0);
  // The last line is the processor time of what the shell started: user, then system.
  const seconds = lines.at(-1).match(/\d+m[\d.]+s/g)
    .reduce((sum, time) => sum + 60 * parseFloat(time) + parseFloat(time.split("m")[1]), 0);
  return { seconds, nodes };
};

// The first round warms the compiler of the browser's engine up.
inside();
let ratio = 0;
for (let round = 1; round <= +rounds; round++) {
  const a = native();
  const b = inside();
  const speed = ({ nodes, seconds }) => `${(nodes / seconds / 1e6).toFixed(1)} M/s`;
  ratio += (b.nodes / b.seconds) / (a.nodes / a.seconds) / +rounds;
  console.log(`round ${round}: native ${a.nodes} in ${a.seconds.toFixed(2)} s, ${speed(a)}; `
    + `WebAssembly ${b.nodes} in ${b.seconds.toFixed(2)} s, ${speed(b)}`);
}
console.log(`WebAssembly is ${ratio.toFixed(2)} times as fast as native`);
