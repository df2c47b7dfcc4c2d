import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { read } from "../source.ts";
import { readReleasedDependencies, selectLockedPackages } from "./locked-packages.ts";
import { version } from "./package-files.ts";
import { runProgram } from "./run-program.ts";

interface SdkManifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/**
 * Returns the bill of materials of a release in CycloneDX format: every library in its bundles,
 * every package that npm installs with it, with versions, licences and checksums, and the SDK,
 * which has no libraries. npm writes it from a lock file that contains only these.
 */
export function createBillOfMaterials(): string {
  const parent = mkdtempSync(join(tmpdir(), "parlour-sbom-"));
  // npm takes the name of the folder as the name of the component.
  const folder = join(parent, "parlour");
  try {
    mkdirSync(folder);
    const sdk = JSON.parse(read("packages/sdk/package.json")) as SdkManifest;
    const libraries = readReleasedDependencies();
    const { overrides } = JSON.parse(read("package.json")) as { readonly overrides?: object };
    const manifest = {
      name: "parlour",
      version,
      license: "Apache-2.0",
      ...libraries,
      // Without them, npm calls a locked version that an override chose invalid.
      overrides,
      dependencies: { ...libraries.dependencies, [sdk.name]: sdk.version },
    };
    const packages = {
      "": manifest,
      ...selectLockedPackages(libraries),
      [`node_modules/${sdk.name}`]: { version: sdk.version, license: sdk.license },
    };
    const lock = { name: "parlour", version, lockfileVersion: 3, requires: true, packages };
    writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
    const options = ["--sbom-format", "cyclonedx", "--sbom-type", "application"];
    return runProgram("npm", ["sbom", ...options, "--package-lock-only"], { cwd: folder });
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}
