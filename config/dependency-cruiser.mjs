/**
 * The table of permitted imports between the folders of src/. ARCHITECTURE.md has the same table. `npm run layers` checks the imports.
 *
 * The rooms at the top of src/ are listed in the order in which data flows. A room imports rooms before it.
 *
 *   may      folders that this one imports, in addition to itself and src/base
 *   types    folders that it imports by `import type` only
 *   inside   its own folders from the lowest up: each imports those before its line. Unlisted files import all
 *   npm      packages that it may use; by default none
 *   node     true if it may use Node's own modules
 *   why      the reason, printed with a violation
 *
 * A row for a single folder or file of a room replaces the room's row for that folder or file. Tests may import
 * anything; only tests may import a test.
 */
const roles = [
  "buffer",
  "headroom",
  "link",
  "detection",
  "congestion",
  "recovery",
  "transport",
  "routing",
  "scheduling",
];

export const rows = {
  contracts: {
    may: [],
    why: "questions to a policy and what it sees: below the model that asks and the policies that answer",
  },
  theory: { may: [], why: "the papers' theorems and formulas as functions" },
  sim: {
    inside: [["engine"], ["model"]],
    may: ["contracts"],
    why: "events, packets and byte accounts; it knows policies by their contracts only",
  },
  policies: {
    inside: [[...roles, "faults", "probes", "topology", "traffic", "guard"], ["policies.ts"]],
    may: ["contracts", "theory"],
    why: "a policy sees its own contract, never another role and never the model",
  },
  fidelity: { may: ["contracts"], why: "tables and policies of the ordinary contracts" },
  formats: {
    may: ["theory", "fidelity"],
    types: ["contracts"],
    why: "files of other tools, read and written as records",
  },
  scenario: {
    may: ["contracts", "policies/topology", "policies/traffic", "formats"],
    types: ["policies/policies.ts"],
    npm: ["zod", "yaml"],
    why: "text in, topology wired; it receives the tables of policies as an argument",
  },
  "scenario/registry": {
    may: ["contracts", "policies", "scenario"],
    why: "the names that a scenario may use: built-in policies and those of modules from files",
  },
  run: {
    inside: [["network"], ["check", "measure"], ["fast-forward", "partitions"], ["lab"], ["threads"]],
    may: [
      ...["contracts", "theory", "sim", "policies/topology", "policies/traffic", "policies/policies.ts"],
      ...["fidelity", "scenario"],
    ],
    types: ["formats"],
    why: "one run: the network built, checked, simulated and measured, in one thread or several",
  },
  papers: {
    inside: [["figures"], ["experiment.ts"]],
    may: ["theory", "policies/traffic", "run/measure"],
    types: ["run/lab"],
    why: "what a figure is, and the figures of the papers: scenarios, plots and claims",
  },
  report: {
    may: ["formats", "run", "papers"],
    types: ["scenario"],
    npm: ["vega", "vega-lite", "hyparquet", "hyparquet-writer", "csv-stringify"],
    why: "results as text, pages and files",
  },
  batch: {
    inside: [["loader", "suites", "soak", "tune"], ["store"], ["sweep"]],
    may: [...["contracts", "sim", "policies/topology", "policies/policies.ts", "scenario", "run", "papers", "report"]],
    npm: ["@swc/wasm-typescript", "acorn", "csv-stringify", "fast-check"],
    node: true,
    why: "many runs: sweeps, soak tests and contract suites, with their files and modules",
  },
  api: {
    may: ["contracts", "theory", "scenario", "run", "papers"],
    why: "the package's public entries: each only exports again",
  },
  "api/node.ts": { may: ["batch"], why: "the public entry for Node" },
  "api/policy.ts": {
    may: ["contracts", "policies/topology", "policies/traffic", "batch/suites"],
    why: "the public entry for modules with policies",
  },
  "apps/cli": {
    inside: [["terminal"], ["files"]],
    may: ["theory", "policies/policies.ts", "formats", "scenario", "run", "papers", "report", "batch"],
    npm: ["commander", "picocolors", "@bomb.sh/tab"],
    node: true,
    why: "the command line: a folder for each command",
  },
  "apps/studio": {
    may: ["batch/loader"],
    types: ["report"],
    npm: [
      "preact",
      "@preact/signals",
      "uplot",
      "@codemirror/[a-z-]+",
      "@lezer/highlight",
      "yaml",
      "zod",
      "hyparquet",
      "idb",
      "@swc/wasm-typescript",
    ],
    why: "a page: it imports the library by the package's name, as any program does",
  },
};

