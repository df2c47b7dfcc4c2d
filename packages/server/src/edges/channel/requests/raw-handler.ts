import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AccountNames } from "../../../cluster/index.ts";
import type { DirectHandler } from "../../../http/direct-handlers.ts";
import type { AddressCache, ChannelAddress } from "./address-cache.ts";
import {
  checkContentType,
  checkMethod,
  checkMoved,
  rejectUnknownAddress,
  toLookupRefusal,
  type AuthorizeDeps,
} from "./authorize.ts";
import { handleRequest, type HandleRequestDeps } from "./handle-request.ts";
import type { InboundRequest, ResponseHeaders } from "./inbound-request.ts";
import { sendError, type ResponseDeps } from "./responses.ts";
import { matchRoute } from "./route.ts";

export interface RawHandlerDeps {
  readonly authorize: AuthorizeDeps;
  readonly messages: HandleRequestDeps;
  readonly responses: ResponseDeps;
  readonly clock: { monotonic(): number };
  readonly cluster: AccountNames;
  readonly addresses: AddressCache;
  /** Path of the base URL, which precedes each address. */
  readonly prefix: string;
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
    const route = matchRoute(request.raw.url ?? "", deps.prefix.length);
    const lookup = route === null ? null : deps.addresses.find(route.randomString, route.publicId);
    const authorizeAndHandle = (channel: ChannelAddress | null): void => {
      if (route === null || channel === null)
        return void rejectUnknownAddress(deps.authorize, request).then(done, done);
      void reply.headers(deps.cluster.accountHeaders(channel.account));
      const inbound = createInboundRequest(request, reply, channel, deps.clock.monotonic());
      request.inbound = inbound;
      const refusal =
        checkMoved(channel) ??
        checkMethod(request, reply, route) ??
        (route.isStatusQuery ? null : checkContentType(request.raw));
      if (refusal !== null) done(refusal);
      else if (route.isStatusQuery) done();
      else handleRequest(deps.messages, channel, inbound).catch(done);
    };
    // The lookup is synchronous if the address is cached.
    if (lookup instanceof Promise)
      lookup.then(authorizeAndHandle, (error: unknown) =>
        done(toLookupRefusal(deps.authorize.log, error)),
      );
    else authorizeAndHandle(lookup);
  };
}

/**
 * Creates the handler of messages to known addresses, which nearly all requests are. It leaves
 * everything that is refused before its body is read, and all status queries, to the route.
 */
export function createDirectHandler(deps: RawHandlerDeps): DirectHandler {
  const start = `${deps.prefix}/`;
  return (request, response, createId) => {
    const { method, url = "" } = request;
    if (method !== "POST" || !url.startsWith(start)) return false;
    const route = matchRoute(url, deps.prefix.length);
    if (route === null || route.isStatusQuery || checkContentType(request) !== null) return false;
    const channel = deps.addresses.findCached(route.randomString, route.publicId);
    if (!channel || channel.movedTo) return false;
    const inbound = new DirectRequest(request, response, {
      id: createId(),
      channel,
      begunAt: deps.clock.monotonic(),
      accountHeaders: deps.cluster.accountHeaders(channel.account),
    });
    // An error that nobody handles would end the process.
    handleRequest(deps.messages, channel, inbound)
      .catch((error: unknown) => sendError(deps.responses, error, inbound))
      .catch((error: unknown) => deps.responses.log.error({ err: error }, "channel.failed"));
    return true;
  };
}

class DirectRequest implements InboundRequest {
  readonly id: string;
  readonly channel: ChannelAddress;
  readonly begunAt: number;
  readonly raw: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #accountHeaders: ResponseHeaders;
  bytes: Buffer | null = null;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    {
      id,
      channel,
      begunAt,
      accountHeaders,
    }: {
      readonly id: string;
      readonly channel: ChannelAddress;
      readonly begunAt: number;
      readonly accountHeaders: ResponseHeaders;
    },
  ) {
    this.raw = request;
    this.#response = response;
    this.id = id;
    this.channel = channel;
    this.begunAt = begunAt;
    this.#accountHeaders = accountHeaders;
  }
  send(status: number, body: string, headers: ResponseHeaders = {}): void {
    // What fails after the response, such as its record, is only logged.
    if (this.#response.headersSent) return;
    this.#response
      .writeHead(status, {
        "x-request-id": this.id,
        "content-type": "application/json; charset=utf-8",
        ...this.#accountHeaders,
        ...headers,
        "content-length": Buffer.byteLength(body),
      })
      .end(body);
  }
}

/** Creates a request that is answered by its Fastify reply. */
export const createInboundRequest = (
  { raw, id }: FastifyRequest,
  reply: FastifyReply,
  channel: ChannelAddress | null,
  begunAt: number,
): InboundRequest => ({
  raw,
  id,
  channel,
  begunAt,
  bytes: null,
  send: (status, body, headers = {}) =>
    void reply
      .code(status)
      .header("content-type", "application/json; charset=utf-8")
      .headers(headers)
      .send(body),
});
