/**
 * Checks policies against the classes of data, that is, the classes of the scenario's traffic:
 * - Trimming: some policies need it for lossy classes. It has no effect on lossless classes.
 * - Trimmed headers: they need a class without data. They and a transport's messages should leave before data.
 * - Entropies (numbers that a transport writes on packets to select paths): the routing policy should read them.
 */
import type { TrafficEntry } from "../policies/traffic/plan.ts";
import { checkNeeds } from "./needs.ts";
import type { ChosenPolicies, ChosenPolicy } from "./scenario.ts";
import type { Source } from "./source.ts";
import type { Tables } from "./tables.ts";

export interface DataClasses {
  /** The classes of the scenario's traffic entries, and those of single rows (such as flows) in the lists of an entry. */
  readonly classes: readonly number[];
  readonly lossless: readonly number[];
  readonly control: number;
  /** True if routing has no choice between paths. */
  readonly isSinglePath: boolean;
}

/**
 * The classes of data, sorted. A traffic entry may have rows, such as flows, with classes of their own. If each row has one,
 * the class of the entry itself is left out.
 */
export function classesOfData(traffic: readonly TrafficEntry[], { trafficKinds }: Tables): readonly number[] {
  const found = new Set<number>();
  for (const { kind, values } of traffic) {
    const rows = Object.keys(trafficKinds[kind].lists ?? {}).flatMap(
      (list) => (values[list] ?? []) as readonly { readonly class?: number }[],
    );
    for (const { class: own } of rows) if (own !== undefined) found.add(own);
    if (rows.length === 0 || rows.some((row) => row.class === undefined)) found.add(values["cls"] as number);
  }
  return [...found].sort((a, b) => a - b);
}

/** Throws `ScenarioError` if a policy cannot work with the classes of data. Calls `warn` if a policy works but has lost its purpose. */
export function checkDataClasses(
  source: Source,
  chosen: ChosenPolicies,
  { classes, lossless, control, isSinglePath }: DataClasses,
  tables: Tables,
  warn: (warning: string) => void,
): void {
  const { buffer, transport, routing, scheduling } = chosen;
  const trimmer = tables.policies.buffer[buffer.name];
  const isLossy = classes.some((cls) => !lossless.includes(cls));
  // Checks that a policy gets the trimmed headers that it needs. They are the only signal that buffer policies provide
  // to other policies. Packets of lossless classes are never dropped, and thus never trimmed. So without lossy classes
  // no receiver needs trimmed headers.
  if (isLossy) checkNeeds(source, chosen, tables, ["buffer"]);
  const headers = headersOf("buffer", buffer, tables);
  if (headers !== undefined && classes.includes(headers.cls))
    throw source.error(
      headers.path,
      `a class without data, because buffer ${buffer.name} trims no packets of the class of headers`,
      String(headers.cls),
      `Choose a class other than ${classes.join(", ")}, the classes of traffic.`,
    );
  if (!isLossy && trimmer.gives?.includes("trimmed headers") === true)
    warn(
      warning(
        source,
        ["policies", "buffer"],
        "expected traffic in a lossy class, because lossless classes pause senders before packets are trimmed, got lossless classes. " +
          "Set classes.lossless: [], or choose another buffer policy.",
      ),
    );
  const { isByClass } = tables.policies.scheduling[scheduling.name];
  for (const [role, policy] of [["buffer", buffer] as const, ["transport", transport] as const]) {
    if (policy === undefined || isByClass !== true) continue;
    const own = headersOf(role, policy, tables);
    if (own === undefined || own.cls === control) continue;
    const { cls, path } = own;
    const first = classes.find((one) => one < cls);
    if (first === undefined) continue;
    warn(
      warning(
        source,
        path,
        `expected a class that scheduling ${scheduling.name} sends before data of class ${first}, got ${String(cls)}. Data delays its packets.`,
      ),
    );
  }
  if (transport === undefined || tables.policies.transport[transport.name].gives?.includes("entropies") !== true)
    return;
  const router = tables.policies.routing[routing.name];
  if (isSinglePath || router.reads === undefined || (router.uses ?? []).includes("entropies")) return;
  const readers = Object.entries(tables.policies.routing).filter(([, row]) => row.uses?.includes("entropies") === true);
  const names = readers.map(([name]) => name).join(" or ");
  warn(
    warning(
      source,
      ["policies", "routing"],
      `expected ${names}, which selects the path of each data packet by the entropy that transport ${transport.name} chooses, got ${routing.name}. It selects paths without the entropy.`,
    ),
  );
}

/**
 * The class of a policy's headers or messages, and the path of the setting that chooses this class. Undefined: the
 * policy declares no class for headers or messages.
 */
function headersOf(
  role: "buffer" | "transport",
  { name, values }: ChosenPolicy,
  { policies }: Tables,
): { readonly cls: number; readonly path: readonly string[] } | undefined {
  const { headerClass } = policies[role][name];
  if (headerClass === undefined) return undefined;
  return typeof headerClass === "number"
    ? { cls: headerClass, path: ["policies", role] }
    : { cls: values[headerClass] as number, path: ["policies", role, headerClass] };
}

function warning(source: Source, path: readonly string[], text: string): string {
  const { file, line, column } = source.place(path);
  const where = [file, line, column].filter((part) => part !== undefined).join(":");
  return `${where}: ${path.join(".")}: ${text}`;
}
