import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification, type VitestPluginContext } from "vitest/node";
import { isBuilt } from "./test/current-build.ts";

/** Prefixes of the paths of the longest tests. They start programs or browsers, or check every contract. */
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
 * Runs the longest tests first, so that at the end both workers have work. vitest knows the times of files only from earlier runs. In a fresh
 * checkout it sorts by file size, and some of the longest tests are small files.
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
 * Replaces a text in a source file that is imported with `?mutant=[text, mutant]` (test/meters.test.ts). The file must contain the text exactly
 * once. Otherwise the mutation is out of date, which is an error.
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

const root = fileURLToPath(new URL(".", import.meta.url));
let loadsBuild = isBuilt();

/**
 * Replaces imports of source files by their modules in dist/, which Node loads itself (decision 0056). A file without such a module, for
 * example of the studio, is loaded from its source.
 */
const fromBuild = {
  name: "from-build",
  enforce: "pre" as const,
  configureVitest({ vitest }: VitestPluginContext): void {
    if (!loadsBuild)
      vitest.logger.warn(
        "dist/ is not the build of src/, so tests that start programs load sources, which is slower. To build: npm run build",
      );
    // `vitest watch` repeats tests when sources change.
    if (vitest.config.watch) loadsBuild = false;
  },
  resolveId(id: string, importer = ""): string | null {
    if (!loadsBuild || !/^\.{1,2}\/[^?]*\.ts$/.test(id)) return null;
    const path = relative(join(root, "src"), join(dirname(importer), id));
    const built = join(root, "dist", path.replace(/ts$/, "js"));
    return !path.startsWith("..") && existsSync(built) ? built : null;
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

/** The source of a regular expression that matches a path, which Vite writes with slashes. */
const literal = (path: string): string => path.replaceAll("\\", "/").replaceAll(/[.*+?^${}()|[\]]/g, "\\$&");

/** All test files of a folder. */
const testsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith(".test.ts"));

/**
 * Test files that start programs. Each runs in a new process. If a process has loaded most of xoff, a fork of it would reserve all that memory a
 * second time.
 */
const STARTS_PROGRAMS = [...testsIn("src"), ...testsIn("test")].filter((path) =>
  /child_process|cli\/xoff|\.\/xoff|playwright|open-studio/.test(readFileSync(path, "utf8")),
);

/** These limits end only tests that hang, so no test fails because a machine is slow. */
const timeouts = { testTimeout: 900_000, hookTimeout: 900_000 };

export default defineConfig({
  plugins: [sameDraws, mutants],
  test: {
    projects: [
      {
        extends: true,
        plugins: [localConstants],
        // One process runs many files. Loading the simulation for each file would take as long as most of them run. Vite evaluates the
        // sources again for each file, so that no file gets the state of another one's modules.
        test: {
          ...{ name: "simulation", isolate: false, exclude: STARTS_PROGRAMS },
          include: ["src/**/*.test.ts", "test/**/*.test.ts", "examples/policies/**/*.test.ts"],
          ...timeouts,
        },
      },
      {
        extends: true,
        plugins: [fromBuild],
        test: {
          ...{ name: "program", include: STARTS_PROGRAMS, ...timeouts },
          // Node loads the build itself. Vite would transform it first.
          server: { deps: { external: [new RegExp(`^${literal(root)}dist/`)] } },
        },
      },
    ],
    pool: "forks", // a run that exhausts its memory fails its own file, not the whole session
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
});
