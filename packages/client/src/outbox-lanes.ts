import { ApiError } from "./api-error.ts";
import type { OutboxDeps, OutboxItem } from "./outbox.ts";
import type { Shelf } from "./outbox-shelf.ts";

export type LaneDeps = Pick<OutboxDeps, "owner" | "timers" | "random" | "upload" | "send" | "canSend" | "answeredBy" | "onSent" | "lock">;
export type Lanes = ReturnType<typeof createLanes>;

const firstDelayMs = 1000;
const longestDelayMs = 30_000;

/** One lane for each chat: a message goes when the one before it has been answered. */
export function createLanes(deps: LaneDeps, shelf: Shelf) {
  const running = new Set<number>();
  /** Lanes asked to run while they ran. */
  const again = new Set<number>();
  const failures = new Map<number, number>();
  const waits = new Map<number, unknown>();
  let closed = false;

  const nextOf = (chatId: number) => shelf.items().find((known) => known.chatId === chatId && known.state === "queued");
  const mayGo = (chatId: number) => !closed && deps.canSend(chatId);

  const run = (chatId: number) => {
    if (closed) return;
    if (running.has(chatId)) {
      again.add(chatId);
      return;
    }
    if (waits.has(chatId) || !mayGo(chatId) || !nextOf(chatId)) return;
    running.add(chatId);
    deps
      .lock(`parlour.outbox.${deps.owner}.${chatId}`, () => sendAll(chatId))
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

  const sendAll = async (chatId: number) => {
    await shelf.refresh(chatId);
    for (;;) {
      const item = nextOf(chatId);
      if (!item || !mayGo(chatId)) return;
      const answer = item.kind !== "note" ? deps.answeredBy(item) : null;
      if (answer) await shelf.replace({ ...item, state: "held", heldBy: { name: answer.author.name, at: answer.created_at } });
      else if (!(await sendOne(item))) return;
    }
  };

  /** False: this lane waits, and the message with it. */
  const sendOne = async (item: OutboxItem): Promise<boolean> => {
    try {
      const whole = await withFile(item);
      // Taken back meanwhile.
      if (!shelf.items().some((known) => known.clientId === item.clientId)) return true;
      const message = await deps.send(whole);
      failures.delete(item.chatId);
      deps.onSent(message);
      await shelf.drop(item.clientId);
      return true;
    } catch (error) {
      if (!shelf.items().some((known) => known.clientId === item.clientId)) return true;
      if (!(error instanceof ApiError)) throw error;
      const { code, message, status, requestId } = error;
      const failed = { ...item, error: { code, message, status, requestId, at: deps.timers.now() } };
      if (isFinal(error)) {
        await shelf.replace({ ...failed, state: "failed" });
        return true;
      }
      // Shown, not stored: the next try may succeed.
      shelf.show(failed);
      waitThenRun(item.chatId, error.retryAfterMs);
      return false;
    }
  };

  /** Its file is at the server first, and stays there over a reload. */
  const withFile = async (item: OutboxItem): Promise<OutboxItem> => {
    const { file } = item;
    if (file === undefined || file.upload !== null || !deps.upload) return item;
    if (file.blob === null) throw lostFile(item, deps.timers.now());
    const upload = await deps.upload({ ...file, blob: file.blob });
    const stored = { ...item, error: null, file: { ...file, upload, blob: null } };
    if (shelf.items().some((known) => known.clientId === item.clientId)) await shelf.replace(stored);
    return stored;
  };

  const waitThenRun = (chatId: number, retryAfterMs: number | null) => {
    if (closed || waits.has(chatId)) return;
    const count = failures.get(chatId) ?? 0;
    failures.set(chatId, count + 1);
    const full = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(count, 10));
    const delay = Math.max(retryAfterMs ?? 0, full / 2 + (full / 2) * deps.random());
    const due = () => {
      waits.delete(chatId);
      run(chatId);
    };
    waits.set(chatId, deps.timers.set(due, delay));
  };

  const stopWaiting = () => {
    for (const timer of waits.values()) deps.timers.clear(timer);
    waits.clear();
  };

  return {
    run,
    runAll() {
      for (const chatId of new Set(shelf.items().map((item) => item.chatId))) run(chatId);
    },
    stopWaiting,
    close() {
      closed = true;
      stopWaiting();
    },
  };
}

/** Bytes that this page never had may still be on their way from the tab where the file was chosen; later they are gone. */
function lostFile(item: OutboxItem, now: number): ApiError {
  const young = now - item.createdAt < 30_000;
  return new ApiError({
    code: young ? "network" : "file_lost",
    status: young ? 0 : 410,
    message: "The page ended before the file was sent.",
  });
}

/** A 4xx says no for good. No answer, 5xx, 401 (sign in again) and 429 may still become a yes: the outcome is unknown or later. */
function isFinal(error: ApiError): boolean {
  return (
    error.status >= 400 &&
    error.status < 500 &&
    error.status !== 401 &&
    error.status !== 408 &&
    error.status !== 425 &&
    error.status !== 429
  );
}
