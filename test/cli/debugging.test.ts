/** Tests a breakpoint in a user policy, set by `node inspect` as in docs/debugging.md. */
import { spawn } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { build, Folder, main } from "./xoff.ts";

let folder: Folder;
beforeAll(() => {
  build();
  folder = new Folder();
});
afterAll(() => {
  folder.remove();
});

test("node inspect stops in the TypeScript file, at its line", async () => {
  folder.write(
    "my-cc.ts",
    `export const role = "congestion", about = "x", params = {};
interface View { setRate(flow: number, rate: number): void; readonly lineRate: Float64Array }
export const create = (_: object, view: View) => ({
  onStart(flow: number) {
    view.setRate(flow, view.lineRate[flow]);
  },
  onAck() {},
});
`,
  );
  folder.write(
    "my.yaml",
    `until: 100us
topology: { kind: star, hosts: 3 }
policies: { congestion: ./my-cc.ts }
traffic: [{ kind: incast, to: h0, size: 2KB }]
`,
  );
  const debuggerOf = spawn(process.execPath, ["inspect", "--port=0", main, "run", "my.yaml", "--threads", "1"], {
    cwd: folder.path,
  });
  let said = "";
  const heard = (text: RegExp, from = 0): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (text.test(said.slice(from))) resolve();
        else setTimeout(look, 20);
      };
      look();
    });
  debuggerOf.stdout.on("data", (data: Buffer) => (said += data.toString()));
  const ask = async (command: string, answer: RegExp): Promise<void> => {
    const from = said.length;
    debuggerOf.stdin.write(`${command}\n`);
    await heard(answer, from);
  };
  try {
    await heard(/Break on start/);
    await ask('setBreakpoint("my-cc.ts", 5)', /not loaded yet/);
    await ask("cont", /break in .*my-cc\.ts:5/);
    await ask("exec [flow, view.lineRate[flow]]", /\[ 0, 100000000000 \]/);
    expect(said).toMatch(/> ?5 +view\.setRate\(flow, view\.lineRate\[flow\]\);/);
  } finally {
    debuggerOf.stdin.end(".exit\n");
    debuggerOf.kill();
  }
});
