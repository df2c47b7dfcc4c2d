import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { must, onWindows } from "./shared.js";

/** Install scripts are never run: nothing we use needs one. */
const flags = [
  "--loglevel=error",
  "--no-audit",
  "--no-fund",
  "--no-update-notifier",
  "--ignore-scripts",
  "--include=optional",
  "--include=dev",
];

/**
 * `npm ci` in a folder, under the given Node where npm's own code is known: an old Node makes npm leave out optional packages
 * whose `engines` exclude it.
 */
export function npmCi(node, folder, env, more = []) {
  const npm = process.env.npm_execpath;
  const cache = cacheFolder();
  const args = ["ci", ...flags, ...(cache ? [`--cache=${cache}`] : []), ...more];
  try {
    if (npm && /npm-cli\.c?js$/.test(npm)) must(node, [npm, ...args], { cwd: folder, env });
    else must(onWindows ? "npm.cmd" : "npm", args, { cwd: folder, env, shell: onWindows });
  } finally {
    if (cache) rmSync(cache, { recursive: true, force: true });
  }
}

/** With a cache that cannot be written (service users without a home) npm leaves out optional packages and says nothing. */
function cacheFolder() {
  const usual = process.env.npm_config_cache || join(safeHome(), ".npm");
  try {
    mkdirSync(usual, { recursive: true });
    for (const path of [usual, join(usual, "_cacache")]) if (existsSync(path)) accessSync(path, constants.W_OK | constants.X_OK);
    return null;
  } catch {
    return mkdtempSync(join(tmpdir(), "parlour-npm-"));
  }
}
/** A user id without an entry in the user list has no home. */
function safeHome() {
  try {
    return homedir();
  } catch {
    return "/nonexistent";
  }
}
