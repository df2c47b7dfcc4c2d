import { spawnSync } from "node:child_process";
import { requirePackages } from "./debian.js";

const places = [process.env.PYTHON_PATH, "python3", "/usr/bin/python3"];

/** Returns a Python of version 3.10 or newer that has these modules; null if there is none. */
export function findPython(modules) {
  // To import a module such as httpx would take half a second.
  const check = `import importlib.util, sys
sys.exit(sys.version_info < (3, 10) or any(importlib.util.find_spec(name) is None for name in sys.argv[1:]))`;
  const hasModules = (path) =>
    path && spawnSync(path, ["-c", check, ...modules], { stdio: "ignore" }).status === 0;
  return places.find(hasModules) ?? null;
}

/**
 * Resolves with a Python with the libraries of the Python SDK. null also if it cannot be installed.
 */
export function requirePython() {
  return requirePackages({
    find: () => findPython(["httpx"]),
    packages: "python3-httpx",
    who: "the tests of the Python SDK",
    or: "   (or set PYTHON_PATH)",
  });
}
