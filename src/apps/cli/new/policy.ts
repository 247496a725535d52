/** Runs `xoff new policy`: copies a built-in policy to a file for the user to edit. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { complaint, didYouMean } from "../../../base/params.ts";
import { moduleWords } from "../../../run/lab/modules.ts";
import { MODULE_FILE } from "../../../batch/loader/module-file.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { commandLine } from "../terminal/shell.ts";
import { say } from "../terminal/terminal.ts";
import { writeNew } from "../files/write-new.ts";

const FOLDER = new URL("../../../../scenarios/policies/", import.meta.url);

export function newPolicy(role: string, file: string): void {
  if (!moduleWords.includes(role)) {
    const hint = didYouMean(role, moduleWords);
    throw new Failure(complaint(`one of ${moduleWords.join(", ")}`, role, hint), EXIT.input);
  }
  if (file !== "-" && !MODULE_FILE.test(file))
    throw new Failure(complaint("a file that ends in .ts", file, `For example ${file}.ts.`), EXIT.input);
  const name = file === "-" ? `my-${role}.ts` : basename(file);
  const text = readFileSync(new URL(`${role}.ts`, FOLDER), "utf8").replaceAll("./FILE", `./${name}`);
  writeNew(file, text, `Choose another name, such as: xoff new policy ${role} other.ts`);
  if (file !== "-") say(`Wrote ${file}. Next: ${commandLine("xoff", "test", file)}`);
}
