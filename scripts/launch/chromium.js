import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { say } from "./shared.js";

const places = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const command = "apt-get update && apt-get install --yes --no-install-recommends chromium";

/** Path of a Chromium for the browser tests, or null. */
export function findChromium() {
  return places.find((path) => path && existsSync(path)) ?? null;
}

/** Browser tests are part of the tests: without Chromium, root gets Debian's; everybody else reads the command to type (null). */
export function requireChromium() {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status === 0) {
    say("installing Chromium for the browser tests");
    spawnSync("sh", ["-c", command], { stdio: ["ignore", 2, 2], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
    const installed = findChromium();
    if (installed) return installed;
  }
  say(`the browser tests need Chromium. Type: sudo sh -c '${command}'   (or set CHROMIUM_PATH)`);
  return null;
}
