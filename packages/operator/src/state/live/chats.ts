import {
  ApiError,
  createRetries,
  forget,
  hasGap,
  isFinal,
  mergeChats,
  retryAfterOf,
  type Api,
  type ChatRecord,
  type Timers,
} from "@parlour/client";
import type { Message } from "@parlour/protocol";
import { asError, isAnswer } from "../live-state.ts";
import type { Erased } from "./erased.ts";
import { createLogs } from "./logs.ts";
import { prune } from "./prune.ts";
import type { LiveStore } from "./store.ts";

export interface ChatDeps {
  api: Api;
  store: LiveStore;
  timers: Timers;
  random: () => number;
  /** Messages of a chat were read: some may be those that wait here. */
  onRead: (messages: readonly Message[]) => void;
  erased: Erased;
}
export type Chats = ReturnType<typeof createChats>;

/** Chats that are read one by one at a time: thousands may be known by an event only, and a browser has few connections. */
const mostFetching = 6;

/** Single chats and their messages: which one is open, which are read, which are forgotten. */
export function createChats(deps: ChatDeps) {
  const { store, erased } = deps;
  const logs = createLogs(deps);
  /** Chats whose messages are kept, longest unused first. */
  const used: number[] = [];
  let openId: number | null = null;
  const reading = createReading(deps, () => openId);
  const { load, fetching } = reading;

  /** Reads the messages of a chat that is not read yet, and counts it as used. */
  const warm = (chatId: number) => {
    const at = used.indexOf(chatId);
    if (at >= 0) used.splice(at, 1);
    used.push(chatId);
    const log = store.get().logs.get(chatId);
    if (!log || log.state instanceof Error) void logs.load(chatId);
  };

  return {
    load,
    loadLog: logs.load,
    loadOlder: logs.loadOlder,
    changed: logs.changed,
    /** Asks at once for what found no answer: the connection is back. */
    kick() {
      reading.kick();
      logs.kick();
    },
    stop() {
      reading.stop();
      logs.stop();
    },
    /** The chat in view, or null. */
    openId: () => openId,
    /** Somebody is on the way to this chat: its messages may come while its screen is being made. */
    warm,
    open(chatId: number) {
      openId = chatId;
      const { heldUnread, snapshot } = store.get();
      if (heldUnread.has(chatId)) store.set({ heldUnread: new Set([...heldUnread].filter((id) => id !== chatId)) });
      const record = snapshot.chats.get(chatId);
      if (!record || record.thin || record.chat.assignment === null) void load(chatId);
      warm(chatId);
    },
    leave(chatId: number) {
      if (openId === chatId) openId = null;
    },
    repair: createRepair(store, logs, reading),
    prune: () => prune(store, used, openId),
    /**
     * A visitor was erased (CORE-116): nothing of him stays on this page. His chats are read again as they stand now, their messages when
     * somebody looks. Gives the ids of those that were known.
     */
    forgetVisitor(number: number): readonly number[] {
      const ids = forgetChatsOf(store, erased, number);
      for (const id of ids) {
        fetching.delete(id);
        void load(id);
      }
      if (openId !== null && ids.includes(openId)) void logs.load(openId);
      return ids;
    },
    /** Requests that left before may answer with an older state: all are asked anew. */
    askAnew: () => fetching.clear(),
  };
}

/** Reads single chats, each once at a time. A failure stands in the log of the open one, which is asked for again by itself unless it was refused. */
function createReading({ api, store, timers, random, erased }: ChatDeps, openId: () => number | null) {
  const fetching = new Set<number>();
  const retries = createRetries<number>({ timers, random });
  const isMissing = (chatId: number) => chatId === openId() && !store.get().snapshot.chats.has(chatId);
  const loadMissing = (chatId: number) => {
    if (isMissing(chatId)) void load(chatId);
  };
  const load = async (chatId: number): Promise<"read" | "refused" | "failed"> => {
    if (fetching.has(chatId)) return "failed";
    fetching.add(chatId);
    const since = store.get().snapshot.position;
    try {
      const chat = await api.chat(chatId);
      if (erased.isOldChat(chat, since)) return "failed";
      retries.forget(chatId);
      store.setSnapshot(mergeChats(store.get().snapshot, [chat], since));
      return "read";
    } catch (error) {
      // Out of sight since: nothing tells what becomes of it any more.
      if (error instanceof ApiError && error.status === 404) store.setSnapshot(forget(store.get().snapshot, [chatId], [chatId]));
      if (isMissing(chatId)) {
        store.setLog(chatId, { state: asError(error) });
        if (!isFinal(error)) retries.wait(chatId, retryAfterOf(error), () => loadMissing(chatId));
      }
      return isAnswer(error) ? "refused" : "failed";
    } finally {
      fetching.delete(chatId);
    }
  };
  return {
    load,
    fetching,
    kick() {
      retries.stopWaiting();
      const open = openId();
      if (open !== null) loadMissing(open);
    },
    stop: () => retries.stopWaiting(),
  };
}

/** Reads again what the events alone cannot complete: a lost message, a chat that is known by a later event only. */
function createRepair(store: LiveStore, logs: ReturnType<typeof createLogs>, { load, fetching }: ReturnType<typeof createReading>) {
  /** Records whose reading was refused; the next event makes another one of them. */
  const refused = new WeakSet<ChatRecord>();
  const isWhole = (record: ChatRecord) =>
    !record.thin || record.chat.state === "closed" || fetching.has(record.chat.id) || refused.has(record);
  const repair = () => {
    const { snapshot } = store.get();
    for (const [chatId, log] of snapshot.logs)
      if (hasGap(log) && store.get().logs.get(chatId)?.state === "ready") void logs.load(chatId, log.messages.at(-1)?.seq ?? 0);
    // The list brings most of them at once.
    const { running } = store.get();
    if (running === "loading" || running === "idle") return;
    for (const record of snapshot.chats.values()) {
      if (fetching.size >= mostFetching) return;
      if (isWhole(record)) continue;
      void load(record.chat.id).then((end) => {
        if (end === "refused") refused.add(record);
        // What found no answer is tried again with the next event.
        if (end !== "failed") repair();
      });
    }
  };
  return repair;
}

/** Takes the chats of an erased visitor out of the state, their messages and who types in them. */
function forgetChatsOf(store: LiveStore, erased: Erased, visitor: number): readonly number[] {
  const state = store.get();
  const ids = [...state.snapshot.chats.values()].flatMap(({ chat }) => (chat.visitor.number === visitor ? [chat.id] : []));
  erased.note(visitor, ids, state.snapshot.position);
  const without = <T>(map: ReadonlyMap<number, T>) => new Map([...map].filter(([id]) => !ids.includes(id)));
  store.set({ snapshot: forget(state.snapshot, ids, ids), logs: without(state.logs), typing: without(state.typing) });
  return ids;
}
