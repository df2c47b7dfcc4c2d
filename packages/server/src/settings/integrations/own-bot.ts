import { generateProviderId } from "../../auth/secrets.ts";
import { can, type Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import type { Sql } from "../../store/database/sql.ts";
import { findInstallation } from "../../store/settings/installation/installation.ts";
import { createProvider } from "../../store/settings/integrations/bot-provider.ts";
import type { BotValues } from "../../store/settings/integrations/bot.ts";
import type { CheckContext } from "../resource.ts";

/** What a provider gets from its own bot. */
export interface BotEndpoint {
  readonly name: string;
  readonly endpoint_url: string;
}

/** Attempts to find a provider id that was not issued before. */
const maxAttempts = 5;

/**
 * Returns the fields that an own bot needs (BOT-108). Throws if one is missing, or if only the
 * owner of the installation issues provider ids (BOT-002).
 */
export async function checkOwnBot(
  sql: Sql,
  principal: Principal,
  { name, endpoint_url }: Partial<BotValues>,
): Promise<BotEndpoint> {
  if (name === undefined)
    refuse("invalid_request", "name is missing: a bot without a provider_id needs one.", {
      field: "name",
    });
  if (endpoint_url === undefined)
    refuse("invalid_request", "endpoint_url is missing: a bot without a provider_id needs one.", {
      field: "endpoint_url",
    });
  if (!can(principal, "instance.manage") && !(await findInstallation(sql)).bot_self_service)
    refuse(
      "forbidden",
      "Only the owner of this installation issues provider IDs. Request one, and send it as provider_id.",
      { field: "provider_id" },
    );
  return { name, endpoint_url };
}

/** Creates the provider of an own bot in the same transaction. Returns its id. */
export async function createOwnProvider(
  { name, endpoint_url }: BotEndpoint,
  { tx, account, now }: CheckContext,
): Promise<string> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const id = toProviderId(name, attempt > 0);
    const provider = {
      id,
      account_id: account,
      name,
      contact: null,
      endpoint_url,
      state: "active",
      managed: false,
    } as const;
    if (await createProvider(tx, provider, now)) return id;
  }
  throw new Error("no free provider id was found");
}

/** Returns the name as an id, such as `tea-bot`. With `isUnique`, random characters follow. */
function toProviderId(name: string, isUnique: boolean): string {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40);
  const suffix = generateProviderId().slice(0, 6);
  if (slug.length < 2) return `bot-${suffix}`;
  return isUnique ? `${slug}-${suffix}` : slug;
}
