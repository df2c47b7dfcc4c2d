import net from "node:net";
import { dialled, lookUp, systemDial, type Dial } from "./dial.ts";
import { asFault, codeOf, Fault } from "./fault.ts";
import { systemResolve, type Resolve } from "./resolve.ts";

export interface SocketDeps {
  readonly resolve?: Resolve;
  readonly dial?: Dial;
}

/** A TCP address, or the path of a Unix socket. */
export type Place = { readonly host: string; readonly port: number } | { readonly path: string };

/**
 * Opens a plain connection to a server set by the owner of the installation (mail, virus scanner).
 * The rules of CORE-123 do not apply: only the owner sets such a server, and it is usually in the
 * internal network. Never rejects: an EgressError describes the failure.
 */
export async function openSocket(
  { resolve = systemResolve(), dial = systemDial }: SocketDeps,
  to: Place,
  signal: AbortSignal,
): Promise<net.Socket | Fault> {
  try {
    if ("path" in to) return await openLocal(to.path, signal);
    const addresses = isAddress(to.host) ? [to.host] : await lookUp(resolve, to.host, signal);
    return (await dialled(dial, addresses, to.port, signal)).socket;
  } catch (error) {
    return asFault(error);
  }
}

function openLocal(path: string, signal: AbortSignal): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ path });
    const stop = (): void => void socket.destroy(new Fault("connect_failed", "The connection was given up."));
    socket.once("error", (error) => {
      const code = codeOf(error);
      reject(new Fault("connect_failed", `No connection to the socket ${path}${code === "" ? "" : ` (${code})`}.`));
    });
    socket.once("connect", () => {
      signal.removeEventListener("abort", stop);
      resolve(socket);
    });
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

const isAddress = (host: string): boolean => /^\d+\.\d+\.\d+\.\d+$/.test(host) || host.includes(":");
