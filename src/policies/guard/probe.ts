/** Checks a user probe: its columns must be valid for a table, and it must have a hook. The run checks its rows (`run/measure/probes.ts`). */
import { didYouMean, ParamError } from "../../base/params.ts";
import { AnswerError } from "../../contracts/answers.ts";
import { lateIn } from "./hooks.ts";
import type { Probe, ProbeColumn, ProbeModule } from "../../contracts/probe.ts";

const UNITS: readonly ProbeColumn["unit"][] = ["ps", "bytes", "bps", "ratio", "count", "flag", "choice", "node"];

/** Column names that a user probe may not use. Every table already has such columns, or similar ones. */
const TAKEN = ["time", "node", "port", "peer", "class", "flow"];

const HOOKS: readonly Exclude<keyof Probe, "every">[] = [
  ...(["onSample", "onReceived", "onAcked", "onPause", "onResume", "onStopped", "onStarted", "onDrop"] as const),
  ...(["onHeadroom", "onReceive", "onEnqueue", "onDequeue", "onEnd"] as const),
];

/** Throws `ParamError` with the name of the first invalid column. */
export function checkColumns({ of, local, columns }: ProbeModule): void {
  for (const [name, column] of Object.entries<Partial<ProbeColumn> | null>(columns)) {
    const at = `columns.${name}`;
    if (!/^[a-z][a-z0-9_]*$/.test(name) || TAKEN.includes(name))
      throw new ParamError(at, "a new name of small letters, digits and _", name);
    const [, ending] = /_(ns|bytes|bps)$/.exec(name) ?? [];
    if (ending !== undefined)
      throw new ParamError(
        at,
        "a name without its unit, which the table appends",
        name,
        `Call it ${name.slice(0, -ending.length - 1)}.`,
      );
    const { unit, about, choices = [], empty } = column ?? {};
    if (unit === undefined || !UNITS.includes(unit))
      throw new ParamError(at, `a unit, one of ${UNITS.join(", ")}`, unit ?? "none");
    if (typeof about !== "string") throw new ParamError(at, "a short description", about ?? "none");
    if (unit === "choice" && !(Array.isArray(choices) && choices.length > 0))
      throw new ParamError(at, "its choices, one or more", "none");
    if (unit === "flag" && empty !== undefined) throw new ParamError(at, "a flag that is never empty", "empty");
  }
  if (local === true && (of === "network" || of === "flow"))
    throw new ParamError("local", "rows of nodes, ports or queues, each of one node", `rows of ${of}`);
}

/** Wraps a probe module, so that every probe that it creates is checked. */
export function checkedProbe<Kind extends ProbeModule>(file: string, kind: Kind): Kind {
  return {
    ...kind,
    create: (values, view) => {
      const probe: unknown = kind.create(values, view);
      const flaw = flawOf(probe);
      if (flaw !== undefined) throw new AnswerError(file, "create", {}, flaw);
      return probe as Probe;
    },
  };
}

function flawOf(probe: unknown): string | undefined {
  const expected = "expected an object with hooks of probes, such as onSample";
  if (typeof probe !== "object" || probe === null) return `${expected}, got ${JSON.stringify(probe) ?? "nothing"}`;
  const named = HOOKS.filter((hook) => Reflect.get(probe, hook) !== undefined);
  const unknown = Object.keys(probe).find((name) => /^on[A-Z]/.test(name) && !HOOKS.some((hook) => hook === name));
  if (unknown !== undefined)
    return `expected hooks of probes, ${HOOKS.join(", ")}, got ${unknown}. ${didYouMean(unknown, HOOKS) ?? ""}`.trim();
  if (named.length === 0) return `${expected}, got one without`;
  const wrong = named.find((hook) => typeof Reflect.get(probe, hook) !== "function");
  return wrong === undefined
    ? lateIn(probe, named)
    : `expected ${wrong} to be a function, got ${typeof Reflect.get(probe, wrong)}`;
}
