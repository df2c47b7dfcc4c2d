import type { WidgetEdgeDeps, WidgetJournal } from "../deps.ts";
import { buildChatFrame } from "./frames.ts";
import type { WidgetSocket, WidgetSockets } from "../session/sockets.ts";

export interface QueuePositionsDeps extends Pick<WidgetEdgeDeps, "store" | "clock" | "log"> {
  readonly config: WidgetJournal["config"];
  readonly sockets: WidgetSockets;
}
export interface QueuePositions {
  /**
   * Handles a chat of the account that was created, closed or accepted. The position of other chats
   * may change.
   */
  onChange(account: number): void;
  close(): void;
}
/** Time in ms within which changes are merged. */
const batchDelayMs = 1_000;

/** Sends waiting visitors their queue position if the account shows positions (API-295 `queue`). */
export function startQueuePositions(deps: QueuePositionsDeps): QueuePositions {
  const { clock } = deps;
  const { registry, send } = deps.sockets;
  const changes = new Set<number>();
  /**
   * Accounts with an update in progress. An account has at most one at a time, regardless of the
   * number of chats and the speed of the database.
   */
  const publishing = new Set<number>();
  let cancel: (() => void) | null = null;
  let isClosed = false;

  const publishAll = async (account: number): Promise<void> => {
    const config = await deps.config(account);
    if (!config.routing.showsQueue) return;
    for (const socket of registry.ofAccount(account)) await publishTo(socket, account);
  };
  const publishTo = async (socket: WidgetSocket, account: number): Promise<void> => {
    const { connection } = socket;
    if (connection?.chat?.state !== "waiting" || connection.queuedEntries !== null) return;
    const visitor = await deps.store.findVisitor(
      account,
      connection.widget.channelId,
      connection.customer,
    );
    const stored = visitor?.chat ?? null;
    if (stored === null) return;
    const queue = await deps.store.findQueuePosition(
      account,
      await deps.config(account),
      stored.entity,
    );
    const { chat } = connection;
    // A change arrived during the read and has newer data.
    if (
      chat === null ||
      chat.state !== "waiting" ||
      chat.id !== stored.id ||
      chat.queue?.place === queue?.place
    )
      return;
    send(socket, [buildChatFrame(connection, { ...chat, queue })]);
  };
  const publishAccount = (account: number): void => {
    changes.delete(account);
    publishing.add(account);
    publishAll(account)
      .catch((error: unknown) => deps.log.error({ err: error, account }, "widget.queue_failed"))
      .finally(() => {
        publishing.delete(account);
        if (changes.has(account)) schedule();
      });
  };
  const schedule = (): void => {
    if (isClosed) return;
    cancel ??= clock.scheduleAt(clock.now() + batchDelayMs, () => {
      cancel = null;
      for (const account of changes) if (!publishing.has(account)) publishAccount(account);
    });
  };
  return {
    onChange(account) {
      if (registry.ofAccount(account).size === 0) return;
      changes.add(account);
      schedule();
    },
    close() {
      isClosed = true;
      cancel?.();
    },
  };
}
