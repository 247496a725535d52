/** Tests SONiC configs from public reports. The README of each has the expected result. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { build, Folder } from "../cli/xoff.ts";

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

let at: Folder;
beforeAll(() => {
  build();
  at = new Folder();
});
afterAll(() => {
  at.remove();
});

interface Findings {
  readonly findings: readonly { rule: string; path: string; found: string; mend: string; isNote: boolean }[];
}

const lint = (...words: string[]): Findings & { code: number | null } => {
  const { code, stdout } = at.run("sonic", "lint", "--json", ...words);
  return { code, ...(JSON.parse(stdout) as Findings) };
};

test.each(["config_db.json", "with-pattern-50.json"])(
  "lint-vendor-table: the vendor's own line is a note with its coverage, not an error (%s)",
  (config) => {
    const { code, findings } = lint(
      file(`lint-vendor-table/${config}`),
      "--lookup",
      file("lint-vendor-table/lookup.ini"),
    );
    expect(code).toBe(0);
    expect(findings.map(({ rule, isNote }) => `${rule} ${isNote}`)).toEqual(["headroom-below-worst-case true"]);
    // SONiC adds a margin of 2 KiB. (36,864 - 1,024) / 1.0625 = 33,731.8 B on the wire remain, 31,085.7 of them for
    // cable, PHY and reaction.
    expect(findings[0].mend).toBe("It holds with frames of up to 2,646 B and no small packets.");
  },
);

test("lint-vendor-table: a line that no traffic can satisfy is an error", () => {
  const small = at.at("small.ini");
  writeFileSync(small, "100000 40m 58368 19456 20480 0\n");
  const { code, findings } = lint(file("lint-vendor-table/config_db.json"), "--lookup", small);
  expect(code).toBe(1);
  expect(findings.map(({ rule, isNote }) => `${rule} ${isNote}`)).toEqual(["headroom-too-small false"]);
});

test("accepted findings: the template, a reason for each, one line of them, and an entry without a finding", () => {
  const config = file("wred-green-enable/config_db.json");
  const template = at.run("sonic", "lint", config, "--template");
  expect(template.code).toBe(0);
  expect(template.stdout).toContain("- rule: ecn-not-enabled\n  switch: 'sw'\n  path: 'WRED_PROFILE.W.ecn'\n  reason:");
  const known = at.at("known.yaml");
  writeFileSync(known, template.stdout);
  const bare = at.run("sonic", "lint", config, "--accept", known);
  expect(bare.code).toBe(2);
  expect(bare.stderr).toContain("expected a reason in entry 1, found none. Say why the finding is accepted.");
  writeFileSync(known, `${template.stdout.replace("reason:", "reason: lab")}- rule: no-speed\n  reason: old\n`);
  const accepted = at.run("sonic", "lint", config, "--accept", known);
  expect(accepted.code).toBe(0);
  expect(accepted.stdout.replaceAll("\n", " ")).toMatch(/1 finding accepted in \S+known\.yaml: ecn-not-enabled 1\./);
  expect(accepted.stdout.replaceAll("\n", " ")).toMatch(
    /no finding no-speed at any switch, any path\. Remove the entry/,
  );
  const { findings } = lint(config, "--accept", known);
  expect(findings[0]).toMatchObject({ rule: "ecn-not-enabled", accepted: "lab" });
});

test("wred-green-enable: a profile that marks no green packet is a finding, and import marks nothing", () => {
  const config = file("wred-green-enable/config_db.json");
  const { code, findings } = lint(config);
  expect(code).toBe(1);
  expect(findings.map(({ rule, path }) => `${rule} ${path}`)).toEqual(["ecn-not-enabled WRED_PROFILE.W.ecn"]);
  const imported = at.run("sonic", "import", config);
  expect(imported.stdout).toContain("detection: none");
  expect(imported.stderr).toMatch(/WRED_PROFILE W marks no green packet/);

  const enabled = at.at("enabled.json");
  writeFileSync(enabled, readFileSync(config, "utf8").replace('"ecn": "ecn_all"', '$&, "wred_green_enable": "true"'));
  expect(lint(enabled)).toEqual({ code: 0, findings: [] });
  expect(at.run("sonic", "import", enabled).stdout).toContain("detection: { name: red, kmin: 100KB, kmax: 400KB");
});
