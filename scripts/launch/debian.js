import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync, writeFileSync } from "node:fs";
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
    await withoutServices(async () => {
      const installation = spawn("sh", ["-c", command], {
        stdio: ["ignore", 2, 2],
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      });
      await once(installation, "close");
    });
    const installed = find();
    if (installed) return installed;
  }
  say(`${who} need ${packages}. Type: sudo sh -c '${command}'${or}`);
  return null;
}

/** Asked by the packages of servers before they start one. 101: nothing is started. */
const policy = "/usr/sbin/policy-rc.d";

/** Installs packages without the services that they would start. */
async function withoutServices(install) {
  const isOurs = !existsSync(policy);
  if (isOurs) writeFileSync(policy, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    await install();
  } finally {
    if (isOurs) rmSync(policy);
  }
}
