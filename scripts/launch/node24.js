import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { npmCi } from "./npm.js";
import { inRoot, onWindows, say } from "./shared.js";

/**
 * Returns the path of a Node of version 24 or newer: the running one, else the locked package in
 * scripts/node24, which is fetched if it is missing. It is outside of the root's node_modules
 * because `npm ci` deletes that folder.
 */
export async function findNode() {
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  const home = inRoot("scripts/node24");
  const name = `node-${onWindows ? "win" : process.platform}-${process.arch}`;
  const locked = JSON.parse(readFileSync(join(home, "package-lock.json"), "utf8")).packages[
    `node_modules/${name}`
  ];
  if (!locked)
    fail(
      `there is no packaged Node 24 for ${process.platform}-${process.arch}: install Node 24 or newer and start again`,
    );
  const binary = join(home, "node_modules", name, "bin", onWindows ? "node.exe" : "node");
  if (versionOf(binary) !== `v${locked.version}`) {
    say(`this is Node ${process.version}: fetching Node 24`);
    const packages = [`node_modules/${name}`];
    await npmCi(process.execPath, home, process.env, {
      args: ["--workspaces=false"],
      title: "fetching Node 24",
      packages,
    });
    if (versionOf(binary) !== `v${locked.version}`) {
      fail(
        "Node 24 could not be fetched or does not run here: check the network and npm's registry, or install Node 24 or newer",
      );
    }
  }
  return binary;
}

function versionOf(binary) {
  return existsSync(binary)
    ? spawnSync(binary, ["--version"], { encoding: "utf8" }).stdout?.trim()
    : "";
}
function fail(message) {
  say(message);
  process.exit(1);
}
