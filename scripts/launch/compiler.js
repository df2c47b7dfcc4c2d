import { spawnSync } from "node:child_process";
import { requirePackages } from "./debian.js";

/** On Linux, where alone it is used: the C compiler of images of a lost power (docs/reliability.md 4.2), with its headers. Null where there is none. */
export function requireCompiler() {
  const compiles = () => spawnSync("cc", ["-E", "-"], { input: "#include <stdio.h>\n", stdio: ["pipe", "ignore", "ignore"] }).status === 0;
  const find = () => (process.platform !== "linux" || compiles() ? "cc" : null);
  return requirePackages({ find, packages: "gcc libc6-dev", who: "images of a lost power" });
}
