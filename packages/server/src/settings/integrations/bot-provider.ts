import type { ConfigFile } from "@parlour/protocol/config";
import type { FileHelpers } from "../resource.ts";

/**
 * A bot provider of the provisioning file (BOT-001). Providers belong to the installation and have
 * texts as ids, so they are no `Resource`.
 */
export interface BotProviderEntry {
  readonly id: string;
  readonly name: string;
  readonly contact: string | null;
  readonly endpointUrl: string | null;
  readonly scope: "service" | "account";
}

/** Reads the bot providers of a file and fills in defaults. */
export function readBotProviders(
  config: ConfigFile,
  { reportError, unique }: FileHelpers,
): readonly BotProviderEntry[] {
  const providers = (config.bot_providers ?? []).map((p) => ({
    id: p.id,
    name: p.name,
    contact: p.contact ?? null,
    endpointUrl: p.endpoint_url ?? null,
    scope: p.scope ?? "service",
  }));
  unique(
    providers,
    ({ id }) => id,
    (n, first) =>
      reportError(
        ["bot_providers", n, "id"],
        `has the same id as bot_providers[${first}]`,
        "BOT-001",
      ),
  );
  return providers;
}

/** Returns a provider as the file has it, without defaults. */
export const writeBotProvider = ({
  id,
  name,
  contact,
  endpointUrl,
  accountId,
}: Omit<BotProviderEntry, "scope"> & { readonly accountId: number | null }): NonNullable<
  ConfigFile["bot_providers"]
>[number] => ({
  id,
  name,
  ...(contact === null ? {} : { contact }),
  ...(endpointUrl === null ? {} : { endpoint_url: endpointUrl }),
  ...(accountId === null ? {} : { scope: "account" }),
});
