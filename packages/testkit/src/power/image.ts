import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startContent, type Content } from "./content.ts";
import type { Change, File, Folder, History, NameChange, Sync } from "./history.ts";

/** A disk writes this many bytes atomically. */
export const sectorBytes = 512;

/** The moment of the power loss, and the random choice of unsynced changes that survive. */
export interface Moment {
  /** A value of the calls' counter. */
  readonly at: number;
  /** Returns 0 ≤ x < 1. null: nothing is lost, as after a regular shutdown. */
  readonly dice: (() => number) | null;
  /** Syncs that end after this number have no effect although they returned: a disk that lies. */
  readonly liesFrom?: number;
}

/** The content of a disk after a power loss. */
export interface Image {
  /** Files by path. Empty folders have no entry in `files`. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly folders: readonly string[];
  /** What happened to unsynced writes, by path of the surviving file. */
  readonly unsynced: ReadonlyMap<string, Fates>;
  /** Number of lost name changes. */
  readonly namesLost: number;
}
export interface Fates {
  readonly kept: number;
  readonly lost: number;
  /** Writes of which some sectors were kept and some lost. */
  readonly torn: number;
}

/**
 * Returns what survives: everything covered by a sync that had returned, and a random part of later
 * or running changes. In a folder, a random number of changes from the first on survives. In a
 * file, each write survives by itself and in whole sectors, because the system writes its cache
 * back in any order. A surviving sector contains all that was written to it until that write.
 */
export function imageAt(history: History, moment: Moment): Image {
  const found: Found = { files: new Map(), folders: [], unsynced: new Map(), namesLost: 0 };
  walk(history.root, "", moment, found);
  return found;
}

interface Found {
  readonly files: Map<string, Buffer>;
  readonly folders: string[];
  readonly unsynced: Map<string, Fates>;
  namesLost: number;
}

function walk(folder: Folder, path: string, moment: Moment, found: Found): void {
  found.folders.push(path);
  const { safe, open } = split(folder, moment);
  const kept = chooseCount(open.length, moment.dice);
  found.namesLost += open.length - kept;
  for (const [name, one] of namesAfter([...safe, ...open.slice(0, kept)])) {
    if (one.kind === "folder") walk(one, `${path}/${name}`, moment, found);
    else
      found.files.set(
        `${path}/${name}`,
        contentOf(one, moment, (fates) => found.unsynced.set(`${path}/${name}`, fates)),
      );
  }
}

function namesAfter(changes: readonly NameChange[]): ReadonlyMap<string, File | Folder> {
  const names = new Map<string, File | Folder>();
  for (const { set } of changes) {
    for (const [name, now] of set) {
      if (now === null) names.delete(name);
      else names.set(name, now);
    }
  }
  return names;
}

function contentOf(file: File, moment: Moment, say: (fates: Fates) => void): Buffer {
  const { safe, open } = split<Change>(file, moment);
  const disk = startContent();
  for (const change of safe) disk.apply(change);
  if (open.length === 0) return disk.bytes();
  if (moment.dice === null) {
    for (const change of open) disk.apply(change);
    return disk.bytes();
  }
  say(lose(disk, open, moment.dice));
  return disk.bytes();
}

/** Applies none, all, or a random part of a file's unsynced changes. */
function lose(disk: Content, open: readonly Change[], dice: () => number): Fates {
  const style = pick(dice, ["nothing", "everything", "some", "some"] as const);
  const cache = disk.copy();
  const fates = { kept: 0, lost: 0, torn: 0 };
  for (const change of open) {
    cache.apply(change);
    const fate = style === "nothing" ? "lost" : style === "everything" ? "kept" : pick(dice, ["kept", "lost", "torn"] as const);
    fates[fate === "torn" ? tear(disk, cache, change, dice) : fate] += 1;
    if (fate === "kept") take(disk, cache, change);
  }
  return fates;
}

function take(disk: Content, cache: Content, change: Change): void {
  if (change.op === "write") disk.takeFrom(cache, sectorOf(change.at), sectorOf(change.at + change.length - 1) + sectorBytes);
  else disk.apply(change);
}
/** Applies each sector at random. A change of the size is atomic. Returns the result. */
function tear(disk: Content, cache: Content, change: Change, dice: () => number): keyof Fates {
  let [kept, lost] = [0, 0];
  const end = change.op === "write" ? change.at + change.length : 1;
  for (let from = change.op === "write" ? sectorOf(change.at) : 0; from < end; from += sectorBytes) {
    if (dice() < 0.5) {
      lost += 1;
      continue;
    }
    kept += 1;
    if (change.op === "write") disk.takeFrom(cache, from, from + sectorBytes);
    else take(disk, cache, change);
  }
  return kept === 0 ? "lost" : lost === 0 ? "kept" : "torn";
}
const sectorOf = (at: number): number => at - (at % sectorBytes);

/** Splits changes into those that are safe at the moment and those that had only begun. */
function split<C extends { readonly begin: number; readonly end: number }>(
  { changes, syncs }: { readonly changes: readonly C[]; readonly syncs: readonly Sync[] },
  { at, liesFrom = Infinity }: Moment,
): { safe: readonly C[]; open: readonly C[] } {
  let covered = -1;
  for (const sync of syncs) if (sync.end <= at && sync.end <= liesFrom) covered = Math.max(covered, sync.covers);
  return { safe: changes.filter(({ end }) => end < covered), open: changes.filter(({ begin, end }) => end >= covered && begin <= at) };
}
function chooseCount(most: number, dice: (() => number) | null): number {
  if (dice === null) return most;
  return pick(dice, [0, most, Math.floor(dice() * (most + 1))] as const);
}
function pick<T>(dice: () => number, from: readonly [T, ...T[]]): T {
  return from[Math.floor(dice() * from.length)] ?? from[0];
}

/**
 * Writes an image into an existing folder. `owner`: owner of a path, or null for this process. Own
 * folders are accessible to other users.
 */
export function writeImage(
  image: Image,
  below: string,
  owner: (path: string) => { readonly uid: number; readonly gid: number } | null,
): void {
  const give = (path: string): void => {
    const to = owner(path);
    if (to !== null) chownSync(join(below, path), to.uid, to.gid);
  };
  for (const path of image.folders.filter((one) => one !== "")) {
    mkdirSync(join(below, path), { mode: owner(path) === null ? 0o711 : 0o700 });
    give(path);
  }
  for (const [path, bytes] of image.files) {
    writeFileSync(join(below, path), bytes, { mode: 0o600 });
    give(path);
  }
}
