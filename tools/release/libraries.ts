import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { read, root } from "../source.ts";
import { packFolder } from "./pack-folder.ts";
import { runProgram } from "./run-program.ts";

/**
 * Workspaces that are released as npm packages of their own, after those that they depend on. Each
 * entry of their `exports` is one source file.
 */
const libraries = ["element", "react", "vue", "react-native"] as const;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/**
 * Writes the files of the packages below `folder`, in `@parlour/NAME` as npm installs them: the
 * compiled modules with their types, and the manifest that refers to them. Returns the folders.
 */
export function writeLibraries(folder: string): readonly string[] {
  return libraries.map((name) => writeLibrary(name, folder));
}

/** Packs the libraries into `out`. Returns the names of the files. */
export function packLibraries(folder: string, out: string): readonly string[] {
  return writeLibraries(folder).map((library) => packFolder(library, out));
}

function writeLibrary(name: string, folder: string): string {
  const source = `packages/${name}`;
  const manifest = JSON.parse(read(`${source}/package.json`)) as Manifest;
  const target = join(folder, manifest.name);
  mkdirSync(target, { recursive: true });
  compile(source, target, folder);
  writeJson(join(target, "package.json"), toReleasedManifest(manifest));
  cpSync(join(root, "LICENSE"), join(target, "LICENSE"));
  cpSync(join(root, source, "README.md"), join(target, "README.md"));
  return target;
}

/** Compiles the sources of a workspace to `target/dist`. */
function compile(source: string, target: string, folder: string): void {
  const config = join(target, "tsconfig.json");
  writeJson(config, {
    extends: join(root, source, "tsconfig.json"),
    compilerOptions: {
      noEmit: false,
      incremental: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      rootDir: join(root, source, "src"),
      outDir: join(target, "dist"),
      // Other libraries as they are released. Their sources are not part of this one.
      paths: {
        "@parlour/element": [join(folder, "@parlour/element/dist/index.d.ts")],
        "@parlour/element/*": [join(folder, "@parlour/element/dist/*.d.ts")],
      },
    },
    include: [join(root, source, "src")],
    exclude: [join(root, source, "src/**/*.test.ts")],
  });
  runProgram(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", config]);
  rmSync(config);
}

function toReleasedManifest(manifest: Manifest): object {
  const { name, version, description, license, dependencies, peerDependencies } = manifest;
  const toBuilt = (file: string): object => {
    const built = file.replace("./src/", "./dist/").replace(/\.ts$/, "");
    return { types: `${built}.d.ts`, default: `${built}.js` };
  };
  return {
    name,
    version,
    description,
    license,
    type: "module",
    exports: Object.fromEntries(
      Object.entries(manifest.exports).map(([path, file]) => [path, toBuilt(file)]),
    ),
    files: ["dist"],
    // All libraries of a release have its version.
    dependencies: Object.fromEntries(
      Object.keys(dependencies ?? {}).map((library) => [library, version]),
    ),
    peerDependencies,
  };
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
