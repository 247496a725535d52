/**
 * `xoff completion`: prints a script with which a shell completes commands, options, names and files.
 *
 * The script calls a hidden command for the candidates: `xoff complete -- words...`, or `xoff complete-line` in bash.
 * xoff adds `completion` after all other commands, so that it can complete them.
 */
import { dirname } from "node:path";
import type { RootCommand } from "@bomb.sh/tab";
import tab from "@bomb.sh/tab/commander";
import type { Command } from "commander";
import { catalogue } from "../../../scenario/registry/catalogue.ts";
import { policies } from "../../../policies/policies.ts";
import { bashLine, bashReply } from "./bash-line.ts";
import { SCRIPTS } from "./scripts.ts";
import { filesFrom } from "./files-from.ts";
import { starterNames } from "../files/starters.ts";

/** A value to offer and its description. */
type Suggestion = readonly [value: string, about: string];

/** Candidates for the first argument of a command. Commands that are missing here get no candidates. */
const ARGUMENTS: Readonly<Record<string, () => readonly Suggestion[]>> = {
  list: namesAndFiles,
  explain: namesAndFiles,
  test: () => files(MODULE),
  run: () => files(/\.(ya?ml|json|txt)$/),
  compare: () => files(/\.(ya?ml|json)$/),
  watchdog: () => files(/\.(ya?ml|json)$/),
  whatif: () => files(/\.(ya?ml|json)$/),
  tune: () => files(/\.(ya?ml|json)$/),
  check: () => files(/\.(ya?ml|json)$/),
  report: resultFolders,
  why: resultFolders,
  reproduce: () => figures,
  import: () => files(/\.txt$/),
  trace: () => files(/\.tr$/),
};

/** The figures of papers, which `addCompletion` loads. */
let figures: readonly Suggestion[] = [];

/** Values to offer for options whose definition in the command does not list its choices. */
const OPTIONS: Readonly<Record<string, () => readonly Suggestion[]>> = {
  "new --from": () => starterNames().map((name) => [name, "starter scenario"]),
  "new --policy": () =>
    Object.entries(policies).flatMap(([role, modules]) =>
      Object.entries(modules).map(([name, { about }]): Suggestion => [`${role}=${name}`, about]),
    ),
};

export function addCompletion(program: Command): void {
  const root = tab(program, { completionCommandName: "completion" });
  const own = program.commands.find((command) => command.name() === "completion");
  own
    ?.summary("print the completion script for bash, zsh, fish or PowerShell")
    .description(DESCRIPTION)
    .addHelpText("after", EXAMPLES);
  // Replaces the scripts of the library (@bomb.sh/tab), because those scripts pass the words that
  // the user types to the shell's `eval`.
  root.setup = (_name, _executable, shell) => {
    console.log(SCRIPTS[shell]);
  };
  const parse = root.parse.bind(root);
  root.parse = (words) => {
    typed = words.at(-1) ?? "";
    // If a word contains "=", the library keeps only candidates that begin with the text after "=". That is right for
    // `--option=value`. But a word such as `buffer=dt` is one value, so its candidates begin with "buffer=". The library
    // would drop them. It therefore gets only "buffer" and keeps them. The loop below compares them with the whole word.
    const word = typed.startsWith("-") ? typed : typed.split("=")[0];
    const value = typed.replace(/^-[^=]*=/, "");
    for (const line of printed(() => {
      parse([...words.slice(0, -1), word]);
    }))
      if (line.startsWith(value) || line.startsWith(":")) console.log(line);
  };
  program.hook("preAction", async (_program, { args }) => {
    // The figures take longer to load than all commands, and a user who presses TAB waits for the candidates. So the
    // figures are loaded only for a line with the command `reproduce`, because only this command completes them.
    if (!args.some((words) => words.includes("reproduce"))) return;
    const { experiments } = await import("../../../papers/index.ts");
    figures = [["all", "every figure"], ...experiments.map(({ id, title }): Suggestion => [id, title])];
  });
  program
    .command("complete-line", { hidden: true })
    .argument("<line>")
    .argument("<breaks>")
    .action((line: string, breaks: string) => {
      completeLine(root, line, breaks);
    });

  const commands = program.commands.map((command): Suggestion => [command.name(), command.summary()]);
  const shown = commands.filter(([, summary]) => summary !== "");
  for (const [name, command] of root.commands) {
    // @bomb.sh/tab has copied each command's full description, which may have several lines. Completion shows one line
    // per command, so the one-line summary replaces the description here.
    command.description = shown.find(([one]) => one === name)?.[1] ?? command.description;
    const [first] = command.arguments.values();
    const values = name === "help" ? () => shown : ARGUMENTS[name];
    if (first !== undefined && values !== undefined) first.handler ??= offering(values);
    for (const [option, asked] of command.options) {
      const key = `${name} --${option}`;
      if (Object.hasOwn(OPTIONS, key)) asked.handler = offering(OPTIONS[key]);
    }
  }
}

