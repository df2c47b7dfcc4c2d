import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { ConnectorChannel } from "../../../connectors/connector-channel.ts";
import type { Inbox } from "../../../connectors/inbox.ts";
import type { InstallationPort, ServicePort } from "../../../connectors/ports.ts";
import { fail, Refusal, refuse } from "../../../core/failure.ts";
import { readBody } from "../../../http/body/body.ts";
import { JsonParseError, parseStrictJson } from "../../../http/body/json.ts";
import { isEqualSecret } from "../../../http/secret.ts";
import { toClientKey } from "../../../limits/client-key.ts";
import { readUpdateId } from "../format/parse-update.ts";
import type { HandleUpdate } from "./handle-update.ts";
import { deriveWebhookSecret, webhookPath } from "./webhook-address.ts";

export interface WebhookRoutesDeps extends Pick<
  ServicePort,
  "clock" | "limits" | "record" | "onFault"
> {
  readonly inbox: Pick<Inbox, "findChannel">;
  readonly derive: InstallationPort["derive"];
  readonly handleUpdate: HandleUpdate;
}

/** Maximum size of an update in bytes. */
const maxBodyBytes = 1024 * 1024;
const secretHeader = "x-telegram-bot-api-secret-token";
/** Seconds after which Telegram repeats an update that could not be stored. */
const retryAfterS = 5;

/**
 * Creates the route of the webhooks, `POST /telegram/<public id>` (TG-003). It answers 200 after
 * the message is flushed to disk, also if nothing follows from the update, so that Telegram does
 * not repeat it.
 */
export function createWebhookRoutes(deps: WebhookRoutesDeps): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", (_request, payload, done) => {
      readBody(payload as FastifyRequest["raw"], maxBodyBytes).then(
        (body) => done(null, body),
        done,
      );
    });
    const channels = new WeakMap<FastifyRequest, ConnectorChannel>();
    app.post(`${webhookPath}/:publicId`, {
      // The sender is checked before the body is read.
      onRequest: async (request) => void channels.set(request, await authorize(deps, request)),
      handler: (request, reply) => {
        const channel = channels.get(request);
        if (channel === undefined) throw new Error("the request was not authorized");
        return receive(deps, channel, request, reply);
      },
    });
  };
}

/** Finds the channel. An unknown one and a wrong secret are refused in the same way. */
async function authorize(
  { derive, inbox, limits }: WebhookRoutesDeps,
  request: FastifyRequest,
): Promise<ConnectorChannel> {
  const { publicId } = request.params as { readonly publicId: string };
  const channel = await inbox.findChannel("telegram", publicId);
  const given = request.headers[secretHeader];
  const isRight = isEqualSecret(String(given ?? ""), deriveWebhookSecret(derive, { publicId }));
  if (channel !== null && isRight) return channel;
  const quota = await limits.take("wrong_address", toClientKey(request.ip));
  return quota.ok
    ? refuse("not_found", "Not found")
    : refuse("rate_limited", "Too many requests to wrong addresses.", {
        retryAfterMs: quota.retryAfterMs,
      });
}

async function receive(
  deps: WebhookRoutesDeps,
  channel: ConnectorChannel,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const startedAt = deps.clock.monotonic();
  const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
  const record = (status: number, fault: Parameters<typeof deps.record>[1]["fault"]): void =>
    deps.record(channel, {
      method: "POST",
      url: `${webhookPath}/${channel.publicId}`,
      headers: { ...request.headers, [secretHeader]: "…" },
      body,
      status,
      durationMs: Math.round(deps.clock.monotonic() - startedAt),
      fault,
      requestId: request.id,
    });
  try {
    const result = await deps.handleUpdate(channel, parseBody(body));
    const reason = result.kind === "ignored" ? result.reason : null;
    record(200, reason === null ? null : { code: "ignored", message: reason, rule: "TG-011" });
    return await reply.code(200).send({ ok: true });
  } catch (error) {
    if (!(error instanceof Refusal)) {
      deps.onFault(error);
      record(500, {
        code: "internal_error",
        message: "The update was not stored.",
        rule: "TG-014",
      });
      throw error;
    }
    const { failure, message, retryAfterMs } = error.failure;
    const status = failure === "invalid_json" ? 400 : 503;
    record(status, { code: failure, message, rule: "TG-014" });
    if (status === 400) throw error;
    // Telegram repeats the update after this time.
    const seconds = retryAfterMs === undefined ? retryAfterS : Math.ceil(retryAfterMs / 1_000);
    return await reply
      .header("retry-after", String(Math.max(seconds, 1)))
      .code(503)
      .send({ error: { code: failure, message } });
  }
}

/** Parses an update. Throws Refusal `invalid_json` if it is not one JSON object with a number. */
function parseBody(body: Buffer): unknown {
  try {
    const update = parseStrictJson(body);
    if (readUpdateId(update) !== null) return update;
  } catch (error) {
    if (!(error instanceof JsonParseError)) throw error;
    throw new Refusal(fail("invalid_json", error.message));
  }
  throw new Refusal(fail("invalid_json", "The update has no valid update_id."));
}
