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

/** Path of a Chromium; null where there is none. */
export const findChromium = () => places.find((path) => path && existsSync(path)) ?? null;

/**
 * Path of Chromium's headless shell, which spends about two thirds of the processor time but shows no notifications; else of the whole Chromium; null
 * where there is neither.
 */
export function findHeadlessShell() {
  const shell = "/usr/bin/chromium-headless-shell";
  return !process.env.CHROMIUM_PATH && existsSync(shell) ? shell : findChromium();
}

/** Path of a Chromium for the browser tests, which are part of the tests; null also where it cannot be got. */
export function requireChromium() {
  return requirePackages({
    find: findChromium,
    packages: "chromium chromium-headless-shell",
    who: "the browser tests",
    or: "   (or set CHROMIUM_PATH)",
  });
}
