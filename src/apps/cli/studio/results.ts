/**
 * Serves a folder of results to the studio's page: a list of results, and the files of runs, comparisons and figures.
 *
 * The page requests files by their path below the folder. Links that lead out of the folder are not followed, and no code from the folder
 * runs.
 */
import { existsSync, type Dirent, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { ServedFigure, ServedFolder, ServedRecord, ServedRun } from "../../../report/served.ts";
import { readRun } from "../../../batch/store/run-folder.ts";
import { FolderError } from "../../../batch/store/folder-error.ts";
import type { FigureRecord } from "../../../report/figure-record.ts";
import { drawPlot } from "../../../report/figure-plot.ts";
import { DARK } from "../../../report/charts/theme.ts";
import { verdictCounts, verdictSentence } from "../../../report/verdict-counts.ts";
import { servedComparison } from "./served-comparison.ts";
import { storedComparison } from "../report/stored-comparison.ts";

/** Limits of the search for results: the depth of folders, and the number of listed results. */
const DEPTH = 4;
const MAX_RESULTS = 2000;

/** Matches a figure's record, such as "fig4-quick.json" or "fig4-paper-response=7.json". */
const FIGURE = /-(quick|paper)\b.*\.json$/;

/** The answer to a request of the page. */
export interface Served {
  readonly type: "application/json" | "image/svg+xml" | "application/octet-stream";
  readonly body: string | Uint8Array;
}

export class ResultsFolder {
  private readonly name: string;
  private readonly root: string;

  /** Opens the folder. Throws `FolderError` if the folder does not exist, is a file, or contains no readable result. */
  constructor(name: string) {
    const is = statSync(name, { throwIfNoEntry: false });
    if (is?.isDirectory() !== true)
      throw mistake(name, "a folder of results", is === undefined ? "no such folder" : "a file");
    this.name = name;
    this.root = realpathSync(name);
    const { runs, comparisons, figures, unread } = this.index();
    if (runs.length + comparisons.length + figures.length > 0) return;
    if (unread.length > 0)
      throw new FolderError(`${name}: no result in it can be read. Run one again: ${unread[0]}`, "mistake");
    throw mistake(name, "results of xoff run, compare or reproduce, in it or in its subfolders", "none");
  }

  /** All results that the folder holds now. */
  index(): ServedFolder {
    const found = { runs: [], comparisons: [], figures: [], unread: [] } as Found;
    this.visit("", DEPTH, found);
    return { folder: this.name, ...found };
  }

  /** The answer to a path and query below "/results/", or undefined for an unknown path. Throws `FolderError`. */
  async answer(path: string, query: URLSearchParams): Promise<Served | undefined> {
    const of = query.get("of") ?? "";
    if (path === "index.json") return json(this.index());
    if (path === "run.json") return json(this.record(of));
    if (path === "table.parquet")
      return {
        type: "application/octet-stream",
        body: readFileSync(this.file(join(of, `${query.get("name") ?? ""}.parquet`))),
      };
    if (path === "plot.svg") return this.plot(of, Number(query.get("k")), query.get("dark") === "true");
    return undefined;
  }

  private visit(path: string, depth: number, found: Found): void {
    if (found.runs.length + found.comparisons.length + found.figures.length >= MAX_RESULTS) {
      if (!found.unread.includes(TOO_MANY)) found.unread.push(TOO_MANY);
      return;
    }
    const here = join(this.root, path);
    const add = (read: () => void): void => {
      try {
        read();
      } catch (error) {
        const { message } = error as Error;
        const named = join(this.name, path);
        const said = `${named}: expected results of xoff, but ${message}`;
        found.unread.push(error instanceof FolderError ? message : said);
      }
    };
    let entries: Dirent[] = [];
    add(() => (entries = readdirSync(here, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))));
    const has = (name: string): boolean => entries.some((entry) => entry.isFile() && entry.name === name);
    if (has("summary.json")) {
      add(() => found.runs.push(this.run(path)));
      return;
    }
    if (has("compare.json")) {
      add(() => {
        found.comparisons.push(servedComparison(path, storedComparison(this.file(path))));
      });
      return;
    }
    if (has("plan.json") && existsSync(join(here, "rows"))) {
      found.unread.push(
        `${join(this.name, path)} is a sweep, which the studio does not show. Use xoff sweep stats or xoff query.`,
      );
      return;
    }
    for (const entry of entries) {
      const below = join(path, entry.name);
      if (entry.isFile() && FIGURE.test(entry.name)) add(() => found.figures.push(this.figure(below)));
      else if (entry.isDirectory() && depth > 0 && entry.name !== "rows" && !entry.name.startsWith("."))
        this.visit(below, depth - 1, found);
    }
  }

  private run(path: string): ServedRun {
    const { name, about, seed, settings, ending, simulated_ns, counters, deadlock } = readRun(this.file(path)).summary;
    return {
      ...{ path, name, about, seed, settings, ending, simulated_ns },
      ...{ pauses: counters.pauses, isDeadlocked: deadlock.length > 0 },
    };
  }

  private record(path: string): ServedRecord {
    this.file(join(path, "summary.json"));
    const { summary } = readRun(this.file(path));
    const { settings, files, tables } = summary;
    const [scenario, ...others] = files;
    const text = (name: string): string => readFileSync(this.file(join(path, name)), "utf8");
    return {
      ...{ summary, settings, text: text(scenario), tables: Object.keys(tables) },
      files: Object.fromEntries(others.map((name) => [name, text(name)])),
    };
  }

  private recordOf(path: string): FigureRecord {
    const file = this.file(path);
    const read = (): Partial<FigureRecord> | undefined => {
      try {
        return JSON.parse(readFileSync(file, "utf8")) as Partial<FigureRecord>;
      } catch {
        return undefined;
      }
    };
    const record = read();
    if (typeof record?.id === "string" && Array.isArray(record.claims) && Array.isArray(record.plots))
      // Records of earlier versions lack findings and tables.
      return { findings: [], tables: [], ...record } as unknown as FigureRecord;
    throw mistake(
      join(this.name, path),
      "the record of a reproduced figure",
      "another file",
      "xoff reproduce writes one.",
    );
  }

  private figure(path: string): ServedFigure {
    const { plots, ...record } = this.recordOf(path);
    return {
      ...{ ...record, path },
      verdicts: verdictSentence(verdictCounts(record.claims)),
      plots: plots.map(({ title, note }) => ({ title, ...(note === undefined ? {} : { note }) })),
    };
  }

  private async plot(path: string, k: number, isDark: boolean): Promise<Served | undefined> {
    const { plots } = this.recordOf(path);
    const drawing = k in plots ? await drawPlot(plots[k]) : undefined;
    if (drawing === undefined) return undefined;
    const body = isDark
      ? drawing.svg.replace(/(?<=(?:fill|stroke)=")[^"]+/g, (colour) => DARK[colour] ?? colour)
      : drawing.svg;
    return { type: "image/svg+xml", body };
  }

  /** The real path of a file in the folder. Throws `FolderError` if the path does not exist or leads outside. */
  private file(path: string): string {
    const named = join(this.name, path);
    try {
      const real = realpathSync(join(this.root, path));
      if (real === this.root || real.startsWith(this.root + sep)) return real;
    } catch {
      throw mistake(named, "a file of a run", "none", "Was it removed? Reload the page.");
    }
    throw mistake(
      named,
      `a place within ${this.name}`,
      relative(this.root, join(this.root, path)),
      "The studio shows only files of that folder.",
    );
  }
}

interface Found {
  readonly runs: ServedRun[];
  readonly comparisons: ReturnType<typeof servedComparison>[];
  readonly figures: ServedFigure[];
  readonly unread: string[];
}

const TOO_MANY = `The first ${MAX_RESULTS} results are listed. Name a subfolder to see the others.`;
const MEND = "For example: xoff run my.yaml --out my-results, then xoff studio my-results.";

const mistake = (name: string, expected: string, found: string, mend = MEND): FolderError =>
  new FolderError(`${name}: expected ${expected}, found ${found}. ${mend}`, "mistake");

const json = (value: object): Served => ({ type: "application/json", body: JSON.stringify(value) });
