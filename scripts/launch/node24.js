import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { npmCi } from "./npm.js";
import { hashOf, inRoot, onWindows, say } from "./shared.js";

/**
 * Path of a Node of version 24 or newer: the running one, else the locked package in scripts/node24, fetched when missing.
 * It lies outside the root's node_modules, which `npm ci` deletes while it runs.
 */
export function findNode() {
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  const home = inRoot("scripts/node24");
  const system = onWindows ? "win" : process.platform;
  const binary = join(home, "node_modules", `node-${system}-${process.arch}`, "bin", onWindows ? "node.exe" : "node");
  const mark = join(home, "node_modules", ".fetched");
  const wanted = hashOf(["scripts/node24/package-lock.json"]);
  if (!runs(binary) || read(mark) !== wanted) {
    say(`this is Node ${process.version}: fetching Node 24`);
    rmSync(mark, { force: true });
    npmCi(process.execPath, home, process.env, ["--workspaces=false"]);
    if (runs(binary)) writeFileSync(mark, wanted);
  }
  if (runs(binary)) return binary;
  const packaged = readFileSync(inRoot("scripts/node24/package-lock.json"), "utf8").includes(`"node_modules/node-${system}-${process.arch}"`);
  say(packaged
    ? "Node 24 could not be fetched or does not run here: check the network and npm's registry, or install Node 24 or newer"
    : `there is no packaged Node 24 for ${system}-${process.arch}: install Node 24 or newer and start again`);
  process.exit(1);
}

function runs(binary) {
  return existsSync(binary) && spawnSync(binary, ["--version"], { stdio: "ignore" }).status === 0;
}
function read(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
