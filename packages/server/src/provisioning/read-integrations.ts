import type { ConfigFile } from "@parlour/protocol/config";
import type { FileHelpers } from "../settings/resource.ts";

export interface DesiredProvider {
  readonly id: string;
  readonly name: string;
  readonly contact: string | null;
  readonly endpointUrl: string | null;
  readonly scope: "service" | "account";
}
export interface DesiredIntegrations {
  readonly providers: readonly DesiredProvider[];
}

/**
 * Parses bot providers of a file and fills defaults.
 */
export function parseIntegrations(config: ConfigFile, helpers: FileHelpers): DesiredIntegrations {
  const { reportError, unique } = helpers;
  const providers = (config.bot_providers ?? []).map((p) => ({
    id: p.id,
    name: p.name,
    contact: p.contact ?? null,
    endpointUrl: p.endpoint_url ?? null,
    scope: p.scope ?? "service",
  }));
  unique(
    providers,
    (p) => p.id,
    (n, first) =>
      reportError(
        ["bot_providers", n, "id"],
        `has the same id as bot_providers[${first}]`,
        "BOT-001",
      ),
  );
  return { providers };
}
