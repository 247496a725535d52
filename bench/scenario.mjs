/**
 * Measures one run of a scenario with one or several threads, from the built network to the results.
 *
 *   node bench/scenario.mjs <file> [threads]      prints {"hops", "ms", "cpu", "digest"}: wall-clock and processor time in ms
 */
import { readFileSync } from "node:fs";
import { readScenario, setUp } from "../dist/run/lab/lab.js";
import { cutInto, whyWhole } from "../dist/run/lab/in-partitions.js";
import { runInThreads } from "../dist/run/threads/in-threads.js";

const [file, threads = "1"] = process.argv.slice(2);
const experiment = setUp(readScenario(readFileSync(file, "utf8"), file));
const began = performance.now();
const before = process.cpuUsage();
const { summary } = await results();
const ms = performance.now() - began;
const { user, system } = process.cpuUsage(before);
const { counters, digest } = summary;
console.log(JSON.stringify({ hops: counters.packet_hops, ms, cpu: (user + system) / 1e3, digest }));

async function results() {
  if (threads === "1") return experiment.results(experiment.run(experiment.scenario.until));
  const whole = whyWhole(experiment);
  if (whole !== undefined) throw new Error(`${file} runs in one thread: ${whole}`);
  const plan = cutInto(experiment, Number(threads));
  return (await runInThreads(experiment, plan, { onProgress: () => undefined, isCut: () => false })).results;
}
