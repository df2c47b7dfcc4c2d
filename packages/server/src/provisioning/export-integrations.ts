import type { ConfigFile } from "@parlour/protocol/config";
import type { CurrentSettings } from "./current-settings.ts";
import { botResource } from "../settings/integrations/bot.ts";
import { writeBotProvider } from "../settings/integrations/bot-provider.ts";
import { webhookResource } from "../settings/integrations/webhook.ts";
import type { RowNames } from "../settings/resource.ts";
import { exportResource } from "./plan/plan-resource.ts";

/** Returns the name of an environment variable for a secret. */
type NameVariable = (kind: string, name: string, n: number) => string;
type ExportedPart = Pick<ConfigFile, "bot_providers" | "bots" | "webhooks">;

/** Exports bot providers, bots and webhooks (CFG-024). */
export function exportIntegrations(
  current: CurrentSettings,
  names: RowNames,
  variable: NameVariable,
): ExportedPart {
  const { providers, bots } = current;
  const used = new Set(bots.map(({ values }) => values.provider_id));
  const exported = providers.filter(
    (p) => !p.deleted && (used.has(p.id) || (p.state === "active" && p.managed)),
  );
  return {
    ...(exported.length === 0 ? {} : { bot_providers: exported.map(writeBotProvider) }),
    ...exportResource(botResource, bots, names, variable),
    ...exportResource(webhookResource, current.webhooks, names, variable),
  } as ExportedPart;
}