/** The word being completed. */
let typed = "";

/**
 * Prints the candidates for the last word of `line`. If this word is the file of a redirection, prints ":files" instead:
 * the script then offers all files.
 */
function completeLine(root: RootCommand, line: string, breaks: string): void {
  const read = bashLine(line, breaks);
  if (read.isRedirected) {
    console.log(":files");
    return;
  }
  // The last word is passed even if it is empty: the library (@bomb.sh/tab) then offers all candidates for a new word.
  for (const value of offered(root, [...read.words, read.word])) {
    const reply = bashReply(value, read);
    if (reply !== undefined) console.log(reply);
  }
}

/**
 * The candidates for the last word. The library prints a line for each candidate: value, tab, description. Its last
 * line is a directive for the shell and is dropped.
 */
const offered = (root: RootCommand, words: string[]): string[] =>
  printed(() => {
    root.parse(words);
  })
    .slice(0, -1)
    .map((line) => line.split("\t")[0]);

/** The lines that `work` prints through `console.log`. */
function printed(work: () => void): string[] {
  const lines: string[] = [];
  const { log } = console;
  console.log = (line: string) => lines.push(line);
  try {
    work();
  } finally {
    console.log = log;
  }
  return lines;
}

/** A completion handler for the library @bomb.sh/tab. It calls `values` at each completion, so that the candidates are current. */
const offering = (values: () => readonly Suggestion[]) => (complete: (value: string, about: string) => void) => {
  for (const [value, about] of values()) complete(value, about);
};

function names(): readonly Suggestion[] {
  return catalogue().flatMap(({ section, title, about, entries }) => [
    [section, ""] as const,
    [title, about] as const,
    ...entries.map((entry) => [entry.name, entry.about] as const),
  ]);
}

const MODULE = /\.(ts|mts|js|mjs)$/;

/**
 * The names in the catalogue. If the word contains a slash, it is a path, and the user's module files are offered
 * instead.
 */
function namesAndFiles(): readonly Suggestion[] {
  return typed.includes("/") ? files(MODULE) : names();
}

/** Files whose path begins with the word being completed. */
const files = (kind: RegExp): readonly Suggestion[] => filesFrom(typed, kind).map((path) => [path, ""]);

/** Folders that hold the results of a run or of a comparison. */
function resultFolders(): readonly Suggestion[] {
  return files(/^(summary|compare)\.json$/).map(([path]) => [dirname(path), ""]);
}

const DESCRIPTION =
  "Prints the script with which a shell completes commands and options. It also completes names of policies, " +
  "starters and files. The script calls the `xoff` on your path and evaluates no word of the line.";

const EXAMPLES = `
Examples:
  source <(xoff completion bash)      for this shell; in ~/.bashrc for every one
  source <(xoff completion zsh)       in ~/.zshrc, after compinit
  xoff completion fish > ~/.config/fish/completions/xoff.fish
  xoff completion powershell | Out-String | Invoke-Expression`;
