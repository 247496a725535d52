/** What a thread does that runs one part of a network: turns until the part has ended, and then what it leaves behind. */
import { parentPort, workerData } from "node:worker_threads";
import { Division, InvariantError, ParamError, PolicyError, setUpPart, withModules } from "../lab/part.ts";
import type { PartTask, PartTold } from "./part-talk.ts";

/** Turns between two reports for who looks on. */
const REPORT_EVERY = 256;
/** Looks at the others before the thread goes to sleep: about the time that waking it would take. */
const LOOKS = 64;

const port = parentPort;
if (port === null) throw new Error("this module runs in a worker thread");
const tell = (told: PartTold): void => {
  port.postMessage(told);
};

const { scenario, division: data, part } = workerData as PartTask;
const division = new Division(data);
const { board } = division;
const began = performance.now();
const tables = await withModules(scenario.modules);
const one = setUpPart(scenario, tables, division, part, (state) => {
  tell({ state });
});
const { network } = one;
const built = performance.now();
let waited = 0;

/** Turns until all parts have ended. */
function takeTurns(): void {
  for (let turns = 1, looks = 0; ; turns++) {
    const what = one.turn();
    if (turns % REPORT_EVERY === 0) board.tell(part, network.fabric.hops, network.awaited);
    if (what === "ended") return;
    if (what === "ran") looks = 0;
    else if (++looks > LOOKS) {
      const from = performance.now();
      const heard = board.listen(part);
      if (one.turn() === "waits") board.wait(part, heard);
      else board.stopListening(part);
      waited += performance.now() - from;
      looks = 0;
    }
  }
}

try {
  takeTurns();
  tell({ ended: { built: built - began, busy: performance.now() - built - waited, waited } });
} catch (error) {
  one.giveUp();
  const { now: at, seq: event } = network.queue;
  if (error instanceof ParamError) {
    const { at: path, expected, got, hint } = error;
    tell({ failed: { kind: "param", at, event, path, expected, got, hint } });
  } else if (error instanceof InvariantError)
    tell({ failed: { kind: "invariant", at, event, message: error.message } });
  else if (error instanceof PolicyError) tell({ failed: { kind: "policy", at, event, message: error.message } });
  else throw error;
  takeTurns();
}
// All have ended: what was on its way has arrived.
port.once("message", (message: "take" | "end") => {
  if (message === "take") tell({ taken: one.take() });
  port.close();
});
