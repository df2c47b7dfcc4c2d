import type { Reader } from "../store/database/reader.ts";
import {
  listPassageNumbers,
  readPassageRevision,
  readPassages,
  type StoredPassage,
} from "../store/passages/passage.ts";
import { copyVector, createVectorTable, putVector, type VectorTable } from "./vector.ts";

/** The passages of an account for one model. Row n of `vectors` belongs to `rows[n]`. */
export interface PassageSet {
  readonly model: string;
  readonly revision: number;
  readonly rows: readonly PassageRow[];
  readonly vectors: VectorTable;
}
type PassageRow = Omit<StoredPassage, "vector" | "hash"> & {
  /** In hexadecimal digits. */
  readonly hash: string;
};
/** Reads the passages of accounts, and stores the latest ones in memory. */
export interface VectorCache {
  /** Returns null if there are no passages of the model. */
  read(account: number, model: string): Promise<PassageSet | null>;
}

/** Bytes of the vectors of an account. The rows above it are not compared. */
const maxAccountBytes = 64 << 20;
const defaultMaxBytes = 128 << 20;
const rowsPerQuery = 2_000;

/**
 * Creates the memory of a node for vectors (decision 0242). It has the accounts whose customers
 * asked last, up to `maxBytes`. After a change, only what is new is read.
 */
export function createVectorCache(reader: Reader, maxBytes = defaultMaxBytes): VectorCache {
  const sets = new Map<number, PassageSet>();
  const pending = new Map<number, Promise<PassageSet | null>>();

  const load = async (account: number, model: string): Promise<PassageSet | null> => {
    const found = await readPassageRevision(reader, account, model);
    const before = sets.get(account);
    sets.delete(account);
    if (found === null) return null;
    const { revision, dimensions } = found;
    const isSame =
      before?.model === model &&
      before.revision === revision &&
      before.vectors.dimensions === dimensions;
    const set = isSame
      ? before
      : await readSet(reader, { account, model, revision, dimensions }, before);
    sets.set(account, set);
    dropOldest(sets, maxBytes);
    return set.rows.length === 0 ? null : set;
  };
  return {
    async read(account, model) {
      // Questions that come together read once.
      const running = pending.get(account);
      if (running !== undefined) await running.catch(() => null);
      const loading = load(account, model);
      pending.set(account, loading);
      try {
        return await loading;
      } finally {
        if (pending.get(account) === loading) pending.delete(account);
      }
    },
  };
}

async function readSet(
  reader: Reader,
  {
    account,
    model,
    revision,
    dimensions,
  }: { account: number; model: string; revision: number; dimensions: number },
  before: PassageSet | undefined,
): Promise<PassageSet> {
  const limit = Math.floor(maxAccountBytes / dimensions);
  const numbers = await listPassageNumbers(reader, account, { model, dimensions }, limit);
  const isUsable = before?.model === model && before.vectors.dimensions === dimensions;
  const present = new Map(isUsable ? before.rows.map(({ number }, row) => [number, row]) : []);
  const vectors = createVectorTable(numbers.length, dimensions);
  const rows: PassageRow[] = [];
  for (const number of numbers) {
    const row = present.get(number);
    if (before === undefined || row === undefined) continue;
    copyVector(vectors, rows.length, before.vectors, row);
    rows.push(before.rows[row]!);
  }
  const missing = numbers.filter((number) => !present.has(number));
  for (let start = 0; start < missing.length; start += rowsPerQuery) {
    const page = missing.slice(start, start + rowsPerQuery);
    for (const { vector, hash, ...passage } of await readPassages(reader, account, page)) {
      putVector(vectors, rows.length, vector);
      rows.push({ ...passage, hash: hash.toString("hex") });
    }
  }
  return { model, revision, rows, vectors };
}

function dropOldest(sets: Map<number, PassageSet>, maxBytes: number): void {
  let bytes = 0;
  for (const { vectors } of sets.values()) bytes += vectors.values.byteLength;
  for (const [account, { vectors }] of sets) {
    // The latest one is used now.
    if (bytes <= maxBytes || sets.size === 1) return;
    sets.delete(account);
    bytes -= vectors.values.byteLength;
  }
}
