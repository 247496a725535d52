import { expect, test } from "vitest";
import { apart, dataUrl } from "./data-url.ts";

interface Counting {
  readonly next: () => number;
}
const load = async (url: string): Promise<Counting> => (await import(/* @vite-ignore */ url)) as Counting;

test("a module apart shares nothing with the others, nor do the files that it imports; with one mark it is one", async () => {
  const helper = dataUrl("let n = 0; export const next = () => ++n; // ü\n");
  const url = dataUrl(`import { next as count } from ${JSON.stringify(helper)};\nexport const next = () => count();\n`);
  const counts = [];
  for (const one of [url, url, apart(url, 1), apart(url, 1), apart(url, 2)]) counts.push((await load(one)).next());
  expect(counts).toEqual([1, 2, 1, 2, 1]);
});
