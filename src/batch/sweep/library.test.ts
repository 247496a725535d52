import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compare } from "./library.ts";

test("compare refuses what shows in a row's network before the first run", async () => {
  const folder = mkdtempSync(join(tmpdir(), "xoff-compare-"));
  try {
    const file = join(folder, "x.yaml");
    writeFileSync(
      file,
      `until: 1ms
topology: { kind: star, hosts: 3 }
traffic: [{ kind: flows, list: [{ from: h0, to: h1, size: 1KB }] }]
`,
    );
    const out = join(folder, "out");
    const vary = ["switch.memory=16MiB,64KiB"]; // 64 KiB are less than the headroom
    await expect(compare(file, { vary, folder: out })).rejects.toThrow(/headroom|memory/);
    expect(existsSync(out)).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
