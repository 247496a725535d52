/**
 * Who may import whom, as a table: what ARCHITECTURE.md draws. `npm run layers` checks it.
 *
 * A folder may always import itself and src/base. `types` are allowed by `import type` only.
 * `npm` names the packages it may use, `node` whether Node's own modules: by default neither.
 * Tests may import anything; nothing but a test may import them.
 */
const roles = ["buffer", "headroom", "link", "detection", "congestion", "recovery", "routing", "scheduling"];

const rows = {
  contracts: {
    may: [],
    why: "what a policy is asked and what it may see: below the model that asks and the policies that answer",
  },
  engine: { may: [], why: "time and order; it knows no packet and no policy" },
  model: { may: ["engine", "contracts"], why: "it keeps the accounts and knows policies by their contracts only" },
  ...Object.fromEntries(
    roles.map((role) => [
      role,
      { may: ["contracts"], why: "a policy sees its own contract; never another role, never the model" },
    ]),
  ),
  ...Object.fromEntries(
    ["headroom", "link"].map((role) => [
      role,
      { may: ["contracts", "theory"], why: "the same, and what xoff headroom reckons with: by speed, cable and ASIC" },
    ]),
  ),
  fidelity: { may: ["contracts"], why: "tables and policies of the ordinary contracts" },
  faults: { may: ["contracts"], why: "a fault says what becomes of what; the model does it" },
  probes: { may: ["contracts"], why: "a probe sees its contract: it looks on and records" },
  topology: { may: ["contracts"], why: "a generator knows units, parameters and random numbers" },
  traffic: { may: ["contracts"], why: "a generator knows units, parameters and random numbers" },
  theory: { may: [], why: "what the papers prove, as functions" },
  guard: { may: ["contracts"], why: "policies from files, looked at as they are made" },
  suites: {
    may: ["contracts", "engine", "model"],
    npm: ["fast-check"],
    why: "what any policy of a role keeps: run by tests, and by whoever writes a policy",
  },
  "registry/policies.ts": {
    may: [...roles, "faults", "probes", "topology", "traffic"],
    why: "the one list of every policy",
  },
  formats: { may: ["fidelity/ns3", "theory"], types: ["contracts"], why: "other tools' files, in and out, as records" },

  scenario: {
    may: ["contracts", "topology", "traffic", "formats"],
    types: ["registry/policies.ts"],
    npm: ["zod", "yaml"],
    why: "the first stage: text in, topology wired; it receives the tables of policies as an argument",
  },
  build: {
    may: ["scenario", "engine", "model", "contracts", "topology", "traffic", "fidelity", "theory"],
    types: ["registry/policies.ts", "registry/tables.ts", "formats"],
    why: "after scenario; it receives the policies as an argument",
  },
  check: {
    may: ["build", "model", "contracts", "theory"],
    types: ["scenario", "traffic"],
    why: "before the run: what a network that was built may be expected to do",
  },
  parts: {
    may: ["engine", "model", "build", "measure", "contracts"],
    why: "one network run in several parts, a thread each",
  },
  measure: { may: ["engine", "model", "theory", "contracts"], types: ["build"], why: "after the run" },
  "registry/catalogue.ts": {
    may: ["registry/tables.ts", "scenario/roles.ts", "scenario/defaults.ts", "traffic"],
    types: ["registry/policies.ts", "scenario"],
    why: "what a scenario may name, for lists and menus: no YAML and no schema to load",
  },
  "registry/tables.ts": {
    may: ["registry/policies.ts", "guard"],
    types: ["scenario", "contracts"],
    why: "the built-in tables, and those of modules from files beside them: what is handed through",
  },
  "lab/ns3.ts": {
    may: ["build", "engine", "model", "measure", "registry/policies.ts"],
    types: ["scenario"],
    why: "the stages joined for the reference simulator's input: no scenario, so no YAML and no schema to load",
  },
  "lab/authoring.ts": {
    may: ["registry/tables.ts", "scenario"],
    why: "what helps to write a scenario: nothing is built",
  },
  "lab/modules.ts": {
    may: ["registry/tables.ts", "scenario"],
    types: ["measure"],
    why: "modules from files put into the tables: who loads them is handed in",
  },
  "lab/difference.ts": { may: ["measure"], why: "two runs compared, cell by cell" },
  "lab/policy-error.ts": {
    may: ["contracts", "model"],
    types: ["scenario"],
    why: "what goes wrong in code from a file, told with file, line, hook, time and flow",
  },
  "lab/part.ts": {
    may: ["build", "check", "measure", "model", "parts", "contracts", "registry/tables.ts", "lab/policy-error.ts"],
    types: ["scenario"],
    why: "a network with what is kept of its run, and a part of one: no YAML and no schema to load in a thread",
  },
  "lab/tables-of.ts": {
    may: ["registry/tables.ts"],
    types: ["scenario"],
    why: "the tables that a scenario was read with, for calls that get the scenario alone",
  },
  "lab/lab.ts": {
    may: [
      ...["scenario", "build", "check", "engine", "model", "measure", "parts", "contracts", "theory"],
      ...["registry/tables.ts", "lab/ns3.ts", "lab/part.ts", "lab/policy-error.ts", "lab/tables-of.ts"],
    ],
    why: "the stages joined",
  },
  "lab/own-modules.ts": {
    may: ["lab/modules.ts", "registry/tables.ts", "scenario"],
    why: "modules whose code is at hand, where there are no files",
  },
  "lab/given.ts": {
    may: ["lab/lab.ts", "lab/own-modules.ts"],
    types: ["contracts"],
    why: "scenarios as callers of the library give them",
  },
  "lab/in-parts.ts": {
    may: ["parts", "lab/part.ts"],
    types: ["lab/lab.ts"],
    why: "a run in parts, put together again",
  },

  report: {
    may: ["measure", "formats", "lab/ns3.ts", "figures"],
    types: ["scenario", "experiments"],
    npm: ["vega", "vega-lite", "hyparquet", "hyparquet-writer", "csv-stringify"],
    why: "results as text, pages and files",
  },
  soak: {
    may: [
      "lab/lab.ts",
      "lab/in-parts.ts",
      "lab/difference.ts",
      "report",
      "registry/policies.ts",
      "scenario",
      "contracts",
      "topology",
    ],
    why: "scenarios drawn from the tables, and what no run of them may break",
  },
  figures: { may: [], types: ["lab/lab.ts"], why: "what a figure is: data and pure functions; how claims are judged" },
  "entry/experiment.ts": {
    may: ["figures", "theory", "traffic/cdf.ts", "traffic/cdfs", "measure/completion.ts"],
    types: ["lab/lab.ts"],
    why: "what a figure in a file of one's own imports: xoff/experiment",
  },
  loader: {
    may: [],
    npm: ["@swc/wasm-typescript", "acorn"],
    node: true,
    why: "modules from somebody's files, made ready to be imported: it knows neither policies nor scenarios",
  },
  "entry/policy.ts": {
    may: ["contracts", "topology/wires.ts", "traffic", "suites/asked.ts"],
    why: "what a module in a file of one's own imports: xoff/policy",
  },
  experiments: {
    may: ["entry/experiment.ts"],
    why: "the papers' figures; each imports what xoff/experiment gives to anybody's, and its paper's own files",
  },
  threads: { may: ["lab"], why: "runs in threads, of Node or of a browser, which it asks for by name as it runs" },
  store: { may: ["lab", "loader", "report"], node: true, why: "the folder of a run" },
  sweep: {
    may: ["scenario", "report", "lab", "loader", "threads", "figures", "experiments", "store", "suites"],
    npm: ["csv-stringify"],
    node: true,
    why: "many runs",
  },
  cli: {
    may: [
      "lab",
      "loader",
      "registry",
      "report",
      "formats",
      "theory",
      "figures",
      "experiments",
      "store",
      "threads",
      "sweep",
    ],
    types: ["scenario"],
    npm: ["commander", "picocolors", "@bomb.sh/tab"],
    node: true,
    why: "it shows what lab/lab.ts returns",
  },
  "entry/xoff.ts": {
    may: ["lab", "registry", "contracts", "scenario", "theory", "figures", "experiments", "threads"],
    why: "the package's public entry for Node and browsers: it only exports again what others have",
  },
  "entry/node.ts": {
    may: ["store", "sweep"],
    why: "the package's public entry for Node: it only exports again what others have",
  },
  studio: {
    may: ["loader/graph.ts", "loader/data-url.ts", "loader/forbidden.ts", "loader/module-error.ts"],
    types: ["report/served.ts"],
    npm: ["preact", "@preact/signals", "uplot", "@codemirror/[a-z-]+", "@lezer/highlight", "yaml", "zod", "hyparquet"],
    why: "what shows runs in a page: the library it imports by the package's name, as anybody does; what a server tells it is a type",
  },
};

