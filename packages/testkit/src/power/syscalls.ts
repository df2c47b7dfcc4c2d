/**
 * System calls by which a process changed its disk. They are recorded by `recorder.c` or created by
 * unit tests.
 */

interface CallNumbers {
  /**
   * Counter values before and after the call. If the `end` of a call is below the `begin` of
   * another, it was completed before the other began.
   */
  readonly begin: number;
  readonly end: number;
}
/**
 * A recorded call. Paths are relative to the recorded folder, such as `/data/pg/PG_VERSION`. An
 * inode identifies a file or folder until the inode is reused.
 */
export type RecordedCall = CallNumbers &
  (
    | { readonly op: "create" | "mkdir"; readonly path: string; readonly inode: number }
    | { readonly op: "unlink" | "rmdir"; readonly path: string }
    | { readonly op: "rename" | "link"; readonly path: string; readonly to: string }
    | {
        readonly op: "write";
        readonly inode: number;
        readonly at: number;
        readonly length: number;
        /** The written bytes. Null means zeros. */
        readonly data: Uint8Array | null;
      }
    /** Changes the size of a file to `size`. `allocate` changes it to at least `size`. */
    | { readonly op: "resize" | "allocate"; readonly inode: number; readonly size: number }
    /** fsync or fdatasync of a file or a folder. `sync_all` covers everything. */
    | { readonly op: "sync"; readonly inode: number }
    | { readonly op: "sync_all" }
  );

const headerBytes = 64;
const recordMagic = 0x31525750;
const zerosFlag = 1;

/**
 * Reads the recorder's log. Sorts the calls by their ends. Throws if the log contains a call that
 * the model does not support.
 */
export function readRecordedCalls(log: Buffer): readonly RecordedCall[] {
  const calls: RecordedCall[] = [];
  for (let offset = 0; offset < log.length;) {
    if (log.length - offset < headerBytes || log.readUInt32LE(offset) !== recordMagic)
      throw new Error(`the record at byte ${offset} is none`);
    const bytes =
      headerBytes +
      log.readUInt16LE(offset + 6) +
      log.readUInt32LE(offset + 48) +
      log.readUInt32LE(offset + 52);
    calls.push(parseRecord(log.subarray(offset, offset + bytes)));
    offset += bytes;
  }
  return calls.toSorted((a, b) => a.end - b.end);
}

/** Parses `struct record` of recorder.c. */
function parseRecord(record: Buffer): RecordedCall {
  const pathEnd = headerBytes + record.readUInt16LE(6);
  const otherEnd = pathEnd + record.readUInt32LE(48);
  const flags = record.readUInt8(5);
  const numbers = { begin: readNumber(record, 8), end: readNumber(record, 16) };
  const inode = readNumber(record, 24);
  const length = readNumber(record, 40);
  const path = record.toString("utf8", headerBytes, pathEnd);
  const to = record.toString("utf8", pathEnd, otherEnd);
  const op = operations[record.readUInt8(4)];
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
      const data = (flags & zerosFlag) === 0 ? record.subarray(otherEnd) : null;
      return { op, ...numbers, inode, at: readNumber(record, 32), length, data };
    }
    case "resize":
    case "allocate":
      return { op, ...numbers, inode, size: length };
    case "sync":
      return { op, ...numbers, inode };
    case "sync_all":
      return { op, ...numbers };
    case undefined:
      throw new Error(
        `a call changed the disk in a way that is not modelled: ${path || "unknown"}`,
      );
  }
}
function readNumber(record: Buffer, at: number): number {
  return Number(record.readBigUInt64LE(at));
}

/** Operations by their number in recorder.c. Other numbers are not supported by the model. */
const operations: readonly (RecordedCall["op"] | undefined)[] = [
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
