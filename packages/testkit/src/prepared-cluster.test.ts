import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { clusterName, copyCluster, dropCluster, keepCluster } from "./prepared-cluster.ts";

let home: string;
let kept: string;
let made: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "parlour-prepared-"));
  kept = join(home, "kept");
  made = cluster("made", "18");
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const cluster = (name: string, version: string): string => {
  const folder = join(home, name);
  mkdirSync(join(folder, "base"), { recursive: true });
  writeFileSync(join(folder, "PG_VERSION"), version);
  return folder;
};
const versionIn = (folder: string): string => readFileSync(join(folder, "PG_VERSION"), "utf8");

it("each run gets a copy of its own of what another has kept", () => {
  const [first, second] = [join(home, "first"), join(home, "second")];
  expect(copyCluster("18-a", first, kept)).toBe(false);
  expect(existsSync(first)).toBe(false);
  keepCluster("18-a", made, kept);
  expect(readdirSync(kept)).toEqual(["18-a"]);
  expect([copyCluster("18-a", first, kept), copyCluster("18-a", second, kept)]).toEqual([true, true]);
  writeFileSync(join(first, "PG_VERSION"), "changed");
  expect([versionIn(second), versionIn(join(kept, "18-a"))]).toEqual(["18", "18"]);
  dropCluster("18-a", kept);
  expect(copyCluster("18-a", join(home, "third"), kept)).toBe(false);
});

it("the one that was kept first stays, and a run that was killed leaves nothing in the way", () => {
  keepCluster("18-a", made, kept);
  const dead = spawnSync(process.execPath, ["-e", ""]).pid;
  mkdirSync(join(kept, `part-${dead}`));
  mkdirSync(join(kept, `part-${process.ppid}`));
  keepCluster("18-a", cluster("later", "later"), kept);
  expect(readdirSync(kept).sort()).toEqual(["18-a", `part-${process.ppid}`]);
  expect(versionIn(join(kept, "18-a"))).toBe("18");
});

it("what no run has used for an hour goes when another is kept", () => {
  for (const name of ["18-old", "18-used", "18-a"]) keepCluster(name, made, kept);
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  for (const name of ["18-old", "18-used", "18-a"]) utimesSync(join(kept, name), longAgo, longAgo);
  expect(copyCluster("18-used", join(home, "copy"), kept)).toBe(true);
  keepCluster("18-b", made, kept);
  expect(readdirSync(kept).sort()).toEqual(["18-b", "18-used"]);
});

it("its name says which PostgreSQL, and changes with the settings", () => {
  const [one, other] = [clusterName({ a: "1" }), clusterName({ a: "2" })];
  expect(one).toMatch(/^(?:none|\d+\.\d+[\w.-]*)-[0-9a-f]{12}$/);
  expect(one).toBe(clusterName({ a: "1" }));
  expect(other).not.toBe(one);
});
