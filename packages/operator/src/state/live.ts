import {
  connectSocket,
  createOutbox,
  forget,
  hasGap,
  markRead,
  mergeChats,
  mergeMessages,
  projectAll,
  type Api,
  type Connection,
  type Outbox,
  type OutboxDeps,
  type Snapshot,
  type SocketDeps,
} from "@parlour/client";
import type { Chat, EventFrame, Message, Operator, ServerFrame } from "@parlour/protocol";
import { signalMs, withoutExpired, withoutTyping, withSignal } from "./signals.ts";
import {
  asError,
  colleagueAnswer,
  firstLive,
  isAnswer,
  ringingOf,
  takenBy,
  type ClosedView,
  type LiveState,
  type LogState,
} from "./live-state.ts";

export interface LiveDeps {
  api: Api;
  me: Pick<Operator, "id" | "name" | "role">;
  open: SocketDeps["open"];
  timers: SocketDeps["timers"];
  random: () => number;
  outbox: Pick<OutboxDeps, "store" | "newId" | "lock">;
  /** Runs soon, never throttled in a hidden tab. */
  soon: (run: () => void) => void;
  onSettings: (kind: string, id: number | null) => void;
  onSignedOut: () => void;
}
/** Something that may sound or be announced; only for events that came live, never for history. */
export type Happening =
  { readonly kind: "waiting"; readonly chat: Chat } | { readonly kind: "message"; readonly chat: Chat; readonly message: Message };

export type Live = ReturnType<typeof createLive>;

const pageSize = 50;
const mostRunning = 2000;
const keptLogs = 20;
const keptClosed = 400;
const closeHoldMs = 5000;
const takenMs = 4000;

