import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { getClusterName, copyCluster, removeCluster, saveCluster } from "./prepared-cluster.ts";

let home: string;
let storedFolder: string;
let sourceFolder: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "parlour-prepared-"));
  storedFolder = join(home, "kept");
  sourceFolder = cluster("made", "18");
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
  expect(copyCluster("18-a", first, storedFolder)).toBe(false);
  expect(existsSync(first)).toBe(false);
  saveCluster("18-a", sourceFolder, storedFolder);
  expect(readdirSync(storedFolder)).toEqual(["18-a"]);
  expect([
    copyCluster("18-a", first, storedFolder),
    copyCluster("18-a", second, storedFolder),
  ]).toEqual([true, true]);
  writeFileSync(join(first, "PG_VERSION"), "changed");
  expect([versionIn(second), versionIn(join(storedFolder, "18-a"))]).toEqual(["18", "18"]);
  removeCluster("18-a", storedFolder);
  expect(copyCluster("18-a", join(home, "third"), storedFolder)).toBe(false);
});

it("the one that was kept first stays, and a run that was killed leaves nothing in the way", () => {
  saveCluster("18-a", sourceFolder, storedFolder);
  const dead = spawnSync(process.execPath, ["-e", ""]).pid;
  mkdirSync(join(storedFolder, `part-${dead}`));
  mkdirSync(join(storedFolder, `part-${process.ppid}`));
  saveCluster("18-a", cluster("later", "later"), storedFolder);
  expect(readdirSync(storedFolder).sort()).toEqual(["18-a", `part-${process.ppid}`]);
  expect(versionIn(join(storedFolder, "18-a"))).toBe("18");
});

it("what no run has used for an hour goes when another is kept", () => {
  for (const name of ["18-old", "18-used", "18-a"]) saveCluster(name, sourceFolder, storedFolder);
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  for (const name of ["18-old", "18-used", "18-a"])
    utimesSync(join(storedFolder, name), longAgo, longAgo);
  expect(copyCluster("18-used", join(home, "copy"), storedFolder)).toBe(true);
  saveCluster("18-b", sourceFolder, storedFolder);
  expect(readdirSync(storedFolder).sort()).toEqual(["18-b", "18-used"]);
});

it("its name says which PostgreSQL, and changes with the settings", () => {
  const [one, other] = [getClusterName({ a: "1" }), getClusterName({ a: "2" })];
  expect(one).toMatch(/^(?:none|\d+\.\d+[\w.-]*)-[0-9a-f]{12}$/);
  expect(one).toBe(getClusterName({ a: "1" }));
  expect(other).not.toBe(one);
});
