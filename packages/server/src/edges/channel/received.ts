import type { FastifyRequest } from "fastify";
import type { ChannelAddress } from "./address.ts";

/** A request of an integrator and its result (API-052). */
export interface Received {
  readonly account: number;
  readonly channelId: number;
  /** Path and query. Only the last four characters of the random string are shown. */
  readonly url: string;
  readonly request: FastifyRequest;
  /** Null if the body was not read. */
  readonly body: Buffer | null;
  readonly status: number;
  readonly durationMs: number;
  /**
   * Error of a refused request or warning of an accepted one, with the rule. Null if there is none.
   */
  readonly fault: Fault | null;
}
export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly field: string | null;
  readonly rule: string | null;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Of a request to a channel: the channel, the body, and `monotonic()` at its start. */
    channel: ChannelAddress | null;
    bytes: Buffer | null;
    begunAt: number;
  }
}

export interface TellDeps {
  /** Called for every answered request on a known address. */
  readonly onReceived?: (one: Received) => void;
  readonly clock: { monotonic(): number };
}
export type Tell = (request: FastifyRequest, status: number, fault: Fault | null) => void;

/**
 * Creates the function that reports answered requests. Requests to an unknown address are not
 * reported.
 */
export function openTell({ onReceived, clock }: TellDeps, prefix: string): Tell {
  return (request, status, fault) => {
    const { channel, bytes: body, begunAt } = request;
    if (onReceived === undefined || channel === null) return;
    const { account, channelId } = channel;
    const durationMs = clock.monotonic() - begunAt;
    onReceived({ account, channelId, url: shownUrl(request, prefix), request, body, status, durationMs, fault });
  };
}

function shownUrl({ raw: { url = "" } }: FastifyRequest, prefix: string): string {
  const secret = prefix.length + 1;
  const end = url.indexOf("/", secret);
  return `${prefix}/…${url.slice(Math.max(secret, end - 4))}`;
}