/** The live state of one signed-in operator: one store, one socket, one outbox. */
export function createLive(deps: LiveDeps) {
  const { api, timers, me } = deps;
  let state: LiveState = firstLive;
  const listeners = new Set<() => void>();
  const happenings = new Set<(happening: Happening) => void>();
  let pending: ServerFrame[] = [];
  let connection: Connection | null = null;
  let outbox: Outbox | null = null;
  let openChat: number | null = null;
  const logUse: number[] = [];
  const closeTimers = new Map<number, unknown>();
  const reads = new Map<number, number>();

  const set = (change: Partial<LiveState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const setSnapshot = (snapshot: Snapshot) => {
    if (snapshot !== state.snapshot) set({ snapshot });
  };
  const setLog = (chatId: number, change: Partial<LogState>) => {
    const before = state.logs.get(chatId) ?? { state: "idle", older: "idle" };
    set({ logs: new Map(state.logs).set(chatId, { ...before, ...change }) });
  };

  // ---------- frames ----------
  const take = (frame: ServerFrame) => {
    if (frame.type === "typing" || frame.type === "viewing") {
      signal(frame);
      return;
    }
    pending.push(frame);
    if (pending.length === 1) deps.soon(flush);
  };

  const flush = () => {
    if (pending.length === 0) return;
    const frames = pending;
    pending = [];
    const before = state.snapshot;
    const ringing = ringingOf(state)?.id ?? null;
    const snapshot = projectAll(before, frames);
    const taken = takenBy(frames, ringing, snapshot, me.id);
    set({ snapshot, ...(taken && { taken }) });
    if (taken)
      timers.set(() => {
        if (state.taken === taken) set({ taken: null });
      }, takenMs);
    for (const frame of frames) if (frame.type === "event" && frame.position > before.position) react(frame);
    repair(snapshot);
    prune();
  };

  const react = (frame: EventFrame) => {
    if (frame.name === "settings_changed") {
      deps.onSettings(frame.data.kind, frame.data.id);
      return;
    }
    if (frame.name === "message_created" && frame.data.message.client_id) outbox?.confirm(frame.data.message.client_id);
    if (frame.name === "message_created") endTyping(frame.data.message);
    if (connection?.state.kind !== "live") return;
    if (frame.name === "message_created" && frame.data.message.author.kind === "visitor") {
      const chat = state.snapshot.chats.get(frame.data.message.chat_id)?.chat;
      if (chat) tell({ kind: "message", chat, message: frame.data.message });
    }
    if ((frame.name === "chat_created" || frame.name === "chat_updated") && frame.data.chat.state === "waiting") {
      const chat = state.snapshot.chats.get(frame.data.chat.id)?.chat;
      if (chat && chat.state === "waiting") tell({ kind: "waiting", chat });
    }
  };

  const tell = (happening: Happening) => {
    for (const listener of happenings) listener(happening);
  };

  /** Reads again what the events alone cannot complete: a lost message, a chat that is known by a later event only. */
  const repair = (snapshot: Snapshot) => {
    for (const [chatId, log] of snapshot.logs)
      if (hasGap(log) && state.logs.get(chatId)?.state === "ready") void loadLog(chatId, log.messages.at(-1)?.seq ?? 0);
    for (const record of snapshot.chats.values())
      if (record.thin && record.chat.state !== "closed" && !fetching.has(record.chat.id)) void loadChat(record.chat.id);
  };

  const prune = () => {
    const closed = [...state.snapshot.chats.values()].filter((record) => record.chat.state === "closed" && record.chat.id !== openChat);
    const dropChats = closed.length > keptClosed ? closed.slice(0, closed.length - keptClosed / 2).map((record) => record.chat.id) : [];
    const dropLogs = logUse.length > keptLogs ? logUse.splice(0, logUse.length - keptLogs).filter((id) => id !== openChat) : [];
    if (dropChats.length + dropLogs.length === 0) return;
    const logs = new Map(state.logs);
    for (const id of dropLogs) logs.delete(id);
    const listed = (view: ClosedView) => ({ ...state.closed[view], ids: state.closed[view].ids.filter((id) => !dropChats.includes(id)) });
    set({ snapshot: forget(state.snapshot, dropChats, dropLogs), logs, closed: { closed: listed("closed"), missed: listed("missed") } });
  };

  // ---------- signals ----------
  const signal = (frame: Extract<ServerFrame, { type: "typing" | "viewing" }>) => {
    const change = withSignal(state, frame, me.id, timers.now());
    if (!change) return;
    set(change);
    timers.set(() => set(withoutExpired(state, timers.now())), signalMs + 50);
  };

  const endTyping = (message: Message) => {
    const change = withoutTyping(state, message);
    if (change) set(change);
  };

  // ---------- lists ----------
  let listing: Promise<void> | null = null;
  const loadRunning = (): Promise<void> => {
    if (listing) return listing;
    const mine = readRunning().finally(() => {
      if (listing === mine) listing = null;
    });
    listing = mine;
    return mine;
  };
  const readRunning = async () => {
    if (state.running !== "ready") set({ running: "loading" });
    const since = state.snapshot.position;
    try {
      const seen = new Set<number>();
      let cursor: string | null = null;
      do {
        const page: { items: Chat[]; next_cursor: string | null } = await api.chats({
          view: "all",
          sort: "activity",
          limit: 200,
          ...(cursor && { cursor }),
        });
        for (const chat of page.items) seen.add(chat.id);
        setSnapshot(mergeChats(state.snapshot, page.items, since));
        cursor = page.next_cursor;
      } while (cursor && seen.size < mostRunning);
      // What runs here but was not listed has ended, or is out of sight now, unless an event spoke of it meanwhile.
      const ended = [...state.snapshot.chats.values()]
        .filter((record) => record.chat.state !== "closed" && record.position <= since && !seen.has(record.chat.id))
        .map((record) => record.chat.id);
      if (!cursor && ended.length > 0) {
        const openOne = ended.find((id) => id === openChat);
        setSnapshot(
          forget(
            state.snapshot,
            ended.filter((id) => id !== openOne),
            ended.filter((id) => id !== openOne),
          ),
        );
        if (openOne) void loadChat(openOne);
      }
      set({ running: "ready" });
    } catch (error) {
      set({ running: asError(error) });
      throw error;
    }
  };

  const loadClosed = async (view: ClosedView, q: string, more: boolean) => {
    const before = state.closed[view];
    if (before.state === "loading" && before.q === q) return;
    if (more && (before.cursor === null || before.q !== q)) return;
    const put = (change: Partial<LiveState["closed"]["closed"]>) =>
      set({ closed: { ...state.closed, [view]: { ...state.closed[view], ...change } } });
    put(more ? { state: "loading" } : { state: "loading", q, cursor: null, ...(before.q !== q && { ids: [] }) });
    const since = state.snapshot.position;
    try {
      const page = await api.chats({
        view,
        sort: "activity",
        limit: pageSize,
        ...(q && { q }),
        ...(more && before.cursor && { cursor: before.cursor }),
      });
      if (state.closed[view].q !== q) return;
      setSnapshot(mergeChats(state.snapshot, page.items, since));
      const ids = page.items.map((chat) => chat.id);
      put({ ids: more ? [...new Set([...state.closed[view].ids, ...ids])] : ids, cursor: page.next_cursor, state: "ready" });
    } catch (error) {
      if (state.closed[view].q === q) put({ state: asError(error) });
    }
  };

  // ---------- one chat ----------
  const fetching = new Set<number>();
  const loadChat = async (chatId: number) => {
    if (fetching.has(chatId)) return;
    fetching.add(chatId);
    const since = state.snapshot.position;
    try {
      const chat = await api.chat(chatId);
      setSnapshot(mergeChats(state.snapshot, [chat], since));
    } catch (error) {
      if (chatId === openChat && !state.snapshot.chats.has(chatId)) setLog(chatId, { state: asError(error) });
    } finally {
      fetching.delete(chatId);
    }
  };

  const loadLog = async (chatId: number, after?: number, anew = false) => {
    if (state.logs.get(chatId)?.state === "loading" && !anew) return;
    setLog(chatId, { state: "loading" });
    const since = state.snapshot.position;
    try {
      const page = await api.messages(chatId, after ? { after, limit: 200 } : { limit: pageSize });
      setSnapshot(mergeMessages(state.snapshot, chatId, page.items, since));
      setLog(chatId, { state: "ready" });
      for (const message of page.items) if (message.client_id) outbox?.confirm(message.client_id);
      outbox?.kick();
    } catch (error) {
      setLog(chatId, { state: asError(error) });
    }
  };

  const loadOlder = async (chatId: number) => {
    const first = state.snapshot.logs.get(chatId)?.messages[0];
    if (!first || first.seq <= 1 || state.logs.get(chatId)?.older === "loading") return;
    setLog(chatId, { older: "loading" });
    const since = state.snapshot.position;
    try {
      const page = await api.messages(chatId, { before: first.seq, limit: pageSize });
      setSnapshot(mergeMessages(state.snapshot, chatId, page.items, since));
      setLog(chatId, { older: "ready" });
    } catch (error) {
      setLog(chatId, { older: asError(error) });
    }
  };

  const useChat = (chatId: number) => {
    const at = logUse.indexOf(chatId);
    if (at >= 0) logUse.splice(at, 1);
    logUse.push(chatId);
    openChat = chatId;
    if (state.heldUnread.has(chatId)) set({ heldUnread: new Set([...state.heldUnread].filter((id) => id !== chatId)) });
    const record = state.snapshot.chats.get(chatId);
    if (!record || record.thin || record.chat.assignment === null) void loadChat(chatId);
    const log = state.logs.get(chatId);
    if (!log || log.state instanceof Error) void loadLog(chatId);
  };

  // ---------- outbox ----------
  const isCurrent = (chatId: number) => {
    if (connection?.state.kind !== "live") return false;
    const log = state.snapshot.logs.get(chatId);
    if (!log) {
      if (!state.logs.has(chatId)) void loadLog(chatId);
      return false;
    }
    return state.logs.get(chatId)?.state === "ready" && !hasGap(log);
  };
  const newOutbox = () =>
    createOutbox({
      owner: me.id,
      timers,
      random: deps.random,
      ...deps.outbox,
      canSend: isCurrent,
      // The first reply in a chat that nobody took accepts it by the way (API-023).
      send: (item) => api.say(item.chatId, { kind: item.kind, text: item.text, client_id: item.clientId }),
      answeredBy: (item) => colleagueAnswer(state.snapshot.logs.get(item.chatId)?.messages ?? [], item.afterSeq, me.id),
      onSent: (message) => setSnapshot(mergeMessages(state.snapshot, message.chat_id, [message], state.snapshot.position)),
      onChange: (items) => set({ outbox: items }),
    });

  // ---------- actions ----------
  const merge = (chat: Chat, since: number) => {
    setSnapshot(mergeChats(state.snapshot, [chat], since));
    return chat;
  };
  const accept = async (chatId: number) => {
    const since = state.snapshot.position;
    return merge(await api.accept(chatId), since);
  };

  const sendClose = (chatId: number, keepalive: boolean) => {
    timers.clear(closeTimers.get(chatId));
    closeTimers.delete(chatId);
    const since = state.snapshot.position;
    return api.close(chatId, undefined, keepalive).then(
      (chat) => {
        merge(chat, since);
        set({ closing: without(state.closing, chatId) });
      },
      (error: unknown) => {
        set({ closing: without(state.closing, chatId) });
        throw error;
      },
    );
  };

  /** Replies written before the close go out before it; the chat then closes a moment later. */
  const closeWhenSent = (chatId: number, afterMs: number, onFailed: (error: unknown) => void) => {
    closeTimers.set(
      chatId,
      timers.set(() => {
        if (state.outbox.some((item) => item.chatId === chatId && item.state === "queued")) closeWhenSent(chatId, 1000, onFailed);
        else sendClose(chatId, false).catch(onFailed);
      }, afterMs),
    );
  };

  return {
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** Sounds and announcements listen here. */
    onHappening(listener: (happening: Happening) => void) {
      happenings.add(listener);
      return () => {
        happenings.delete(listener);
      };
    },

    start() {
      outbox = newOutbox();
      outbox.reload().catch((error: unknown) => console.warn("waiting messages could not be read", error));
      connection = connectSocket({
        open: deps.open,
        timers,
        random: deps.random,
        cursor: () => {
          flush();
          return state.snapshot.epoch === null ? null : { epoch: state.snapshot.epoch, position: state.snapshot.position };
        },
        onFrame(frame) {
          take(frame);
          if (frame.type !== "event") flush();
        },
        onState(next) {
          if (next.kind === "live") flush();
          set({ connection: next });
          if (next.kind === "live") {
            outbox?.kick();
            if (state.running instanceof Error) void loadRunning().catch(() => undefined);
          }
          if (next.kind === "signed_out") deps.onSignedOut();
          // A refused handshake looks like any other failure; an answer 401 here shows the sign-in.
          if (next.kind === "offline" && next.nextTryAt !== null && timers.now() - next.since > 2000) void api.me().catch(() => undefined);
        },
        async onReset() {
          set({
            snapshot: forget(
              state.snapshot,
              [],
              [...state.snapshot.logs.keys()].filter((id) => id !== openChat),
            ),
            logs: new Map([...state.logs].filter(([id]) => id === openChat)),
          });
          const chat = openChat;
          // A request that left before may answer with an older state: all are asked anew.
          listing = null;
          fetching.clear();
          // A refused list (rights) is shown as such and is no reason to connect again.
          await Promise.all([
            loadRunning().catch((error: unknown) => {
              if (!isAnswer(error)) throw error;
            }),
            ...(chat === null ? [] : [loadChat(chat), loadLog(chat, undefined, true)]),
          ]);
        },
        // Any answer is a sign of life, a refusal too.
        probe: () =>
          api.counters().catch((error: unknown) => {
            if (!isAnswer(error)) throw error;
          }),
      });
      // The list does not wait for a socket that takes its time.
      timers.set(() => {
        if (state.running === "idle") void loadRunning().catch(() => undefined);
      }, 800);
    },
    stop() {
      for (const chatId of closeTimers.keys()) void sendClose(chatId, true).catch(() => undefined);
      connection?.close();
      outbox?.close();
    },
    retryNow() {
      connection?.retryNow();
    },
    reloadOutbox() {
      void outbox?.reload().catch(() => undefined);
    },

    loadRunning: () => {
      void loadRunning().catch(() => undefined);
    },
    loadClosed: (view: ClosedView, q: string, more = false) => {
      void loadClosed(view, q, more);
    },
    loadOlder: (chatId: number) => {
      void loadOlder(chatId);
    },
    retryLog: (chatId: number) => {
      void loadChat(chatId);
      void loadLog(chatId);
    },
    openChat: useChat,
    leaveChat(chatId: number) {
      if (openChat === chatId) openChat = null;
      connection?.send({ type: "viewing", chat_id: chatId, viewing: false });
    },

    /** Writes a message into the outbox; resolves when it is safe on this device. */
    async say(chatId: number, kind: "text" | "note", text: string) {
      if (!outbox) throw new Error("the live state has not started");
      const seen = state.snapshot.logs.get(chatId)?.messages.at(-1)?.seq ?? state.snapshot.chats.get(chatId)?.chat.seq ?? 0;
      return outbox.add({ chatId, kind, text, afterSeq: seen });
    },
    release: (clientId: string) => {
      void outbox?.release(clientId);
    },
    takeBack: (clientId: string) => outbox?.takeBack(clientId) ?? Promise.resolve(null),

    accept,
    async join(chatId: number) {
      const since = state.snapshot.position;
      return merge(await api.join(chatId), since);
    },
    skip(chatId: number) {
      set({ skipped: new Set(state.skipped).add(chatId) });
    },
    async continueChat(chatId: number) {
      const since = state.snapshot.position;
      return merge(await api.continueChat(chatId), since);
    },
    async leave(chatId: number) {
      const since = state.snapshot.position;
      return merge(await api.leave(chatId), since);
    },
    async resend(deliveryId: number) {
      await api.retryDelivery(deliveryId);
    },
    /** Holds the close for 5 s (CORE-038). `onFailed` tells when the server refused it then. */
    close(chatId: number, onFailed: (error: unknown) => void) {
      if (state.closing.has(chatId)) return;
      set({ closing: new Map(state.closing).set(chatId, timers.now() + closeHoldMs) });
      closeWhenSent(chatId, closeHoldMs, onFailed);
    },
    undoClose(chatId: number) {
      timers.clear(closeTimers.get(chatId));
      closeTimers.delete(chatId);
      set({ closing: without(state.closing, chatId) });
    },
    /** The page goes away: held closes are sent at once. */
    sendHeldCloses() {
      for (const chatId of closeTimers.keys()) void sendClose(chatId, true).catch(() => undefined);
    },

    markRead(chatId: number, seq: number) {
      if (state.heldUnread.has(chatId) || seq <= (reads.get(chatId) ?? 0)) return;
      reads.set(chatId, seq);
      setSnapshot(markRead(state.snapshot, chatId, seq));
      if (!connection?.send({ type: "read", chat_id: chatId, seq }))
        api.markRead(chatId, seq).catch(() => {
          reads.delete(chatId);
        });
    },
    async markUnread(chatId: number) {
      const last = state.snapshot.logs.get(chatId)?.messages.findLast((message) => message.author.kind === "visitor");
      if (!last) return;
      reads.set(chatId, last.seq - 1);
      set({ snapshot: markRead(state.snapshot, chatId, last.seq - 1), heldUnread: new Set(state.heldUnread).add(chatId) });
      await api.markRead(chatId, last.seq - 1, true);
    },
    typing(chatId: number, typing: boolean) {
      connection?.send({ type: "typing", chat_id: chatId, typing });
    },
    viewing(chatId: number) {
      connection?.send({ type: "viewing", chat_id: chatId, viewing: true });
    },
  };
}

function without<V>(map: ReadonlyMap<number, V>, key: number): ReadonlyMap<number, V> {
  const next = new Map(map);
  next.delete(key);
  return next;
}
