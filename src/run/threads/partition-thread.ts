/**
 * The thread of one partition. It simulates its partition step by step (`turn`) until all partitions have ended. When
 * the caller then asks for the state of the thread's partition, the thread posts that state.
 */
import { Division, setUpPartition, withModules, type PartitionRun } from "../lab/partition-run.ts";
import { packError } from "./errors.ts";
import { cores, ownPort } from "./host.ts";
import { PortStateBoard } from "../measure/port-states.ts";
import { PORTS_EVERY_MS, type Failed, type PartitionTask, type PartitionMessage } from "./partition-messages.ts";

/**
 * The number of turns between two progress reports. In a turn, the partition simulates as far as its neighbours' clocks
 * allow, but at most one batch of events (`BATCH`).
 */
const REPORT_EVERY = 256;
/**
 * The number of times that a waiting thread checks the other partitions before it sleeps.
 *
 * - `shared`: threads share cores. The checks take about as long as waking the thread would.
 * - `alone`: each partition has its own core. The checks take about half a millisecond, longer than most waits
 *   (measured in bench/results.md).
 */
const LOOKS = { alone: 1500, shared: 64 };

const port = ownPort();
const tell = (message: PartitionMessage): void => {
  port.post(message);
};

let one: PartitionRun | undefined;
port.listen((message: PartitionTask | "take") => {
  if (message !== "take") void run(message);
  // All partitions have ended. All packets between them have arrived, so the state of this partition can be taken.
  else if (one !== undefined) take(one);
});

function take({ take, network }: PartitionRun): void {
  try {
    tell({ taken: take() });
  } catch (error) {
    tell({ failed: failedBy(error, network) });
  }
}

/** Describes a failure for the caller. Throws `error` again if it is an unexpected internal error. */
function failedBy(error: unknown, { queue }: PartitionRun["network"]): Failed {
  const why = packError(error);
  if (why === undefined) throw error;
  return { at: queue.now, event: queue.seq, why };
}

/**
 * Builds the partition and runs its turns until all partitions have ended or failed. In each turn, the partition simulates
 * as far as the clocks of its neighbours allow.
 */
async function run({ scenario, division: data, part, ports }: PartitionTask): Promise<void> {
  const tables = await withModules(scenario.modules);
  const division = new Division(data);
  const { clocks } = division;
  const began = performance.now();
  const own = setUpPartition(scenario, tables, division, part, (state) => {
    tell({ state });
  });
  one = own;
  const { network } = own;
  const board = ports === undefined ? undefined : new PortStateBoard(ports);
  let noted = -Infinity;
  const report = (): void => {
    clocks.tell(part, network.fabric.hops, network.awaited);
    if (board === undefined || performance.now() - noted < PORTS_EVERY_MS) return;
    noted = performance.now();
    board.note(network);
  };
  const mostLooks = clocks.parts <= cores() ? LOOKS.alone : LOOKS.shared;
  const built = performance.now();
  let waited = 0;

  const takeTurns = (): void => {
    for (let turns = 1, looks = 0; ; turns++) {
      const what = own.turn();
      if (turns % REPORT_EVERY === 0) report();
      if (what === "ended") return;
      if (what === "ran") looks = 0;
      else if (++looks > mostLooks) {
        const from = performance.now();
        const heard = clocks.listen(part);
        if (own.turn() === "waits") clocks.wait(part, heard);
        else clocks.stopListening(part);
        waited += performance.now() - from;
        looks = 0;
      }
    }
  };

  try {
    takeTurns();
    tell({ ended: { built: built - began, busy: performance.now() - built - waited, waited } });
  } catch (error) {
    own.giveUp();
    tell({ failed: failedBy(error, network) });
    takeTurns();
  }
}
