import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Clock } from "../core/ports.ts";

/**
 * Requests still running so long after the begin of a stop are cut off (CORE-131). Sockets had up to 2 s each before, and deliveries, readers and the
 * journal end behind it, all within the time of `shutdownLimits.server`.
 */
export const longestStopMs = 4_000;

/**
 * Makes `server.close()` end soon (CORE-131): from `begin` on, connections without a running request are cut at once, the others as soon
 * as their answer is out. Node itself cuts only those that are idle at that moment, and counts one as busy that still sends the rest of a
 * refused body. Upgraded connections are their owner's.
 */
export function stopper(server: Server, clock: Clock): { begin(): void } {
  const sockets = new Set<HttpSocket>();
  server.on("connection", (socket: HttpSocket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const cutIdle = (): void => {
    for (const socket of sockets) if (socket.parser != null && socket._httpMessage == null) socket.destroy();
  };
  return {
    begin() {
      const onFinish = (message: unknown): void => {
        if ((message as { server: Server }).server === server) setImmediate(cutIdle);
      };
      subscribe("http.server.response.finish", onFinish);
      const cancel = clock.alarm(clock.now() + longestStopMs, () => server.closeAllConnections());
      server.once("close", () => {
        unsubscribe("http.server.response.finish", onFinish);
        cancel();
      });
      cutIdle();
    },
  };
}

/** What Node keeps at a connection: its parser (null after an upgrade) and the answer under way. */
interface HttpSocket extends Socket {
  readonly parser?: object | null;
  readonly _httpMessage?: object | null;
}
