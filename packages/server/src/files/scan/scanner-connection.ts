import type { Socket } from "node:net";
import type { Clock } from "../../core/command.ts";
import type { EgressError } from "../../egress/egress-error.ts";
import type { SocketAddress } from "../../egress/socket.ts";

/** Opens a connection. Implemented by `egress`. */
type ConnectToScanner = (to: SocketAddress, signal: AbortSignal) => Promise<Socket | EgressError>;
export interface ScannerConnectionDeps {
  readonly clock: Clock;
  readonly connect: ConnectToScanner;
}
/**
 * Thrown if the scanner could not be reached or sent no usable reply. The message is for the log.
 */
export class ScanError extends Error {}

export interface ScannerExchange<T> {
  readonly address: SocketAddress;
  /** Parts of the request. They are sent as fast as the scanner reads them. */
  readonly send: AsyncIterable<Buffer>;
  /**
   * Called with each received part, and with null at the end of the connection. Returns the result
   * when it is complete. May throw ScanError.
   */
  readonly read: (part: Buffer | null) => T | undefined;
  /** Time limit for the whole exchange in milliseconds. */
  readonly maxMs: number;
}
/** Time limits in milliseconds for the connection, a ping and one scan. */
const connectTimeoutMs = 5_000;
export const pingTimeoutMs = 5_000;
export const scanTimeoutMs = 60_000;

/**
 * Opens a connection to the scanner, sends a request, and returns the result. Throws ScanError, or
 * an error of the file in `send`.
 */
export async function exchangeWithScanner<T>(
  { clock, connect }: ScannerConnectionDeps,
  { address, send, read, maxMs }: ScannerExchange<T>,
  ended: AbortSignal,
): Promise<T> {
  const socket = await openConnection({ clock, connect }, address, ended);
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const fail = (reason: string): void => reject(new ScanError(reason));
  const handleStop = (): void => fail("Parlour is being stopped");
  const cancel = clock.scheduleAt(clock.now() + maxMs, () =>
    fail(`no answer within ${maxMs / 1000} s`),
  );
  ended.addEventListener("abort", handleStop, { once: true });
  if (ended.aborted) handleStop();
  const handlePart = (part: Buffer | null): void => {
    try {
      const answer = read(part);
      if (answer !== undefined) resolve(answer);
    } catch (error) {
      reject(error);
    }
  };
  socket.on("error", (error: NodeJS.ErrnoException) =>
    fail(`the connection broke (${error.code ?? error.message})`),
  );
  socket.on("data", handlePart);
  socket.on("end", () => handlePart(null));
  socket.on("close", () => fail("the connection was closed without an answer"));
  const sending = sendAll(socket, send).catch(reject);
  try {
    return await promise;
  } finally {
    cancel();
    ended.removeEventListener("abort", handleStop);
    socket.destroy();
    await sending;
  }
}

async function openConnection(
  { clock, connect }: ScannerConnectionDeps,
  to: SocketAddress,
  ended: AbortSignal,
): Promise<Socket> {
  const timeout = new AbortController();
  const cancel = clock.scheduleAt(clock.now() + connectTimeoutMs, () =>
    timeout.abort(new Error("too late")),
  );
  try {
    const socket = await connect(to, AbortSignal.any([timeout.signal, ended]));
    if (socket instanceof Error)
      throw new ScanError(
        timeout.signal.aborted
          ? `no connection within ${connectTimeoutMs / 1000} s`
          : socket.message,
      );
    return socket;
  } finally {
    cancel();
  }
}

/** Sends the parts. Ends early if the connection ends. */
async function sendAll(socket: Socket, parts: AsyncIterable<Buffer>): Promise<void> {
  for await (const part of parts) {
    if (socket.destroyed) return;
    if (socket.write(part)) continue;
    await new Promise<void>((resolve) => {
      const proceed = (): void => {
        socket.off("drain", proceed).off("close", proceed);
        resolve();
      };
      socket.on("drain", proceed).on("close", proceed);
      if (socket.destroyed) proceed();
    });
  }
}
