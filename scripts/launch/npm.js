import { spawn } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { countInstalled, startProgress } from "./progress.js";
import { lineOf, onWindows, say } from "./shared.js";

/** Install scripts are never run: nothing we use needs one. */
const flags = [
  "--loglevel=error",
  "--no-audit",
  "--no-fund",
  "--no-update-notifier",
  // Its spinner and our line of progress would overwrite each other.
  "--no-progress",
  "--ignore-scripts",
  "--include=optional",
  "--include=dev",
];

/**
 * Runs `npm ci` in a folder and reports how many of the expected packages are there; its failure ends the launcher with its code. Uses the
 * given Node where npm's own code is known: an old Node makes npm leave out optional packages whose `engines` exclude it.
 */
export async function npmCi(node, folder, env, { args = [], title, packages, everyMs }) {
  const npm = process.env.npm_execpath;
  const cache = cacheFolder();
  const list = ["ci", ...flags, ...(cache ? [`--cache=${cache}`] : []), ...args];
  const isKnown = npm && /npm-cli\.c?js$/.test(npm);
  const describe = () => {
    const count = packages.length > 1 ? `: ${countInstalled(folder, packages)} of ${packages.length}` : "";
    return lineOf(`${title}${count}`);
  };
  const progress = startProgress(describe, { everyMs });
  let failure;
  try {
    if (isKnown) failure = await run(node, [npm, ...list], { cwd: folder, env }, progress.write);
    else failure = await run(onWindows ? "npm.cmd" : "npm", list, { cwd: folder, env, shell: onWindows }, progress.write);
  } finally {
    progress.end();
    if (cache) rmSync(cache, { recursive: true, force: true });
  }
  if (failure === null) return;
  say(failure.message);
  process.exit(failure.code);
}

/** Runs a program to its end and passes on its output. Returns null, or why it failed and the exit code. */
function run(command, args, options, write) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
    child.stdout.on("data", write);
    child.stderr.on("data", write);
    child.on("error", (error) => resolve({ message: `${command}: ${error.message}`, code: 1 }));
    child.on("close", (code, signal) => {
      const message = `failed (${signal ?? code}): ${command} ${args.join(" ")}`;
      resolve(code === 0 ? null : { message, code: code ?? 1 });
    });
  });
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
