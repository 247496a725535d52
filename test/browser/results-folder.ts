/**
 * Makes a results folder with the command line. It has a comparison over seeds, a run with a sampled queue and a file of flows, and a reproduced
 * figure.
 */
import { mkdirSync } from "node:fs";
import { ResultsFolder } from "../../src/apps/cli/studio/results.ts";
import { experiments } from "../../src/papers/index.ts";
import { figureRecord } from "../../src/report/figure-record.ts";
import { signedJson } from "../../src/batch/store/signed-text.ts";
import { Folder } from "../cli/xoff.ts";

const SCENARIO = `until: 200us
topology: { kind: star, hosts: 5 }
switch: { memory: 500KB }
traffic: [{ kind: flows, path: flows.csv }]
`;
const FLOWS = `from,to,size_KB,start_us\n${[1, 2, 3, 4].map((host) => `h${host},h0,300,0\n`).join("")}`;

export interface MadeResults {
  readonly at: Folder;
  readonly results: ResultsFolder;
  /** The digest that xoff run printed for the run. */
  readonly digest: string;
}

export function madeResults(): MadeResults {
  const at = new Folder();
  at.write("my.yaml", SCENARIO);
  at.write("flows.csv", FLOWS);
  const set = ["--set", "measure.queues=sw0", "--set", "measure.every=2us", "--set", "buffer=st"];
  const { stdout } = at.run("run", "my.yaml", ...set, "--out", "all/one", "--json");
  at.run("compare", "my.yaml", "--vary", "buffer=st,dt", "--seeds", "2", "--out", "all/buffers");
  writeFigure(at, "all/figures");
  return { at, results: new ResultsFolder(at.at("all")), digest: (JSON.parse(stdout) as { digest: string }).digest };
}

/** Writes the files that xoff reproduce writes for a figure without runs. */
export function writeFigure(at: Folder, folder: string): void {
  const experiment = experiments.find(({ id }) => id === "dsh/fig4");
  if (experiment === undefined) throw new Error("there is no figure dsh/fig4");
  const conclusion = experiment.conclude([], "quick");
  const made = { scale: "quick", seeds: 1, changed: {}, runs: 0, failed: 0, seconds: 0, results: {} } as const;
  mkdirSync(at.at(folder));
  at.write(`${folder}/fig4-quick.json`, signedJson(figureRecord({ experiment, conclusion, ...made }, "0.1.0"), 1));
}
