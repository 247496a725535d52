/** Runs all partitions in turns in one thread. Tests compare the result with that of a run without partitions. */
import { invariant } from "../../base/invariant.ts";
import type { Network } from "../../sim/model/network.ts";
import type { Clocks } from "./clocks.ts";
import { firstOf, type Failure } from "./end.ts";
import type { Turn } from "./partition.ts";

interface Taking {
  readonly network: Network;
  readonly turn: () => Turn;
  readonly giveUp: () => void;
}

/** Calls `turn` of all partitions until all have ended. Throws the error that a run without partitions would throw. */
export function takeTurns(parts: readonly Taking[], clocks: Clocks): void {
  const failures: (Failure & { readonly error: unknown })[] = [];
  for (let turns: Turn[] = []; turns.length === 0 || turns.some((turn) => turn !== "ended");) {
    turns = parts.map((part) => {
      try {
        return part.turn();
      } catch (error) {
        const { now, seq } = part.network.queue;
        failures.push({ at: now, event: seq, error });
        part.giveUp();
        clocks.endAt(Math.min(...failures.map(({ at }) => at)));
        return "ran";
      }
    });
    invariant(!turns.every((turn) => turn === "waits"), "some part can go on", parts.length);
  }
  const first = firstOf(failures);
  if (first !== undefined) throw first.error;
}
