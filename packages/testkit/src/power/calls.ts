/**
 * System calls of a process that changed its disk, recorded by `recorder.c` or created by unit
 * tests.
 */

interface Numbered {
  /**
   * Counter values before and after the call. A call whose `end` is below another's `begin` was
   * completed before it.
   */
  readonly begin: number;
  readonly end: number;
}
/**
 * Paths are relative to the recorded folder, like `/data/pg/PG_VERSION`. An inode identifies a file
 * or folder until it is reused.
 */
export type Call = Numbered &
  (
    | { readonly op: "create" | "mkdir"; readonly path: string; readonly inode: number }
    | { readonly op: "unlink" | "rmdir"; readonly path: string }
    | { readonly op: "rename" | "link"; readonly path: string; readonly to: string }
    | {
        readonly op: "write";
        readonly inode: number;
        readonly at: number;
        readonly length: number;
        /** null: zeros. */
        readonly data: Uint8Array | null;
      }
    /** Changes the size to `size`. `allocate`: to at least `size`. */
    | { readonly op: "resize" | "allocate"; readonly inode: number; readonly size: number }
    /** fsync or fdatasync of a file or a folder. `sync_all`: of everything. */
    | { readonly op: "sync"; readonly inode: number }
    | { readonly op: "sync_all" }
  );

const headerBytes = 64;
const magic = 0x31525750;
const zeros = 1;

/**
 * Reads the recorder's log, ordered by the ends of the calls. Throws if it contains a call that is
 * not modelled.
 */
export function readCalls(log: Buffer): readonly Call[] {
  const calls: Call[] = [];
  for (let from = 0; from < log.length;) {
    if (log.length - from < headerBytes || log.readUInt32LE(from) !== magic) throw new Error(`the record at byte ${from} is none`);
    const bytes = headerBytes + log.readUInt16LE(from + 6) + log.readUInt32LE(from + 48) + log.readUInt32LE(from + 52);
    calls.push(readCall(log.subarray(from, from + bytes)));
    from += bytes;
  }
  return calls.toSorted((a, b) => a.end - b.end);
}

/** Parses `struct record` of recorder.c. */
function readCall(record: Buffer): Call {
  const pathEnd = headerBytes + record.readUInt16LE(6);
  const otherEnd = pathEnd + record.readUInt32LE(48);
  const flags = record.readUInt8(5);
  const numbers = { begin: big(record, 8), end: big(record, 16) };
  const inode = big(record, 24);
  const length = big(record, 40);
  const path = record.toString("utf8", headerBytes, pathEnd);
  const to = record.toString("utf8", pathEnd, otherEnd);
  const op = ops[record.readUInt8(4)];
  switch (op) {
    case "create":
    case "mkdir":
      return { op, ...numbers, path, inode };
    case "unlink":
    case "rmdir":
      return { op, ...numbers, path };
    case "rename":
    case "link":
      return { op, ...numbers, path, to };
    case "write": {
      const data = (flags & zeros) === 0 ? record.subarray(otherEnd) : null;
      return { op, ...numbers, inode, at: big(record, 32), length, data };
    }
    case "resize":
    case "allocate":
      return { op, ...numbers, inode, size: length };
    case "sync":
      return { op, ...numbers, inode };
    case "sync_all":
      return { op, ...numbers };
    case undefined:
      throw new Error(`a call changed the disk in a way that is not modelled: ${path || "unknown"}`);
  }
}
function big(record: Buffer, at: number): number {
  return Number(record.readBigUInt64LE(at));
}

/** Indexed by the numbers of recorder.c. Other numbers are not modelled. */
const ops: readonly (Call["op"] | undefined)[] = [
  undefined,
  "create",
  "write",
  "resize",
  "allocate",
  "sync",
  "sync_all",
  "rename",
  "link",
  "unlink",
  "mkdir",
  "rmdir",
];