const escape = (name) => name.replaceAll(".", "\\.");
const src = (name) => `^src/${escape(name)}${name.endsWith(".ts") ? "$" : "/"}`;
const tests = "\\.test\\.ts$";
const npmDependency = ["npm", "npm-dev", "npm-optional", "npm-peer", "npm-bundled", "npm-no-pkg", "npm-unknown"];

function rules([name, { may, types = [], npm = [], node = false, why }]) {
  const comment = `src/${name}: ${why}`;
  const from = { path: src(name), pathNot: tests };
  const allowed = [src(name), src("base"), ...may.map(src)];
  return [
    { name: `${name} imports`, comment, from, to: { path: "^src/", pathNot: [...allowed, ...types.map(src)] } },
    ...(types.length === 0
      ? []
      : [
          {
            name: `${name} imports types only`,
            comment: `${comment}. Write \`import type\`.`,
            from,
            to: { path: types.map(src), pathNot: allowed, dependencyTypesNot: ["type-only"] },
          },
        ]),
    {
      name: `${name} packages`,
      comment: `src/${name} may use ${npm.length === 0 ? "no npm package" : npm.join(", ")}`,
      from,
      to: { dependencyTypes: npmDependency, pathNot: npm.map((one) => `^node_modules/${one}/`) },
    },
    ...(node
      ? []
      : [
          {
            name: `${name} runs anywhere`,
            comment: "only src/cli, src/loader, src/store and src/sweep may use Node's own modules",
            from,
            to: { dependencyTypes: ["core"] },
          },
        ]),
  ].map((rule) => ({ severity: "error", ...rule }));
}

