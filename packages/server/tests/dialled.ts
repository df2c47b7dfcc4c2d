import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { getDatabaseAddress } from "@parlour/testkit";

export interface DialWatch {
  /** `address:port` of each try since the last `forget` that led to none of these servers of the test, nor to the database. */
  strangers(...ours: readonly { readonly port: number }[]): readonly string[];
  forget(): void;
  end(): void;
}
/** Whom this process tries to connect to, also where nobody answers: egress hands undici open connections, so undici tells of no others. */
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
      // Pools open a further connection to the database whenever a busy moment asks for one.
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
