import type { RecordedCall } from "./syscalls.ts";

/**
 * All changes of every file and folder, beginning with an empty folder. `disk-image.ts` uses them
 * to compute the disk content at a moment.
 */
export interface History {
  readonly root: FolderHistory;
}
export interface FileHistory {
  readonly kind: "file";
  readonly changes: readonly FileChange[];
  readonly syncs: readonly RecordedSync[];
}
export interface FolderHistory {
  readonly kind: "folder";
  readonly changes: readonly NameChange[];
  readonly syncs: readonly RecordedSync[];
}
export interface RecordedSync {
  /** Changes that ended before this counter value are safe after the call has returned. */
  readonly covers: number;
  readonly end: number;
}
export type FileChange = Extract<RecordedCall, { op: "write" | "resize" | "allocate" }>;
/** One atomic change of a folder: names are set or removed. A rename sets two names. */
export interface NameChange {
  readonly begin: number;
  readonly end: number;
  readonly set: readonly (readonly [name: string, now: FileHistory | FolderHistory | null])[];
}

export interface HistoryOptions {
  /** Inode of the recorded folder. */
  readonly root: number;
  /**
   * Returns true for files whose fsync also persists their name and earlier changes in the same
   * folder, as ext4, XFS and Btrfs do. For all other files, only an fsync of the folder persists
   * the name, as POSIX guarantees.
   */
  readonly namesWithFile?: (path: string) => boolean;
}

interface LiveFile extends FileHistory {
  readonly changes: FileChange[];
  readonly syncs: RecordedSync[];
  /**
   * Folder that contains the file under its latest name. Set if an fsync of the file persists this
   * name.
   */
  lastName: { readonly folder: LiveFolder; readonly end: number } | null;
}
interface LiveFolder extends FolderHistory {
  readonly changes: NameChange[];
  readonly syncs: RecordedSync[];
  readonly entries: Map<string, LiveFile | LiveFolder>;
}

/**
 * Replays calls, beginning with an empty folder. Throws if a call does not match the state after
 * the previous calls.
 */
export function replayCalls(calls: readonly RecordedCall[], options: HistoryOptions): History {
  const root = createFolder();
  const nodesByInode = new Map<number, LiveFile | LiveFolder>([[options.root, root]]);
  for (const call of calls)
    applyCall(call, { root, nodesByInode, namesWithFile: options.namesWithFile ?? (() => false) });
  return { root };
}

interface Disk {
  readonly root: LiveFolder;
  readonly nodesByInode: Map<number, LiveFile | LiveFolder>;
  readonly namesWithFile: (path: string) => boolean;
}

function applyCall(call: RecordedCall, disk: Disk): void {
  switch (call.op) {
    case "create":
    case "mkdir": {
      const created = call.op === "create" ? createFile() : createFolder();
      disk.nodesByInode.set(call.inode, created);
      return applyNames(disk, call, [[call.path, created]]);
    }
    case "unlink":
    case "rmdir":
      findByPath(disk, call.path);
      return applyNames(disk, call, [[call.path, null]]);
    case "link":
      return applyNames(disk, call, [[call.to, findByPath(disk, call.path)]]);
    case "rename":
      if (getParent(call.path) !== getParent(call.to))
        throw new Error(`${call.path} moved to another folder, which is not modelled`);
      return applyNames(disk, call, [
        [call.path, null],
        [call.to, findByPath(disk, call.path)],
      ]);
    case "sync":
      return recordSync(findNode(disk, call.inode), call);
    case "sync_all":
      for (const entry of disk.nodesByInode.values()) recordSync(entry, call);
      return;
    case "write":
    case "resize":
    case "allocate": {
      const file = findNode(disk, call.inode);
      if (file.kind === "folder") throw new Error(`a folder was written to (${call.op})`);
      file.changes.push(call);
    }
  }
}

function applyNames(
  disk: Disk,
  call: RecordedCall,
  set: readonly (readonly [path: string, now: LiveFile | LiveFolder | null])[],
): void {
  const [path = ""] = set[0] ?? [];
  const folder = findByPath(disk, getParent(path));
  if (folder.kind === "file") throw new Error(`${getParent(path)} is no folder`);
  folder.changes.push({
    begin: call.begin,
    end: call.end,
    set: set.map(([entryPath, now]) => [getBaseName(entryPath), now]),
  });
  for (const [entryPath, now] of set) {
    if (now === null) folder.entries.delete(getBaseName(entryPath));
    else folder.entries.set(getBaseName(entryPath), now);
    if (now?.kind === "file")
      now.lastName = disk.namesWithFile(entryPath) ? { folder, end: call.end } : null;
  }
}

function recordSync(target: LiveFile | LiveFolder, { begin, end }: RecordedCall): void {
  target.syncs.push({ covers: begin, end });
  if (target.kind === "file" && target.lastName !== null && target.lastName.end < begin)
    target.lastName.folder.syncs.push({ covers: target.lastName.end + 0.5, end });
}

function findByPath(disk: Disk, path: string): LiveFile | LiveFolder {
  let current: LiveFile | LiveFolder = disk.root;
  for (const part of path.split("/").filter((segment) => segment !== "")) {
    const next: LiveFile | LiveFolder | undefined =
      current.kind === "folder" ? current.entries.get(part) : undefined;
    if (next === undefined)
      throw new Error(`${path} is not there: calls are missing, or two of them overlapped`);
    current = next;
  }
  return current;
}
function findNode({ nodesByInode }: Disk, inode: number): LiveFile | LiveFolder {
  const existing = nodesByInode.get(inode);
  if (existing === undefined)
    throw new Error(`nothing is known of inode ${inode}: calls are missing`);
  return existing;
}
const createFile = (): LiveFile => ({ kind: "file", changes: [], syncs: [], lastName: null });
const createFolder = (): LiveFolder => ({
  kind: "folder",
  changes: [],
  syncs: [],
  entries: new Map(),
});
const getParent = (path: string): string => path.slice(0, path.lastIndexOf("/"));
const getBaseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
