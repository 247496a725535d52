/** Reads the counters of `xoff incident`, and the fabric that they belong to. */
import { basename, extname } from "node:path";
import { quoted } from "../../../base/format.ts";
import { didYouMean } from "../../../base/params.ts";
import { fabricOf } from "../../../formats/sonic/fabric.ts";
import { openMetricsCounters } from "../../../formats/openmetrics-counters.ts";
import { isCapture, pauseCounters } from "../../../formats/pcapng/pause-counters.ts";
import type { SwitchCounters } from "../../../formats/counter-samples.ts";
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
  /** The switches by the names that counters use. */
  readonly switches: readonly string[];
  /** The names of a switch's ports. A file of counters must use these names. */
  readonly portsOf: (node: string) => readonly string[];
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
    const { names, isSwitch, ports } = fabric;
    return {
      ...{ fabric, scenario, text: opened.text, portOf: byName(fabric) },
      switches: names.filter((_, node) => isSwitch[node]),
      portsOf: (node) => ports.filter((port) => names[port.node] === node).map(({ name }) => name),
    };
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
  // A shell in the alias mode prints the aliases of ports.
  const byAlias = new Map(
    switches.flatMap(({ name, ports }) => ports.map((port) => [`${name}|${port.alias}`, port.name])),
  );
  const wired = [...portNames.keys()].map((key) => key.split("|"));
  return {
    ...{ fabric, scenario, text },
    portOf: (node, port) => known(node, portNames.get(`${node}|${byAlias.get(`${node}|${port}`) ?? port}`) ?? port),
    switches: switches.map(({ name }) => name),
    portsOf: (node) => wired.filter(([name]) => name === node).map(([, port]) => port),
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
  const fileOf = new Map<string, string>();
  for (const file of files) {
    const unknown: (readonly [node: string, port: string])[] = [];
    let known = 0;
    for (const { node: given = basename(file, extname(file)), ports } of read(file)) {
      const node = switchCalled(given, named.switches);
      for (const [name, of] of ports) {
        const port = portOf(node, name) ?? (ports.size === 1 ? onlyPort(fabric, node) : undefined);
        if (port === undefined) {
          unknown.push([node, name]);
          continue;
        }
        known++;
        for (const counter of Object.keys(of)) {
          const key = `${port} ${counter}`;
          const before = fileOf.get(key);
          if (before !== undefined && before !== file)
            throw fail(
              `${file}: expected counters that are not in ${before}, found ${name} of ${quoted(node, 40)} in both. ` +
                "Append the samples of a switch to one file, the earlier one first.",
            );
          fileOf.set(key, file);
        }
        counters[port] = { ...counters[port], ...of };
      }
    }
    if (known === 0) throw fail(noPort(file, unknown[0], named));
    if (unknown.length > 0)
      warn(
        `${file}: ${unknown.length} ports are not in the fabric and are left out, such as ${unknown[0][1]} of ${unknown[0][0]}.`,
      );
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

/**
 * The fabric's name of the switch that a shell's prompt or a file calls `given`. If one of the two names lacks a domain
 * that the other has, such as sw1 and sw1.example.com, they still match. Returns `given` if no single switch matches.
 */
function switchCalled(given: string, switches: readonly string[]): string {
  if (switches.includes(given)) return given;
  const alike = switches.filter((name) => given.startsWith(`${name}.`) || name.startsWith(`${given}.`));
  return alike.length === 1 ? alike[0] : given;
}

/**
 * The only port of a host. Undefined if `node` is no host or has several ports. A name cannot identify the port, because
 * the NIC has another name at the host than in the fabric.
 */
function onlyPort({ names, isSwitch, portsOf }: IncidentFabric, node: string): number | undefined {
  const host = names.indexOf(node);
  return host >= 0 && !isSwitch[host] && portsOf[host].length === 1 ? portsOf[host][0] : undefined;
}

/** The message for a file of counters if none of its ports is in the fabric. `[node, port]` is one of its ports. */
function noPort(file: string, [node, port]: readonly [string, string], { switches, portsOf }: NamedFabric): string {
  const isKnown = switches.includes(node);
  const at = isKnown ? node : switches[0];
  const remedy = isKnown
    ? "Give the --config or --fabric that has the names of ports in this file."
    : (didYouMean(node, switches) ?? "Name the file after its switch, or give the switch's --config.");
  return `${file}: expected ports of the fabric, such as ${portsOf(at)[0]} of ${at}, found ${quoted(port, 40)} of ${quoted(node, 40)}. ${remedy}`;
}

function read(file: string): readonly SwitchCounters[] {
  const what = "counters: SONiC's show pfc counters, OpenMetrics or a capture";
  const name = basename(file, extname(file));
  const bytes = readNamed(file, what, (path) => readWhole(path, MAX_BYTES));
  if (isCapture(bytes)) return [{ node: name, ports: pauseCounters(bytes, file, name) }];
  const text = bytes.toString("utf8");
  return /^# (TYPE|HELP|EOF)/m.test(text) ? openMetricsCounters(text, file) : shownCounters(text, file);
}
