import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createFileContent, type FileContent } from "./file-content.ts";
import type {
  FileChange,
  FileHistory,
  FolderHistory,
  History,
  NameChange,
  RecordedSync,
} from "./history.ts";

/** Number of bytes that a disk writes atomically. */
export const sectorBytes = 512;

/** The moment of the power loss, and the random choice of unsynced changes that survive. */
export interface PowerCut {
  /** Moment of the power loss, as a value of the counter of calls. */
  readonly at: number;
  /**
   * Returns a random number, at least 0 and below 1. Null means that nothing is lost, as in a
   * regular shutdown.
   */
  readonly random: (() => number) | null;
  /**
   * Syncs that end after this counter value have no effect although they return, as on a disk that
   * reports writes too early.
   */
  readonly ignoreSyncsFrom?: number;
}

/** The content of a disk after a power loss. */
export interface DiskImage {
  /** Files by path. Empty folders have no entry in `files`. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly folders: readonly string[];
  /** Fate of unsynced writes, by path of each file that survived. */
  readonly unsynced: ReadonlyMap<string, UnsyncedWrites>;
  /** Number of lost name changes. */
  readonly namesLost: number;
}
interface UnsyncedWrites {
  readonly kept: number;
  readonly lost: number;
  /** Number of writes of which some sectors survived and others were lost. */
  readonly torn: number;
}

/**
 * Returns the disk content that survives: everything covered by a sync that has returned, and a
 * random part of later or unfinished changes. In a folder, a random number of the earliest changes
 * survives. In a file, each write survives independently and in whole sectors, because the
 * operating system writes its cache back in any order. A surviving sector contains everything
 * written to it up to that write.
 */
export function computeDiskImage(history: History, powerCut: PowerCut): DiskImage {
  const result: ImageResult = { files: new Map(), folders: [], unsynced: new Map(), namesLost: 0 };
  collectFolder(history.root, "", powerCut, result);
  return result;
}

interface ImageResult {
  readonly files: Map<string, Buffer>;
  readonly folders: string[];
  readonly unsynced: Map<string, UnsyncedWrites>;
  namesLost: number;
}

function collectFolder(
  folder: FolderHistory,
  path: string,
  powerCut: PowerCut,
  result: ImageResult,
): void {
  result.folders.push(path);
  const { safe, open: unsynced } = splitBySync(folder, powerCut);
  const keptCount = chooseCount(unsynced.length, powerCut.random);
  result.namesLost += unsynced.length - keptCount;
  for (const [name, entry] of getNamesAfter([...safe, ...unsynced.slice(0, keptCount)])) {
    if (entry.kind === "folder") collectFolder(entry, `${path}/${name}`, powerCut, result);
    else
      result.files.set(
        `${path}/${name}`,
        buildContent(entry, powerCut, (outcome) => result.unsynced.set(`${path}/${name}`, outcome)),
      );
  }
}

function getNamesAfter(
  changes: readonly NameChange[],
): ReadonlyMap<string, FileHistory | FolderHistory> {
  const names = new Map<string, FileHistory | FolderHistory>();
  for (const { set } of changes) {
    for (const [name, now] of set) {
      if (now === null) names.delete(name);
      else names.set(name, now);
    }
  }
  return names;
}

function buildContent(
  file: FileHistory,
  powerCut: PowerCut,
  onUnsynced: (outcome: UnsyncedWrites) => void,
): Buffer {
  const { safe, open: unsynced } = splitBySync<FileChange>(file, powerCut);
  const disk = createFileContent();
  for (const change of safe) disk.apply(change);
  if (unsynced.length === 0) return disk.bytes();
  if (powerCut.random === null) {
    for (const change of unsynced) disk.apply(change);
    return disk.bytes();
  }
  onUnsynced(applyUnsynced(disk, unsynced, powerCut.random));
  return disk.bytes();
}

