/** Runs the trials of the seeds that it receives, and sends back the result of each batch. */
import { drawScenario } from "../dist/batch/soak/scenario.js";
import { shrunk } from "../dist/batch/soak/shrink.js";
import { mended, ruleBrokenBy, trial } from "../dist/batch/soak/trial.js";

/**
 * Rules that were broken before, each with a small scenario already written. A later failure of the same rule reports
 * only its seed.
 */
const known = new Set();

function soak(seed, count) {
  const tally = { held: 0, rejected: 0, events: 0, broken: [] };
  for (let one = seed; one < seed + count; one++) {
    const drawn = mended(drawScenario(one));
    if (typeof drawn === "string") {
      tally.rejected++;
      continue;
    }
    const verdict = trial(drawn.experiment);
    if (verdict.kind === "held") {
      tally.held++;
      tally.events += verdict.events;
      continue;
    }
    const { rule, where } = verdict;
    const written = known.has(rule) ? undefined : shrunk(drawn.written, (smaller) => ruleBrokenBy(smaller) === rule);
    known.add(rule);
    tally.broken.push({ seed: one, rule, where, written });
  }
  return tally;
}

const gone = () => process.exit();

// The send fails if the process that requested the seeds has ended.
process.on("message", ({ seed, count }) => process.send(soak(seed, count), (error) => error && gone()));
process.on("disconnect", gone);
process.on("SIGINT", () => undefined); // on Ctrl-C, the parent process decides when to end
