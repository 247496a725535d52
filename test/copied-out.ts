/** Copies a policy of xoff and the files that it imports to a user's folder. Its imports then name the package. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("../src/policies/", import.meta.url));

/** Writes `role`/`name`.ts into the folder, with the files of the role that it imports. */
export function copyOut(role: string, name: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const text = readFileSync(join(source, role, `${name}.ts`), "utf8");
  const own = text.replaceAll(/ from "\.\.\/\.\.\/(base|contracts)\/[\w-]+\.ts"/g, ' from "xoff/policy"');
  writeFileSync(join(folder, `${name}.ts`), own);
  for (const [, neighbour] of own.matchAll(/ from "\.\/([\w-]+)\.ts"/g)) copyOut(role, neighbour, folder);
}
