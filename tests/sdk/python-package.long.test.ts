import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sdkPython } from "../../packages/lab/src/conformance/sample.fixture.ts";
import { packPythonSdk } from "../../tools/release/python-sdk.ts";
import { version } from "../../tools/release/package-files.ts";

/** The packed Python SDK, installed by pip into an empty folder. Skipped without build tools. */
const out = mkdtempSync(join(tmpdir(), "parlour-python-package-"));
afterAll(() => rmSync(out, { recursive: true, force: true }));
const names = packPythonSdk(out);

test.skipIf(names.length === 0 || sdkPython === null)(
  "[CORE-134] the wheel of the Python SDK installs and has its types, and the archive gives the same wheel",
  () => {
    // Newer versions of setuptools write the name of the archive with an underscore.
    expect(names.map((name) => name.replace("parlour-sdk", "parlour_sdk")).toSorted()).toEqual([
      `parlour_sdk-${version}-py3-none-any.whl`,
      `parlour_sdk-${version}.tar.gz`,
    ]);
    const install = (name: string): string => {
      const target = join(out, `installed-${name}`);
      const options = ["--no-index", "--no-deps", "--no-build-isolation", "--quiet"];
      run(["-m", "pip", "install", ...options, "--target", target, join(out, name)]);
      return target;
    };
    for (const name of names) {
      const target = install(name);
      const program = `import importlib.metadata, importlib.resources, parlour_sdk
files = importlib.resources.files("parlour_sdk")
meta = importlib.metadata.metadata("parlour-sdk")
print(parlour_sdk.__file__.startswith(${JSON.stringify(target)}), files.joinpath("py.typed").is_file(), meta["Version"], meta["License"], meta["Requires-Python"], meta["Requires-Dist"])`;
      expect(run(["-c", program], { PYTHONPATH: target })).toBe(
        `True True ${version} Apache-2.0 >=3.10 httpx (<1,>=0.23)`,
      );
    }
  },
);

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const done = spawnSync(sdkPython ?? "python3", args, {
    cwd: out,
    env: { PATH: process.env["PATH"], ...env },
    encoding: "utf8",
  });
  expect(done.status, done.stderr).toBe(0);
  return done.stdout.trim();
}
