import type { ConfigFile } from "@parlour/protocol/config";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { CurrentSettings } from "./current-settings.ts";
import { botResource } from "../settings/integrations/bot.ts";
import { writeBotProvider } from "../settings/integrations/bot-provider.ts";
import { webhookResource } from "../settings/integrations/webhook.ts";
import type { RowNames } from "../settings/resource.ts";
import { exportResource } from "./plan/plan-resource.ts";

type NameVariable = (kind: string, name: string, n: number) => string;

/** Exports bot providers, bots and webhooks (CFG-024). */
export function exportIntegrations(
  current: CurrentSettings,
  names: RowNames,
  variable: NameVariable,
): Partial<ConfigFile> {
  const { providers, bots } = current;
  const used = new Set(bots.map(({ values }) => values.provider_id));
  const exported = providers.filter(
    (p) => !p.deleted && (used.has(p.id) || (p.state === "active" && p.managed)),
  );
  return {
    ...omitAbsent({
      bot_providers: exported.length === 0 ? undefined : exported.map(writeBotProvider),
    }),
    ...exportResource(botResource, bots, names, variable),
    ...exportResource(webhookResource, current.webhooks, names, variable),
  } as Partial<ConfigFile>;
}
