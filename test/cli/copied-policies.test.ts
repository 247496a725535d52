/** Tests that copies of built-in policies, used as user policies, give the digests of the built-in ones. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyOut } from "../copied-out.ts";
import { build, Folder } from "./xoff.ts";

const scenario = `until: 500us
topology: { kind: leaf-spine, leaves: 4, spines: 3, hostsPerLeaf: 4, rate: 25Gbps }
switch: { memory: 600KB }
traffic:
  - { kind: poisson, cdf: fb-hadoop-hpcc, load: 0.6 }
  - { kind: incast, fanIn: 9, every: 100us, size: 60KB }
`;
let folder: Folder;
beforeAll(() => {
  build();
  folder = new Folder();
  folder.write("my.yaml", scenario);
});
afterAll(() => {
  folder.remove();
});

test.each([
  ["congestion", "acc"],
  ["buffer", "spfc"],
  ["routing", "plb"],
])("%s/%s", (role, name) => {
  copyOut(role, name, folder.at("mine"));
  const digest = (policy: string): unknown => {
    const { code, stdout, stderr } = folder.run("run", "my.yaml", "--set", `${role}=${policy}`, "--json");
    expect([code, stderr]).toEqual([0, expect.stringContaining("Results are in")]);
    return (JSON.parse(stdout) as { digest: string }).digest;
  };
  expect(digest(`./mine/${name}.ts`)).toBe(digest(name));
});
