import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { ConnectorKind } from "@parlour/protocol/settings/connectors";
import { readBody } from "../../http/body/body.ts";
import type { ConnectorChannel } from "../connector-channel.ts";
import type { Inbox } from "../inbox.ts";
import type { ServicePort } from "../ports.ts";
import type { InboundRules, UpdateResult } from "./handle-recorded.ts";
import { receiveUpdate, refuseAddress } from "./receive-update.ts";

/** A webhook whose sender is known by the content of the request, such as a signature. */
export interface SignedWebhook {
  readonly kind: ConnectorKind;
  readonly methods: readonly ("GET" | "POST")[];
  /** Paths with the parameter `publicId`. */
  readonly paths: readonly string[];
  readonly maxBodyBytes: number;
  readonly rules: InboundRules;
  /** Headers and URLs as the request inspector shows them. */
  readonly secretHeaders: readonly string[];
  readonly showUrl: (channel: ConnectorChannel, request: FastifyRequest) => string;
  readonly isGenuine: (channel: ConnectorChannel, request: FastifyRequest, body: Buffer) => boolean;
  /** Rejects with Refusal if the update must be repeated or is malformed. */
  readonly handle: (
    channel: ConnectorChannel,
    request: FastifyRequest,
    body: Buffer,
  ) => Promise<UpdateResult>;
}
interface SignedWebhookDeps extends ServicePort {
  readonly inbox: Inbox;
}

/**
 * Creates the routes of a webhook. An unknown channel and a request that is not from its service
 * are refused in the same way.
 */
export function createSignedWebhook(
  deps: SignedWebhookDeps,
  webhook: SignedWebhook,
): FastifyPluginAsync {
  const { kind, methods, paths, maxBodyBytes, rules, secretHeaders } = webhook;
  return async (app) => {
    // The signature covers the bytes, so no parser may read them first.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", (_request, payload, done) => {
      readBody(payload as FastifyRequest["raw"], maxBodyBytes).then(
        (body) => done(null, body),
        done,
      );
    });
    for (const url of paths)
      app.route({
        method: [...methods],
        url,
        handler: async (request, reply) => {
          const { publicId } = request.params as { readonly publicId: string };
          const channel = await deps.inbox.findChannel(kind, publicId);
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
          if (channel === null || !webhook.isGenuine(channel, request, body))
            return refuseAddress(deps, request);
          return receiveUpdate(deps, channel, reply, {
            request,
            body,
            url: webhook.showUrl(channel, request),
            secretHeaders,
            rules,
            handle: () => webhook.handle(channel, request, body),
          });
        },
      });
  };
}
