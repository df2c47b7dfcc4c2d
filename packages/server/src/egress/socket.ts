import type net from "node:net";
import { dialled, lookUp, systemDial, type Dial } from "./dial.ts";
import { asFault, type Fault } from "./fault.ts";
import { systemResolve, type Resolve } from "./resolve.ts";

export interface SocketDeps {
  readonly resolve?: Resolve;
  readonly dial?: Dial;
}

/**
 * A plain connection to a server that the instance owner named (mail). The rules of CORE-123 do not hold for it: nobody else can name one, and
 * a mail server mostly stands in the own network. Never rejects: a Fault says what went wrong.
 */
export async function openSocket(
  { resolve = systemResolve(), dial = systemDial }: SocketDeps,
  to: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<net.Socket | Fault> {
  try {
    const addresses = isAddress(to.host) ? [to.host] : await lookUp(resolve, to.host, signal);
    return (await dialled(dial, addresses, to.port, signal)).socket;
  } catch (error) {
    return asFault(error);
  }
}

const isAddress = (host: string): boolean => /^\d+\.\d+\.\d+\.\d+$/.test(host) || host.includes(":");
