/** Splits the lines of pages and of help that call xoff, so that `Folder.run` and `runWarm` can run them without a shell. */

/** Characters that a shell replaces or that connect commands. */
const OF_A_SHELL = /[|&;<>$`*~]/;

/**
 * The arguments of a line `xoff ...`, without quotes. Undefined if the line calls another program or needs a shell, for
 * example for a pipe or a redirection.
 */
export function argumentsOf(line: string): string[] | undefined {
  const words = line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  const [program, ...args] = words;
  if (program !== "xoff") return undefined;
  if (args.some((word) => OF_A_SHELL.test(word.replace(/'[^']*'|"[^"$`]*"/g, "")))) return undefined;
  return args.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));
}
