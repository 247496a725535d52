import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

const tests = ["**/*.test.ts", "test/**/*.ts", "bench/**/*.ts", "scenarios/**/*.ts", "examples/policies/**/*.ts"];
const node = [
  "src/apps/cli/**/*.ts",
  "src/batch/loader/**/*.ts",
  "src/batch/store/**/*.ts",
  "src/batch/sweep/**/*.ts",
  "src/run/threads/**/*.ts",
];
/** A page has a clock of its own, and shows rather than simulates. */
const page = ["src/apps/studio/**/*.ts", "src/apps/studio/**/*.tsx"];

/** The same in every engine, to the last bit. The rest of Math is not: src/base/math.ts has its own exp, log and pow. */
const exactMath = "abs|ceil|clz32|floor|fround|imul|max|min|round|sign|sqrt|trunc";
const ownMath = "its result differs between engines; use src/base/math.ts";

const sameEverywhere = {
  "no-restricted-globals": [
    "error",
    ...["Date", "performance", "Temporal"].map((name) => ({ name, message: "A run knows simulated time only." })),
    ...["crypto"].map((name) => ({ name, message: "Draw from a stream of src/base/random.ts." })),
    ...["Intl"].map((name) => ({ name, message: "It depends on the reader's language." })),
    ...["WeakRef", "FinalizationRegistry"].map((name) => ({ name, message: "It depends on garbage collection." })),
  ],
  "no-restricted-syntax": [
    "error",
    {
      selector: "MemberExpression[object.name='Math'][property.name='random']",
      message: "Draw from a stream of src/base/random.ts: the same seed must give the same run.",
    },
    {
      selector: `MemberExpression[object.name='Math'][computed=false]:not([property.name=/^(random|PI|E|LN2|LN10|SQRT2|${exactMath})$/])`,
      message: `Math: ${ownMath}.`,
    },
    {
      selector: "MemberExpression[object.name='Math'][computed=true], :not(MemberExpression) > Identifier[name='Math']",
      message: "Name the function of Math that you use, so that this can be checked.",
    },
    {
      selector: "BinaryExpression[operator='**']:not([left.type='Literal'][right.type='Literal'])",
      message: `**: ${ownMath}. Two literals, as in 2 ** 30, are fine.`,
    },
    { selector: "AssignmentExpression[operator='**=']", message: `**: ${ownMath}.` },
    {
      selector: "CallExpression[callee.property.name=/^(localeCompare|toLocale.*)$/]",
      message: "It depends on the reader's language.",
    },
  ],
};

export default defineConfig(
  globalIgnores(["dist/", "site/", "data/", "test/parity/cases/", "**/*.generated.ts", "src/policies/traffic/cdfs/"]),
  { linterOptions: { reportUnusedDisableDirectives: "error" } },

  // Ours rather than eslint's whole recommended set: the compiler and prettier see to the rest of it.
  {
    rules: {
      eqeqeq: "error",
      "no-async-promise-executor": "error",
      "no-case-declarations": "error",
      "no-compare-neg-zero": "error",
      "no-cond-assign": "error",
      "no-constant-binary-expression": "error",
      "no-control-regex": "error",
      "no-debugger": "error",
      "no-dupe-else-if": "error",
      "no-duplicate-case": "error",
      "no-empty": "error",
      "no-empty-pattern": "error",
      "no-extra-boolean-cast": "error",
      "no-fallthrough": "error",
      "no-irregular-whitespace": "error",
      "no-loss-of-precision": "error",
      "no-prototype-builtins": "error",
      "no-self-assign": "error",
      "no-self-compare": "error",
      "no-sparse-arrays": "error",
      "no-unreachable-loop": "error",
      "no-unsafe-finally": "error",
      "no-unused-labels": "error",
      "no-useless-escape": "error",
      "no-var": "error",
      "prefer-const": "error",
      "use-isnan": "error",
      "valid-typeof": "error",
    },
  },

  {
    files: ["**/*.ts", "**/*.tsx"],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Array and record entries are typed as present (noUncheckedIndexedAccess is off), so it calls the check that
      // an entry is missing unnecessary.
      "@typescript-eslint/no-unnecessary-condition": "off",
      // The compiler permits no enum (erasableSyntaxOnly). The check of assignments takes a tenth of the linter's time.
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
      "@typescript-eslint/no-unsafe-enum-comparison": "off",
      "@typescript-eslint/no-mixed-enums": "off",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/no-import-type-side-effects": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/require-array-sort-compare": ["error", { ignoreStringArrays: true }],
      "@typescript-eslint/restrict-plus-operands": ["error", { allowNumberAndString: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowBoolean: true, allowNumber: true }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "no-restricted-imports": [
        "error",
        { patterns: [{ regex: "^\\.{1,2}/.*\\.js$", message: 'Name the source: "./dt.ts". The build rewrites it.' }] },
      ],
    },
  },

  { files: ["src/**/*.ts"], ignores: [...node, ...page, ...tests, "src/base/math.ts"], rules: sameEverywhere },

  {
    files: tests,
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-unsafe-assignment": "off", // expect.any(...) and its kin
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/require-await": "off",
    },
  },
);
