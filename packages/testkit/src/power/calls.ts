/** Calls of a process that changed its disk, as `recorder.c` writes them down and as unit tests make them up. */

interface Numbered {
  /** Numbers of one counter, drawn before the call and after it: a call that ended below where another began was done before it. */
  readonly begin: number;
  readonly end: number;
}
/** Paths lie below the recorded folder, `/data/pg/PG_VERSION`; a file or folder is known by its inode until its name is used anew. */
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
        /** Null: zeros. */
        readonly data: Uint8Array | null;
      }
    /** To this size; `allocate`: to this size at least. */
    | { readonly op: "resize" | "allocate"; readonly inode: number; readonly size: number }
    /** fsync, fdatasync of a file or a folder; `sync_all`: of everything. */
    | { readonly op: "sync"; readonly inode: number }
    | { readonly op: "sync_all" }
  );

const headerBytes = 64;
const magic = 0x31525750;
const zeros = 1;

/** Reads the recorder's log, in the order of the calls' ends. Throws when it holds what cannot be modelled. */
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

/** The layout is that of `struct record` in recorder.c. */
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

/** By the numbers of recorder.c; what is not here is not modelled. */
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
