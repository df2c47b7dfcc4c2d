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

/** The same for the browser tests, which are part of the tests; null also where it cannot be got. */
export function requireChromium() {
  return requirePackages({
    find: findChromium,
    packages: "chromium",
    who: "the browser tests",
    or: "   (or set CHROMIUM_PATH)",
  });
}
