import { ApiError, type Api, type Timers } from "@parlour/client";
import type { Draft } from "@parlour/protocol/api";
import { longestDraft } from "@parlour/protocol/writing";
import { flushSync } from "react-dom";
import { answered, followed, isBehind, type DraftRecord } from "./draft-record.ts";
import { isShared, keepRecord, onDraftWritten, placesBehind, recordOf, type DraftPlace, type SharedPlace } from "./drafts.ts";

export interface DraftSyncDeps {
  readonly api: Pick<Api, "put" | "list">;
  readonly operator: number;
  readonly timers: Timers;
  /** Subscribes to drafts that another device wrote. Returns `unsubscribe`. */
  readonly onDraft: (listener: (draft: Draft) => void) => () => void;
  readonly isLive: () => boolean;
}
export type DraftSync = ReturnType<typeof createDraftSync>;

/** Delay between the last keystroke and the upload. A sent or cleared draft is uploaded at once. */
const restMs = 1000;
const againMs = 5000;
/**
 * Browsers limit the body of a request that outlives its page (`keepalive`), so longer drafts are
 * sent without it.
 */
const mostKeepalive = 15_000;

/**
 * Synchronises the drafts of this device with the server and other devices (API-045). Sends one
 * request per draft at a time.
 */
export function createDraftSync({ api, operator, timers, onDraft, isLive }: DraftSyncDeps) {
  const waits = createWaits(timers, (place) => void pushing.push(place));
  const pushing = createPushing({
    api,
    isLive,
    failed() {
      retry ??= timers.set(() => {
        retry = null;
        pushAll();
      }, againMs);
    },
    behind(place) {
      if (!waits.has(place)) waits.later(place, restMs);
    },
  });
  let retry: unknown = null;

  const written = (place: DraftPlace): void => {
    if (place.operator !== operator || !isShared(place)) return;
    pushing.changed(place);
    waits.later(place, recordOf(place).text === "" ? 0 : restMs);
  };
  const pushAll = (keepalive = false): void => {
    waits.clear();
    for (const place of placesBehind(operator)) void pushing.push(place, keepalive);
  };
  const take = (draft: Draft): void => {
    const place = { operator, chat: draft.chat_id, mode: draft.mode };
    const next = pushing.isUnderWay(place) ? null : followed(recordOf(place), draft, timers.now());
    if (next) keepingCaret(() => keepRecord(place, next));
  };
  const stops = [onDraft(take), onDraftWritten(written)];
  return {
    /** Loads drafts that other devices wrote while offline, then uploads the local changes. */
    async catchUp(): Promise<void> {
      try {
        for (const draft of await api.list<Draft>("/drafts")) take(draft);
      } catch (error) {
        // The responses to the following uploads bring newer drafts too.
        if (!(error instanceof ApiError)) throw error;
      }
      pushAll();
    },
    /** Uploads all pending drafts at once. Called when the page closes. */
    flush: () => pushAll(true),
    stop(): void {
      for (const stop of stops) stop();
      waits.clear();
      timers.clear(retry);
    },
  };
}

const nameOf = ({ chat, mode }: SharedPlace): string => `${chat} ${mode}`;

/** Schedules uploads, one timer per draft. A new call replaces the previous timer. */
function createWaits(timers: Timers, due: (place: SharedPlace) => void) {
  const waiting = new Map<string, unknown>();
  return {
    has: (place: SharedPlace) => waiting.has(nameOf(place)),
    later(place: SharedPlace, ms: number): void {
      const name = nameOf(place);
      timers.clear(waiting.get(name));
      const run = (): void => {
        waiting.delete(name);
        due(place);
      };
      waiting.set(name, timers.set(run, ms));
    },
    clear(): void {
      for (const timer of waiting.values()) timers.clear(timer);
      waiting.clear();
    },
  };
}

interface PushDeps extends Pick<DraftSyncDeps, "api" | "isLive"> {
  /** The request failed without an answer. The caller retries all uploads. */
  readonly failed: () => void;
  /** The draft changed during the upload. */
  readonly behind: (place: SharedPlace) => void;
}

/** Uploads drafts and stores the server's answer in their records. */
function createPushing({ api, isLive, failed, behind }: PushDeps) {
  const under = new Set<string>();
  /** Drafts that the server rejected: the chat is not visible, or the role may not write drafts. */
  const refused = new Set<string>();
  const mayGo = (place: SharedPlace, record: DraftRecord): boolean =>
    isBehind(record) && !under.has(nameOf(place)) && !refused.has(nameOf(place)) && lengthOf(record.text) <= longestDraft && isLive();
  const send = ({ chat, mode }: SharedPlace, { text, version }: DraftRecord, keepalive: boolean): Promise<Draft> =>
    api.put<Draft>(`/chats/${chat}/draft`, { mode, text, version: version + 1 }, { keepalive: keepalive && text.length < mostKeepalive });
  return {
    /** Allows uploads again after a rejection, because the operator edited the draft. */
    changed: (place: SharedPlace) => void refused.delete(nameOf(place)),
    isUnderWay: (place: SharedPlace) => under.has(nameOf(place)),
    async push(place: SharedPlace, keepalive = false): Promise<void> {
      const name = nameOf(place);
      const record = recordOf(place);
      if (!mayGo(place, record)) return;
      under.add(name);
      const { text: attempt, tried: before } = record;
      // Stored before the request: other tabs share the record and may receive the draft from the
      // socket before this tab has the response.
      keepRecord(place, { ...record, tried: attempt });
      try {
        const kept = await send(place, record, keepalive);
        const { tried: _attempt, ...now } = recordOf(place);
        keepRecord(place, answered({ ...now, ...(before !== undefined && { tried: before }) }, attempt, kept));
        under.delete(name);
        if (isBehind(recordOf(place))) behind(place);
      } catch (error) {
        under.delete(name);
        if (!isRefusal(error)) return failed();
        refused.add(name);
        const { tried: _refused, ...now } = recordOf(place);
        keepRecord(place, now);
      }
    },
  };
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

const lengthOf = (text: string): number => (text.length <= longestDraft ? text.length : Array.from(text).length);

/**
 * Applies a remote change without moving the caret of the focused field. Renders synchronously and
 * restores the selection.
 */
function keepingCaret(change: () => void): void {
  const field = typeof document === "undefined" ? null : document.activeElement;
  if (!(field instanceof HTMLTextAreaElement)) {
    change();
    return;
  }
  const { selectionStart, selectionEnd, selectionDirection, value } = field;
  flushSync(change);
  if (document.activeElement === field && field.value !== value) field.setSelectionRange(selectionStart, selectionEnd, selectionDirection);
}
