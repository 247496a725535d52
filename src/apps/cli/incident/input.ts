/** Reads the counters of `xoff incident`, and the fabric that they belong to. */
import { basename, extname } from "node:path";
import { quoted } from "../../../base/format.ts";
import { didYouMean } from "../../../base/params.ts";
import { fabricOf } from "../../../formats/sonic/fabric.ts";
import { openMetricsCounters } from "../../../formats/openmetrics-counters.ts";
import { isCapture, pauseCounters } from "../../../formats/pcapng/pause-counters.ts";
import { shownCounters } from "../../../formats/sonic/show-counters.ts";
import { toScenario } from "../../../formats/sonic/to-scenario.ts";
import { readScenario, ScenarioError, type Scenario } from "../../../run/lab/lab.ts";
import { incidentFabric, type IncidentFabric, type PortCounters } from "../../../theory/incident/counters.ts";
import { readNamed, readWhole } from "../files/input-file.ts";
import { openScenario, scenarioOf } from "../files/scenario-file.ts";
import { switchesOf, wiresOf, type WiringOptions } from "../sonic/input.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { warn } from "../terminal/terminal.ts";

export interface FabricOptions extends Omit<WiringOptions, "lookup"> {
  readonly fabric?: string;
  readonly config?: readonly string[];
}

export interface NamedFabric {
  readonly fabric: IncidentFabric;
  /** The scenario of the fabric. */
  readonly scenario: Scenario;
  /** The text of the scenario's file. A replay of the incident is an edited copy of this text. */
  readonly text: string;
  /**
   * Finds the number of a port in the fabric. `node` and `port` are the names of the switch and of the port in the file of
   * counters. Undefined if the fabric has no such port.
   */
  readonly portOf: (node: string, port: string) => number | undefined;
}

const fail = (text: string): Failure => new Failure(text, EXIT.input);

export function namedFabric({ fabric: file, config, ...wiring }: FabricOptions): NamedFabric {
  if ((file === undefined) === (config === undefined))
    throw fail("--fabric or --config: expected one of them, to know the links between the switches.");
  if (file !== undefined) {
    for (const one of ["lldp", "topology"] as const)
      if (wiring[one] !== undefined) throw fail(`--${one} is only allowed with --config.`);
    const opened = openScenario(file);
    const scenario = scenarioOf(opened, []);
    const fabric = incidentFabric(scenario.wiring);
    return { fabric, scenario, text: opened.text, portOf: byName(fabric) };
  }
  return fabricOfConfigs(config ?? [], wiring);
}

/** The fabric that SONiC configs describe. Its ports have the same names as in the configs. */
function fabricOfConfigs(config: readonly string[], wiring: WiringOptions): NamedFabric {
  const switches = switchesOf(config);
  const wires = wiresOf(switches, wiring);
  const { text } = toScenario(switches, wires);
  let scenario: Scenario;
  try {
    scenario = readScenario(text, "scenario.yaml");
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    throw fail(
      `${config[0]}: expected configs of a connected fabric, and ${error.path} is ${error.got}. Name its links with --topology.`,
    );
  }
  const fabric = incidentFabric(scenario.wiring);
  const { portNames } = fabricOf(switches, wires);
  const known = byName(fabric);
  return {
    ...{ fabric, scenario, text },
    portOf: (node, port) => known(node, portNames.get(`${node}|${port}`) ?? port),
  };
}

/** A function that finds a port by its own name or by the name of its peer. */
function byName({ names, ports, portsOf }: IncidentFabric): NamedFabric["portOf"] {
  const own = new Map(ports.map(({ name }, port) => [name, port]));
  return (node, port) =>
    own.get(port) ??
    own.get(`${node}-${port}`) ??
    portsOf[names.indexOf(node)]?.find((one) => names[ports[ports[one].peer].node] === port);
}

/** Maximum size of a file of counters in bytes. */
const MAX_BYTES = 200e6;

/** The counters of each port of the fabric, from all files. Warns about ports and switches without counters. */
export function countersOf(files: readonly string[], named: NamedFabric): (PortCounters | undefined)[] {
  const { fabric, portOf } = named;
  const counters = new Array<PortCounters | undefined>(fabric.ports.length).fill(undefined);
  for (const file of files) {
    const { node, ports } = read(file);
    const unknown: string[] = [];
    for (const [name, of] of ports) {
      const port = portOf(node, name);
      if (port === undefined) unknown.push(name);
      else counters[port] = { ...counters[port], ...of };
    }
    if (unknown.length === ports.size) {
      const example = fabric.ports.find(({ node }) => fabric.isSwitch[node])?.name;
      throw fail(
        `${file}: expected ports of the fabric, such as ${example}, found ${quoted(unknown[0] ?? "none", 40)} of ${quoted(node, 40)}. ` +
          (didYouMean(node, fabric.names) ?? "Name the file after its switch, or give the switch's --config."),
      );
    }
    if (unknown.length > 0)
      warn(`${file}: ${unknown.length} ports are not in the fabric and are left out, such as ${unknown[0]}.`);
  }
  const silent = fabric.names.filter(
    (_, node) => fabric.isSwitch[node] && fabric.portsOf[node].every((port) => counters[port] === undefined),
  );
  if (silent.length > 0)
    warn(
      `no counters of ${silent.slice(0, 5).join(", ")}${silent.length > 5 ? ` and ${silent.length - 5} other switches` : ""}. ` +
        "An origin next to them may be missed.",
    );
  return counters;
}

function read(file: string): { readonly node: string; readonly ports: ReadonlyMap<string, PortCounters> } {
  const what = "counters: SONiC's show pfc counters, OpenMetrics or a capture";
  const name = basename(file, extname(file));
  const bytes = readNamed(file, what, (path) => readWhole(path, MAX_BYTES));
  if (isCapture(bytes)) return { node: name, ports: pauseCounters(bytes, file, name) };
  const text = bytes.toString("utf8");
  if (/^# (TYPE|HELP|EOF)/m.test(text)) return { node: name, ports: openMetricsCounters(text, file) };
  const { node = name, ports } = shownCounters(text, file);
  return { node, ports };
}