/** Applies none, all, or a random part of a file's unsynced changes. */
function applyUnsynced(
  disk: FileContent,
  unsynced: readonly FileChange[],
  random: () => number,
): UnsyncedWrites {
  const style = pickRandom(random, ["nothing", "everything", "some", "some"] as const);
  const cache = disk.copy();
  const outcome = { kept: 0, lost: 0, torn: 0 };
  for (const change of unsynced) {
    cache.apply(change);
    const fate =
      style === "nothing"
        ? "lost"
        : style === "everything"
          ? "kept"
          : pickRandom(random, ["kept", "lost", "torn"] as const);
    outcome[fate === "torn" ? applyTorn(disk, cache, change, random) : fate] += 1;
    if (fate === "kept") applyChange(disk, cache, change);
  }
  return outcome;
}

function applyChange(disk: FileContent, cache: FileContent, change: FileChange): void {
  if (change.op === "write")
    disk.copyFrom(
      cache,
      sectorStart(change.at),
      sectorStart(change.at + change.length - 1) + sectorBytes,
    );
  else disk.apply(change);
}
/**
 * Applies each sector of a write at random and returns the result. A change of the file size is
 * atomic.
 */
function applyTorn(
  disk: FileContent,
  cache: FileContent,
  change: FileChange,
  random: () => number,
): keyof UnsyncedWrites {
  let [keptSectors, lost] = [0, 0];
  const end = change.op === "write" ? change.at + change.length : 1;
  for (
    let from = change.op === "write" ? sectorStart(change.at) : 0;
    from < end;
    from += sectorBytes
  ) {
    if (random() < 0.5) {
      lost += 1;
      continue;
    }
    keptSectors += 1;
    if (change.op === "write") disk.copyFrom(cache, from, from + sectorBytes);
    else applyChange(disk, cache, change);
  }
  return keptSectors === 0 ? "lost" : lost === 0 ? "kept" : "torn";
}
const sectorStart = (at: number): number => at - (at % sectorBytes);

/**
 * Splits changes into those that are safely on disk at the moment and those that have only begun.
 */
function splitBySync<C extends { readonly begin: number; readonly end: number }>(
  { changes, syncs }: { readonly changes: readonly C[]; readonly syncs: readonly RecordedSync[] },
  { at, ignoreSyncsFrom = Infinity }: PowerCut,
): { safe: readonly C[]; open: readonly C[] } {
  let covered = -1;
  for (const sync of syncs)
    if (sync.end <= at && sync.end <= ignoreSyncsFrom) covered = Math.max(covered, sync.covers);
  return {
    safe: changes.filter(({ end }) => end < covered),
    open: changes.filter(({ begin, end }) => end >= covered && begin <= at),
  };
}
function chooseCount(maxCount: number, random: (() => number) | null): number {
  if (random === null) return maxCount;
  return pickRandom(random, [0, maxCount, Math.floor(random() * (maxCount + 1))] as const);
}
function pickRandom<T>(random: () => number, from: readonly [T, ...T[]]): T {
  return from[Math.floor(random() * from.length)] ?? from[0];
}

/**
 * Writes an image into an existing folder. `owner` returns the owner of a path, or null for the
 * user of this process. Folders of this user are accessible to other users.
 */
export function writeDiskImage(
  image: DiskImage,
  below: string,
  owner: (path: string) => { readonly uid: number; readonly gid: number } | null,
): void {
  const applyOwner = (path: string): void => {
    const to = owner(path);
    if (to !== null) chownSync(join(below, path), to.uid, to.gid);
  };
  for (const path of image.folders.filter((folderPath) => folderPath !== "")) {
    mkdirSync(join(below, path), { mode: owner(path) === null ? 0o711 : 0o700 });
    applyOwner(path);
  }
  for (const [path, bytes] of image.files) {
    writeFileSync(join(below, path), bytes, { mode: 0o600 });
    applyOwner(path);
  }
}
