import { execFileSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";

const maxInstallMs = 180_000;

/**
 * Returns null if the programs of Debian packages are there, or the reason why not. As root it
 * installs them first: without their services, which would listen at the usual ports.
 */
export function installDebianPackages(
  packages: readonly string[],
  isInstalled: () => boolean,
): string | null {
  if (process.getuid?.() !== 0) return `needs root, to start ${packages.join(" and ")}`;
  if (isInstalled()) return null;
  const options = {
    stdio: "ignore",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    timeout: maxInstallMs,
  };
  const policy = "/usr/sbin/policy-rc.d";
  const hadPolicy = existsSync(policy);
  try {
    if (!hadPolicy) writeFileSync(policy, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
    execFileSync("apt-get", ["update"], options as object);
    execFileSync(
      "apt-get",
      ["install", "-y", "--no-install-recommends", ...packages],
      options as object,
    );
  } catch (error) {
    return `could not install ${packages.join(" and ")}: ${error instanceof Error ? error.message : ""}`;
  } finally {
    if (!hadPolicy) rmSync(policy, { force: true });
  }
  return isInstalled() ? null : "the packages have no servers";
}
