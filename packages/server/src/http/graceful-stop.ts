import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Clock } from "../core/command.ts";

/**
 * Time in ms after the start of a shutdown at which running requests are aborted (CORE-131).
 * Sockets had up to 2 s before. Deliveries, journal consumers and the journal stop afterwards, all
 * within `shutdownLimits.server`.
 */
export const maxStopMs = 4_000;

/**
 * Makes `server.close()` finish soon (CORE-131). After `begin`, connections without a running
 * request are closed immediately, and all others after their response is sent.
 *
 * Node itself closes only connections that are idle at that time. It also treats a connection as
 * busy while it sends the rest of a rejected body. Upgraded connections are closed by their owner.
 */
export function createGracefulStop(server: Server, clock: Clock): { begin(): void } {
  const sockets = new Set<HttpSocket>();
  server.on("connection", (socket: HttpSocket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const closeIdle = (): void => {
    for (const socket of sockets)
      if (socket.parser != null && socket._httpMessage == null) socket.destroy();
  };
  return {
    begin() {
      const onFinish = (message: unknown): void => {
        if ((message as { server: Server }).server === server) setImmediate(closeIdle);
      };
      subscribe("http.server.response.finish", onFinish);
      const cancel = clock.scheduleAt(clock.now() + maxStopMs, () => server.closeAllConnections());
      server.once("close", () => {
        unsubscribe("http.server.response.finish", onFinish);
        cancel();
      });
      closeIdle();
    },
  };
}

/** Node's state of a connection: its parser (null after an upgrade) and the response. */
interface HttpSocket extends Socket {
  readonly parser?: object | null;
  readonly _httpMessage?: object | null;
}
