import type { FastifyReply, FastifyRequest } from "fastify";
import type { AddressCache, ChannelAddress } from "./address-cache.ts";
import {
  checkRequest,
  rejectUnknownAddress,
  toLookupRefusal,
  type AuthorizeDeps,
} from "./authorize.ts";
import { handleRequest, type HandleRequestDeps } from "./handle-request.ts";
import { matchRoute } from "./route.ts";

export interface RawHandlerDeps {
  readonly authorize: AuthorizeDeps;
  readonly messages: HandleRequestDeps;
  readonly clock: { monotonic(): number };
  readonly addresses: AddressCache;
  /** Length of the path of the base URL, which precedes each address. */
  readonly prefixLength: number;
}
type DoneCallback = (error?: Error) => void;

/**
 * Creates the handler that runs before Fastify parses a request. It finds the channel, checks the
 * request and handles a message. It responds to messages itself. A refusal from a Fastify body
 * parser would close the connection before a slow sender has read the response. Fastify's parser
 * and route handler would also cost more time than all checks. Only a status query continues to its
 * route handler.
 */
export function createRawHandler(
  deps: RawHandlerDeps,
): (request: FastifyRequest, reply: FastifyReply, done: DoneCallback) => void {
  return (request, reply, done) => {
    const route = matchRoute(request.raw.url ?? "", deps.prefixLength);
    const lookup = route === null ? null : deps.addresses.find(route.randomString, route.publicId);
    const authorizeAndHandle = (channel: ChannelAddress | null): void => {
      if (route === null || channel === null)
        return void rejectUnknownAddress(deps.authorize, request).then(done, done);
      request.channel = channel;
      request.begunAt = deps.clock.monotonic();
      const refusal = checkRequest(request, reply, route);
      if (refusal !== null) done(refusal);
      else if (route.isStatusQuery) done();
      else handleRequest(deps.messages, channel, request, reply).catch(done);
    };
    // The lookup is synchronous if the address is cached.
    if (lookup instanceof Promise)
      lookup.then(authorizeAndHandle, (error: unknown) =>
        done(toLookupRefusal(deps.authorize.log, error)),
      );
    else authorizeAndHandle(lookup);
  };
}
