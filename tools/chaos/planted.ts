import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../source.ts";

interface PlantedFault {
  readonly faults: readonly string[];
  readonly finding: RegExp;
  readonly hasRedis?: false;
  readonly isHighlyAvailable?: true;
}
/**
 * Faults that are planted into a copy of the server, each with a patch in the folder `planted`.
 * `faults`: those that a run causes. `finding`: matches a broken promise that it must report.
 * `hasRedis`: false if the nodes exchange messages through PostgreSQL only. With
 * `isHighlyAvailable`, the fault is a setting of the cluster instead of a patch.
 */
const faultsByName = {
  "presence-by-expiry": { faults: ["SIGSTOP of a node"], finding: /^(?:owner_gone|presence): / },
  "answer-before-flush": { faults: ["SIGKILL of PostgreSQL"], finding: /^lost: / },
  "missing-resubscribe": {
    faults: ["cut between a node and database"],
    finding: /^(?:revocation|presence): /,
    hasRedis: false,
  },
  "publish-before-commit": {
    faults: ["SIGKILL of PostgreSQL"],
    finding: /^socket of .* arrived and is not stored$/,
  },
  "repeats-in-memory": {
    faults: ["silence from database to a node", "SIGSTOP of a node"],
    finding: /^duplicates: /,
  },
  "asynchronous-standbys": {
    faults: ["SIGKILL of the primary after 1 s without replication"],
    finding: /^lost: /,
    isHighlyAvailable: true,
  },
} satisfies Record<string, PlantedFault>;
export type PlantedName = keyof typeof faultsByName;
export const plantedFaults: Readonly<Record<PlantedName, PlantedFault>> = faultsByName;

export const isPlantedName = (name: string): name is PlantedName =>
  Object.hasOwn(plantedFaults, name);

/** Duration of a run with a planted fault, in minutes. */
export const plantedMinutes = 4;

/** Returns the path of the patch. It applies to the root of the checkout. */
export const findPatch = (name: PlantedName): string =>
  fileURLToPath(new URL(`planted/${name}.patch`, import.meta.url));

/**
 * Builds the server from a copy of its sources with the planted fault. Everything else of the
 * checkout is linked. Returns the entry of the build.
 */
export function buildPlantedServer(name: PlantedName): {
  readonly entry: string;
  remove(): void;
} {
  const folder = mkdtempSync(join(tmpdir(), "parlour-planted-"));
  const link = (path: string): void => symlinkSync(join(root, path), join(folder, path));
  for (const entry of readdirSync(root)) if (!isLeftOut.has(entry)) link(entry);
  mkdirSync(join(folder, "packages"));
  for (const entry of readdirSync(join(root, "packages")))
    if (entry !== "server") link(`packages/${entry}`);
  const server = join(folder, "packages/server");
  cpSync(join(root, "packages/server"), server, {
    recursive: true,
    filter: (source) => basename(source) !== "dist",
  });
  execFileSync("git", ["apply", findPatch(name)], { cwd: folder, stdio: "inherit" });
  execFileSync(
    process.execPath,
    [join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn"],
    { cwd: server, stdio: "inherit", env: { ...process.env, NODE_ENV: "production" } },
  );
  return {
    entry: join(server, "dist/main.js"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
const isLeftOut = new Set(["packages", ".git"]);
