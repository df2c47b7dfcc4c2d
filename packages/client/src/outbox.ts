import type { Message } from "@parlour/protocol";
import { ApiError } from "./api.ts";
import type { OutboxStore } from "./outbox-store.ts";
import type { Timers } from "./socket.ts";

/** A message on its way: written here, not yet answered by the server. */
export interface OutboxItem {
  /** Makes the server write it once however often it is sent (CORE-044). */
  readonly clientId: string;
  /** The operator who wrote it; another one at the same browser never sends it. */
  readonly owner: number;
  readonly chatId: number;
  readonly kind: "text" | "note";
  readonly text: string;
  /** Unix milliseconds; the order within a chat. */
  readonly createdAt: number;
  /** Last message of the chat its author had before his eyes. */
  readonly afterSeq: number;
  /** `held`: a colleague answered meanwhile. `failed`: the server refused it, see `error`. `queued` with an `error`: the last try failed, another follows. */
  readonly state: "queued" | "held" | "failed";
  readonly heldBy: { readonly name: string; readonly at: string } | null;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly status: number;
    readonly requestId: string | null;
    readonly at: number;
  } | null;
}

export interface OutboxDeps {
  owner: number;
  store: OutboxStore;
  timers: Timers;
  random: () => number;
  newId: () => string;
  /** Gives the stored message; throws `ApiError`. */
  send: (item: OutboxItem) => Promise<Message>;
  /** False while offline or catching up: never answer blind. */
  canSend: (chatId: number) => boolean;
  /** The first reply of a colleague behind `afterSeq`, or null. */
  answeredBy: (item: OutboxItem) => Message | null;
  onSent: (message: Message) => void;
  onChange: (items: readonly OutboxItem[]) => void;
  /** One holder at a time over all tabs; without such locks the client id alone keeps messages single. */
  lock: (name: string, run: () => Promise<void>) => Promise<void>;
}
export interface Outbox {
  readonly items: readonly OutboxItem[];
  /** Resolves when the item is on this device's disk; `store.put` is called at once, before the promise is returned. Rejects above 1000 waiting messages. */
  add(message: { chatId: number; kind: "text" | "note"; text: string; afterSeq: number }): Promise<OutboxItem>;
  /** Reads the store again (start, another tab changed it) and sends what may go. */
  reload(): Promise<void>;
  /** Sends what may go now: after catching up, when a chat became known. */
  kick(): void;
  /** Send anyway, or Send again after a refusal. */
  release(clientId: string): Promise<void>;
  /** Discard, or Edit: takes it out and gives its text. */
  takeBack(clientId: string): Promise<string | null>;
  /** The server's copy arrived another way (catch-up): nothing to send any more. */
  confirm(clientId: string): void;
  close(): void;
}

const mostItems = 1000;
const firstDelayMs = 1000;
const longestDelayMs = 30_000;

