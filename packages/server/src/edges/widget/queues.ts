import type { WidgetEdgeDeps } from "./deps.ts";
import { chatFrame } from "./tell.ts";
import type { Socket, Windows } from "./windows.ts";

export interface QueuesDeps extends Pick<WidgetEdgeDeps, "store" | "config" | "placeInQueue" | "clock" | "log"> {
  readonly windows: Pick<Windows, "seats" | "give">;
}
export interface Queues {
  /**
   * Handles a chat of the account that was created, closed or accepted. Other chats may have moved
   * up.
   */
  changed(account: number): void;
  close(): void;
}
/** Changes within this time are sent as one. */
const gatherMs = 1_000;

/** Sends waiting visitors their queue position, if the account shows it (API-041 `queue`). */
export function openQueues(deps: QueuesDeps): Queues {
  const { clock } = deps;
  const { seats, give } = deps.windows;
  const changes = new Set<number>();
  /**
   * Accounts with an update in progress. Each account has one update at a time, whatever the number
   * of chats and the speed of the database.
   */
  const telling = new Set<number>();
  let cancel: (() => void) | null = null;
  let isClosed = false;

  const tellAll = async (account: number): Promise<void> => {
    const config = await deps.config(account);
    if (!config.routing.showsQueue) return;
    for (const socket of seats.all(account)) await tell(socket, account);
  };
  const tell = async (socket: Socket, account: number): Promise<void> => {
    const { seat } = socket;
    if (seat?.chat?.state !== "waiting" || seat.waiting !== null) return;
    const known = await deps.store.findVisitor(account, seat.widget.channelId, seat.customer);
    const stored = known?.chat ?? null;
    if (stored === null) return;
    const queue = await deps.placeInQueue(account, await deps.config(account), stored.entity);
    const { chat } = seat;
    // A change that arrived during the read has newer data.
    if (chat === null || chat.state !== "waiting" || chat.id !== stored.id || chat.queue?.place === queue?.place) return;
    give(socket, [chatFrame(seat, { ...chat, queue })]);
  };
  const begin = (account: number): void => {
    changes.delete(account);
    telling.add(account);
    tellAll(account)
      .catch((error: unknown) => deps.log.error({ err: error, account }, "widget.queue_failed"))
      .finally(() => {
        telling.delete(account);
        if (changes.has(account)) wake();
      });
  };
  const wake = (): void => {
    if (isClosed) return;
    cancel ??= clock.scheduleAt(clock.now() + gatherMs, () => {
      cancel = null;
      for (const account of changes) if (!telling.has(account)) begin(account);
    });
  };
  return {
    changed(account) {
      if (seats.all(account).size === 0) return;
      changes.add(account);
      wake();
    },
    close() {
      isClosed = true;
      cancel?.();
    },
  };
}
