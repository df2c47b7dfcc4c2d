import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { say } from "./shared.js";

/**
 * Resolves with the result of `find`. If it finds nothing, root installs Debian's `packages` first,
 * which the tests need besides Node. Other users get the command to run, and null. `who`: what
 * needs the packages; `or`: an alternative to the command.
 */
export async function requirePackages({ find, packages, who, or = "" }) {
  const found = find();
  if (found) return found;
  const command = `apt-get update && apt-get install --yes --no-install-recommends ${packages}`;
  if (
    process.getuid?.() === 0 &&
    spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status === 0
  ) {
    say(`installing ${packages} for ${who}`);
    const installation = spawn("sh", ["-c", command], {
      stdio: ["ignore", 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    await once(installation, "close");
    const installed = find();
    if (installed) return installed;
  }
  say(`${who} need ${packages}. Type: sudo sh -c '${command}'${or}`);
  return null;
}
