/**
 * Trace: a recorded or written program. Its ranks send, receive and compute, and operations wait for each other.
 *
 *   { kind: trace, path: llama-16.goal, ranks: h0..h15 }
 *
 * A message is a flow. A send operation ends when its last byte has left the NIC. A receive operation ends when it has
 * begun and its whole message has arrived. An operation waits only for events at its own host.
 *
 * Source   GOAL (LogGOPSim, ATLAHS).
 * Differs  LogGOPSim runs one operation of a rank's CPU at a time, with overheads o and g. Here independent operations run in parallel,
 *          and only the network takes time for messages. Large messages need no rendezvous.
 */
import { defineParams, ParamError, type Fixed } from "../../base/params.ts";
import type { Bytes } from "../../base/units.ts";
import type { Plan, Trace } from "../../contracts/traffic.ts";
import { Dependencies } from "./dependencies.ts";
import { checkCount, checkSpan, startParam, type CheckView, type EntryValues, type HostFields } from "./kind.ts";

export const about = "a program's messages and computations, from a GOAL file";

export const oneClass = true;

export const hosts = {
  ranks: {
    many: true,
    default: "all",
    about: "Hosts of the ranks, in order. Hosts beyond the number of ranks do nothing.",
  },
} as const satisfies HostFields;

export const params = defineParams({ start: startParam });

export const texts = {
  path: { about: "A GOAL file in text form (.goal), relative to the scenario's folder." },
  goal: { about: "The text of a short GOAL program, instead of a file." },
};

export const example = ([from, to]: readonly string[]) => ({
  ranks: [from, to],
  goal: "num_ranks 2\nrank 0 {\nl1: calc 500\nl2: send 64000b to 1\nl2 requires l1\n}\nrank 1 {\nl1: recv 64000b from 0\n}\n",
});

type TraceValues = EntryValues<typeof params, typeof hosts> & { readonly trace?: Trace };

export const fixed = (): Fixed => ({ what: "the program's messages are given" });

export function check({ ranks, start, trace }: TraceValues, view: CheckView): void {
  if (trace === undefined) throw new ParamError("path", "a GOAL file (.goal), or its text as `goal`", undefined);
  checkSpan({ start }, view);
  if (ranks.length < trace.ranks)
    throw new ParamError("ranks", `${trace.ranks} hosts, one for each rank of the trace`, ranks);
  const twice = ranks.find((host, rank) => ranks.indexOf(host) !== rank);
  if (twice !== undefined) throw new ParamError("ranks", "each host once", ranks);
  const { messages } = sentBy(trace);
  if (messages === 0) throw new ParamError("path", "a trace with at least one message", "none");
  checkCount(messages, "path");
}

/** The number of messages of a trace, and their bytes. */
function sentBy({ operations }: Trace): { readonly messages: number; readonly bytes: Bytes } {
  let [messages, bytes] = [0, 0];
  for (const one of operations) {
    if (one.kind !== "send") continue;
    messages++;
    bytes += one.bytes;
  }
  return { messages, bytes };
}

export function create({ ranks, start, cls, trace }: TraceValues): Plan {
  const { operations, moments, ranks: count } = trace as Trace;
  const plan = new Dependencies(cls, start);
  const tasks = new Uint32Array(moments.length);
  for (const moment of moments) {
    const operation = operations[moment >> 1];
    const takes = operation.kind === "calc" && moment % 2 === 1 ? operation.takes : 0;
    tasks[moment] = plan.task(ranks[operation.rank], takes);
  }
  const begin = (operation: number): number => tasks[2 * operation];
  const end = (operation: number): number => tasks[2 * operation + 1];
  const sent = new Uint32Array(count);
  operations.forEach((operation, k) => {
    plan.precedes(begin(k), end(k));
    for (const before of operation.after) plan.precedes(end(before), begin(k));
    for (const before of operation.afterBegin) plan.precedes(begin(before), begin(k));
    if (operation.kind !== "send") return;
    const { rank, peer, bytes, nic, takenBy } = operation;
    const waits = { leaves: end(k), ...(takenBy === undefined ? {} : { arrives: end(takenBy) }) };
    plan.send(begin(k), ranks[peer], bytes, { ...waits, pair: nic, iteration: 0, step: sent[rank]++ });
  });
  const { bytes } = sentBy(trace as Trace);
  // The whole trace counts as one collective, so the results have a bandwidth of the trace. This bandwidth is the mean
  // number of bytes that a rank sends, divided by the time of the trace.
  const whole = {
    operation: "trace",
    ranks: count,
    bytes: Math.round(bytes / count),
    busFactor: 1,
    iterations: 1,
    start,
  };
  const traces = [{ trace: trace as Trace, tasks, start }];
  return { flows: [], trains: [], ...plan.plan(), collectives: [whole], traces };
}
