import type { AccountConfig } from "../core/command.ts";
import { isEarlierCursor } from "../store/account-data/move/earlier-epoch.ts";
import { toRefusal } from "../store/database/database-errors.ts";
import { assertNoTransaction } from "../store/database/sql.ts";
import type { Pools } from "../store/database/pools.ts";
import { loadAccountConfig } from "../store/settings/account/config.ts";
import type { EntryAccess, JournalDeps } from "./journal.ts";
import { shareLoads } from "./share-loads.ts";
import type { EntryStreams } from "./stream/entry-stream.ts";
import { readEntries, readHead } from "./stream/read-entries.ts";
import type { EpochTracker } from "./writing/epoch.ts";
import type { StateCache } from "./writing/state-cache.ts";

/** Creates the methods that read and subscribe to entries. */
export function createEntryAccess(
  { pools }: JournalDeps,
  {
    cache,
    streams,
    epochTracker,
    moves,
  }: {
    readonly cache: StateCache;
    readonly streams: EntryStreams;
    readonly epochTracker: EpochTracker;
    readonly moves: { readonly onMove: EntryAccess["onMove"] };
  },
): EntryAccess {
  return {
    async head(account, atLeast) {
      const position = await resolveHead(streams, pools.reader, account, atLeast ?? 0);
      return { epoch: epochTracker.epoch(), position };
    },
    translateCursor: async (account, cursor) =>
      cursor.epoch !== epochTracker.epoch() &&
      (await isEarlierCursor(pools.reader, account, cursor))
        ? { ...cursor, epoch: epochTracker.epoch() }
        : cursor,
    published: (account) => streams.published(account),
    read: async (account, after, limit) =>
      streams.readBuffered(account, after, limit) ??
      readEntries(pools.reader, account, { after, upTo: Number.MAX_SAFE_INTEGER, limit }),
    subscribe: (listener, account) => streams.subscribe(listener, account),
    onReset: (listener) => epochTracker.onReset(listener),
    onMove: moves.onMove,
    evict(account, visitorId) {
      if (visitorId !== null) cache.evict(visitorId);
      else cache.clear();
      streams.clearBuffer(account);
    },
  };
}

/** Returns the highest published position. Reads the database if it is below `atLeast`. */
async function resolveHead(
  streams: EntryStreams,
  reader: Pools["reader"],
  account: number,
  atLeast: number,
): Promise<number> {
  const published = streams.published(account);
  if (published !== undefined && published >= atLeast) return published;
  const head = await readHead(reader, account);
  streams.begin(account, head);
  streams.noteHead(account, head);
  return Math.max(streams.published(account) ?? head, head);
}

/** Returns cached settings, or loads them. Rejects with Refusal without the account. */
export function createConfigReader(
  cache: StateCache,
  pool: Pools["writer"],
): (account: number) => Promise<AccountConfig> {
  // After a change, the facts of hundreds of chats need the settings at the same time.
  const load = shareLoads(async (account, since) => {
    const loaded = await loadAccountConfig(pool, account).catch((error: unknown) =>
      Promise.reject(toRefusal(error)),
    );
    cache.putConfig(loaded, since);
    return loaded;
  });
  return async (account) => {
    assertNoTransaction("the settings cache");
    return cache.config(account) ?? load(account, cache.evictions);
  };
}
