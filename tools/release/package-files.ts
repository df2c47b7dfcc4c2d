import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { read, root } from "../source.ts";
import { formatLicences } from "./licences.ts";
import {
  readInstalledDependencies,
  readReleasedDependencies,
  selectLockedPackages,
  type Dependencies,
} from "./locked-packages.ts";
import { runProgram } from "./run-program.ts";

/** Version of this checkout. */
export const version = (JSON.parse(read("package.json")) as { version: string }).version;

/**
 * Files and folders of the checkout that the package contains at the same path, so that the built
 * server finds its files as in a checkout.
 */
const contents = [
  "LICENSE",
  "NOTICE",
  "CHANGELOG.md",
  "deploy/parlour.service",
  "docs/integrate",
  "docs/operate",
  "packages/server/package.json",
  "packages/server/dist",
  "packages/server/src/store/migrations",
  "packages/server/src/store/functions",
  "packages/operator/dist",
  "packages/widget/dist",
  "packages/lab/page",
];

/**
 * Writes the files of the npm package `parlour` to a folder. The applications and the server must
 * be built. The lab, which a checkout runs from its sources, is built into the folder.
 */
export function writePackageFiles(folder: string): void {
  for (const path of contents) {
    if (!existsSync(join(root, path))) throw new Error(`${path} is missing: run npm run build`);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    // The server serves no source maps, and they are two thirds of the applications.
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (source) => !source.endsWith(".map"),
    });
  }
  buildLab(join(folder, "packages/lab/dist"));
  for (const name of ["parlour.js", "require-node.js"])
    cpSync(join(root, "tools/release/package", name), join(folder, "bin", name));
  cpSync(join(root, "tools/release/package/README.md"), join(folder, "README.md"));
  const installed = readInstalledDependencies();
  const manifest = describePackage(installed);
  const locked = selectLockedPackages(installed);
  writeJson(join(folder, "package.json"), manifest);
  // npm installs exactly these versions, also years later.
  writeJson(join(folder, "npm-shrinkwrap.json"), {
    name: manifest.name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { "": manifest, ...locked },
  });
  const bundled = Object.keys(selectLockedPackages(readReleasedDependencies())).filter(
    (path) => !(path in locked),
  );
  writeFileSync(join(folder, "THIRD-PARTY-LICENSES.txt"), formatLicences(bundled));
  assertSelfContained(folder, Object.keys(installed.dependencies));
}

function buildLab(outDir: string): void {
  const vite = join(root, "node_modules/vite/bin/vite.js");
  runProgram(process.execPath, [vite, "build", "--logLevel", "warn", "--outDir", outDir], {
    cwd: join(root, "packages/lab"),
  });
}

/** Returns the content of the package's package.json. */
export function describePackage(installed: Dependencies) {
  const { description, license } = JSON.parse(read("package.json")) as {
    description: string;
    license: string;
  };
  return {
    name: "parlour",
    version,
    description,
    license,
    type: "module",
    bin: { parlour: "bin/parlour.js" },
    // npm only warns about the engine. Its scripts can refuse the installation (CLI-005).
    engines: { node: ">=24" },
    scripts: { preinstall: "node bin/require-node.js" },
    ...installed,
  };
}

const imports = /^(?:import|(?:import|export)\b[^"'\n]*\bfrom)\s*["']([^."'][^"'\n]*)["'];?$/gm;
/** Outside of strings: libraries contain code as texts. */
const requires = /(?<![\w"'`])require\("([^."][^"]*)"\)/g;

/**
 * Throws if a built file imports a library that npm does not install with the package. In a
 * checkout such an import would work.
 */
function assertSelfContained(folder: string, installed: readonly string[]): void {
  for (const built of ["packages/server/dist", "packages/lab/dist"])
    for (const name of readdirSync(join(folder, built), { recursive: true, encoding: "utf8" })) {
      if (!/\.c?js$/.test(name)) continue;
      const text = readFileSync(join(folder, built, name), "utf8");
      for (const [, library = ""] of text.matchAll(name.endsWith(".cjs") ? requires : imports))
        if (!isBuiltin(library) && !installed.includes(library))
          throw new Error(`${built}/${name} imports ${library}, which is not in the package`);
    }
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
