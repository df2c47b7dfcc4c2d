import { createHmac, randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ServerAddresses } from "../config/read-config.ts";
import type { Clock } from "../core/command.ts";
import { pause } from "../core/pause.ts";
import { StartError, toFileError } from "../embedded/start-error.ts";
import { checkClock } from "../health/database.ts";
import type { Log } from "../log.ts";
import type { Sql } from "../store/database/sql.ts";
import {
  readNodeFacts,
  writeNodeFacts,
  type NodeFacts,
} from "../store/settings/installation/node-facts.ts";
import { version } from "../version.ts";
import type { RunningProcess } from "../store/database/nodes.ts";
import type { InstallationLock } from "./installation-lock.ts";

/** Name of the file that proves that two nodes have the same folder of files. */
const markName = ".parlour-nodes";
/** Maximum wait for the mark of another node: shared folders may show new files late, in ms. */
const markWaitMs = 5_000;

/** Throws StartError 78 for a running node of another kind of release (CORE-132). */
export function assertCompatibleReleases(others: readonly RunningProcess[]): void {
  for (const other of others)
    if (other.version === null || !canRunTogether(other.version, version))
      throw new StartError(
        `another Parlour (${other.description}) runs release ${other.version ?? "of an earlier kind"}, which cannot run together with ${version}; upgrade one release at a time, or stop all nodes first`,
        78,
      );
}

/** Returns whether two releases differ by at most one minor release, such as 0.1.4 and 0.2.0. */
export function canRunTogether(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.split(".").map(Number));
  if (a === undefined || b === undefined) return false;
  return a[0] === b[0] && Math.abs((a[1] ?? Number.NaN) - (b[1] ?? Number.NaN)) <= 1;
}

export interface NodeChecks {
  readonly lock: InstallationLock;
  readonly secretKey: Buffer;
  readonly filesFolder: string;
  readonly addresses: ServerAddresses;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Compares this node with those that have joined (CORE-132). Throws StartError 78 for another
 * SECRET_KEY or another folder of files. Logs other addresses and a wrong clock. If no node has
 * joined, this one records its own facts. `tx` is a transaction of the writer role: nodes that
 * start at the same time wait for each other, and the first of them counts as alone.
 */
export async function joinRunningNodes(tx: Sql, checks: NodeChecks): Promise<void> {
  const { lock, secretKey, filesFolder, addresses, clock, log } = checks;
  const askedAt = clock.now();
  const stored = await readNodeFacts(tx);
  const { state, values } = checkClock(stored, askedAt, clock.now());
  if (state !== "good") log.warn(values, "node.clock_apart");
  const keyCheck = createHmac("sha256", secretKey).update("parlour node").digest();
  const ownAddresses = [addresses.publicUrl, addresses.widgetUrl ?? ""].join(" ").trim();
  const [other] = await lock.listJoined();
  if (other === undefined) {
    const filesMark = randomBytes(16).toString("hex");
    await writeMark(filesFolder, filesMark);
    await writeNodeFacts(tx, { keyCheck, filesMark, addresses: ownAddresses });
    return lock.markJoined();
  }
  if (stored.keyCheck !== null && !stored.keyCheck.equals(keyCheck))
    throw new StartError(
      `SECRET_KEY: another Parlour (${other.description}) uses this database with another key; give all nodes the same SECRET_KEY`,
      78,
    );
  await assertSharedFiles(stored, checks, other);
  if (stored.addresses !== ownAddresses)
    log.warn({ own: ownAddresses, others: stored.addresses }, "node.addresses_differ");
  await lock.markJoined();
}

async function assertSharedFiles(
  { storesOnDisk, filesMark }: NodeFacts,
  { filesFolder, clock }: NodeChecks,
  other: RunningProcess,
): Promise<void> {
  if (!storesOnDisk) return;
  const since = clock.monotonic();
  const readMark = () => readFile(join(filesFolder, markName), "utf8").catch(() => null);
  for (let found = await readMark(); found !== filesMark; found = await readMark()) {
    if (clock.monotonic() - since >= markWaitMs)
      throw new StartError(
        `${filesFolder}: another Parlour (${other.description}) stores files in another folder, so each node would lack the files of the other; store files on S3, or give all nodes the same shared folder as DATA_DIR`,
        78,
      );
    await pause(clock, 100);
  }
}

async function writeMark(folder: string, mark: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, markName), mark, { mode: 0o600 });
  } catch (error) {
    throw toFileError(error, folder);
  }
}
