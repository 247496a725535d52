/** Soaks the seeds that it is sent, and says what came of each lot. */
import { drawScenario } from "../dist/batch/soak/scenario.js";
import { shrunk } from "../dist/batch/soak/shrink.js";
import { mended, ruleBrokenBy, trial } from "../dist/batch/soak/trial.js";

/** Rules whose first break was shrunk; of the others there is the seed. */
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

// Whoever asked may have been ended meanwhile.
process.on("message", ({ seed, count }) => process.send(soak(seed, count), (error) => error && gone()));
process.on("disconnect", gone);
process.on("SIGINT", () => undefined); // Ctrl-C is for the one that sends the lots
