import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import type { WidgetDeliveries, WidgetEdgeDeps, WidgetJournal, WidgetVisits } from "../deps.ts";
import type { VisitorEntry } from "../types.ts";
import type { VisitorConnection } from "../visitor-connection.ts";

export interface RatingWaitReleaseDeps extends Pick<WidgetEdgeDeps, "clock" | "log"> {
  readonly config: WidgetJournal["config"];
  readonly cluster: WidgetVisits["cluster"];
  readonly deliveries: WidgetDeliveries;
  /** Returns whether a visitor has an open connection, to this node or another one. */
  readonly isConnected: (account: number, visitorId: number) => boolean;
}
export interface RatingWaitRelease {
  /** Handles the end of one visitor connection. */
  onDisconnect(connection: VisitorConnection): void;
  onEntry(account: number, entry: VisitorEntry): void;
  /** Resolves when no release of webhooks is in progress. */
  settle(): Promise<unknown>;
  close(): void;
}

/**
 * Time in ms after which a visitor without a connection has left. A page change closes one
 * connection and opens the next within this time.
 */
const pageChangeMs = 5_000;
/** Maximum wait for a rating in ms (`maxRatingWaitS`). */
const maxRatingWaitMs = 600_000;

/**
 * Starts the release of webhooks of closed chats, which wait for the rating (WH-080). They are
 * released when the visitor closes the last window, or has none open when the chat ends. If the
 * process ends first, the wait ends by a stored timer, so no webhook is lost.
 */
export function startRatingWaitRelease(deps: RatingWaitReleaseDeps): RatingWaitRelease {
  const { clock, config, log, isConnected, cluster, deliveries } = deps;
  const timers = new Set<() => void>();
  const pendingReleases = new Set<Promise<void>>();
  const track = (account: number, chatId: number, release: Promise<void>): void => {
    const ended = release
      .catch((error: unknown) =>
        log.warn({ err: error, account, chat: chatId }, "widget.release_failed"),
      )
      .finally(() => pendingReleases.delete(ended));
    pendingReleases.add(ended);
  };
  /**
   * Releases the webhooks only if no other node is running, because the visitor may be connected to
   * that node.
   */
  const releaseIfNotConnected = async (
    account: number,
    chatId: number,
    channelId: number | null,
  ): Promise<void> => {
    const { channels } = await config(account);
    const channel = channels.get(channelId ?? 0);
    const hasWindow = channel !== undefined && getCapabilities(channel.kind).chat_window;
    if (hasWindow && !cluster.hasOtherNodes()) await deliveries.releaseChat(account, chatId);
  };
  return {
    onDisconnect({ account, visitorId, chat }) {
      if (chat === null || chat.rating !== null || chat.closed_at === null) return;
      if (
        clock.now() - Date.parse(chat.closed_at) > maxRatingWaitMs ||
        isConnected(account, visitorId)
      )
        return;
      const cancel = clock.scheduleAt(clock.now() + pageChangeMs, () => {
        timers.delete(cancel);
        if (!isConnected(account, visitorId))
          track(account, chat.id, deliveries.releaseChat(account, chat.id));
      });
      timers.add(cancel);
    },
    onEntry(account, { name, channelId, chatId, visitorId }) {
      if (
        name !== "chat_closed" ||
        chatId === null ||
        visitorId === null ||
        isConnected(account, visitorId)
      )
        return;
      track(account, chatId, releaseIfNotConnected(account, chatId, channelId));
    },
    settle: () => Promise.all(pendingReleases),
    close() {
      for (const cancel of timers) cancel();
      timers.clear();
    },
  };
}
