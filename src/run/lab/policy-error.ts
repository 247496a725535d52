/** What goes wrong in code from somebody's file, told with the file, the line, the hook, and where and when in the run it was. */
import { formatTime, quoted } from "../../base/format.ts";
import { ParamError } from "../../base/params.ts";
import { AnswerError, type Place } from "../../contracts/answers.ts";
import { acting } from "../../sim/model/acting.ts";
import type { Network } from "../../sim/model/network.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import type { ModuleFile } from "../../scenario/tables.ts";

/** A mistake of a policy from a file: the run has ended, and there are no results. */
export class PolicyError extends Error {
  override name = "PolicyError";
}

/** A `PolicyError` where `error` comes from a module of the scenario; otherwise `error` itself. `network`: what was run, if it has been built; `isBetween`: between two events. */
export const blamed = (error: unknown, { modules = [] }: Scenario, network?: Network, isBetween = false): unknown =>
  blamedOn(error, modules, network, isBetween);

/** The same for modules at hand. */
export function blamedOn(
  error: unknown,
  modules: readonly ModuleFile[],
  network?: Network,
  isBetween = false,
): unknown {
  if (modules.length === 0 || error instanceof ParamError) return error;
  const event = network === undefined || isBetween ? undefined : acting(network);
  const at =
    error instanceof AnswerError
      ? answered(error, modules)
      : error instanceof Error
        ? thrown(error, event?.isTimer === true, modules)
        : thrownBare(error, modules);
  if (at === undefined) return error;
  const parts = [at.file, at.hook, at.what].filter((part) => part !== "");
  const when = network === undefined ? "" : ` (${momentText(network, { ...event, ...at.place })})`;
  return new PolicyError(`${parts.join(": ")}${when}`);
}

/** When and where in its run a network is: "at 4.187 us, flow 0, h1 -> h0". */
export const momentText = (network: Network, place: Place = acting(network)): string =>
  `at ${formatTime(network.queue.now)}${placeText(place, network)}`;

interface Mistake {
  /** With the line, where it is known. */
  readonly file: string;
  readonly hook: string;
  readonly what: string;
  readonly place?: Place;
}

/** What a hook answered is the mistake of its role's policy, or of its probe, wherever the model came upon it. */
function answered({ role, hook, what, place }: AnswerError, modules: readonly ModuleFile[]): Mistake | undefined {
  const module = modules.find((one) => one.role === role || one.file === role);
  return module === undefined ? undefined : { file: module.file, hook, what, place };
}

/** What was thrown by a module's code, or by what it called; `isTimer`: in an event of a timer. */
function thrown(error: Error, isTimer: boolean, modules: readonly ModuleFile[]): Mistake | undefined {
  const frames = framesOf(error, modules);
  const [at] = frames;
  if (frames.length === 0) return undefined;
  const { name, isAction } = frames[frames.length - 1];
  return {
    file: `${at.file}:${at.line}`,
    hook: isAction || (name === "" && isTimer) ? "a timer" : name,
    what: error.message.replace(/^invariant broken: /, ""),
  };
}

/** What is no error has no stack; xoff throws none such. */
const thrownBare = (what: unknown, modules: readonly ModuleFile[]): Mistake => ({
  file: modules.map(({ file }) => file).join(" or "),
  hook: "",
  what:
    `expected a thrown Error, got ${typeof what === "string" ? quoted(what, 60) : String(what)}. Write throw new Error("..."), whose ` +
    "line is reported",
});

interface Frame {
  readonly file: string;
  readonly line: string;
  readonly name: string;
  /** Is it what a timer was given to do? */
  readonly isAction: boolean;
}

/** The stack's innermost frames that are in modules, the innermost first. */
function framesOf({ stack = "" }: Error, modules: readonly ModuleFile[]): Frame[] {
  const frames: Frame[] = [];
  for (const line of stack.split("\n")) {
    if (!/^\s+at /.test(line)) continue;
    const [, href = "", row = ""] = /(file:\/\/[^\s)]+):(\d+):\d+\)?$/.exec(line) ?? [];
    const file = modules.flatMap((module) => fileAt(module, href)).at(0);
    if (file === undefined) {
      if (frames.length > 0) break;
      continue;
    }
    const [, name = "", as] = /^\s+at (?:new )?(?:[\w$<>]+\.)*([\w$<>]+) (?:\[as ([\w$]+)\] )?\(/.exec(line) ?? [];
    frames.push({
      ...{ file, line: row, name: as ?? (name === "<anonymous>" ? "" : name) },
      isAction: /^\s+at Timers\./.test(line),
    });
  }
  return frames;
}

const fileAt = ({ file, sources }: ModuleFile, href: string): string[] =>
  sources.flatMap((source, k) => (source.href === href ? [k === 0 ? file : source.path] : []));

/** Hosts are told with their flow. */
function placeText({ flow, port, node }: Place, { fabric, flows }: Network): string {
  const { names, isSwitch } = fabric.wiring;
  const at = node ?? (port === undefined ? undefined : fabric.node[port]);
  const isKnown = flow !== undefined && flow < flows.count;
  const hosts = isKnown ? `, ${names[flows.source[flow]]} -> ${names[flows.destination[flow]]}` : "";
  return [
    at === undefined || (isKnown && !isSwitch[at]) ? "" : `, ${names[at]}`,
    flow === undefined ? "" : `, flow ${flow}${hosts}`,
  ].join("");
}
