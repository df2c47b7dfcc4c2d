import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { getDatabaseAddress } from "@parlour/testkit";

export interface ConnectionRecorder {
  /**
   * Returns `address:port` of each connection attempt since the last `clear`, without the given
   * servers and the database.
   */
  unexpectedTargets(...servers: readonly { readonly port: number }[]): readonly string[];
  clear(): void;
  stop(): void;
}
/**
 * Records every connection attempt of this process, even to hosts that do not respond. Egress opens
 * its sockets itself and passes them to undici, so events of undici would not contain them.
 */
export function recordConnections(): ConnectionRecorder {
  let targets: string[] = [];
  const onSocket = (message: unknown): void => {
    const { socket } = message as { socket: Socket };
    // A socket file has no port.
    socket.on(
      "connectionAttempt",
      (address, port?: number) =>
        void targets.push(port === undefined ? address : `${address}:${port}`),
    );
  };
  subscribe("net.client.socket", onSocket);
  return {
    unexpectedTargets(...servers) {
      // The pools may open another connection to the database at any time.
      const database = getDatabaseAddress();
      const expected = new Set([
        typeof database === "string" ? database : `127.0.0.1:${database}`,
        ...servers.map(({ port }) => `127.0.0.1:${port}`),
      ]);
      return targets.filter((to) => !expected.has(to));
    },
    clear() {
      targets = [];
    },
    stop: () => void unsubscribe("net.client.socket", onSocket),
  };
}