/** Sends each message exactly once, in order within its chat, over reloads, crashes and tabs. */
export function createOutbox(deps: OutboxDeps): Outbox {
  let items: readonly OutboxItem[] = [];
  const running = new Set<number>();
  const again = new Set<number>();
  const failures = new Map<number, number>();
  const waits = new Map<number, unknown>();
  /** Not in the store: being written, or refused by it. */
  const unsaved = new Set<string>();
  /** Being removed from the store. */
  const gone = new Set<string>();
  let closed = false;

  const show = (next: readonly OutboxItem[]) => {
    items = next;
    deps.onChange(items);
  };
  const replace = async (item: OutboxItem) => {
    show(items.map((known) => (known.clientId === item.clientId ? item : known)));
    await save(item);
  };
  /** A full or forbidden disk must not stop the message: it then lives in this page only. */
  const save = async (item: OutboxItem) => {
    try {
      await deps.store.put(item);
      unsaved.delete(item.clientId);
    } catch (error) {
      unsaved.add(item.clientId);
      console.warn("a message could not be kept on this device", error);
    }
  };
  const drop = async (clientId: string) => {
    gone.add(clientId);
    show(items.filter((known) => known.clientId !== clientId));
    await deps.store
      .remove(clientId)
      .catch((error: unknown) => console.warn("a sent message stays on this device until the next start", error));
    gone.delete(clientId);
  };

  const run = (chatId: number) => {
    if (closed) return;
    if (running.has(chatId)) {
      again.add(chatId);
      return;
    }
    if (waits.has(chatId) || !deps.canSend(chatId) || !items.some((item) => item.chatId === chatId && item.state === "queued")) return;
    running.add(chatId);
    deps
      .lock(`parlour.outbox.${deps.owner}.${chatId}`, () => sendChat(chatId))
      .then(
        () => {
          running.delete(chatId);
          if (again.delete(chatId)) run(chatId);
        },
        () => {
          running.delete(chatId);
          waitThenRun(chatId, null);
        },
      );
  };

  const sendChat = async (chatId: number) => {
    const stored = new Set((await deps.store.list(deps.owner)).map((item) => item.clientId));
    // Another tab may have sent some while this one waited for the lock.
    for (const item of items)
      if (item.chatId === chatId && !stored.has(item.clientId) && !unsaved.has(item.clientId))
        show(items.filter((known) => known !== item));
    for (;;) {
      const item = items.find((known) => known.chatId === chatId && known.state === "queued");
      if (!item || closed || !deps.canSend(chatId)) return;
      const answer = item.kind === "text" ? deps.answeredBy(item) : null;
      if (answer) {
        await replace({ ...item, state: "held", heldBy: { name: answer.author.name, at: answer.created_at } });
        continue;
      }
      try {
        const message = await deps.send(item);
        failures.delete(chatId);
        deps.onSent(message);
        await drop(item.clientId);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const failed = {
          ...item,
          error: { code: error.code, message: error.message, status: error.status, requestId: error.requestId, at: deps.timers.now() },
        };
        if (isFinal(error)) {
          await replace({ ...failed, state: "failed" });
          continue;
        }
        // Shown, not stored: the next try may succeed.
        show(items.map((known) => (known.clientId === item.clientId ? failed : known)));
        waitThenRun(chatId, error.retryAfterMs);
        return;
      }
    }
  };

  const waitThenRun = (chatId: number, retryAfterMs: number | null) => {
    if (closed || waits.has(chatId)) return;
    const count = failures.get(chatId) ?? 0;
    failures.set(chatId, count + 1);
    const full = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(count, 10));
    const delay = Math.max(retryAfterMs ?? 0, full / 2 + (full / 2) * deps.random());
    waits.set(
      chatId,
      deps.timers.set(() => {
        waits.delete(chatId);
        run(chatId);
      }, delay),
    );
  };

  const runAll = () => {
    for (const chatId of new Set(items.map((item) => item.chatId))) run(chatId);
  };

  return {
    get items() {
      return items;
    },
    async add({ chatId, kind, text, afterSeq }) {
      if (items.length >= mostItems) throw new Error(`${mostItems} messages wait already`);
      const newest = items.at(-1)?.createdAt ?? 0;
      const item: OutboxItem = {
        clientId: deps.newId(),
        owner: deps.owner,
        chatId,
        kind,
        text,
        afterSeq,
        createdAt: Math.max(deps.timers.now(), newest + 1),
        state: "queued",
        heldBy: null,
        error: null,
      };
      unsaved.add(item.clientId);
      show([...items, item]);
      await save(item);
      run(chatId);
      return item;
    },
    async reload() {
      const stored = await deps.store.list(deps.owner);
      const known = new Set(stored.map((item) => item.clientId));
      show(
        [
          ...stored.filter((item) => !gone.has(item.clientId)),
          ...items.filter((item) => !known.has(item.clientId) && unsaved.has(item.clientId)),
        ].toSorted((a, b) => a.createdAt - b.createdAt),
      );
      runAll();
    },
    kick() {
      for (const timer of waits.values()) deps.timers.clear(timer);
      waits.clear();
      runAll();
    },
    async release(clientId) {
      const item = items.find((known) => known.clientId === clientId);
      if (!item) return;
      const answer = deps.answeredBy(item);
      await replace({
        ...item,
        state: "queued",
        heldBy: null,
        error: null,
        afterSeq: Math.max(item.afterSeq, answer?.seq ?? 0, item.state === "held" ? Number.MAX_SAFE_INTEGER : 0),
      });
      run(item.chatId);
    },
    async takeBack(clientId) {
      const item = items.find((known) => known.clientId === clientId);
      if (!item) return null;
      await drop(clientId);
      return item.text;
    },
    confirm(clientId) {
      if (items.some((item) => item.clientId === clientId)) void drop(clientId);
    },
    close() {
      closed = true;
      for (const timer of waits.values()) deps.timers.clear(timer);
    },
  };
}

/** A 4xx says no for good. No answer, 5xx, 401 (sign in again) and 429 may still become a yes: the outcome is unknown or later. */
export function isFinal(error: ApiError): boolean {
  return (
    error.status >= 400 &&
    error.status < 500 &&
    error.status !== 401 &&
    error.status !== 408 &&
    error.status !== 425 &&
    error.status !== 429
  );
}
