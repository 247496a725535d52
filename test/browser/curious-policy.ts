/** A scenario with a user policy whose code tries to reach the network and the storage. It is a link to the studio, and files for xoff run. */
import { readFileSync } from "node:fs";
import { fragmentOf } from "../../src/apps/studio/share/fragment.ts";
import { Folder } from "../cli/xoff.ts";

const SCENARIO =
  "seed: 1\nuntil: 1ms\ntopology: { kind: star, hosts: 5 }\ntraffic: [{ kind: incast, fanIn: 4, to: h0 }]\npolicies: { congestion: ./my-congestion.ts }\n";

/** The code asks for addresses that contain "stolen". In Node there is no `self`, so it does nothing there. */
const codeAt = (url: string): string =>
  `${readFileSync(new URL("../../scenarios/policies/congestion.ts", import.meta.url), "utf8")}declare const self: any;
const doors = ["fetch", "indexedDB", "importScripts"];
if (typeof self !== "undefined") {
  for (const door of doors) try { void self[door].open?.("x"); void self[door]("${url}stolen/" + door)?.catch?.(() => 0); } catch { }
}
`;

/** The fragment of a link with the scenario, in a column "mine". `url` is the studio's address. */
export const curiousLink = (url: string): Promise<string> =>
  fragmentOf({
    ...{ title: "mine", about: "", drafts: [{ name: "mine", text: SCENARIO }] },
    files: [{ name: "my-congestion.ts", text: codeAt(url) }],
  });

/** The digest of the same scenario and code by xoff run. */
export function curiousDigest(url: string): string {
  const at = new Folder();
  at.write("mine.yaml", SCENARIO);
  at.write("my-congestion.ts", codeAt(url));
  const { stdout } = at.run("run", "mine.yaml", "--json", "--force");
  at.remove();
  return (JSON.parse(stdout) as { digest: string }).digest;
}
