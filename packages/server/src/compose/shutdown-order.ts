import type { SocketMoves } from "../realtime/index.ts";
import { shutDownInOrder } from "../shutdown.ts";
import type { BaseServices } from "./base.ts";
import type { App } from "./http-server.ts";
import type { RunningServer } from "./server-options.ts";

interface Closable {
  close(): void | Promise<void>;
}

/**
 * Returns the functions that prepare the shutdown (CORE-265) and that close the parts in order
 * (CORE-131), those of the base last.
 */
export function createShutdown(
  base: BaseServices,
  parts: Readonly<
    Record<
      | "realtime"
      | "live"
      | "widget"
      | "channels"
      | "help"
      | "retentionJob"
      | "erasureWorker"
      | "backups"
      | "actions"
      | "fileServices"
      | "consumers",
      Closable
    >
  > & {
    readonly deliveries: Closable & { readonly connectors: Closable };
    readonly app: App;
    readonly moves: SocketMoves;
  },
): Pick<RunningServer, "drain" | "close"> {
  const { app } = parts;
  return {
    drain() {
      app.drain();
      return parts.moves.drain();
    },
    close: () =>
      shutDownInOrder(
        [
          ["drain", () => app.drain()],
          ["socket moves", () => parts.moves.close()],
          ["operators' sockets", () => parts.realtime.close()],
          ["view counts and boards", () => parts.live.close()],
          ["visitors' sockets", () => parts.widget.close()],
          ["requests", () => app.close()],
          ["bulk actions and dry runs", () => parts.actions.close()],
          ["channels", () => parts.channels.close()],
          ["readers of the help centre", () => parts.help.close()],
          ["connectors", () => parts.deliveries.connectors.close()],
          ["retention", () => parts.retentionJob.close()],
          ["erasing", () => parts.erasureWorker.close()],
          ["backups", () => parts.backups.close()],
          ["files", () => parts.fileServices.close()],
          ["deliveries", () => parts.deliveries.close()],
          ["readers", () => parts.consumers.close()],
          ...base.shutdownSteps,
        ],
        base.clock,
        base.log,
      ),
  };
}
