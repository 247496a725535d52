/**
 * Measures what a user's policy allocates during a run. V8's sampling heap profiler gives the function and the line of each sample.
 *
 * The policy's hooks are called through a Proxy, which V8 cannot inline. An inlined hook has no stack frame, so its allocations would be
 * charged to its caller.
 */
import { Session, type HeapProfiler } from "node:inspector";
import type { Experiment, Registry } from "../../run/lab/lab.ts";
import type { PolicyModule } from "../../base/params.ts";
import type { ModuleFile } from "../../scenario/tables.ts";

export interface Allocated {
  /** Bytes per call of the function that allocates most. */
  readonly bytes: number;
  /** The place of the allocation: "my-cc.ts:12, onAck". */
  readonly where: string;
}

/** Average number of bytes between two samples. At 1 byte nearly every allocation is sampled, so the result does not depend on chance. */
const EVERY = 1;
/** Share of the run before the measurement, so that V8 can optimise the code first. Unoptimised code allocates numbers on the heap. */
const WARM = 0.5;
/**
 * The number of slices of the run that are measured. A policy that allocates does so in every slice. V8's compiler
 * allocates only in some of them, so the minimum over all slices excludes it.
 */
const SLICES = 4;
/** A slice, as a share of the run. Slices are short, because the profiler makes each allocation take several times as long. */
const SLICE = 1 / 32;
/**
 * Minimum number of calls of a function in each slice. A function with fewer calls does not run for each packet, and V8
 * may never optimise it.
 */
const LEAST_CALLS = 125;

/**
 * Measures the allocations of a run after its first half. `experimentOf` creates the run from `tables`, the registry of
 * policies. `exports` are the exports of the user's module.
 */
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
    const to = Math.floor(end * (WARM + SLICE * (slice + 1)));
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

/**
 * Returns the bytes per call for each function of the module, by its place, such as "my-cc.ts:12, onAck". The bytes
 * of a hook are divided by the number of its own calls. The calls of other functions are not counted, so their bytes
 * are divided by the number of calls of all hooks.
 */
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

/** Returns the name that the code of a `data:` URL declares on its last line (`batch/loader/read-module.ts`). */
function nameOf(url: string): string {
  const [, code = ""] = /^data:text\/javascript;base64,(.*)$/.exec(url) ?? [];
  const [, name = url] = /sourceURL=(.*)\n$/.exec(Buffer.from(code, "base64").toString()) ?? [];
  return name;
}

/** Returns the tables with the policies of the module wrapped, so that the calls of their hooks are counted. */
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
  const ofRole = { ...tables.policies[role], [name]: { ...tables.policies[role][name], create } };
  return { ...tables, policies: { ...tables.policies, [role]: ofRole } };
}

/** Names of the policy's functions, including those of its class. */
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
    // The callback runs synchronously, because the session is connected to this thread.
    session.post("HeapProfiler.stopSampling", (_error, answer) => {
      profile = answer.profile;
    });
    session.disconnect();
  }
  if (profile === undefined) throw new Error("the heap profiler gave no answer");
  return profile;
}
