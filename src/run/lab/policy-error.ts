/** Reports errors of user code with the file, line and hook, and with the place and time in the run. */
import { formatTime, quoted } from "../../base/format.ts";
import { ParamError } from "../../base/params.ts";
import { AnswerError, type Place } from "../../contracts/answers.ts";
import { eventSubject } from "../../sim/model/event-subject.ts";
import type { Network } from "../../sim/model/network.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import type { ModuleFile } from "../../scenario/tables.ts";

/** An error in a user policy. The run has ended without results. */
export class PolicyError extends Error {
  override name = "PolicyError";
}

/**
 * Returns a `PolicyError` if `error` comes from a module of the scenario, and otherwise `error` itself. `network` is
 * the running network, if it exists. `isBetween`: the error occurred between two events.
 */
export const blamed = (error: unknown, { modules = [] }: Scenario, network?: Network, isBetween = false): unknown =>
  blamedOn(error, modules, network, isBetween);

/**
 * Returns a `PolicyError` if `error` comes from one of `modules`, and otherwise `error` itself. `network` is the running
 * network, if it exists. `isBetween`: the error occurred between two events.
 */
export function blamedOn(
  error: unknown,
  modules: readonly ModuleFile[],
  network?: Network,
  isBetween = false,
): unknown {
  if (modules.length === 0 || error instanceof ParamError) return error;
  const event = network === undefined || isBetween ? undefined : eventSubject(network);
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

/** Time and place in a run as text, such as "at 4.187 us, flow 0, h1 -> h0". */
export const momentText = (network: Network, place: Place = eventSubject(network)): string =>
  `at ${formatTime(network.queue.now)}${placeText(place, network)}`;

interface Mistake {
  /** The file of the error, with the line if it is known. */
  readonly file: string;
  readonly hook: string;
  readonly what: string;
  readonly place?: Place;
}

/**
 * Describes an invalid answer of a hook. The report names the policy of the hook's role, or the probe, even if the
 * model noticed the answer later.
 */
function answered({ role, hook, what, place }: AnswerError, modules: readonly ModuleFile[]): Mistake | undefined {
  const module = modules.find((one) => one.role === role || one.file === role);
  return module === undefined ? undefined : { file: module.file, hook, what, place };
}

/**
 * Describes an error thrown by a module, or by code that the module called. `isTimer` is true if the error occurred in
 * the event of a timer.
 */
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

/**
 * Describes a thrown value that is no `Error`. A user module threw it, because xoff itself throws only errors. The
 * value has no stack, so the message names all user modules.
 */
const thrownBare = (what: unknown, modules: readonly ModuleFile[]): Mistake => ({
  file: modules.map(({ file }) => file).join(" or "),
  hook: "",
  what:
    `expected a thrown Error, got ${typeof what === "string" ? quoted(what, 60) : String(what)}. Write throw new Error("..."), so that ` +
    "the message has its line",
});

interface Frame {
  readonly file: string;
  readonly line: string;
  readonly name: string;
  /** True if the function is the action of a timer. */
  readonly isAction: boolean;
}

/**
 * The stack frames of user modules, innermost first. A module may have called xoff's code, so frames before the first
 * module frame are skipped. The list ends at the next frame outside the modules, such as the caller of the hook.
 */
function framesOf({ stack = "" }: Error, modules: readonly ModuleFile[]): Frame[] {
  const frames: Frame[] = [];
  for (const line of stack.split("\n")) {
    if (!/^\s+at /.test(line)) continue;
    // The address of a module is a file URL, or in a page the name of the file.
    const [, href = "", row = ""] = /[\s(]([^\s()]+):(\d+):\d+\)?$/.exec(line) ?? [];
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

/** The place of an error as text. For a flow the text names its two hosts. */
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
