import { must, onWindows } from "./shared.js";

/** Install scripts are never run: nothing we use needs one. */
const flags = ["--loglevel=error", "--no-audit", "--no-fund", "--ignore-scripts", "--include=optional", "--include=dev"];

/**
 * `npm ci` in a folder, under the given Node where npm's own code is known: an old Node makes npm leave out optional packages
 * whose `engines` exclude it.
 */
export function npmCi(node, folder, env, more = []) {
  const npm = process.env.npm_execpath;
  const args = ["ci", ...flags, ...more];
  if (npm && /npm-cli\.c?js$/.test(npm)) must(node, [npm, ...args], { cwd: folder, env });
  else must(onWindows ? "npm.cmd" : "npm", args, { cwd: folder, env, shell: onWindows });
}
