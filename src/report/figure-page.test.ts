/** Tests the page of a figure with all its parts, and its section in Markdown. */
import { expect, test } from "vitest";
import { defineExperiment, type Claim } from "../papers/figures/contract.ts";
import { defineReadings } from "../papers/figures/readings.ts";
import { figurePage, type Concluded } from "./figure-page.ts";
import { figuresMarkdown } from "./figures-markdown.ts";

const claim = (id: string, verdict: Claim["verdict"], more: Partial<Claim> = {}): Claim => ({
  ...{
    id,
    claim: `claim ${id}`,
    kind: "order",
    standing: "paper",
    byMeans: false,
    paper: "A < B",
    ours: "A 3 (2 to 4), B 5",
    verdict,
  },
  ...more,
});

const experiment = defineExperiment({
  id: "spfc/fig99",
  title: "A against B",
  asks: "Which is faster?",
  chosen: ["Links are 1 us long."],
  readings: defineReadings({
    timer: {
      asks: "When does the pause timer start?",
      options: { arrival: "when the frame has arrived", decoded: "when it was decoded" },
      chosen: "arrival",
      why: "the standard says so",
    },
  }),
  seeds: { quick: 3, paper: 3 },
  fraction: "64 of 320 servers",
  trials: () => [],
  row: () => ({}),
  conclude: () => ({ plots: [], claims: [] }),
});

const concluded: Concluded = {
  ...{ experiment, scale: "paper", seeds: 3, changed: {}, runs: 12, failed: 1, seconds: 5, results: {} },
  conclusion: {
    claims: [
      claim("one", "holds"),
      claim("two", "direction", { note: "few flows" }),
      claim("three", "undecided", { tried: "ten seeds: the same" }),
      claim("four", "fails"),
      claim("five", "holds", { standing: "definition" }),
      claim("six", "fails", { standing: "ours" }),
    ],
    plots: [
      {
        title: "mean FCT",
        x: "flow size",
        y: "FCT, ms",
        bins: ["to 10 KB", "above"],
        lines: [{ name: "A", points: [[0, 3, 2, 4], [1, 8]] }], // prettier-ignore
        marks: [{ name: "A", x: 0, y: 3.5 }],
        note: "Of all flows",
      },
    ],
  },
};

const SUMMARY =
  "4 claims: 1 holds, 1 direction, 1 undecided, 1 fails; 1 definition and 1 added by xoff are not counted.";
/** The visible text of a page, with single blanks. */
const seen = (page: string): string =>
  page
    .replace(/<style>[^]*?<\/style>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

test("a page tells verdicts, what is not counted, readings, seeds and fraction", async () => {
  const page = await figurePage(concluded);
  const text = seen(page);
  for (const said of [
    "paper scale, 12 runs, seeds 1 to 3 of each scenario",
    "1 of 12 runs failed. These numbers do not include them.",
    "experiment was run: 64 of 320 servers.",
    SUMMARY,
    "direction claim two few flows order",
    "undecided claim three Tried: ten seeds: the same order",
    "definition claim five",
    "fails added by xoff, not counted claim six",
    "timer When does the pause timer start? arrival: when the frame has arrived the standard says so",
    "Links are 1 us long.",
    "Of all flows. Whiskers: 95% interval over seeds.",
    "flow size A A, paper to 10 KB 3 (2 to 4) 3.5 above 8",
  ])
    expect(text).toContain(said);
  expect(text.indexOf("Not counted")).toBeGreaterThan(text.indexOf("claim four"));
  expect(text.indexOf("Not counted")).toBeLessThan(text.indexOf("claim five"));
  expect(page).toBe(await figurePage(concluded));
});

test("a figure under another answer shows that one", async () => {
  const text = seen(await figurePage({ ...concluded, changed: { timer: "decoded" } }));
  expect(text).toContain("decoded: when it was decoded Tried instead of arrival.");
});

test("the fraction belongs to scale paper alone", async () => {
  expect(seen(await figurePage({ ...concluded, scale: "quick" }))).not.toContain("64 of 320");
});

test("Markdown says the same", async () => {
  const { text, drawings } = await figuresMarkdown([concluded], { folder: "spfc", command: "c", version: "1" });
  for (const said of [
    `\n${SUMMARY}\n`,
    "- `timer`: When does the pause timer start? `arrival`: when the frame has arrived. the standard says so.\n",
    "Paper scale, 12 runs, seeds 1 to 3 of each scenario, 5 s of run time. Only a part of the paper's experiment: 64 of 320 servers. 1 of the runs failed",
    "| **direction** | claim two. few flows. | order | A < B | A 3 (2 to 4), B 5 |\n",
    "| **undecided** | claim three. Tried: (1). |",
    "|\n\nTried:\n\n1. ten seeds: the same.\n\n",
    "| **fails** | claim four | order |",
    "\n\nNot counted:\n\n|  | claim |",
    "| definition | claim five |",
    "| **fails** (added by xoff) | claim six |",
    "mean FCT. Of all flows. Whiskers: 95% interval over seeds.\n",
  ])
    expect(text).toContain(said);
  expect([...drawings.keys()]).toEqual(["spfc/spfc-fig99-1.svg"]);
});

test("what was tried for several claims stands once below their table, numbered", async () => {
  const { conclusion } = concluded;
  const tried = [undefined, "b", "a", "b", undefined, "b"];
  const claims = conclusion.claims.map(({ tried: _, ...one }, k) => {
    const text = tried[k];
    return text === undefined ? one : { ...one, tried: text };
  });
  const figure = { ...concluded, conclusion: { ...conclusion, claims } };
  const { text } = await figuresMarkdown([figure], { folder: "spfc", command: "c", version: "1" });
  const numbered = [...text.matchAll(/\| claim (\w+)[^|]*Tried: \((\d)\)/g)].map(([, name, number]) => [name, number]);
  expect(numbered).toEqual([
    ["two", "1"],
    ["three", "2"],
    ["four", "1"],
    ["six", "1"],
  ]);
  expect(text).toContain("\n\nTried:\n\n1. b.\n2. a.\n\n");
});

test("what stays on a page of Markdown is not drawn again, and its claims are counted", async () => {
  const sections = new Map([["spfc/fig99", "## spfc/fig99\n\nAs it was."]]);
  const about = { folder: "spfc", command: "c", version: "1", sections };
  const { text, drawings } = await figuresMarkdown([concluded], about);
  expect(text).toContain(`\n${SUMMARY}\n`);
  expect(text.endsWith("\n\n## spfc/fig99\n\nAs it was.\n")).toBe(true);
  expect(drawings.size).toBe(0);
});
