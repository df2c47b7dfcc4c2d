import type { AccountConfig } from "../core/command.ts";
import { toRefusal } from "../store/database/database-errors.ts";
import type { Pools } from "../store/database/pools.ts";
import { loadAccountConfig } from "../store/settings/account/config.ts";
import type { EntryAccess, JournalDeps } from "./journal.ts";
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
  }: {
    readonly cache: StateCache;
    readonly streams: EntryStreams;
    readonly epochTracker: EpochTracker;
  },
): EntryAccess {
  return {
    async head(account, atLeast) {
      const position = await resolveHead(streams, pools.reader, account, atLeast ?? 0);
      return { epoch: epochTracker.epoch(), position };
    },
    published: (account) => streams.published(account),
    read: async (account, after, limit) =>
      streams.readBuffered(account, after, limit) ??
      readEntries(pools.reader, account, { after, upTo: Number.MAX_SAFE_INTEGER, limit }),
    subscribe: (listener, account) => streams.subscribe(listener, account),
    onReset: (listener) => epochTracker.onReset(listener),
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

/**
 * Returns cached settings, or loads them. Calls meanwhile share a load, as the facts of thousands
 * of chats ask at once after a change. A load that began before a change is not shared after it.
 * Rejects with Refusal without the account.
 */
export function createConfigReader(
  cache: StateCache,
  pool: Pools["writer"],
): (account: number) => Promise<AccountConfig> {
  const loads = new Map<
    number,
    { readonly since: number; readonly config: Promise<AccountConfig> }
  >();
  const load = async (account: number, since: number): Promise<AccountConfig> => {
    try {
      const loaded = await loadAccountConfig(pool, account);
      cache.putConfig(loaded, since);
      return loaded;
    } catch (error) {
      throw toRefusal(error);
    } finally {
      if (loads.get(account)?.since === since) loads.delete(account);
    }
  };
  return async (account) => {
    const cached = cache.config(account);
    if (cached) return cached;
    const since = cache.evictions;
    const running = loads.get(account);
    if (running?.since === since) return running.config;
    const config = load(account, since);
    loads.set(account, { since, config });
    return config;
  };
}
