import { openSocket, type SocketAddress } from "../../egress/socket.ts";
import type { TestHooks } from "../server-options.ts";

/** Returns a function that opens a socket to an address of the installation's owner. */
export function createConnect({ resolve }: TestHooks) {
  return (to: SocketAddress, signal: AbortSignal) =>
    openSocket(resolve ? { resolve } : {}, to, signal);
}
