import { createHmac } from "node:crypto";
import type { IdGenerator } from "../../core/command.ts";
import type { Queryable } from "./sql.ts";

/** Maximum number of ids of each kind that a batch may need. */
interface IdNeed {
  readonly chats: number;
  readonly visitors: number;
  readonly events: number;
}
export interface IdSource extends IdGenerator {
  /** Reserves ids in advance for synchronous use. Returns undefined if enough are reserved. */
  ensure(need: IdNeed): Promise<void> | undefined;
}
/** Ids reserved at a time. A crash wastes the rest, but no id is assigned twice (CORE-004). */
const blockSizes = { chats: 512, visitors: 512, events: 8_192 };
type Kind = keyof typeof blockSizes;

/**
 * Creates the id source of this node. It takes blocks from counters of the installation, and maps
 * each value through a permutation keyed by `secret` (CORE-004). The secret must stay the same for
 * the lifetime of the database, because another one could repeat ids.
 */
export function createIdSource(pool: Queryable, secret: string | Uint8Array): IdSource {
  const spans: Record<Kind, ReservedValues> = {
    chats: new ReservedValues(),
    visitors: new ReservedValues(),
    events: new ReservedValues(),
  };
  const chat = createPermutation(secret, "chat", 31);
  const visitor = createPermutation(secret, "visitor", 31);
  const event = createPermutation(secret, "event", 52);
  let filling: Promise<void> | undefined;

  const fill = async (need: IdNeed): Promise<void> => {
    const countToReserve = (kind: Kind): number =>
      spans[kind].remaining >= need[kind] + blockSizes[kind] / 2
        ? 0
        : Math.max(blockSizes[kind], need[kind]);
    const requested = {
      chats: countToReserve("chats"),
      visitors: countToReserve("visitors"),
      events: countToReserve("events"),
    };
    const { rows } = await pool.query<{
      chats: string | number;
      visitors: string | number;
      events: string | number;
    }>(
      `update instance set chat_counter = chat_counter + $1, visitor_counter = visitor_counter + $2, event_counter = event_counter + $3
       returning chat_counter as chats, visitor_counter as visitors, event_counter as events`,
      [requested.chats, requested.visitors, requested.events],
    );
    const row = rows[0];
    if (!row) throw new Error("the table instance is empty");
    for (const kind of ["chats", "visitors", "events"] as const) {
      if (requested[kind] === 0) continue;
      const first = Number(row[kind]) - requested[kind] + 1;
      const takenValues =
        kind === "events" ? noTakenValues : await findTakenValues(kind, first, requested[kind]);
      spans[kind].add(first, requested[kind], takenValues);
    }
  };
  /** Returns the counter values whose ids an imported account already uses. */
  const findTakenValues = async (
    kind: "chats" | "visitors",
    first: number,
    count: number,
  ): Promise<ReadonlySet<number>> => {
    const id = kind === "chats" ? chat : visitor;
    const values = new Map(Array.from({ length: count }, (_, n) => [id(first + n), first + n]));
    const { rows } = await pool.query<{ id: string | number }>(
      "select id from taken_id where kind = $1 and id = any($2::bigint[])",
      [kind === "chats" ? "chat" : "visitor", [...values.keys()]],
    );
    return new Set(rows.flatMap((row) => values.get(Number(row.id)) ?? []));
  };
  const hasEnough = (need: IdNeed): boolean =>
    spans.chats.remaining >= need.chats &&
    spans.visitors.remaining >= need.visitors &&
    spans.events.remaining >= need.events;
  const ensure = async (need: IdNeed): Promise<void> => {
    while (!hasEnough(need)) {
      filling ??= fill(need).finally(() => (filling = undefined));
      await filling;
    }
  };
  return {
    chat: () => chat(spans.chats.next()),
    visitor: () => visitor(spans.visitors.next()),
    message: () => event(spans.events.next()),
    delivery: () => event(spans.events.next()),
    ensure: (need) => (hasEnough(need) ? undefined : ensure(need)),
  };
}

const noTakenValues: ReadonlySet<number> = new Set();

/** Number of rounds of the Feistel network. */
const feistelRounds = 6;

/** Reserved counter values, oldest first. */
class ReservedValues {
  readonly #parts: { next: number; end: number }[] = [];
  remaining = 0;
  add(first: number, count: number, without: ReadonlySet<number>): void {
    let next = first;
    for (let value = first; value <= first + count; value++) {
      if (value < first + count && !without.has(value)) continue;
      if (value > next) this.#parts.push({ next, end: value });
      this.remaining += value - next;
      next = value + 1;
    }
  }
  next(): number {
    const part = this.#parts[0];
    if (!part) throw new Error("more ids drawn than were reserved before deciding");
    this.remaining--;
    const value = part.next++;
    if (part.next === part.end) this.#parts.shift();
    return value;
  }
}

/**
 * Creates a permutation of 1 .. 2^bits - 1 (at most 52 bits). It is a Feistel network of six rounds
 * with separate keys, over the next even number of bits. It is repeated until the value is in
 * range.
 */
export function createPermutation(
  secret: string | Uint8Array,
  purpose: string,
  bits: number,
): (value: number) => number {
  const half = Math.ceil(bits / 2);
  const size = 2 ** half;
  const top = 2 ** bits;
  const keys: number[] = [];
  for (let round = 0; round < feistelRounds; round++) {
    const bytes = createHmac("sha256", secret).update(`parlour ids ${purpose} ${round}`).digest();
    keys.push(bytes.readInt32LE(0), bytes.readInt32LE(4));
  }
  return (value) => {
    if (!Number.isSafeInteger(value) || value < 1 || value >= top)
      throw new RangeError(`the ${purpose} ids are used up`);
    let out = value;
    do {
      let left = Math.floor(out / size);
      let right = out % size;
      // The loop runs for every message, so it allocates neither iterators nor pairs.
      for (let at = 0; at < keys.length; at += 2) {
        const mixed = (left ^ halfSipHash(keys[at] ?? 0, keys[at + 1] ?? 0, right)) & (size - 1);
        left = right;
        right = mixed;
      }
      out = left * size + right;
    } while (out === 0 || out >= top);
    return out;
  };
}

/** Computes HalfSipHash-2-4 of one 32-bit word, a cheap keyed hash. */
function halfSipHash(key0: number, key1: number, word: number): number {
  let v0 = key0,
    v1 = key1,
    v2 = 0x6c796765 ^ key0,
    v3 = 0x74656462 ^ key1 ^ word;
  // Two rounds for the word, two for its length, and four to finish.
  for (let n = 0; n < 8; n++) {
    if (n === 2) {
      v0 ^= word;
      v3 ^= 4 << 24;
    } else if (n === 4) {
      v0 ^= 4 << 24;
      v2 ^= 0xff;
    }
    v0 = (v0 + v1) | 0;
    v1 = (v1 << 5) | (v1 >>> 27);
    v1 ^= v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = (v3 << 8) | (v3 >>> 24);
    v3 ^= v2;
    v0 = (v0 + v3) | 0;
    v3 = (v3 << 7) | (v3 >>> 25);
    v3 ^= v0;
    v2 = (v2 + v1) | 0;
    v1 = (v1 << 13) | (v1 >>> 19);
    v1 ^= v2;
    v2 = (v2 << 16) | (v2 >>> 16);
  }
  return v1 ^ v3;
}
