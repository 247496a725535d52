/**
 * Obtains consent for code from files. A policy file that a scenario or an option names runs with all rights of the user.
 *
 * - Commands that load code print each file and its hash on stderr before the code runs. --no-code loads none.
 * - Code in a folder of results comes from the folder's author. It runs only with --run-code.
 * - Commands with neither option reject code: they end with an internal error.
 */
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import type { Command } from "commander";
import { askAbout, askBeforeCode } from "../../../batch/loader/load-module.ts";
import type { LoadedModule } from "../../../batch/loader/module-file.ts";
import { modulesAt } from "../../../batch/loader/modules-at.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { say } from "../terminal/terminal.ts";

/** Commands that load code from files that the user names. */
const LOAD = [
  "run",
  "check",
  "compare",
  "whatif",
  "watchdog",
  "tune",
  "sweep plan",
  "list",
  "explain",
  "test",
  "schema",
  "reproduce",
];
/** Commands that load code stored in a folder of results. */
const LOAD_CARRIED = ["why", "export pcapng", "sweep run", "sweep retry", "sweep script"];

export interface CodeOptions {
  /** False with --no-code. */
  readonly code?: boolean;
  readonly runCode?: boolean;
}

/**
 * Adds the options --no-code and --run-code to a command of `program` and to its subcommands. `first` is the name of the command.
 * Commands that load code from files get --no-code. Commands that load code from a folder of results (`LOAD_CARRIED`) also get
 * --run-code.
 */
export function addCodeOptions(program: Command, first: string): void {
  askBeforeCode(refuse);
  for (const name of [...LOAD, ...LOAD_CARRIED].filter((one) => one.split(" ")[0] === first)) {
    const command = called(program, name.split(" "));
    command?.option("--no-code", "load no code from files: the command ends if it needs some (check leaves it out)");
    if (LOAD_CARRIED.includes(name)) command?.option("--run-code", "run code from files in the folder: read it first");
    command?.hook("preAction", (_, { args }) => {
      decide(command.opts<CodeOptions>(), args.at(-1) ?? "");
    });
  }
}

const called = (program: Command, [first, ...rest]: readonly string[]): Command | undefined => {
  const command = program.commands.find((one) => one.name() === first);
  return command === undefined || rest.length === 0 ? command : called(command, rest);
};

/**
 * Rejects code in a command that does not offer the options --run-code and --no-code. The user of such a command could
 * not consent to the code.
 */
function refuse(modules: readonly LoadedModule[]): void {
  const files = modules.flatMap(filesOf).map(fileText).join(", ");
  throw new Failure(
    `internal error: this command may not run code, but it loads ${files}. Please report it.`,
    EXIT.internal,
  );
}

function decide({ code, runCode }: CodeOptions, folder: string): void {
  const reported = new Set<string>();
  askBeforeCode((modules, { isCarried = false }) => {
    const files = modules.flatMap(filesOf);
    if (files.length === 0) return;
    const all = files.map(fileText).join(", ");
    if (code === false)
      throw new Failure(
        `--no-code forbids the code that this command needs: ${all}. Remove --no-code after reading that code.`,
        EXIT.input,
      );
    if (isCarried && runCode !== true)
      throw new Failure(
        `${folder} contains code, which runs only with --run-code: ${all}. Read it, then add --run-code.`,
        EXIT.input,
      );
    for (const line of files.map(fileText).filter((one) => !reported.has(one))) {
      reported.add(line);
      say(`Runs code: ${line}`);
    }
  });
}

interface CodeFile {
  readonly path: string;
  readonly hash: string;
}

/** The module's own file and the files that it imports. */
const filesOf = ({ file, sources }: LoadedModule): CodeFile[] =>
  sources.map(({ path, text }) => ({
    path: join(dirname(file), path),
    hash: createHash("sha256").update(text).digest("hex"),
  }));

const fileText = ({ path, hash }: CodeFile): string => `${path} (SHA-256 ${hash})`;

/**
 * Returns an entry for each module in a file, or in the files of a folder. `text` lists the module's own file and the
 * files that it imports, with their hashes. No code runs. Throws `ModuleError`.
 */
export const codeAt = async (path: string): Promise<readonly { readonly file: string; readonly text: string }[]> =>
  (await modulesAt(path, { isReadOnly: true })).map((module) => ({
    file: module.file,
    text: filesOf(module).map(fileText).join(", "),
  }));

/**
 * Returns the option `--run-code`, to add to a command that xoff suggests to the user. The result is empty if the plan
 * has no user modules.
 */
export const runCode = ({ modules }: { readonly modules: readonly unknown[] }): string[] =>
  modules.length === 0 ? [] : ["--run-code"];

/**
 * Checks once that the user consents to the code in a sweep's folder. The worker threads then load this code without
 * another check. Throws `Failure` without consent.
 */
export async function askAboutCarried(paths: readonly string[]): Promise<void> {
  for (const path of paths)
    askAbout(await modulesAt(path, { isReadOnly: true }), { isCarried: true, sameEverywhere: true });
}
