/** The errors and warnings for a scenario's text, with the places that the editor underlines. */
import { check, ParamError, readScenario, ScenarioError, type ReadOptions } from "xoff";
import { fabricOf } from "./fabric.ts";
import type { Checked, Fabric, Remark } from "./messages.ts";

/** Converts an error of the scenario to a list of remarks. Returns undefined for every other error. */
export function mistakesIn(error: unknown): Remark[] | undefined {
  if (error instanceof ScenarioError) return [error, ...error.others].map(remarkOf);
  if (error instanceof ParamError)
    return [{ severity: "error", line: 0, column: 0, path: error.at, message: error.message }];
  return undefined;
}

function remarkOf({ place, path, expected, got, hint }: ScenarioError): Remark {
  const at = path === "" ? "" : `${path}: `;
  const message = `${at}expected ${expected}, got ${got}${hint === undefined ? "" : `. ${hint}`}`;
  return { severity: "error", line: place.line ?? 0, column: place.column ?? 0, path, message };
}

/** Offered load of each port. `check` names the links by direction, such as "leaf1 to spine0". */
function loadsOf({ names, node, peer }: Fabric, loads: ReturnType<typeof check>["loads"]): Float32Array {
  const known = new Map(loads.map(({ link, load }) => [link, load]));
  return Float32Array.from(node, (from, port) => known.get(`${names[from]} to ${names[node[peer[port]]]}`) ?? 0);
}

/** True if the text shows this load, with two decimals, as more than 1. */
const isOver = (load: number): boolean => load >= 1.005;

/** A sentence on the highest offered load of a link, if it exceeds the link rate. Otherwise empty. */
function overloadText(loads: ReturnType<typeof check>["loads"]): string {
  const isEver = loads.some(({ overRun }) => isOver(overRun));
  const of = ({ load, overRun }: (typeof loads)[number]): number => (isEver ? overRun : load);
  const [most] = [...loads].sort((a, b) => of(b) - of(a));
  if (most === undefined || !isOver(of(most))) return "";
  const effect = isEver
    ? "Some flows cannot finish by the end of the run under any policy."
    : "Queues grow until the traffic stops.";
  return `Offered load from ${most.link} is ${Number(of(most).toFixed(2))} times the link rate. ${effect}`;
}

/**
 * Warnings that are no mistakes of the text, because many scenarios overload a link or can deadlock on purpose. `Checked`
 * has them in its fields `overload` and `cycles`, not in `remarks`.
 */
const FACTS: readonly string[] = ["load", "deadlock"];

/**
 * Checks a scenario's text. The result contains the errors in the scenario. The promise rejects only for other errors.
 */
export async function checked(text: string, own: () => Promise<ReadOptions>): Promise<Checked> {
  try {
    const options = { ...(await own()), file: "scenario" };
    const { wiring, until, policies, topology } = readScenario(text, options);
    const { warnings, unused, cycles, loads, longLived } = check(text, options);
    const wired = fabricOf(wiring);
    const switches = wiring.isSwitch.filter(Boolean).length;
    return {
      remarks: [
        ...warnings
          .filter(({ about }) => !FACTS.includes(about))
          .map(({ mistake }): Remark => ({
            ...{ severity: "warning", line: 0, column: 0, path: mistake.at, message: mistake.message },
          })),
        ...unused.map(({ path, place, message }): Remark => ({
          ...{ severity: "warning", line: place.line ?? 0, column: place.column ?? 0, path, message },
        })),
      ],
      cycles,
      overload: overloadText(loads),
      hosts: wiring.names.length - switches,
      switches,
      untilNs: until / 1000,
      chosen: {
        // The controls show only the first of several detection policies.
        policies: { ...policies, detection: policies.detection[0] ?? { name: "none", values: {} } },
        topology: { name: topology.kind, values: topology.values },
      },
      fabric: { wired, loads: loadsOf(wired, loads), longLived },
    };
  } catch (error) {
    const remarks = mistakesIn(error);
    if (remarks === undefined) throw error;
    remarks.sort((a, b) => a.line - b.line);
    return {
      ...{ remarks, cycles: [], overload: "", hosts: 0, switches: 0, untilNs: 0 },
      ...{ chosen: undefined, fabric: undefined },
    };
  }
}
