import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../source.ts";
import { runProgram } from "./run-program.ts";

const { findPython } = (await import(
  new URL("../../scripts/launch/python.js", import.meta.url).href
)) as { readonly findPython: (modules: readonly string[]) => string | null };

/** Modules that build the package without a network, as Debian packages. */
const buildTools = "python3-build python3-setuptools python3-wheel";

/**
 * Writes the wheel and the source archive of the Python SDK to `out` and returns their names.
 * Returns no names, and prints what is missing, if this machine has no tools to build them.
 */
export function packPythonSdk(out: string): readonly string[] {
  const python = findPython(["build", "setuptools", "wheel"]);
  if (python === null) {
    console.error(`parlour-sdk for Python is not packed: install ${buildTools}`);
    return [];
  }
  const work = mkdtempSync(join(tmpdir(), "parlour-python-"));
  try {
    const [sources, built] = [join(work, "sources"), join(work, "built")];
    cpSync(join(root, "sdk/python"), sources, {
      recursive: true,
      filter: (path) => !/__pycache__|\.egg-info|\/tests$/.test(path),
    });
    cpSync(join(root, "LICENSE"), join(sources, "LICENSE"));
    // Without isolation, `build` takes setuptools from this machine instead of the network.
    runProgram(python, ["-m", "build", "--no-isolation", "--outdir", built, sources]);
    const names = readdirSync(built);
    for (const name of names) cpSync(join(built, name), join(out, name));
    return names;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
