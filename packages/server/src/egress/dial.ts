import net from "node:net";
import tls from "node:tls";
import type { Outcome } from "../core/entity.ts";
import { normalizeAddress } from "./target/address.ts";
import { getErrorCode, EgressError } from "./egress-error.ts";
import {
  assertAllowedAddresses,
  assertAllowedName,
  parseIpLiteral,
  type Target,
} from "./target/target-policy.ts";
import type { Resolve } from "./target/resolve.ts";

/** Opens a TCP connection to the first of `addresses` that accepts it. Does not resolve names. */
export type Dial = (
  to: { readonly addresses: readonly string[]; readonly port: number },
  signal: AbortSignal,
) => Promise<DialResult>;
export interface DialResult {
  readonly socket: net.Socket;
  readonly remoteAddress: string;
}

export interface DialDeps {
  readonly resolve: Resolve;
  readonly dial: Dial;
  allowed(): readonly string[];
  /** Additional trusted certificate. For tests only. */
  readonly ca?: string | undefined;
  readonly isForOwner?: true | undefined;
  readonly onHidden?: ((hidden: HiddenLookupError) => void) | undefined;
}
/** Exact error of a name lookup, which only the installation owner may see (CORE-248). */
export interface HiddenLookupError {
  readonly host: string;
  readonly outcome: Outcome;
  readonly reason: string;
}

/**
 * Opens a connection, with TLS if needed. Resolves to the connection and the checked address.
 * Rejects with EgressError.
 */
export async function openCheckedConnection(
  deps: DialDeps,
  target: Target,
  signal: AbortSignal,
): Promise<{ readonly socket: net.Socket; readonly address: string }> {
  const literal = parseIpLiteral(target);
  if (literal !== null) assertAllowedAddresses(target, [literal], deps.allowed());
  const addresses =
    literal === null ? await resolveCheckedAddresses(deps, target, signal) : [literal];
  const { socket, remoteAddress } = await dialAddresses(deps.dial, addresses, target.port, signal);
  try {
    const address = net.isIP(remoteAddress) === 0 ? "" : normalizeAddress(remoteAddress);
    if (!addresses.some((checkedAddress) => normalizeAddress(checkedAddress) === address))
      throw new EgressError(
        "private_address",
        "The connection led to another address than the checked one.",
      );
    return {
      socket: target.secure ? await startTls(socket, target.host, deps.ca, signal) : socket,
      address,
    };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/**
 * Resolves a name to checked addresses. The error is the same for an unresolvable name and for a
 * name with a forbidden address. Otherwise the difference would reveal names of the internal
 * network.
 */
async function resolveCheckedAddresses(
  deps: DialDeps,
  target: Target,
  signal: AbortSignal,
): Promise<readonly string[]> {
  assertAllowedName(target, deps.allowed());
  try {
    const addresses = await resolveHost(deps.resolve, target.host, signal);
    assertAllowedAddresses(target, addresses, deps.allowed());
    return addresses;
  } catch (error) {
    if (
      !(error instanceof EgressError) ||
      !hiddenErrorOutcomes.has(error.outcome) ||
      deps.isForOwner === true
    )
      throw error;
    deps.onHidden?.({ host: target.host, outcome: error.outcome, reason: error.message });
    throw new EgressError(
      "dns_failed",
      "The name could not be reached: it does not resolve, or it resolves to an address that is not allowed. The owner of the installation sees which in the server's log.",
    );
  }
}
const hiddenErrorOutcomes: ReadonlySet<Outcome> = new Set<Outcome>([
  "dns_failed",
  "private_address",
]);

/** Connects over TCP with the operating system. Tries IPv6 and IPv4 addresses alternately. */
export const systemDial: Dial = (to, signal) =>
  new Promise((resolve, reject) => {
    const targets = to.addresses.map((address) => ({ address, family: net.isIP(address) }));
    const socket = net.connect({
      // This name is not resolved, because `lookup` returns the checked addresses.
      host: "checked.invalid",
      port: to.port,
      autoSelectFamily: true,
      noDelay: true,
      lookup: (_host, _options, answer) => answer(null, targets),
    });
    const stop = (): void =>
      void socket.destroy(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
    signal.addEventListener("abort", stop, { once: true });
    socket.once("error", (error) => {
      signal.removeEventListener("abort", stop);
      reject(error);
    });
    socket.once("connect", () => {
      signal.removeEventListener("abort", stop);
      resolve({ socket, remoteAddress: socket.remoteAddress ?? "" });
    });
  });

/** Resolves a name to addresses. Rejects with EgressError. */
export async function resolveHost(
  resolve: Resolve,
  host: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  try {
    return await raceAbort(resolve(host), signal);
  } catch (error) {
    if (error instanceof EgressError) throw error;
    throw new EgressError(
      "dns_failed",
      `${host} could not be found${getErrorCode(error) === "" ? "" : ` (${getErrorCode(error)})`}.`,
    );
  }
}

/** Connects to one of the addresses. Rejects with EgressError. */
export async function dialAddresses(
  dial: Dial,
  addresses: readonly string[],
  port: number,
  signal: AbortSignal,
): Promise<DialResult> {
  signal.throwIfAborted();
  try {
    const result = await dial({ addresses, port }, signal);
    // Until undici adds its listener, an error must not end the process.
    result.socket.on("error", () => undefined);
    return result;
  } catch (error) {
    if (error instanceof EgressError) throw error;
    throw new EgressError(
      "connect_failed",
      `Could not connect${getErrorCode(error) === "" ? "" : ` (${getErrorCode(error)})`}.`,
    );
  }
}

function toTlsError(error: Error): EgressError {
  if (error instanceof EgressError) return error;
  const code = getErrorCode(error);
  return new EgressError(
    "tls_failed",
    `The certificate or the secure connection was refused${code === "" ? "" : ` (${code})`}.`,
  );
}

function startTls(
  socket: net.Socket,
  host: string,
  ca: string | undefined,
  signal: AbortSignal,
): Promise<tls.TLSSocket> {
  return new Promise((resolve, reject) => {
    const tlsSocket = tls.connect({
      socket,
      host,
      ALPNProtocols: ["http/1.1"],
      servername: net.isIP(host) === 0 ? host : undefined,
      ca: ca === undefined ? undefined : [...tls.rootCertificates, ca],
    });
    const stop = (): void =>
      void tlsSocket.destroy(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
    signal.addEventListener("abort", stop, { once: true });
    tlsSocket.on("error", (error) => {
      signal.removeEventListener("abort", stop);
      reject(toTlsError(error));
    });
    tlsSocket.once("secureConnect", () => {
      signal.removeEventListener("abort", stop);
      resolve(tlsSocket);
    });
  });
}

/** Returns the result of the promise. Rejects with the reason of the signal if it aborts first. */
export function raceAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void =>
      reject(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