export default {
  forbidden: [
    ...Object.entries(rows).flatMap(rules),
    {
      name: "base imports",
      severity: "error",
      comment: "what all depend on depends on nothing else",
      from: { path: src("base"), pathNot: tests },
      to: { pathNot: src("base") },
    },
    {
      name: "row for every folder",
      severity: "error",
      comment: "a new folder or file of src/ needs a row in .dependency-cruiser.mjs",
      from: { path: "^src/", pathNot: [tests, src("base"), ...Object.keys(rows).map(src)] },
      to: {},
    },
    {
      name: "tests stay outside",
      severity: "error",
      comment: "only tests import tests and the folders beside src/; the studio imports the package as it is built",
      from: { path: "^src/", pathNot: [tests, src("studio")] },
      to: { path: [tests, "^(test|bench|scripts|dist)/"] },
    },
    {
      name: "studio uses the public entry",
      severity: "error",
      comment: "of xoff as it is built the studio imports `xoff` and `xoff/policy`, and nothing else",
      from: { path: src("studio"), pathNot: tests },
      to: { path: [tests, "^(test|bench|scripts|dist)/"], pathNot: "^dist/entry/(xoff|policy)\\." },
    },
    {
      name: "no circle",
      severity: "error",
      comment: "two files that need each other are one, or need a third",
      from: {},
      to: { circular: true },
    },
    {
      name: "no orphan",
      severity: "error",
      comment: "nothing imports this file and it imports nothing",
      // What Vite and scripts/studio.mjs put into the studio nobody imports.
      from: {
        orphan: true,
        path: "^src/",
        pathNot: [tests, "^src/cli/xoff\\.ts$", "^src/studio/(vite\\.d\\.ts|own/(sandbox\\.js|node-names\\.ts))$"],
      },
      to: {},
    },
    {
      name: "exists",
      severity: "error",
      comment: "an import that leads nowhere",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "declared",
      severity: "error",
      comment: "what is shipped uses no devDependency, and nothing that package.json does not name",
      // The studio is shipped as a bundle, its packages in it.
      from: { path: "^src/", pathNot: [tests, src("studio")] },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    tsPreCompilationDeps: true, // sees `import type`
    tsConfig: { fileName: "tsconfig.base.json" },
    doNotFollow: { path: ["node_modules", "^dist/"] },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "default"] },
  },
};
