import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { npmCi } from "./npm.js";
import { dropStamp, environment, hashOf, inRoot, onWindows, root, say, setStamp, stamp } from "./shared.js";

/** Installs the locked packages unless they are there. The stamp is written last, so a cut-off install is done again. */
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
      say(`npm left out ${left.join(", ")}: check the network and npm's registry, then start again`);
      process.exit(1);
    }
  }
  linkCommand();
  setStamp("lock", wanted);
}

/**
 * Packages of the lock that are meant for this machine and not installed as the lock says: none after a complete install, also
 * one by hand or from a build server's cache. npm writes its own list at the end of an install; it leaves out optional packages
 * that it could not fetch or that an old Node excludes, without a word.
 */
export function missing(lock, installed, machine = thisMachine()) {
  if (!lock || !installed) return ["everything"];
  return Object.entries(lock.packages)
    .filter(([path, wanted]) => {
      if (path === "" || !fits(wanted, machine)) return false;
      const have = installed.packages[path];
      // What only another platform's package needs names no platform itself.
      if (have === undefined) return !(wanted.optional === true && !wanted.os && !wanted.cpu);
      return have.version !== wanted.version || have.integrity !== wanted.integrity;
    })
    .map(([path]) => path.replace(/^.*node_modules\//, ""));
}

/** Paths of the packages that npm will fetch for this machine. Optional packages without a platform belong to other platforms' packages. */
export function packagesOf(lock, machine = thisMachine()) {
  if (!lock) return [];
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path.includes("node_modules/") && !entry.link && fits(entry, machine))
    .filter(([, entry]) => entry.optional !== true || entry.os || entry.cpu)
    .map(([path]) => path);
}

function fits(entry, machine) {
  return allows(entry.os, machine.os) && allows(entry.cpu, machine.cpu) && allows(entry.libc, machine.libc);
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

/** `npx parlour` finds a root package's own command only through node_modules/.bin, where npm does not put it. */
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
    // Absent or cut off: as good as not installed.
    return null;
  }
}
