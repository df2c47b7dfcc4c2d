import type {
  UpdateSource,
  WebhookCheck,
} from "../../../connectors/inbound/updates/update-source.ts";
import type { InstallationPort } from "../../../connectors/ports.ts";
import { toJsonObject } from "../../../http/body/json.ts";
import { readUpdateId } from "../format/parse-update.ts";
import { toInteger, toText } from "../format/values.ts";
import { explainFailure, getNotice } from "../notices.ts";
import type { TelegramApi } from "../service/client.ts";
import type { ApiResult } from "../service/reply.ts";
import { getToken } from "../settings.ts";
import { buildWebhookUrl, deriveWebhookSecret, inboundRules } from "./webhook-address.ts";

const allowedUpdates = [
  "message",
  "edited_message",
  "message_reaction",
  "callback_query",
  "my_chat_member",
];
/** Seconds that Telegram waits for an update, and the timeout of such a request. */
const waitS = 25;
const pollTimeoutMs = 35_000;
const maxUpdates = 100;
const maxReasonLength = 200;

/** Creates the source of updates: a webhook (TG-002) or long polling (TG-015). */
export function createUpdateSource(
  api: TelegramApi,
  { publicUrl, derive }: Pick<InstallationPort, "publicUrl" | "derive">,
): UpdateSource {
  return {
    pollName: "getUpdates",
    rules: inboundRules,
    buildWebhookUrl: (channel) => buildWebhookUrl(publicUrl(), channel),
    async setWebhook(channel, url) {
      const result = await api.call(getToken(channel), "setWebhook", {
        url,
        secret_token: deriveWebhookSecret(derive, channel),
        allowed_updates: allowedUpdates,
      });
      if (result.kind === "ok") return "set";
      return result.kind === "refused" && result.status === 400
        ? "unusable"
        : explainFailure(result);
    },
    checkWebhook: async (channel, url, sinceS) =>
      inspectWebhook(await api.call(getToken(channel), "getWebhookInfo"), url, sinceS),
    removeWebhook: async (channel) =>
      (await api.call(getToken(channel), "deleteWebhook")).kind === "ok",
    async poll(channel, { offset, mayWait }) {
      const timeout = mayWait ? waitS : 0;
      const values = { offset, limit: maxUpdates, timeout, allowed_updates: allowedUpdates };
      const result = await api.call(getToken(channel), "getUpdates", values, pollTimeoutMs);
      if (result.kind === "ok") return { kind: "updates", updates: parseUpdates(result.result) };
      const retryAfterMs = result.kind === "refused" ? (result.retryAfterMs ?? 0) : 0;
      return { kind: "failed", problem: explainFailure(result), retryAfterMs };
    },
  };
}

const parseUpdates = (list: unknown) =>
  (Array.isArray(list) ? (list as readonly unknown[]) : []).flatMap((update) => {
    const id = readUpdateId(update);
    return id === null ? [] : [{ id, sender: findSenderId(update), update }];
  });

/** Returns the id of the person an update is from, so that their updates keep their order. */
function findSenderId(update: unknown): unknown {
  for (const content of Object.values(toJsonObject(update))) {
    const { id } = toJsonObject(toJsonObject(content)["from"]);
    if (id !== undefined) return id;
  }
  return null;
}

/** Returns why no updates arrive by webhook. It is unreachable if updates wait since a failure. */
function inspectWebhook(info: ApiResult, url: string, sinceS: number): WebhookCheck {
  if (info.kind !== "ok") return { problem: explainFailure(info), isUnreachable: false };
  const fields = toJsonObject(info.result);
  if (fields["url"] !== url) return { problem: getNotice("changed_webhook"), isUnreachable: false };
  const failedAtS = toInteger(fields["last_error_date"]) ?? 0;
  const pending = toInteger(fields["pending_update_count"]) ?? 0;
  if (pending === 0 || failedAtS < sinceS) return { problem: null, isUnreachable: false };
  const reason = toText(fields["last_error_message"], maxReasonLength);
  return { problem: getNotice("webhook_failing", { reason }), isUnreachable: true };
}
