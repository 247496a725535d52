/**
 * `xoff completion`: the script by which a shell completes commands, options, names and files.
 *
 * The script asks `xoff complete -- words...`, a command that help does not show, what may stand next. Added last: it knows the
 * commands that are there by then.
 */
import { dirname } from "node:path";
import tab from "@bomb.sh/tab/commander";
import type { Command } from "commander";
import { catalogue } from "../registry/catalogue.ts";
import { experiments } from "../experiments/index.ts";
import { policies } from "../registry/policies.ts";
import { filesFrom } from "./files-from.ts";
import { starterNames } from "./starters.ts";

/** A value and what it is. */
type Suggestion = readonly [value: string, about: string];

/** What the first argument of a command may be; nothing is offered for a command that is not named. */
const ARGUMENTS: Readonly<Record<string, () => readonly Suggestion[]>> = {
  list: namesAndFiles,
  explain: namesAndFiles,
  test: () => files(MODULE),
  run: () => files(/\.(ya?ml|json|txt)$/),
  compare: () => files(/\.(ya?ml|json)$/),
  check: () => files(/\.(ya?ml|json)$/),
  report: resultFolders,
  why: resultFolders,
  reproduce: figures,
  import: () => files(/\.txt$/),
  trace: () => files(/\.tr$/),
};

/** Values of options that are no choice of the command's own. */
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
  own?.summary("completion for bash, zsh, fish or PowerShell").description(DESCRIPTION).addHelpText("after", EXAMPLES);
  own?.hook("preAction", ({ args: [shell] }) => {
    if (shell === "bash") console.log(WORDS_IN_BASH);
  });

  const commands = program.commands.map((command): Suggestion => [command.name(), command.summary()]);
  const shown = commands.filter(([, summary]) => summary !== "");
  for (const [name, command] of root.commands) {
    // One line: the library took descriptions, which may have several.
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

/** A handler of the library that offers what `values` gives when it is asked. */
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

/** Names that xoff knows, and files of one's own once a path begins. */
function namesAndFiles(): readonly Suggestion[] {
  return (process.argv.at(-1) ?? "").includes("/") ? files(MODULE) : names();
}

function figures(): readonly Suggestion[] {
  return [["all", "every figure"], ...experiments.map(({ id, title }): Suggestion => [id, title])];
}

/** Files that go on from the word being completed, which is the last that the shell passes. */
const files = (kind: RegExp): readonly Suggestion[] =>
  filesFrom(process.argv.at(-1) ?? "", kind).map((path) => [path, ""]);

/** Folders that hold the results of a run or of a comparison. */
function resultFolders(): readonly Suggestion[] {
  return files(/^(summary|compare)\.json$/).map(([path]) => [dirname(path), ""]);
}

const DESCRIPTION =
  "Prints the script by which a shell completes commands, options, names of policies and starters, and files. It asks the `xoff` on " +
  "your path. In bash it needs the package bash-completion.";

/** The library's script asks the package bash-completion for the words of the line. Where that is missing, this answers. */
const WORDS_IN_BASH = `declare -F _get_comp_words_by_ref >/dev/null || _get_comp_words_by_ref() {
    local line=\${COMP_LINE:0:COMP_POINT}
    read -ra words <<< "$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    cword=$((\${#words[@]} - 1)) cur=\${words[-1]} prev=\${words[-2]-}
}
`;

const EXAMPLES = `
Examples:
  source <(xoff completion bash)      for this shell; in ~/.bashrc for every one
  source <(xoff completion zsh)       in ~/.zshrc, after compinit
  xoff completion fish > ~/.config/fish/completions/xoff.fish
  xoff completion powershell | Out-String | Invoke-Expression`;
