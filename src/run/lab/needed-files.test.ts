/** Tests `needs` that name a policy by its file, relative to the folder of the policy that needs it. */
import { expect, test } from "vitest";
import { dataUrl } from "../../batch/loader/data-url.ts";
import { besidePath } from "../../base/module-path.ts";
import { runSync } from "./scenario-input.ts";
import { ownModules, type OwnModule } from "./own-modules.ts";

const scenario = `until: 20us
topology: { kind: star, hosts: 3, rate: 10Gbps }
traffic: [{ kind: long-lived, from: h0, to: h1 }]
`;

const module = (name: string, code: string): OwnModule => {
  const text = `export const about = "x", params = {};\n${code}\n`;
  return { name, url: dataUrl(text), sources: [{ path: name, text }] };
};
const congestion = (needs: string): string =>
  `export const role = "congestion", needs = { detection: "${needs}" }, reads = () => [];
export const create = (p, view) => {
  if (view.words === null) throw new Error("no words");
  return { onStart() {}, onAck() {} };
};`;
const stamps =
  'export const role = "detection", gives = [];\nexport const create = (p, view) => { view.words(1); return { stamp() {} }; };';

/** The detection policies and the modules of a run whose congestion policy is `congestion`. */
async function ran(modules: readonly OwnModule[], set: readonly string[], text = scenario): Promise<unknown> {
  const own = await ownModules(text, modules, "a.yaml", set);
  const { summary } = runSync(text, { own, set });
  return [
    [summary.policies.detection]
      .flat()
      .map(({ name }) => name)
      .join(),
    summary.modules?.map(({ name }) => name),
  ];
}

test("a scenario without detection gets the file that the congestion policy needs, which its results list", async () => {
  const modules = [module("./mine/cc.ts", congestion("../stamps.ts")), module("./stamps.ts", stamps)];
  const names = ["./mine/cc.ts", "./stamps.ts"];
  expect(await ran(modules, ["congestion=./mine/cc.ts"])).toEqual(["./stamps.ts", names]);
  expect(await ran(modules, ["congestion=./mine/cc.ts", "detection=./stamps.ts"])).toEqual(["./stamps.ts", names]);
  // Under `use`, each module has the name of its file.
  expect(await ran(modules, ["use=[./mine/cc.ts]", "congestion=cc"])).toEqual(["stamps", ["cc", "stamps"]]);
});

test("if no signals are declared, the needed file is accepted under each of its names", async () => {
  const cc = congestion("./stamps.ts").replace(", reads = () => []", "");
  const modules = [module("./cc.ts", cc), module("./stamps.ts", stamps.replace(", gives = []", ""))];
  const text = `use: [./stamps.ts]\n${scenario}`;
  expect(await ran(modules, ["congestion=./cc.ts", "detection=stamps"], text)).toEqual([
    "stamps",
    ["stamps", "./cc.ts", "./stamps.ts"],
  ]);
  await expect(ran(modules, ["congestion=./cc.ts", "detection=red"])).rejects.toThrow(
    /expected \.\/stamps\.ts, which congestion \.\/cc\.ts needs .*, got red/,
  );
});

test("a file that cannot be loaded, and a name in no table", async () => {
  const set = ["congestion=./cc.ts"];
  await expect(ran([module("./cc.ts", congestion("./no.ts"))], set)).rejects.toThrow(
    /congestion: expected a loaded module, as needs\.detection of cc\.ts, got .*no\.ts/,
  );
  await expect(ran([module("./cc.ts", congestion("stamps"))], set)).rejects.toThrow(
    /got "stamps"\. Let needs\.detection name its file, such as "\.\/stamps\.ts"/,
  );
});

test.each([
  ["./cc.ts", "./x.ts", "./x.ts"],
  ["./mine/cc.ts", "../x.ts", "./x.ts"],
  ["./cc.ts", "../x.ts", "../x.ts"],
  ["../mine/cc.ts", "../../x.ts", "../../x.ts"],
  ["mine/cc.ts", "./x.ts", "mine/x.ts"],
  ["cc.ts", "./x.ts", "x.ts"],
  ["/mine/cc.ts", "../x.ts", "/x.ts"],
  ["C:\\mine\\cc.ts", "./x.ts", "C:/mine/x.ts"],
  ["./cc.ts", "/x.ts", "/x.ts"],
])("from %s, %s is %s", (file, path, expected) => {
  expect(besidePath(file, path)).toBe(expected);
});
