import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startContent, type Content } from "./content.ts";
import type { Change, File, Folder, History, NameChange, Sync } from "./history.ts";

/** A disk writes so many bytes as a whole, or not. */
export const sectorBytes = 512;

/** When the power goes, and what of the unsynced the disk has by chance. */
export interface Moment {
  /** A number of the calls' counter. */
  readonly at: number;
  /** From 0 to below 1; null: nothing is lost, as when a system ends in order. */
  readonly dice: (() => number) | null;
  /** Syncs that end after this number are not carried out, though they were answered: a disk that lies. */
  readonly liesFrom?: number;
}

/** What a disk holds after its power was lost. */
export interface Image {
  /** By path; folders that hold nothing have no entry in `files`. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly folders: readonly string[];
  /** What happened to unsynced writes, by the path of the file that survived. */
  readonly unsynced: ReadonlyMap<string, Fates>;
  /** Changes of names that were lost. */
  readonly namesLost: number;
}
export interface Fates {
  readonly kept: number;
  readonly lost: number;
  /** Sectors of one write both kept and lost. */
  readonly torn: number;
}

/**
 * What survives: everything that a sync covered which had returned before; of what came later, or was under way, a random part. In a folder
 * that is a number of changes from the first on; in a file each write by itself, as whole sectors, because the system writes its cache back
 * in any order: a sector then has all that was written to it until that write.
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

/** Nothing of a file's last changes on the disk, everything, or each by chance. */
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
/** Each sector by chance; a change of the size is whole. Answers what became of it. */
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

/** What is safe at the moment, and what had begun besides. */
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

/** Puts an image below a folder that exists. `owner`: to whom a path belongs when not to this process; our own folders let others through. */
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
