import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";

export interface DialWatch {
  /** `address:port` of each try since the last `forget` that led to none of these servers of the test, nor to the database. */
  strangers(...ours: readonly { readonly port: number }[]): readonly string[];
  forget(): void;
  end(): void;
}
/** The database is reached by its socket file; its pool opens a further connection whenever a busy moment asks for one. */
const isDatabase = (address: string): boolean => /\/\.s\.PGSQL\.\d+$/.test(address);

/** Whom this process tries to connect to, also where nobody answers: egress hands undici open connections, so undici tells of no others. */
export function watchDials(): DialWatch {
  let dialled: string[] = [];
  const onSocket = (message: unknown): void => {
    const { socket } = message as { socket: Socket };
    socket.on("connectionAttempt", (address, port) => {
      if (!isDatabase(address)) dialled.push(`${address}:${port}`);
    });
  };
  subscribe("net.client.socket", onSocket);
  return {
    strangers(...ours) {
      const own = new Set(ours.map(({ port }) => `127.0.0.1:${port}`));
      return dialled.filter((to) => !own.has(to));
    },
    forget() {
      dialled = [];
    },
    end: () => void unsubscribe("net.client.socket", onSocket),
  };
}
