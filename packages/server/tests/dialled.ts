import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";

export interface DialWatch {
  /** `address:port` of each try since the last `forget` that led to none of these servers of the test. */
  strangers(...ours: readonly { readonly port: number }[]): readonly string[];
  forget(): void;
  end(): void;
}
/** Whom this process tries to connect to, also where nobody answers: egress hands undici open connections, so undici tells of no others. */
export function watchDials(): DialWatch {
  let dialled: string[] = [];
  const onSocket = (message: unknown): void => {
    const { socket } = message as { socket: Socket };
    socket.on("connectionAttempt", (address, port) => void dialled.push(`${address}:${port}`));
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
