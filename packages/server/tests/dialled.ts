import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { getDatabaseAddress } from "@parlour/testkit";

export interface DialWatch {
  /**
   * Returns `address:port` of each connection attempt since the last `clear`, without the given
   * servers and the database.
   */
  strangers(...ours: readonly { readonly port: number }[]): readonly string[];
  forget(): void;
  end(): void;
}
/**
 * Records every connection attempt of this process, also to hosts that do not answer. Egress opens
 * its sockets itself and passes them to undici, so events of undici would not show them.
 */
export function watchDials(): DialWatch {
  let dialled: string[] = [];
  const onSocket = (message: unknown): void => {
    const { socket } = message as { socket: Socket };
    // A socket file has no port.
    socket.on("connectionAttempt", (address, port?: number) => void dialled.push(port === undefined ? address : `${address}:${port}`));
  };
  subscribe("net.client.socket", onSocket);
  return {
    strangers(...ours) {
      // The pools may open another connection to the database at any time.
      const database = getDatabaseAddress();
      const own = new Set([
        typeof database === "string" ? database : `127.0.0.1:${database}`,
        ...ours.map(({ port }) => `127.0.0.1:${port}`),
      ]);
      return dialled.filter((to) => !own.has(to));
    },
    forget() {
      dialled = [];
    },
    end: () => void unsubscribe("net.client.socket", onSocket),
  };
}
