import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes longest, as paths begin: programs that are run, browsers, every contract. */
const LONGEST = [
  "test/installed",
  "test/cli/safe",
  "test/contracts",
  "test/cli/",
  "test/operators",
  "test/browser/",
  "test/parts",
];

/**
 * The longest first, so that no worker is left with one of them when the other is done. By itself vitest knows that only of what it has run
 * here before; a fresh checkout goes by the size of files, and some of the longest are the smallest.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((path) => moduleId.includes(`/${path}`));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

const SAME_DRAWS = fileURLToPath(new URL("test/same-draws.ts", import.meta.url));

/** Puts test/same-draws.ts before fast-check. */
const sameDraws = {
  name: "same-draws",
  enforce: "pre" as const,
  resolveId: (id: string, importer = ""): string | null =>
    id === "fast-check" && importer !== SAME_DRAWS ? SAME_DRAWS : null,
};

/**
 * A source file that is imported with `?mutant=[text, mutant]` has that text replaced (test/meters.test.ts). A text that does not stand in it
 * once is an error: the mutation is out of date.
 */
const mutants = {
  name: "mutants",
  enforce: "pre" as const,
  load(id: string): string | null {
    const [file, query] = id.split("?");
    const mutation = new URLSearchParams(query).get("mutant");
    if (mutation === null) return null;
    const [text, mutant] = JSON.parse(mutation) as [string, string];
    const parts = readFileSync(file, "utf8").split(text);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${text}`);
    return parts.join(mutant);
  },
};

let imports = 0;

/**
 * Gives imported constants local names. Vite reads an import from a module object at each use, which costs simulations a fifth of their speed.
 * The build inlines constants instead (`scripts/fold.mjs`), so the sources import them plainly. Lines keep their numbers.
 */
const localConstants = {
  name: "local-constants",
  enforce: "pre" as const,
  transform(code: string, id: string): string | null {
    if (!/\/src\/(sim|policies|fidelity|contracts)\/.*\.ts$/.test(id)) return null;
    return code.replace(/^import \{([^}]*)\} from ("[^"]+");/gm, (whole, list: string, from: string) => {
      const names = list.split(",").map((name) => name.trim());
      const constants = names.filter((name) => /^[A-Z][A-Z0-9_]+$/.test(name));
      if (constants.length === 0) return whole;
      const others = names.filter((name) => !constants.includes(name)).join(", ");
      const module = `constants_${++imports}`;
      const lines = "\n".repeat(list.split("\n").length - 1);
      return `import { ${others} } from ${from}; import * as ${module} from ${from}; const { ${constants.join(", ")} } = ${module};${lines}`;
    });
  },
};

/** They start programs, which a process cannot that has loaded most of xoff: the system would have to promise it all that memory twice. */
const STARTS_PROGRAMS = ["src/apps/cli/terminal/shell.test.ts", "src/batch/store/lock.test.ts"];

/** Ends what hangs; no test fails because a machine is slow. */
const timeouts = { testTimeout: 900_000, hookTimeout: 900_000 };

export default defineConfig({
  plugins: [sameDraws, mutants, localConstants],
  test: {
    projects: [
      {
        extends: true,
        // Beside the code, and each of a moment: to load what they test anew for every file takes longer than they do.
        test: {
          ...{ name: "unit", include: ["src/**/*.test.ts"], exclude: STARTS_PROGRAMS, isolate: false },
          ...timeouts,
        },
      },
      {
        extends: true,
        test: {
          name: "whole",
          include: ["test/**/*.test.ts", "examples/policies/**/*.test.ts", ...STARTS_PROGRAMS],
          ...timeouts,
        },
      },
    ],
    pool: "forks", // a run that exhausts its memory fails its own file, not the whole session
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
});
