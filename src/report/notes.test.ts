/** Tests notes on a figure: the report shows them with the claims that do not hold, and marks old notes. */
import { expect, test } from "vitest";
import type { Claim } from "../papers/figures/contract.ts";
import { pageWithNotes, readNotes, withNotes } from "./notes.ts";

const text = `# Notes on acc/fig1

## slow, fast

Commit \`abc1234\`, results \`aaaa\`. Command: \`xoff reproduce acc/fig1\`.

With more seeds 3%.
`;

const claim = (id: string, verdict: Claim["verdict"]): Claim => ({
  ...{ id: `acc/fig1/${id}`, claim: `It is ${id}`, kind: "order", standing: "paper", paper: "so" },
  ...{ ours: "1", verdict, byMeans: true, tried: "stored" },
});
const figure = { id: "acc/fig1", claims: [claim("slow", "fails"), claim("fast", "holds"), claim("other", "fails")] };

const triedAt = (results: string): (string | undefined)[] =>
  withNotes(figure, readNotes(text), results).claims.map(({ tried }) => tried);

test("a note stands with the claims that it names and that do not hold, in place of what was stored", () => {
  expect(triedAt("aaaa")).toEqual(["With more seeds 3%.", undefined, undefined]);
});

test("a note of other results than today's is flagged with its results and commit", () => {
  expect(triedAt("bbbb")[0]).toBe("With more seeds 3%. **Older than the set-up**: results aaaa, commit abc1234.");
});

test("a note without commit, results and command is an error that names its claims", () => {
  expect(() => readNotes("# Notes\n\n## slow\n\nWith more seeds 3%.\n")).toThrow("Note on slow");
});

test("a page has the claims of today with their notes; what stands around them stays, and a second time changes nothing", () => {
  const page = [
    ...["# Results: acc", "## acc/fig1", "**A figure.**"],
    ...[
      "|  | claim | kind | paper | xoff |\n|---|\n| old |",
      "Tried:",
      "1. Old",
      "![plot](a.svg)",
      "## acc/fig2",
      "Next.",
    ],
  ].join("\n\n");
  const noted = withNotes(figure, readNotes(text), "bbbb");
  const made = pageWithNotes(page, [noted]);
  expect(made).toContain("1. With more seeds 3%. **Older than the set-up**: results aaaa, commit abc1234.");
  expect(made).toContain("Notes: [acc/fig1](notes/acc/fig1.md)\n\n![plot](a.svg)\n\n## acc/fig2\n\nNext.");
  expect(made).not.toContain("| old |");
  expect(pageWithNotes(made, [noted])).toBe(made);
});
