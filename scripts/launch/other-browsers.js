import { existsSync } from "node:fs";
import { requirePackages } from "./debian.js";

const findFirst = (...paths) => paths.find((path) => existsSync(path)) ?? null;

/** Returns the path of a Firefox; null if there is none. */
export const findFirefox = () => findFirst("/usr/bin/firefox-esr", "/usr/bin/firefox");

/**
 * Returns the paths of WebKit's driver and of an X server for its window; null if one is missing.
 */
export function findWebKit() {
  const driver = findFirst("/usr/bin/WebKitWebDriver");
  const screen = findFirst("/usr/bin/Xvfb");
  return driver && screen ? { driver, screen } : null;
}

/** Resolves with whether Firefox and WebKit are there. */
export async function requireOtherBrowsers() {
  const found = await requirePackages({
    find: () => findFirefox() && findWebKit(),
    packages: "firefox-esr webkit2gtk-driver xvfb",
    who: "the tests in Firefox and WebKit",
  });
  return found !== null;
}
