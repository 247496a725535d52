/** What goes wrong in code from somebody's file, told with the file, the line, the hook, and where and when in the run it was. */
import { formatTime } from "../base/format.ts";
import { ParamError } from "../base/params.ts";
import { HookError, type HookPlace } from "../guard/hook-error.ts";
import type { Network } from "../model/network.ts";
import type { Scenario } from "../scenario/scenario.ts";
import type { ModuleFile } from "../scenario/tables.ts";

/** A mistake of a policy from a file: the run has ended, and there are no results. */
export class PolicyError extends Error {
  override name = "PolicyError";
}

/** A `PolicyError` where `error` comes from a module of the scenario; otherwise `error` itself. `network`: what was run, if it has been built. */
export const blamed = (error: unknown, { modules = [] }: Scenario, network?: Network): unknown =>
  blamedOn(error, modules, network);

/** The same for modules at hand. */
export function blamedOn(error: unknown, modules: readonly ModuleFile[], network?: Network): unknown {
  if (modules.length === 0 || error instanceof ParamError) return error;
  const found = error instanceof HookError ? error : undefined;
  const thrown = found?.cause ?? error;
  const frames = framesOf(thrown, modules);
  if (found === undefined && frames.length === 0) return error;
  const [at] = frames;
  const hook = found?.hook ?? frames.at(-1)?.name ?? "";
  const file = at === undefined ? fileOf(found?.role, modules) : `${at.file}:${at.line}`;
  const what = thrown instanceof Error ? thrown.message : String(thrown);
  const parts = [file, hook, what].filter((part) => part !== "");
  const when =
    network === undefined ? "" : ` (at ${formatTime(network.queue.now)}${placeText(found?.place ?? {}, network)})`;
  return new PolicyError(`${parts.join(": ")}${when}`);
}

interface Frame {
  readonly file: string;
  readonly line: string;
  readonly name: string;
}

/** The stack's innermost frames that are in modules, the innermost first. */
function framesOf(error: unknown, modules: readonly ModuleFile[]): Frame[] {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
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
    frames.push({ file, line: row, name: as ?? (name === "<anonymous>" ? "" : name) });
  }
  return frames;
}

const fileAt = ({ file, sources }: ModuleFile, href: string): string[] =>
  sources.flatMap((source, k) => (source.href === href ? [k === 0 ? file : source.path] : []));

/** The file of the role's policy, where no line of it is known. */
const fileOf = (role: string | undefined, modules: readonly ModuleFile[]): string =>
  (modules.find((module) => module.role === role) ?? modules[0]).file;

function placeText({ flow, port, node }: HookPlace, { fabric, flows }: Network): string {
  const { names } = fabric.wiring;
  const at = node ?? (port === undefined ? undefined : fabric.node[port]);
  const hosts =
    flow === undefined || flow >= flows.count
      ? ""
      : `, ${names[flows.source[flow]]} -> ${names[flows.destination[flow]]}`;
  return [at === undefined ? "" : `, ${names[at]}`, flow === undefined ? "" : `, flow ${flow}${hosts}`].join("");
}
