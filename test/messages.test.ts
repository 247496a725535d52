/** Tests all errors and warnings of the program: docs/messages.md lists them, each is short, and each error has a remedy. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Message {
  readonly kind: "expected" | "free" | "internal";
  readonly isError?: boolean;
  readonly texts?: readonly string[];
}

const { hasRemedy, messages, messagesPage, sentencesOf, spoken } = (await import(
  new URL("../scripts/messages.mjs", import.meta.url).href
)) as {
  messages: () => readonly Message[];
  messagesPage: (all: readonly Message[]) => string;
  spoken: (one: Message) => readonly string[];
  sentencesOf: (text: string) => readonly string[];
  hasRemedy: (text: string) => boolean;
};

const all = messages();

test("docs/messages.md lists the messages of the sources (node scripts/messages.mjs writes it)", () => {
  expect(readFileSync("docs/messages.md", "utf8")).toBe(messagesPage(all));
});

test("the collector finds errors of all three kinds", () => {
  const count = (kind: string): number => all.filter((one) => one.kind === kind).length;
  expect([count("expected") > 300, count("free") > 100, count("internal") > 50]).toEqual([true, true, true]);
});

test("no message has more than two sentences", () => {
  const long = all.flatMap((one) => spoken(one).filter((text) => sentencesOf(text).length > 2));
  expect(long).toEqual([]);
});

test("each error for the user has a remedy", () => {
  const mute = all
    .filter(({ isError }) => isError)
    .flatMap(({ texts = [] }) => texts.filter((text) => !hasRemedy(text)));
  expect(mute).toEqual([]);
});

test.each([
  ["--csv is only allowed with --origins. Use --json for other answers.", 2, true],
  ["s.yaml has no PAUSE (docs/cli.md, 1. part). It is empty. Run it again.", 3, true],
  ["no row has results", 1, false],
  ["<path> cannot be written: <reason>", 1, true],
])("%s", (text, sentences, remedy) => {
  expect([sentencesOf(text).length, hasRemedy(text)]).toEqual([sentences, remedy]);
});
