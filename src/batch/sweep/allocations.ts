/**
 * What a policy from a file allocates while it runs: V8's sampling heap profiler knows the function and the line of each sample.
 *
 * Its hooks are called through a Proxy, which V8 does not see through: in fast code a hook has no frame of its own, and what it allocates would
 * be its caller's.
 */
import { Session, type HeapProfiler } from "node:inspector";
import type { Experiment, Registry } from "../../run/lab/lab.ts";
import type { PolicyModule } from "../../base/params.ts";
import type { ModuleFile } from "../../scenario/tables.ts";

export interface Allocated {
  /** Bytes for each call of the hook that allocates most. */
  readonly bytes: number;
  /** Its line: "my-cc.ts:12, onAck". */
  readonly where: string;
}

/** Bytes between two samples, on average: so few that nearly every allocation is one, and luck has no say. */
const EVERY = 1;
/** Of the run, for the code to become as fast as it gets: slow code puts numbers on the heap. */
const WARM = 0.5;
/** The rest is measured in so many slices. What allocates does so in each; what the engine compiles meanwhile shows in some. */
const SLICES = 4;
/** A function that is called less often in a slice does not run for each packet, and the engine may never make fast code of it. */
const LEAST_CALLS = 500;

/** Of the second half of the run that `experimentOf` makes with the tables; `exports` are those of the module. */
export function allocated(
  tables: Registry,
  module: ModuleFile,
  exports: Readonly<Record<string, unknown>>,
  experimentOf: (tables: Registry) => Experiment,
): Allocated {
  const calls = new Map<string, number>();
  const { network, run, scenario } = experimentOf(counted(tables, module, exports, calls));
  const end = scenario.until;
  run(Math.floor(end * WARM));
  const slices = Array.from({ length: SLICES }, (_, slice) => {
    calls.clear();
    const to = slice + 1 === SLICES ? end : Math.floor(end * (WARM + ((1 - WARM) * (slice + 1)) / SLICES));
    return bytesByPlace(
      sampled(() => void run(to)),
      module,
      calls,
    );
  });
  network.recount();
  let most: Allocated = { bytes: 0, where: "" };
  for (const [where] of slices[0]) {
    const bytes = Math.min(...slices.map((slice) => slice.get(where) ?? 0));
    if (bytes > most.bytes) most = { bytes, where };
  }
  return most;
}

/** Bytes a call by function of the module, "my-cc.ts:12, onAck". A function that is no hook counts for each call of any hook. */
function bytesByPlace(
  { head }: HeapProfiler.SamplingHeapProfile,
  module: ModuleFile,
  calls: ReadonlyMap<string, number>,
): Map<string, number> {
  const all = [...calls.values()].reduce((sum, count) => sum + count, 0);
  const bytes = new Map<string, number>();
  const walk = ({ callFrame, selfSize, children }: HeapProfiler.SamplingHeapProfileNode): void => {
    const { url, functionName, lineNumber } = callFrame;
    const source = module.sources.findIndex(({ href }) => href === nameOf(url));
    const count = calls.get(functionName) ?? all;
    if (source >= 0 && selfSize > 0 && count >= LEAST_CALLS) {
      const name = source === 0 ? module.file : module.sources[source].path;
      const where = `${name}:${lineNumber + 1}, ${functionName === "" ? "a function" : functionName}`;
      bytes.set(where, (bytes.get(where) ?? 0) + selfSize / count);
    }
    children.forEach(walk);
  };
  walk(head);
  return bytes;
}

/** What the code at a `data:` URL says that it is called, on its last line (`batch/loader/read-module.ts`). */
function nameOf(url: string): string {
  const [, code = ""] = /^data:text\/javascript;base64,(.*)$/.exec(url) ?? [];
  const [, name = url] = /sourceURL=(.*)\n$/.exec(Buffer.from(code, "base64").toString()) ?? [];
  return name;
}

/** The tables with the module's policies counting the calls of their hooks. */
function counted(
  tables: Registry,
  { section, role, name }: ModuleFile,
  exports: Readonly<Record<string, unknown>>,
  calls: Map<string, number>,
): Registry {
  if (section !== "policies") return tables;
  const module = exports as unknown as PolicyModule<never, object>;
  const create = (values: Readonly<Record<string, unknown>>, view: never): unknown => {
    const policy = module.create(values, view);
    for (const hook of hooksOf(policy)) {
      const ask = Reflect.get(policy, hook) as (...given: unknown[]) => unknown;
      const proxy = new Proxy(ask, {
        apply: (target, self, given) => {
          calls.set(hook, (calls.get(hook) ?? 0) + 1);
          return Reflect.apply(target, self, given);
        },
      });
      Object.defineProperty(policy, hook, { value: proxy, configurable: true, enumerable: true });
    }
    return policy;
  };
  const ofRole = { ...tables.policies[role], [name]: { ...module, create } };
  return { ...tables, policies: { ...tables.policies, [role]: ofRole } };
}

/** Names of the policy's functions, its class's among them. */
function hooksOf(policy: object): string[] {
  const names = new Set<string>();
  for (
    let at: object | null = policy;
    at !== null && at !== Object.prototype;
    at = Object.getPrototypeOf(at) as object | null
  )
    for (const name of Object.getOwnPropertyNames(at)) {
      if (name !== "constructor" && typeof Reflect.get(policy, name) === "function") names.add(name);
    }
  return [...names];
}

function sampled(work: () => void): HeapProfiler.SamplingHeapProfile {
  const session = new Session();
  session.connect();
  const start = {
    samplingInterval: EVERY,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  };
  let profile: HeapProfiler.SamplingHeapProfile | undefined;
  session.post("HeapProfiler.startSampling", start);
  try {
    work();
  } finally {
    // Answered at once: the session is this thread's own.
    session.post("HeapProfiler.stopSampling", (_error, answer) => {
      profile = answer.profile;
    });
    session.disconnect();
  }
  if (profile === undefined) throw new Error("the heap profiler gave no answer");
  return profile;
}
