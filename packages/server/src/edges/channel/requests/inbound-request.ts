import type { IncomingMessage } from "node:http";
import type { ChannelAddress } from "./address-cache.ts";

export type ResponseHeaders = Readonly<Record<string, string | number>>;

/** A request of an integrator, with or without Fastify. */
export interface InboundRequest {
  readonly raw: IncomingMessage;
  readonly id: string;
  /** Null: the address belongs to no channel. */
  readonly channel: ChannelAddress | null;
  /** `monotonic()` at the start of the request. */
  readonly begunAt: number;
  /** Null until the body is read. */
  bytes: Buffer | null;
  /** Sends the response, whose body is JSON. */
  send(status: number, body: string, headers?: ResponseHeaders): void;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set for requests to a channel. */
    inbound: InboundRequest | null;
  }
}
