import type { ConfigFile } from "@parlour/protocol/config";
import type { CurrentBot } from "../store/provisioning/integrations.ts";
import type { CurrentSettings } from "../store/provisioning/present.ts";
import { webhookResource } from "../settings/integrations/webhook.ts";
import type { RowNames } from "../settings/resource.ts";
import { exportResource } from "./plan/plan-resource.ts";
import { toPublicIds } from "./plan/plan-bots.ts";

/** Generates the name of an environment variable for a secret. */
type NameVariable = (kind: string, name: string, n: number) => string;
type ExportedPart = Pick<ConfigFile, "bot_providers" | "bots" | "webhooks">;

/** Exports bots and webhooks (CFG-024). */
export function exportIntegrations(
  current: CurrentSettings,
  names: RowNames,
  variable: NameVariable,
): ExportedPart {
  const { providers, bots } = current.integrations;
  const used = new Set(bots.map((b) => b.providerId));
  const exported = providers.filter(
    (p) => !p.deleted && (used.has(p.id) || (p.state === "active" && p.managed)),
  );
  const channels = (channelIds: readonly number[] | null): { channels?: string[] } => {
    const ids = toPublicIds(channelIds, current);
    return ids === null ? {} : { channels: [...ids] };
  };
  return {
    ...optionalList("bot_providers", exported, (p) => ({
      id: p.id,
      name: p.name,
      ...(p.contact === null ? {} : { contact: p.contact }),
      ...(p.endpointUrl === null ? {} : { endpoint_url: p.endpointUrl }),
      ...(p.accountId === null ? {} : { scope: "account" as const }),
    })),
    ...optionalList("bots", bots, (b, n) => ({
      provider: b.providerId,
      token_env: variable("BOT_TOKEN", b.name, n),
      name: b.name,
      ...(b.photo === null ? {} : { photo: b.photo }),
      endpoint_url: b.endpointUrl,
      ...channels(b.channels),
      enabled: b.enabled,
      secret_env: variable("BOT_SECRET", b.name, n),
      invite_wait_s: b.inviteWaitS,
      silent_s: b.silentS,
      sends_chat_closed: b.sendsChatClosed,
      answers_settle: b.answersSettle,
      append_token: b.appendToken,
      ...exportAuthorization(b, n, variable),
    })),
    ...exportResource(webhookResource, current.webhooks, names, variable),
  } as ExportedPart;
}

/** Returns a list for the file, or nothing if it is empty. */
function optionalList<T, R>(
  name: string,
  rows: readonly T[],
  toEntry: (row: T, n: number) => R,
): Record<string, R[]> {
  return rows.length === 0 ? {} : { [name]: rows.map(toEntry) };
}

function exportAuthorization(bot: CurrentBot, n: number, variable: NameVariable): object {
  if (bot.tokenUrl === null) return {};
  return {
    authorization: {
      token_url: bot.tokenUrl,
      client_id: bot.clientId,
      client_secret_env: variable("BOT_CLIENT_SECRET", bot.name, n),
      ...(bot.tokenScope === null ? {} : { scope: bot.tokenScope }),
      client_auth: bot.clientAuth,
    },
  };
}