const escape = (name) => name.replaceAll(".", "\\.");
const src = (name) => `^src/${escape(name)}${name.endsWith(".ts") ? "$" : "/"}`;
const tests = "\\.test\\.ts$";
const npmDependency = ["npm", "npm-dev", "npm-optional", "npm-peer", "npm-bundled", "npm-no-pkg", "npm-unknown"];

function rules([name, { inside = [], may, types = [], npm = [], node = false, why }]) {
  const comment = `src/${name}: ${why}`;
  const within = Object.keys(rows).filter((one) => one.startsWith(`${name}/`));
  const from = { path: src(name), pathNot: [tests, ...within.map(src)] };
  const own =
    within.length === 0 ? src(name) : `${src(name)}(?!${within.map((one) => one.slice(name.length + 1)).join("|")})`;
  const allowed = [own, src("base"), ...may.map(src)];
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
    ...inside.flatMap((line, k) =>
      line.map((one) => ({
        name: `${name}/${one} inside`,
        comment: `src/${name}: from the lowest up ${inside.map((names) => names.join(", ")).join("; ")}`,
        from: { path: src(`${name}/${one}`), pathNot: tests },
        to: { path: src(name), pathNot: [one, ...inside.slice(0, k).flat()].map((other) => src(`${name}/${other}`)) },
      })),
    ),
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
            comment: "only src/batch and src/apps/cli may use Node's own modules",
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
      comment: "the lowest room depends on no other",
      from: { path: src("base"), pathNot: tests },
      to: { pathNot: src("base") },
    },
    {
      name: "row for every folder",
      severity: "error",
      comment: "a new room of src/ needs a row in config/dependency-cruiser.mjs",
      from: { path: "^src/", pathNot: [tests, src("base"), ...Object.keys(rows).map(src)] },
      to: {},
    },
    {
      name: "no schema to load",
      severity: "error",
      comment: "threads, menus and the input of ns-3 start without YAML and without the scenario's schema",
      from: {
        path: [
          "^src/run/(check|measure|partitions)/",
          "^src/run/lab/(ns3|part|in-parts|policy-error|tables-of|difference)\\.ts$",
          "^src/scenario/registry/",
        ],
        pathNot: tests,
      },
      to: {
        path: "^src/scenario/",
        pathNot: "^src/scenario/(registry/|(roles|defaults)\\.ts$)",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "figures use the public entry",
      severity: "error",
      comment: "a paper's figures import what xoff/experiment gives to any file, and files of the papers",
      from: { path: "^src/papers/(?!figures/)[a-z]+/", pathNot: tests },
      to: { path: "^src/", pathNot: "^src/papers/(?!figures/)" },
    },
    {
      name: "tests stay outside",
      severity: "error",
      comment: "only tests import tests and the folders next to src/; the studio imports the package as it is built",
      from: { path: "^src/", pathNot: [tests, src("apps/studio")] },
      to: { path: [tests, "^(test|bench|scripts|dist)/"] },
    },
    {
      name: "studio uses the public entry",
      severity: "error",
      comment: "of xoff as it is built the studio imports `xoff` and `xoff/policy`, and nothing else",
      from: { path: src("apps/studio"), pathNot: tests },
      to: { path: [tests, "^(test|bench|scripts|dist)/"], pathNot: "^dist/api/(xoff|policy)\\." },
    },
    {
      name: "the studio's state knows no view",
      severity: "error",
      comment: "the studio's runs, numbers and state are below the parts of its page that show them",
      from: { path: "^src/apps/studio/(lab|measure|state)/", pathNot: tests },
      to: {
        path: "^src/apps/studio/(chart|difference|edit|events|fabric|gallery|results|search|share|view|why|widgets)/",
      },
    },
    {
      name: "the studio's view is on top",
      severity: "error",
      comment: "src/apps/studio/view is the page that joins all parts of the studio: only main.tsx imports it",
      from: { path: "^src/apps/studio/(?!main\\.tsx$|view/)", pathNot: tests },
      to: { path: "^src/apps/studio/view/" },
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
      // These files have no import. Vite and scripts/studio.mjs add them to the studio by their path.
      from: {
        orphan: true,
        path: "^src/",
        pathNot: [
          tests,
          "^src/apps/cli/xoff\\.ts$",
          "^src/apps/studio/(vite\\.d\\.ts|own/(frame\\.js|node-names\\.ts))$",
        ],
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
      comment: "shipped code uses no devDependency, and nothing that package.json does not name",
      // The studio is excluded: it is shipped as a bundle that contains its packages, so they can be devDependencies.
      from: { path: "^src/", pathNot: [tests, src("apps/studio")] },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    tsPreCompilationDeps: true, // `import type` counts as an import
    doNotFollow: { path: ["node_modules", "^dist/"] },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "types", "default"] },
  },
};
