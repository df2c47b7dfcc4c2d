import type { ConnectorKind } from "@parlour/protocol/settings/connectors";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { ConnectorChannel } from "../connector-channel.ts";
import type { Inbox } from "../inbox.ts";
import type { ServicePort } from "../ports.ts";
import { fail, refuse, type Failure } from "../../core/failure.ts";
import { readBody } from "../../http/body/body.ts";
import { parseJson } from "../../http/body/json.ts";
import { getRetryAfterSeconds, statusByFailure, toFailure } from "../../http/errors.ts";
import { isEqualSecret } from "../../http/secret.ts";
import { toText } from "./values.ts";
import { isSignedByApp } from "./signature.ts";

/** What a webhook contains. `ignored`: sentences about parts that have no effect. */
interface WebhookContent {
  readonly messages: readonly unknown[];
  readonly ignored: readonly string[];
}

/** The webhook of a service of Meta. */
interface MetaWebhook<C extends WebhookContent> {
  readonly kind: ConnectorKind;
  readonly serviceName: string;
  /** The rules that refused requests break: wrong signature, wrong body, not stored. */
  readonly rules: { readonly signature: string; readonly content: string; readonly stored: string };
  /** Returns the token of the handshake. `null`: the channel does not exist. */
  readonly verifyToken: (channel: ConnectorChannel | null) => string;
  /** Parses the body for a channel. Returns null if it is not one of the service. */
  readonly parse: (body: unknown, channel: ConnectorChannel) => C | null;
  /** Stores the content. Rejects if the service must send the webhook again. */
  readonly process: (channel: ConnectorChannel, content: C) => Promise<void>;
}
interface WebhookRouteDeps extends Pick<ServicePort, "clock" | "record" | "log"> {
  readonly inbox: Inbox;
}
/** A request of the service and the port that answers it. */
interface RouteContext<C extends WebhookContent> {
  readonly deps: WebhookRouteDeps;
  readonly webhook: MetaWebhook<C>;
}

/** Meta sends at most 3 MiB. */
const maxBodyBytes = 4 * 1024 * 1024;

/** Returns the path of the addresses that the service calls, without the public id. */
export const getWebhookPath = (kind: ConnectorKind): string => `/connectors/${kind}`;

/** Creates the routes of the addresses at which the service sends webhooks (WA-001, WA-002). */
export function createMetaWebhook<C extends WebhookContent>(
  deps: WebhookRouteDeps,
  webhook: MetaWebhook<C>,
): FastifyPluginAsync {
  const context: RouteContext<C> = { deps, webhook };
  return (app: FastifyInstance) => {
    const url = `${getWebhookPath(webhook.kind)}/:publicId`;
    // The signature covers the bytes, so no parser may read them first.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", (_request, _payload, done) => done(null));
    app.get(url, (request, reply) => answerHandshake(context, request, reply));
    app.post(url, (request, reply) => receiveWebhook(context, request, reply));
    return Promise.resolve();
  };
}

/**
 * Answers the handshake with which the service checks a new address (WA-001). The challenge is
 * digits. Other texts are refused, because the answer repeats them.
 */
async function answerHandshake<C extends WebhookContent>(
  context: RouteContext<C>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const channel = await findChannel(context, request);
  const query = request.query as Readonly<Record<string, unknown>>;
  const challenge = toText(query["hub.challenge"]);
  const wanted = context.webhook.verifyToken(channel);
  const isRight =
    channel !== null &&
    query["hub.mode"] === "subscribe" &&
    isEqualSecret(toText(query["hub.verify_token"]), wanted) &&
    /^[\w-]{1,100}$/.test(challenge);
  return isRight
    ? reply.type("text/plain; charset=utf-8").send(challenge)
    : reply
        .code(403)
        .type("text/plain; charset=utf-8")
        .send("The verify token or the address is wrong.");
}

async function findChannel<C extends WebhookContent>(
  { deps, webhook }: RouteContext<C>,
  request: FastifyRequest,
): Promise<ConnectorChannel | null> {
  const { publicId } = request.params as { readonly publicId: string };
  return /^[A-Za-z0-9]{1,64}$/.test(publicId)
    ? await deps.inbox.findChannel(webhook.kind, publicId)
    : null;
}

async function receiveWebhook<C extends WebhookContent>(
  context: RouteContext<C>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { deps, webhook } = context;
  const startedAt = deps.clock.monotonic();
  const channel = await findChannel(context, request);
  if (channel === null) return refuse("not_found", "Not found");
  const outcome = await processRequest(context, channel, request);
  const { failure, body, rule, warning } = outcome;
  const status = failure === null ? 200 : statusByFailure[failure.failure];
  const fault =
    failure === null
      ? warning === null
        ? null
        : { code: "no_effect", message: warning, rule: webhook.rules.content }
      : { code: failure.failure, message: failure.message, rule };
  if (failure !== null) {
    const retryAfter = getRetryAfterSeconds(failure);
    if (retryAfter !== undefined) void reply.header("retry-after", retryAfter);
  }
  deps.record(channel, {
    method: request.method,
    url: request.url,
    headers: request.headers,
    body,
    status,
    durationMs: deps.clock.monotonic() - startedAt,
    fault,
    requestId: request.id,
  });
  if (failure === null) return reply.code(status).send();
  return reply
    .code(status)
    .send({ error: { code: failure.failure, message: failure.message, request_id: request.id } });
}

interface Processed {
  readonly failure: Failure | null;
  readonly body: Buffer | null;
  readonly rule: string;
  readonly warning: string | null;
}

/** Processes a webhook. 200 follows only if everything is on disk (WA-013). */
async function processRequest<C extends WebhookContent>(
  { deps, webhook }: RouteContext<C>,
  channel: ConnectorChannel,
  request: FastifyRequest,
): Promise<Processed> {
  let body: Buffer | null = null;
  const { rules, serviceName } = webhook;
  let rule = rules.signature;
  try {
    body = await readBody(request.raw, maxBodyBytes);
    const signature = request.headers["x-hub-signature-256"];
    if (!isSignedByApp(body, signature, channel.secrets["app_secret"] ?? ""))
      refuse(
        "invalid_token",
        "X-Hub-Signature-256 is not the signature of the app of this channel.",
      );
    rule = rules.content;
    const content = webhook.parse(parseJson(body), channel);
    if (content === null) refuse("invalid_request", `The body is not a webhook of ${serviceName}.`);
    rule = rules.stored;
    if (!channel.enabled && content.messages.length > 0)
      refuse(
        "channel_disabled",
        `The channel is switched off. ${serviceName} sends the messages again.`,
      );
    await webhook.process(channel, content);
    return { failure: null, body, rule, warning: content.ignored.join(" ") || null };
  } catch (error) {
    return { failure: toWebhookFailure(deps, channel, error), body, rule, warning: null };
  }
}

/** Converts an error to the failure of the request. Errors without a failure are logged. */
function toWebhookFailure(
  { log }: WebhookRouteDeps,
  channel: ConnectorChannel,
  error: unknown,
): Failure {
  const failure = toFailure(error);
  if (failure !== null) return failure;
  log.warn({ err: error, account: channel.account, channel: channel.id }, `${channel.kind}.failed`);
  return fail("temporarily_unavailable", "The webhook could not be processed.");
}
