import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { ConnectorKind } from "@parlour/protocol/settings/connectors";
import { fail, Refusal, refuse } from "../../core/failure.ts";
import { readBody } from "../../http/body/body.ts";
import { JsonParseError, parseStrictJson } from "../../http/body/json.ts";
import { isEqualSecret } from "../../http/secret.ts";
import { toClientKey } from "../../limits/client-key.ts";
import type { ConnectorChannel } from "../connector-channel.ts";
import type { Inbox } from "../inbox.ts";
import type { ServicePort } from "../ports.ts";
import { handleRecorded, type HandleUpdate, type InboundRules } from "./handle-recorded.ts";

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

/** Seconds after which the service repeats an update that could not be stored. */
const retryAfterS = 5;

/**
 * Creates the route `POST <path>/<public id>`. It answers 200 after the message is flushed to disk,
 * also if nothing follows from the update, so that the service does not repeat it.
 */
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
        return receive(deps, webhook, channel, { request, reply });
      },
    });
  };
}

/** Finds the channel. An unknown one and a wrong secret are refused in the same way. */
async function authorize(
  { inbox, limits }: SecretWebhookDeps,
  { kind, secretHeader, deriveSecret }: SecretWebhook,
  request: FastifyRequest,
): Promise<ConnectorChannel> {
  const { publicId } = request.params as { readonly publicId: string };
  const channel = await inbox.findChannel(kind, publicId);
  const given = String(request.headers[secretHeader] ?? "");
  const isRight = isEqualSecret(given, deriveSecret({ publicId }));
  if (channel !== null && isRight) return channel;
  const quota = await limits.take("wrong_address", toClientKey(request.ip));
  return quota.ok
    ? refuse("not_found", "Not found")
    : refuse("rate_limited", "Too many requests to wrong addresses.", {
        retryAfterMs: quota.retryAfterMs,
      });
}

async function receive(
  deps: SecretWebhookDeps,
  { path, secretHeader, rules, findFault }: SecretWebhook,
  channel: ConnectorChannel,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<FastifyReply> {
  const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
  const shown = {
    method: "POST",
    url: `${path}/${channel.publicId}`,
    headers: { ...request.headers, [secretHeader]: "…" },
    body,
    requestId: request.id,
    rules,
  };
  const error = await handleRecorded(deps, channel, shown, async () =>
    deps.handleUpdate(channel, parseUpdate(body, findFault)),
  );
  if (error === null) return reply.code(200).send({ ok: true });
  if (!(error instanceof Refusal) || error.failure.failure === "invalid_json") throw error;
  const { failure, message, retryAfterMs } = error.failure;
  const seconds = retryAfterMs === undefined ? retryAfterS : Math.ceil(retryAfterMs / 1_000);
  return reply
    .header("retry-after", String(Math.max(seconds, 1)))
    .code(503)
    .send({ error: { code: failure, message } });
}

function parseUpdate(body: Buffer, findFault: SecretWebhook["findFault"]): unknown {
  let update: unknown;
  try {
    update = parseStrictJson(body);
  } catch (error) {
    if (!(error instanceof JsonParseError)) throw error;
    throw new Refusal(fail("invalid_json", error.message));
  }
  const fault = findFault(update);
  if (fault === null) return update;
  throw new Refusal(fail("invalid_json", fault));
}
