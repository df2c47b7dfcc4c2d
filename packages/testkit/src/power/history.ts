import type { Call } from "./calls.ts";

/**
 * All changes of every file and folder, starting with an empty folder. `disk-image.ts` computes the
 * disk at a moment from it.
 */
export interface History {
  readonly root: Folder;
}
export interface File {
  readonly kind: "file";
  readonly changes: readonly Change[];
  readonly syncs: readonly Sync[];
}
export interface Folder {
  readonly kind: "folder";
  readonly changes: readonly NameChange[];
  readonly syncs: readonly Sync[];
}
export interface Sync {
  /** Changes that ended before this number are safe after the call returned. */
  readonly covers: number;
  readonly end: number;
}
export type Change = Extract<Call, { op: "write" | "resize" | "allocate" }>;
/** One atomic change of a folder: names are set or removed. A rename sets two names. */
export interface NameChange {
  readonly begin: number;
  readonly end: number;
  readonly set: readonly (readonly [name: string, now: File | Folder | null])[];
}

export interface HistoryOptions {
  /** Inode of the recorded folder. */
  readonly root: number;
  /**
   * Paths of files whose fsync also persists their name and earlier changes in the same folder, as
   * ext4, XFS and Btrfs do. For all other paths only an fsync of the folder does so, as POSIX
   * guarantees.
   */
  readonly namesWithFile?: (path: string) => boolean;
}

interface LiveFile extends File {
  readonly changes: Change[];
  readonly syncs: Sync[];
  /** Folder of its latest name, if its fsync persists the name. */
  named: { readonly folder: LiveFolder; readonly end: number } | null;
}
interface LiveFolder extends Folder {
  readonly changes: NameChange[];
  readonly syncs: Sync[];
  readonly now: Map<string, LiveFile | LiveFolder>;
}

/**
 * Replays calls, starting with an empty folder. Throws if a call does not match the state left by
 * the previous calls.
 */
export function replay(calls: readonly Call[], options: HistoryOptions): History {
  const root = newFolder();
  const live = new Map<number, LiveFile | LiveFolder>([[options.root, root]]);
  for (const call of calls) apply(call, { root, live, namesWithFile: options.namesWithFile ?? (() => false) });
  return { root };
}

interface Disk {
  readonly root: LiveFolder;
  readonly live: Map<number, LiveFile | LiveFolder>;
  readonly namesWithFile: (path: string) => boolean;
}

function apply(call: Call, disk: Disk): void {
  switch (call.op) {
    case "create":
    case "mkdir": {
      const made = call.op === "create" ? newFile() : newFolder();
      disk.live.set(call.inode, made);
      return name(disk, call, [[call.path, made]]);
    }
    case "unlink":
    case "rmdir":
      find(disk, call.path);
      return name(disk, call, [[call.path, null]]);
    case "link":
      return name(disk, call, [[call.to, find(disk, call.path)]]);
    case "rename":
      if (parentOf(call.path) !== parentOf(call.to)) throw new Error(`${call.path} moved to another folder, which is not modelled`);
      return name(disk, call, [
        [call.path, null],
        [call.to, find(disk, call.path)],
      ]);
    case "sync":
      return sync(node(disk, call.inode), call);
    case "sync_all":
      for (const one of disk.live.values()) sync(one, call);
      return;
    case "write":
    case "resize":
    case "allocate": {
      const file = node(disk, call.inode);
      if (file.kind === "folder") throw new Error(`a folder was written to (${call.op})`);
      file.changes.push(call);
    }
  }
}

function name(disk: Disk, call: Call, set: readonly (readonly [path: string, now: LiveFile | LiveFolder | null])[]): void {
  const [path = ""] = set[0] ?? [];
  const folder = find(disk, parentOf(path));
  if (folder.kind === "file") throw new Error(`${parentOf(path)} is no folder`);
  folder.changes.push({ begin: call.begin, end: call.end, set: set.map(([of, now]) => [lastOf(of), now]) });
  for (const [of, now] of set) {
    if (now === null) folder.now.delete(lastOf(of));
    else folder.now.set(lastOf(of), now);
    if (now?.kind === "file") now.named = disk.namesWithFile(of) ? { folder, end: call.end } : null;
  }
}

function sync(one: LiveFile | LiveFolder, { begin, end }: Call): void {
  one.syncs.push({ covers: begin, end });
  if (one.kind === "file" && one.named !== null && one.named.end < begin) one.named.folder.syncs.push({ covers: one.named.end + 0.5, end });
}

function find(disk: Disk, path: string): LiveFile | LiveFolder {
  let at: LiveFile | LiveFolder = disk.root;
  for (const part of path.split("/").filter((one) => one !== "")) {
    const next: LiveFile | LiveFolder | undefined = at.kind === "folder" ? at.now.get(part) : undefined;
    if (next === undefined) throw new Error(`${path} is not there: calls are missing, or two of them overlapped`);
    at = next;
  }
  return at;
}
function node({ live }: Disk, inode: number): LiveFile | LiveFolder {
  const found = live.get(inode);
  if (found === undefined) throw new Error(`nothing is known of inode ${inode}: calls are missing`);
  return found;
}
const newFile = (): LiveFile => ({ kind: "file", changes: [], syncs: [], named: null });
const newFolder = (): LiveFolder => ({ kind: "folder", changes: [], syncs: [], now: new Map() });
const parentOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));
const lastOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
