import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { npmCi } from "./npm.js";
import {
  dropStamp,
  environment,
  hashOf,
  inRoot,
  onWindows,
  root,
  say,
  setStamp,
  stamp,
} from "./shared.js";

/**
 * Installs the locked packages if they are missing. Writes the stamp last, so that an interrupted
 * installation is repeated.
 */
export async function install(node) {
  const wanted = hashOf(["package-lock.json"]);
  if (stamp("lock") === wanted) return;
  dropStamp("lock");
  const lock = readJson("package-lock.json");
  if (missing(lock, readJson("node_modules/.package-lock.json")).length > 0) {
    const packages = packagesOf(lock);
    say(`installing ${packages.length} packages: a minute or two, this time only`);
    await npmCi(node, root, environment(node), { title: "installing packages", packages });
    const left = missing(lock, readJson("node_modules/.package-lock.json"));
    if (left.length > 0) {
      say(
        `npm left out ${left.join(", ")}: check the network and npm's registry, then start again`,
      );
      process.exit(1);
    }
  }
  linkCommand();
  setStamp("lock", wanted);
}

/**
 * Returns packages of the lock for this machine that are not installed as locked. Empty after a
 * complete installation, also after a manual one or one from a build server's cache. npm writes its
 * own list at the end of an installation. It silently omits optional packages that it could not
 * fetch or that an old Node excludes.
 */
export function missing(lock, installed, machine = thisMachine()) {
  if (!lock || !installed) return ["everything"];
  return Object.entries(lock.packages)
    .filter(([path, wanted]) => {
      if (path === "" || !fits(wanted, machine)) return false;
      const have = installed.packages[path];
      // A dependency of another platform's package names no platform itself.
      if (have === undefined) return !(wanted.optional === true && !wanted.os && !wanted.cpu);
      return have.version !== wanted.version || have.integrity !== wanted.integrity;
    })
    .map(([path]) => path.replace(/^.*node_modules\//, ""));
}

/**
 * Returns the paths of the packages that npm installs on this machine. Optional packages without a
 * platform belong to packages of other platforms.
 */
export function packagesOf(lock, machine = thisMachine()) {
  if (!lock) return [];
  return Object.entries(lock.packages)
    .filter(
      ([path, entry]) => path.includes("node_modules/") && !entry.link && fits(entry, machine),
    )
    .filter(([, entry]) => entry.optional !== true || entry.os || entry.cpu)
    .map(([path]) => path);
}

function fits(entry, machine) {
  return (
    allows(entry.os, machine.os) &&
    allows(entry.cpu, machine.cpu) &&
    allows(entry.libc, machine.libc)
  );
}
function allows(list, value) {
  if (!Array.isArray(list) || value === null) return true;
  if (list.includes(`!${value}`)) return false;
  return list.includes(value) || list.every((name) => name.startsWith("!"));
}
function thisMachine() {
  return { os: process.platform, cpu: process.arch, libc: libcHere() };
}
function libcHere() {
  if (process.platform !== "linux") return null;
  const header = process.report?.getReport().header;
  return header?.glibcVersionRuntime ? "glibc" : "musl";
}

/**
 * Makes `npx parlour` work: it finds the command of a root package only in node_modules/.bin, where
 * npm does not put it.
 */
function linkCommand() {
  if (onWindows) return;
  const at = inRoot("node_modules/.bin/parlour");
  if (existsSync(at)) return;
  mkdirSync(inRoot("node_modules/.bin"), { recursive: true });
  chmodSync(inRoot("scripts/parlour.js"), 0o755);
  symlinkSync("../../scripts/parlour.js", at);
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(inRoot(path), "utf8"));
  } catch {
    // A missing or incomplete file counts as not installed.
    return null;
  }
}
