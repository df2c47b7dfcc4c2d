import type { FastifyRequest } from "fastify";
import type { ChannelAddress } from "./address.ts";

/** A request of an integrator and what became of it (API-052). */
export interface Received {
  readonly account: number;
  readonly channelId: number;
  /** Path and query; of the random string only its last four characters. */
  readonly url: string;
  readonly request: FastifyRequest;
  /** null: not read. */
  readonly body: Buffer | null;
  readonly status: number;
  readonly durationMs: number;
  /** What was refused, or noted of an accepted request, and by which rule; null: nothing. */
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
    /** Of a request to a channel: whose it is, its body, and `monotonic()` of its begin. */
    channel: ChannelAddress | null;
    bytes: Buffer | null;
    begunAt: number;
  }
}

export interface TellDeps {
  /** Hears every request on a known address, when it was answered. */
  readonly onReceived?: (one: Received) => void;
  readonly clock: { monotonic(): number };
}
export type Tell = (request: FastifyRequest, status: number, fault: Fault | null) => void;

/** Says what became of a request. One to an address that no channel has is nobody's. */
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
