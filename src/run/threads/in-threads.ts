/**
 * Runs one network on several cores: the network is partitioned, and each partition has its own thread
 * (`run/partitions/`). The results equal those of one thread.
 *
 * The code here runs in the caller's thread. It starts the threads and merges their states at the end. After each
 * simulated millisecond, `Termination` decides whether the run continues.
 */
import type { Experiment, Results } from "../lab/lab.ts";
import type { Division, Taken } from "../lab/partition-run.ts";
import { divideNetwork, endOf, firstOf, Termination, type Cut } from "../lab/in-partitions.ts";
import { errorOf } from "./errors.ts";
import { thread } from "./host.ts";
import { PortStateBoard, type PortStates } from "../measure/port-states.ts";
import {
  PORTS_EVERY_MS,
  type Failed,
  type PartitionTask,
  type PartitionTimes,
  type PartitionMessage,
} from "./partition-messages.ts";
import { LOOK_MS, stallWatch } from "./stall.ts";

/**
 * The progress of a run. `now`: the simulated time in ps that all partitions have passed. `hops`: the packet-hops.
 * `awaited`: the flows that the end of the run still waits for.
 */
export interface ThreadsProgress {
  readonly now: number;
  readonly hops: number;
  readonly awaited: number;
}

export interface InThreadsOptions {
  /** Called with the progress of the run, a few times a second. */
  readonly onProgress: (progress: ThreadsProgress) => void;
  /** Returns true if the run must end early, with partial results. */
  readonly isCut: () => boolean;
  /** Called a few times a second with the state of all ports. Absent: the states are not read. */
  readonly onPorts?: ((states: PortStates) => void) | undefined;
}

export interface ThreadedRun {
  readonly results: Results;
  readonly isCutShort: boolean;
  /** The real time of each thread. Empty for a run in one thread. */
  readonly times: readonly PartitionTimes[];
}

const delay = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * Runs an experiment in one thread for each partition of `plan`. The network of `experiment` itself never runs; it
 * receives the merged state. Throws the same errors as a single-threaded run.
 */
export async function runInThreads(
  experiment: Experiment,
  plan: Cut,
  { onProgress, isCut, onPorts }: InThreadsOptions,
): Promise<ThreadedRun> {
  const { scenario } = experiment;
  const division = divideNetwork(experiment, plan.part, plan.parts);
  const { clocks } = division;
  const termination = new Termination(clocks, scenario.onDeadlock === "stop");
  const ports =
    onPorts === undefined ? undefined : new SharedArrayBuffer(PortStateBoard.bytes(experiment.network.fabric.ports));
  const threads = Array.from(
    { length: plan.parts },
    (_, part) => new PartThread(experiment, division, part, termination, ports),
  );
  const board = ports === undefined ? undefined : new PortStateBoard(ports);
  let reported = performance.now();
  let isCutShort = false;
  let isEnding = false;
  const watch = stallWatch(scenario);
  try {
    while (!threads.every(({ isOver }) => isOver)) {
      await Promise.race([delay(LOOK_MS), Promise.all(threads.map(({ over }) => over))]);
      const dead = threads.find(({ died }) => died !== undefined);
      if (dead?.died !== undefined) throw dead.died;
      onProgress(clocks.progress);
      if (board !== undefined && performance.now() - reported >= PORTS_EVERY_MS) {
        reported = performance.now();
        onPorts?.(board.read(clocks.progress.now));
      }
      watch(clocks.progress);
      const failures = failuresOf(threads);
      if (failures.length > 0 && !isEnding) {
        isEnding = true;
        clocks.endAt(Math.min(...failures.map(({ at }) => at)));
      }
      if (isEnding) continue;
      if (isCut() && !isCutShort) {
        isCutShort = true;
        clocks.hold();
      }
      const { heldAt } = clocks;
      if (isCutShort && heldAt !== undefined) {
        isEnding = true;
        clocks.endAt(heldAt);
      }
    }
    const first = firstOf(failuresOf(threads));
    if (first !== undefined) throw errorOf(first.why);
    const left = await Promise.all(threads.map((thread) => thread.take()));
    const unfinished = left.reduce((sum, part) => sum + part.unfinished, 0);
    const end = endOf(clocks, termination, scenario.until, unfinished);
    const isEarly = isCutShort && end.ending === "time is up" && end.at < scenario.until;
    const results = experiment.inParts(division, left, isEarly ? { ...end, ending: "interrupted" } : end);
    return { results, isCutShort: isEarly, times: threads.map(({ times }) => times) };
  } finally {
    await Promise.all(threads.map((thread) => thread.end()));
  }
}

const failuresOf = (threads: readonly PartThread[]): Failed[] => threads.flatMap(({ failed }) => failed ?? []);

/** Controls the thread of one partition from the caller's side. */
class PartThread {
  failed: Failed | undefined;
  died: Error | undefined;
  times: PartitionTimes = { built: 0, busy: 0, waited: 0 };
  isOver = false;
  /** Resolves when the thread has ended, failed or died. */
  readonly over: Promise<void>;
  private readonly thread = thread(
    "./partition-thread.js",
    import.meta.url,
    () => new Worker(new URL("./partition-thread.js", import.meta.url), { type: "module" }),
  );
  private readonly taken: Promise<Taken>;

  constructor(
    { scenario }: Experiment,
    { data }: Division,
    part: number,
    termination: Termination,
    ports: SharedArrayBuffer | undefined,
  ) {
    let take!: (taken: Taken) => void;
    let fail!: (why: Error) => void;
    this.taken = new Promise((resolve, reject) => {
      take = resolve;
      fail = reject;
    });
    // Node ends the process if a promise is rejected and no caller awaits it. This call prevents that. `died` or
    // `failed` has the reason of the rejection.
    this.taken.catch(() => undefined);
    this.over = new Promise((resolve) => {
      const end = (): void => {
        this.isOver = true;
        resolve();
      };
      this.thread.onMessage((message: PartitionMessage) => {
        if ("state" in message) termination.tell(message.state);
        else if ("taken" in message) take(message.taken);
        else {
          if ("failed" in message) {
            this.failed = message.failed;
            fail(errorOf(message.failed.why));
          } else this.times = message.ended;
          end();
        }
      });
      this.thread.onDeath((error) => {
        this.died = error;
        fail(error);
        end();
      });
    });
    const task: PartitionTask = { scenario, division: data, part, ports };
    this.thread.post(task);
  }

  take(): Promise<Taken> {
    this.thread.post("take");
    return this.taken;
  }

  end(): Promise<void> {
    return this.thread.end();
  }
}
