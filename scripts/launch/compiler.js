import { spawnSync } from "node:child_process";
import { requirePackages } from "./debian.js";

/**
 * Resolves with the C compiler with its headers, or null. It is used only on Linux, for disk images
 * of a power loss (docs/reliability.md 4.2).
 */
export function requireCompiler() {
  const compiles = () =>
    spawnSync("cc", ["-E", "-"], {
      input: "#include <stdio.h>\n",
      stdio: ["pipe", "ignore", "ignore"],
    }).status === 0;
  const find = () => (process.platform !== "linux" || compiles() ? "cc" : null);
  return requirePackages({ find, packages: "gcc libc6-dev", who: "images of a lost power" });
}
