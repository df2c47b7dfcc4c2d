import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { ConnectorChannel } from "../../../connectors/connector.ts";
import type { Inbox } from "../../../connectors/inbox.ts";
import type { ServicePort } from "../../../connectors/ports.ts";
import { fail, refuse, type Failure } from "../../../core/failure.ts";
import { readBody } from "../../../http/body/body.ts";
import { parseJson } from "../../../http/body/json.ts";
import { getRetryAfterSeconds, statusByFailure, toFailure } from "../../../http/errors.ts";
import { isEqualSecret } from "../../../http/secret.ts";
import { parseWebhook, type WebhookContent } from "../format/parse-webhook.ts";
import { toText } from "../../../connectors/meta/values.ts";
import { isSignedByApp } from "../../../connectors/meta/signature.ts";

export interface RouteDeps extends Pick<ServicePort, "clock" | "record" | "log"> {
  readonly inbox: Inbox;
  readonly process: (channel: ConnectorChannel, content: WebhookContent) => Promise<void>;
  readonly verifyToken: (phoneNumberId: string) => string;
}

/** The service sends at most 3 MiB. */
const maxBodyBytes = 4 * 1024 * 1024;
/** Path of the address that the service calls. */
export const webhookPath = "/connectors/whatsapp";

/** Returns the routes of the address at which the service sends webhooks (WA-001, WA-002). */
export function createRoutes(deps: RouteDeps): FastifyPluginAsync {
  return (app: FastifyInstance) => {
    const url = `${webhookPath}/:publicId`;
    // The signature covers the bytes, so no parser may read them first.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", (_request, _payload, done) => done(null));
    app.get(url, (request, reply) => answerHandshake(deps, request, reply));
    app.post(url, (request, reply) => receiveWebhook(deps, request, reply));
    return Promise.resolve();
  };
}

/**
 * Answers the handshake with which the service checks a new address (WA-001). The challenge is
 * digits. Other texts are refused, because the answer repeats them.
 */
async function answerHandshake(
  deps: RouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const channel = await findChannel(deps, request);
  const query = request.query as Readonly<Record<string, unknown>>;
  const challenge = toText(query["hub.challenge"]);
  const wanted = deps.verifyToken(toText(channel?.settings["phone_number_id"]));
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

async function findChannel(
  { inbox }: RouteDeps,
  request: FastifyRequest,
): Promise<ConnectorChannel | null> {
  const { publicId } = request.params as { readonly publicId: string };
  return /^[A-Za-z0-9]{1,64}$/.test(publicId)
    ? await inbox.findChannel("whatsapp", publicId)
    : null;
}

async function receiveWebhook(
  deps: RouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const startedAt = deps.clock.monotonic();
  const channel = await findChannel(deps, request);
  if (channel === null) return reply.code(404).send();
  const outcome = await processRequest(deps, channel, request);
  const { failure, body, rule, warning } = outcome;
  const status = failure === null ? 200 : statusByFailure[failure.failure];
  const fault =
    failure === null
      ? warning === null
        ? null
        : { code: "no_effect", message: warning, rule: "WA-010" }
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
  return reply.code(status).send();
}

interface Processed {
  readonly failure: Failure | null;
  readonly body: Buffer | null;
  readonly rule: string;
  readonly warning: string | null;
}

/** Processes a webhook. 200 follows only if everything is on disk (WA-013). */
async function processRequest(
  deps: RouteDeps,
  channel: ConnectorChannel,
  request: FastifyRequest,
): Promise<Processed> {
  let body: Buffer | null = null;
  let rule = "WA-002";
  try {
    body = await readBody(request.raw, maxBodyBytes);
    const signature = request.headers["x-hub-signature-256"];
    if (!isSignedByApp(body, signature, channel.secrets["app_secret"] ?? ""))
      refuse(
        "invalid_token",
        "X-Hub-Signature-256 is not the signature of the app of this channel.",
      );
    rule = "WA-010";
    const content = parseWebhook(parseJson(body), toText(channel.settings["phone_number_id"]));
    if (content === null) refuse("invalid_request", "The body is not a webhook of WhatsApp.");
    rule = "WA-013";
    if (!channel.enabled && content.messages.length > 0)
      refuse("channel_disabled", "The channel is switched off. WhatsApp sends the messages again.");
    await deps.process(channel, content);
    return { failure: null, body, rule, warning: content.ignored.join(" ") || null };
  } catch (error) {
    return { failure: toWebhookFailure(deps, channel, error), body, rule, warning: null };
  }
}

/** Converts an error to the failure of the request. Errors without a failure are logged. */
function toWebhookFailure({ log }: RouteDeps, channel: ConnectorChannel, error: unknown): Failure {
  const failure = toFailure(error);
  if (failure !== null) return failure;
  log.warn({ err: error, account: channel.account, channel: channel.id }, "whatsapp.failed");
  return fail("temporarily_unavailable", "The webhook could not be processed.");
}
