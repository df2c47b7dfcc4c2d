import { spawn } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { countInstalled, startProgress } from "./progress.js";
import { lineOf, onWindows, say } from "./shared.js";

/** Install scripts are never run, because no package needs one. */
const flags = [
  "--loglevel=error",
  "--no-audit",
  "--no-fund",
  "--no-update-notifier",
  // npm's spinner and the progress line would overwrite each other.
  "--no-progress",
  "--ignore-scripts",
  "--include=optional",
  "--include=dev",
];

/**
 * Runs `npm ci` in a folder and reports how many of the expected packages exist. If it fails, the
 * launcher exits with its code. Uses the given Node if npm's own code is found: with an old Node,
 * npm omits optional packages whose `engines` exclude it.
 */
export async function npmCi(node, folder, env, { args = [], title, packages, everyMs }) {
  const npm = process.env.npm_execpath;
  const cache = cacheFolder();
  const list = ["ci", ...flags, ...(cache ? [`--cache=${cache}`] : []), ...args];
  const isKnown = npm && /npm-cli\.c?js$/.test(npm);
  const describe = () => {
    const count =
      packages.length > 1 ? `: ${countInstalled(folder, packages)} of ${packages.length}` : "";
    return lineOf(`${title}${count}`);
  };
  const progress = startProgress(describe, { everyMs });
  let failure;
  try {
    if (isKnown) failure = await run(node, [npm, ...list], { cwd: folder, env }, progress.write);
    else
      failure = await run(
        onWindows ? "npm.cmd" : "npm",
        list,
        { cwd: folder, env, shell: onWindows },
        progress.write,
      );
  } finally {
    progress.end();
    if (cache) rmSync(cache, { recursive: true, force: true });
  }
  if (failure === null) return;
  say(failure.message);
  process.exit(failure.code);
}

/**
 * Runs a program to its end and forwards its output. Returns null, or the reason of the failure and
 * the exit code.
 */
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

/**
 * Without a writable cache (service users without a home folder) npm silently omits optional
 * packages.
 */
function cacheFolder() {
  const usual = process.env.npm_config_cache || join(safeHome(), ".npm");
  try {
    mkdirSync(usual, { recursive: true });
    for (const path of [usual, join(usual, "_cacache")])
      if (existsSync(path)) accessSync(path, constants.W_OK | constants.X_OK);
    return null;
  } catch {
    return mkdtempSync(join(tmpdir(), "parlour-npm-"));
  }
}
/** A user id without an entry in the user list has no home folder. */
function safeHome() {
  try {
    return homedir();
  } catch {
    return "/nonexistent";
  }
}
