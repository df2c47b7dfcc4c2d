import { ApiError, type Api, type Timers } from "@parlour/client";
import type { Draft } from "@parlour/protocol/api";
import { longestDraft } from "@parlour/protocol/writing";
import { answered, followed, isBehind } from "./draft-record.ts";
import { isShared, keepRecord, onDraftWritten, placesBehind, recordOf, type DraftPlace, type SharedPlace } from "./drafts.ts";

export interface DraftSyncDeps {
  readonly api: Pick<Api, "put" | "list">;
  readonly operator: number;
  readonly timers: Timers;
  /** Drafts that another device wrote, as the socket brings them; gives the function that ends it. */
  readonly onDraft: (listener: (draft: Draft) => void) => () => void;
  readonly isLive: () => boolean;
}
export type DraftSync = ReturnType<typeof createDraftSync>;

/** A draft goes to the server this long after its last key; what was sent or emptied at once. */
const restMs = 1000;
const againMs = 5000;
/** The body of a request that outlives its page is small (fetch, keepalive). */
const mostKeepalive = 15_000;

/** Brings the drafts of this device to the server, and follows those of others (API-045). One request per draft at a time. */
export function createDraftSync({ api, operator, timers, onDraft, isLive }: DraftSyncDeps) {
  const waiting = new Map<string, { place: SharedPlace; timer: unknown }>();
  const under = new Set<string>();
  /** Chats that the server will not have drafts of: out of sight, or this role writes none. */
  const refused = new Set<string>();
  let retry: unknown = null;

  const nameOf = ({ chat, mode }: SharedPlace): string => `${chat} ${mode}`;
  const written = (place: DraftPlace): void => {
    if (place.operator !== operator || !isShared(place)) return;
    refused.delete(nameOf(place));
    later(place, recordOf(place).text === "" ? 0 : restMs);
  };
  const later = (place: SharedPlace, ms: number): void => {
    const name = nameOf(place);
    const before = waiting.get(name);
    if (before) timers.clear(before.timer);
    const run = (): void => {
      waiting.delete(name);
      void push(place);
    };
    waiting.set(name, { place, timer: timers.set(run, ms) });
  };

  const push = async (place: SharedPlace, keepalive = false): Promise<void> => {
    const name = nameOf(place);
    const record = recordOf(place);
    if (!isBehind(record) || under.has(name) || refused.has(name) || lengthOf(record.text) > longestDraft || !isLive()) return;
    under.add(name);
    const { text: attempt, tried: before, ...rest } = record;
    // Before it goes: other tabs, which share the record, may hear of it from the socket before this one has its answer.
    keepRecord(place, { ...rest, text: attempt, tried: attempt });
    try {
      const body = { mode: place.mode, text: attempt, version: record.version + 1 };
      const kept = await api.put<Draft>(`/chats/${place.chat}/draft`, body, { keepalive: keepalive && attempt.length < mostKeepalive });
      const { tried: _attempt, ...now } = recordOf(place);
      keepRecord(place, answered({ ...now, ...(before !== undefined && { tried: before }) }, attempt, kept));
      under.delete(name);
      if (isBehind(recordOf(place)) && !waiting.has(name)) later(place, restMs);
    } catch (error) {
      under.delete(name);
      if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) {
        refused.add(name);
        const { tried: _refused, ...now } = recordOf(place);
        keepRecord(place, now);
      } else
        retry ??= timers.set(() => {
          retry = null;
          pushAll();
        }, againMs);
    }
  };
  const pushAll = (keepalive = false): void => {
    for (const { timer } of waiting.values()) timers.clear(timer);
    waiting.clear();
    for (const place of placesBehind(operator)) void push(place, keepalive);
  };

  const take = (draft: Draft): void => {
    const place = { operator, chat: draft.chat_id, mode: draft.mode };
    const next = under.has(nameOf(place)) ? null : followed(recordOf(place), draft, timers.now());
    if (next) keepingCaret(() => keepRecord(place, next));
  };
  const stops = [onDraft(take), onDraftWritten(written)];
  return {
    /** Connected again: reads what others wrote meanwhile, then sends what waits here. */
    async catchUp(): Promise<void> {
      try {
        for (const draft of await api.list<Draft>("/drafts")) take(draft);
      } catch (error) {
        // Without the list the next answers tell what is newer.
        if (!(error instanceof ApiError)) throw error;
      }
      pushAll();
    },
    /** The page goes away: what waits for its second goes now. */
    flush: () => pushAll(true),
    stop(): void {
      for (const stop of stops) stop();
      for (const { timer } of waiting.values()) timers.clear(timer);
      timers.clear(retry);
    },
  };
}

const lengthOf = (text: string): number => (text.length <= longestDraft ? text.length : Array.from(text).length);

/** Writes of other devices never move the caret of a field in use. */
function keepingCaret(change: () => void): void {
  const field = typeof document === "undefined" ? null : document.activeElement;
  if (!(field instanceof HTMLTextAreaElement)) {
    change();
    return;
  }
  const { selectionStart, selectionEnd, value } = field;
  change();
  requestAnimationFrame(() => {
    if (document.activeElement === field && field.value !== value) field.setSelectionRange(selectionStart, selectionEnd);
  });
}
