import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../../core/failure.ts";
import { readBody } from "../../http/body.ts";
import type { Addresses, ChannelAddress } from "./address.ts";
import { admit, unavailable, type GateDeps } from "./gate.ts";
import { receive, type InboundDeps } from "./inbound.ts";
import { placeOf } from "./place.ts";
import type { Tell } from "./received.ts";

export interface EntranceDeps extends GateDeps, InboundDeps {
  readonly limits: InboundDeps["limits"];
  readonly log: GateDeps["log"] & InboundDeps["log"];
  readonly clock: GateDeps["clock"] & InboundDeps["clock"];
  readonly addresses: Addresses;
  /** Length of the base URL's path, which precedes each address. */
  readonly prefixLength: number;
  readonly tell: Tell;
}
type Done = (error?: Error) => void;

/**
 * Creates the handler that runs before Fastify parses a request: it finds the channel, checks the
 * request and handles a message. It reads and answers a message itself. A refusal from a body
 * parser would close the connection before a slow sender has read the response. Parser and route
 * handler would also cost more than all checks. Only a status query continues to its route handler.
 */
export function openEntrance(deps: EntranceDeps): (request: FastifyRequest, reply: FastifyReply, done: Done) => void {
  return (request, reply, done) => {
    const place = placeOf(request.raw.url ?? "", deps.prefixLength);
    const found = place === null ? null : deps.addresses.find(place.randomString, place.publicId);
    const enter = (channel: ChannelAddress | null): void => {
      const admitted = admit(deps, request, reply, place, channel);
      if (admitted instanceof Refusal) done(admitted);
      else if (admitted === "status") done();
      else takeMessage(deps, admitted, request, reply).catch(done);
    };
    // Synchronous if the address is cached.
    if (found instanceof Promise) found.then(enter, (error: unknown) => done(unavailable(deps.log, error)));
    else enter(found);
  };
}

async function takeMessage(deps: EntranceDeps, channel: ChannelAddress, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const bytes = await readBody(request.raw, deps.limits.value("body_kib") * 1024);
  request.bytes = bytes;
  const note = await receive(deps, channel, request, reply, bytes);
  deps.tell(request, 200, note);
}
