import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { npmCi } from "./npm.js";
import { dropStamp, environment, hashOf, inRoot, onWindows, root, say, setStamp, stamp } from "./shared.js";

/** Installs the locked packages unless they are there. The stamp is written last, so a cut-off install is done again. */
export function install(node) {
  const wanted = hashOf(["package-lock.json"]);
  if (stamp("lock") === wanted) return;
  dropStamp("lock");
  if (!isComplete(readJson("package-lock.json"), readJson("node_modules/.package-lock.json"))) {
    say("installing packages");
    npmCi(node, root, environment(node));
  }
  linkCommand();
  setStamp("lock", wanted);
}

/**
 * True when npm installed this lock already (`npm ci` by hand, a CI cache): npm writes its own list at the end of an install.
 * Every package meant for this machine must be in it; npm under an old Node leaves some out.
 */
export function isComplete(lock, installed, machine = { os: process.platform, cpu: process.arch, libc: libcHere() }) {
  if (!lock || !installed) return false;
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === "" || !fits(wanted, machine)) return true;
    const have = installed.packages[path];
    // What only another platform's package needs names no platform itself.
    if (have === undefined) return wanted.optional === true && !wanted.os && !wanted.cpu;
    return have.version === wanted.version && have.integrity === wanted.integrity;
  });
}

function fits(entry, machine) {
  return allows(entry.os, machine.os) && allows(entry.cpu, machine.cpu) && allows(entry.libc, machine.libc);
}
function allows(list, value) {
  if (!Array.isArray(list) || value === null) return true;
  if (list.includes(`!${value}`)) return false;
  return list.includes(value) || list.every((name) => name.startsWith("!"));
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
