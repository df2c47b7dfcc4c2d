import net from "node:net";
import { dialAddresses, resolveHost, systemDial, type Dial } from "./dial.ts";
import { toEgressError, getErrorCode, EgressError } from "./egress-error.ts";
import { createSystemResolver, type Resolve } from "./target/resolve.ts";

export interface SocketDeps {
  readonly resolve?: Resolve;
  readonly dial?: Dial;
}

/** A TCP address, or the path of a Unix domain socket. */
export type SocketAddress =
  | { readonly host: string; readonly port: number }
  | { readonly path: string };

/**
 * Opens a plain connection to a mail server or virus scanner. The rules of CORE-123 do not apply.
 * Only the installation owner configures these servers, and they are usually in the internal
 * network. Never rejects: an EgressError describes the failure.
 */
export async function openSocket(
  { resolve = createSystemResolver(), dial = systemDial }: SocketDeps,
  address: SocketAddress,
  signal: AbortSignal,
): Promise<net.Socket | EgressError> {
  try {
    if ("path" in address) return await openUnixSocket(address.path, signal);
    const addresses = isAddress(address.host)
      ? [address.host]
      : await resolveHost(resolve, address.host, signal);
    return (await dialAddresses(dial, addresses, address.port, signal)).socket;
  } catch (error) {
    return toEgressError(error);
  }
}

function openUnixSocket(path: string, signal: AbortSignal): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ path });
    const stop = (): void =>
      void socket.destroy(new EgressError("connect_failed", "The connection was given up."));
    socket.once("error", (error) => {
      const code = getErrorCode(error);
      reject(
        new EgressError(
          "connect_failed",
          `No connection to the socket ${path}${code === "" ? "" : ` (${code})`}.`,
        ),
      );
    });
    socket.once("connect", () => {
      signal.removeEventListener("abort", stop);
      resolve(socket);
    });
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

const isAddress = (host: string): boolean =>
  /^\d+\.\d+\.\d+\.\d+$/.test(host) || host.includes(":");
