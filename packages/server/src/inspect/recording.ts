import type { Delivery } from "../core/entity.ts";
import type { AccountConfig } from "../core/command.ts";
import type { SendRequest } from "../delivery/index.ts";
import type { Inspector } from "./index.ts";
import type { AttemptReport } from "../delivery/queue/index.ts";
import type { Deliveries } from "../delivery/report/index.ts";
import type { Journal } from "../journal/index.ts";

interface RecordDeps {
  readonly report: Deliveries["report"];
  readonly config: Journal["config"];
  readonly inspector: Inspector;
  readonly onFault: (error: unknown) => void;
}

/** Reports attempts and records their requests in the inspector. */
export function createRecordingReporter(deps: RecordDeps): Deliveries["report"] {
  const { inspector, onFault } = deps;
  const record = ({ account, delivery, attempt, endpointId }: AttemptReport): void => {
    if (attempt === null || attempt.request === null) return;
    const { request, reply, status, durationMs, outcome, errorCode } = attempt;
    // The report does not wait for the settings, which are usually cached.
    deps.config(account).then((config) => {
      const kind = getEndpointKind(config, endpointId);
      // Operators' devices do not belong to integrators, and the delivery log shows the requests to
      // telephony servers.
      if (!isInspected(kind)) return;
      const error =
        errorCode === null ? null : { code: errorCode, message: attempt.errorMessage ?? "" };
      const { id, event, chatId } = delivery;
      inspector.recordAttempt(account, {
        kind,
        endpointId,
        at: attempt.startedAt,
        deliveryId: id,
        event,
        chatId,
        request,
        reply,
        status,
        durationMs,
        outcome,
        error,
      });
    }, onFault);
  };
  return async (result) => {
    const written = await deps.report(result);
    for (const each of [...(result.earlier ?? []), result]) record(each);
    return written;
  };
}

/**
 * Returns a function that sends a request without a stored delivery and records it. The recorded
 * outcome depends only on the status, because only the edge can interpret the response.
 */
export function createRecordingSender(inspector: Inspector, send: SendRequest): SendRequest {
  return async (target, built, policy) => {
    const sent = await send(target, built, policy);
    const { reply, request, answer } = sent;
    const { status, durationMs } = reply;
    const isFailed = reply.kind === "failed";
    const outcome = isFailed
      ? reply.outcome
      : reply.status >= 200 && reply.status <= 299
        ? "delivered"
        : "http_error";
    const error = isFailed ? { code: reply.outcome, message: reply.message } : null;
    const { kind, id } = target.endpoint;
    if (!isInspected(kind)) return sent;
    const noDelivery = { deliveryId: null, event: null, chatId: null };
    inspector.recordAttempt(target.account, {
      kind,
      endpointId: id,
      at: sent.startedAt,
      ...noDelivery,
      request,
      reply: answer,
      status,
      durationMs,
      outcome,
      error,
    });
    return sent;
  };
}

type Kind = Delivery["endpoint"]["kind"];
const kindsByConfig = new WeakMap<AccountConfig, Map<number, Kind>>();
function getEndpointKind(config: AccountConfig, endpointId: number): Kind {
  let cached = kindsByConfig.get(config);
  if (cached === undefined) {
    cached = new Map();
    for (const bot of config.bots.values()) cached.set(bot.endpointId, "bot");
    for (const webhook of config.webhooks.values()) cached.set(webhook.endpointId, "webhook");
    for (const device of config.push ?? []) cached.set(device.endpointId, "push");
    if (config.calls !== undefined && config.calls.endpointId !== null)
      cached.set(config.calls.endpointId, "call");
    for (const { oldSystem } of config.channels.values())
      if (oldSystem !== undefined) cached.set(oldSystem.endpointId, "old_system");
    if (config.mail !== undefined) cached.set(config.mail.endpointId, "mail");
    kindsByConfig.set(config, cached);
  }
  return cached.get(endpointId) ?? "channel";
}

/** Endpoints of integrators. */
const isInspected = (kind: Kind): kind is "channel" | "bot" | "webhook" =>
  kind === "channel" || kind === "bot" || kind === "webhook";
