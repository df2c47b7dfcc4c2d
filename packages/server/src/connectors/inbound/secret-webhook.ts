import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { ConnectorKind } from "@parlour/protocol/settings/connectors";
import { readBody } from "../../http/body/body.ts";
import { isEqualSecret } from "../../http/secret.ts";
import type { ConnectorChannel } from "../connector-channel.ts";
import type { Inbox } from "../inbox.ts";
import type { ServicePort } from "../ports.ts";
import type { HandleUpdate, InboundRules } from "./handle-recorded.ts";
import { parseJsonUpdate, receiveUpdate, refuseAddress } from "./receive-update.ts";

/** The webhook of a service that sends a secret in a header, one update per request. */
export interface SecretWebhook {
  readonly kind: ConnectorKind;
  readonly path: string;
  readonly secretHeader: string;
  readonly maxBodyBytes: number;
  readonly rules: InboundRules;
  readonly deriveSecret: (channel: { readonly publicId: string }) => string;
  /** Returns why a JSON value is not an update, or null. */
  readonly findFault: (update: unknown) => string | null;
}
interface SecretWebhookDeps extends ServicePort {
  readonly inbox: Inbox;
  readonly handleUpdate: HandleUpdate;
}

/** Creates the route `POST <path>/<public id>`. */
export function createSecretWebhook(
  deps: SecretWebhookDeps,
  webhook: SecretWebhook,
): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", (_request, payload, done) => {
      readBody(payload as FastifyRequest["raw"], webhook.maxBodyBytes).then(
        (body) => done(null, body),
        done,
      );
    });
    const channels = new WeakMap<FastifyRequest, ConnectorChannel>();
    app.post(`${webhook.path}/:publicId`, {
      // The sender is checked before the body is read.
      onRequest: async (request) =>
        void channels.set(request, await authorize(deps, webhook, request)),
      handler: (request, reply) => {
        const channel = channels.get(request);
        if (channel === undefined) throw new Error("the request was not authorized");
        const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
        return receiveUpdate(deps, channel, reply, {
          request,
          body,
          url: `${webhook.path}/${channel.publicId}`,
          secretHeaders: [webhook.secretHeader],
          rules: webhook.rules,
          handle: async () => deps.handleUpdate(channel, parseJsonUpdate(body, webhook.findFault)),
        });
      },
    });
  };
}

/** Finds the channel. An unknown one and a wrong secret are refused in the same way. */
async function authorize(
  deps: SecretWebhookDeps,
  { kind, secretHeader, deriveSecret }: SecretWebhook,
  request: FastifyRequest,
): Promise<ConnectorChannel> {
  const { publicId } = request.params as { readonly publicId: string };
  const channel = await deps.inbox.findChannel(kind, publicId);
  const given = String(request.headers[secretHeader] ?? "");
  const isRight = isEqualSecret(given, deriveSecret({ publicId }));
  return channel !== null && isRight ? channel : refuseAddress(deps, request);
}
