import { listFiles, read } from "../source.ts";

/** An entry of a lock file of npm. */
interface LockedPackage {
  readonly version?: string;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}
/** Locked packages by their path, `node_modules/NAME`. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/** Dependencies as in a package.json. */
export interface Dependencies {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

/** The packages of this repository whose code is in a release. */
const releasedPackages = ["client", "lab", "operator", "protocol", "server", "widget"];

/**
 * Libraries that cannot be bundled, because they load native code. The build of the server leaves
 * them out (packages/server/vite.config.ts). npm installs them with the package.
 */
const nativeLibraries = ["@node-rs/argon2", "sharp"];

/** Returns what npm installs together with the package of a release. */
export function readInstalledDependencies(): Dependencies {
  const { dependencies, optionalDependencies } = readManifest("packages/server/package.json");
  return {
    dependencies: Object.fromEntries(
      Object.entries(dependencies).filter(([name]) => nativeLibraries.includes(name)),
    ),
    optionalDependencies,
  };
}

/**
 * Returns all libraries of a release: those in its bundles, and those that npm installs. An edge
 * with libraries of its own has a package.json in its folder.
 */
export function readReleasedDependencies(): Dependencies {
  const manifests = releasedPackages
    .flatMap((name) => listFiles(`packages/${name}`, ["package.json"]))
    .map(readManifest);
  const merge = (kind: keyof Dependencies): Readonly<Record<string, string>> =>
    Object.fromEntries(
      manifests
        .flatMap((manifest) => Object.entries(manifest[kind]))
        .filter(([name]) => !name.startsWith("@parlour/"))
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
  return {
    dependencies: merge("dependencies"),
    optionalDependencies: merge("optionalDependencies"),
  };
}

function readManifest(path: string): Dependencies {
  const manifest = JSON.parse(read(path)) as Partial<Dependencies>;
  return { dependencies: {}, optionalDependencies: {}, ...manifest };
}

/**
 * Returns the locked packages that these dependencies need, on all platforms, with their versions
 * and checksums. Throws if a required one is not locked.
 */
export function selectLockedPackages({
  dependencies,
  optionalDependencies,
}: Dependencies): LockedPackages {
  const { packages: locked } = JSON.parse(read("package-lock.json")) as {
    packages: LockedPackages;
  };
  const selected = new Map<string, LockedPackage>();
  const select = (from: string, name: string, isOptional: boolean): void => {
    const path = findPath(locked, from, name);
    if (path === null) {
      if (isOptional) return;
      throw new Error(`package-lock.json does not contain ${name}, which ${from} needs`);
    }
    const entry = locked[path];
    if (entry === undefined || selected.has(path)) return;
    selected.set(path, entry);
    for (const [next, areOptional] of listNeeded(entry)) select(path, next, areOptional);
  };
  for (const name of Object.keys(dependencies)) select("", name, false);
  for (const name of Object.keys(optionalDependencies)) select("", name, true);
  return Object.fromEntries([...selected].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the names of the packages that a package needs, and whether each is optional. */
function listNeeded(entry: LockedPackage): readonly (readonly [string, boolean])[] {
  return [
    ...Object.keys(entry.dependencies ?? {}).map((name) => [name, false] as const),
    ...Object.keys(entry.optionalDependencies ?? {}).map((name) => [name, true] as const),
    ...Object.keys(entry.peerDependencies ?? {})
      .filter((name) => entry.peerDependenciesMeta?.[name]?.optional !== true)
      .map((name) => [name, false] as const),
  ];
}

/** Finds a package in the folders in which Node looks for it. Returns its path, or null. */
function findPath(locked: LockedPackages, from: string, name: string): string | null {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))
  ) {
    const path = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    if (locked[path] !== undefined) return path;
    if (folder === "") return null;
  }
}
