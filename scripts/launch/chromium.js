import { existsSync } from "node:fs";
import { requirePackages } from "./debian.js";

const places = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Returns the path of a Chromium; null if there is none. */
export const findChromium = () => places.find((path) => path && existsSync(path)) ?? null;

/**
 * Returns the path of Chromium's headless shell, which needs about two thirds of the processor time
 * but shows no notifications. Falls back to the full Chromium, then to null.
 */
export function findHeadlessShell() {
  const shell = "/usr/bin/chromium-headless-shell";
  return !process.env.CHROMIUM_PATH && existsSync(shell) ? shell : findChromium();
}

/**
 * Resolves with the path of a Chromium for the browser tests, which are part of the tests. null
 * also if it cannot be installed.
 */
export function requireChromium() {
  return requirePackages({
    find: findChromium,
    packages: "chromium chromium-headless-shell",
    who: "the browser tests",
    or: "   (or set CHROMIUM_PATH)",
  });
}
