import { Bot, BotPatch, Bots, BotWithSecret, NewBot } from "@parlour/protocol/api";
import { bot } from "@parlour/protocol/settings/kinds/bots/bot";
import { can, type Principal } from "../../auth/index.ts";
import { generateBotToken } from "../../auth/secrets.ts";
import { refuse } from "../../core/failure.ts";
import type { Sql } from "../../store/database/sql.ts";
import {
  botStore,
  type BotFacts,
  type BotRow,
  type BotValues,
} from "../../store/settings/integrations/bot.ts";
import { findProvider } from "../../store/settings/integrations/bot-provider.ts";
import { assertValidCondition } from "../content/view.ts";
import { fileCondition } from "../content/view-condition.ts";
import { createResource, createStored } from "../kind/create-resource.ts";
import { summarizeRequests } from "../kind/request-summaries.ts";
import type { EntryOf } from "../resource.ts";
import { checkOwnBot, createOwnProvider, type BotEndpoint } from "./own-bot.ts";

/** Bots in the provisioning file (BOT-003). */
export const botResource = createStored(bot, {
  store: botStore,
  custom: { if: fileCondition },
  subject: ({ name }) => `bot ${name ?? ""}`,
  referenceOf: ({ name }) => name ?? "",
});
export type BotEntry = EntryOf<typeof botResource>;

/** What the addresses of a bot are built from. */
interface BotAddressPorts {
  readonly urls: { readonly botBase: () => string };
  readonly secrets: { readonly open: (sealed: Buffer) => string };
}

/** Returns bots as the service API answers them (BOT-003, BOT-087, API-307). */
export const createBotResource = (ports: BotAddressPorts) =>
  createResource(bot, {
    rights: { read: "bots.read", manage: "bots.manage" },
    fresh: ["create"],
    summaries: summarizeRequests("a bot", "bots"),
    schemas: {
      entity: Bot,
      page: Bots,
      create: NewBot,
      created: BotWithSecret,
      patch: BotPatch,
    },
    store: botStore,
    describe: (facts, { principal }) => describeBot(ports, facts, principal),
    async complete(given, before, context) {
      if (before !== null) return {};
      const { tx, account, principal } = context;
      const values = await completeNewBot(tx, { accountId: account, principal }, given);
      return {
        ...values,
        token: given.token ?? generateBotToken(),
        provider_id: given.provider_id ?? (await createOwnProvider(values, context)),
      };
    },
    check({ authorization, ...values }, before, { config }) {
      if (values.if !== before?.values.if) assertValidCondition(values.if, config);
      if (authorization !== before?.values.authorization) assertClientSecret(authorization, before);
    },
    nameOf: ({ provider_id }) => `of ${provider_id}`,
    conflict: {
      message: "This provider already uses this token. Ask the provider for another one.",
      field: "token",
    },
  });

/** Only principals who manage bots receive the addresses, because they contain the token. */
function describeBot(
  { urls, secrets }: BotAddressPorts,
  { provider, endpoint, sealedToken, tokenShort }: BotFacts,
  principal: Principal,
) {
  const canManage = can(principal, "bots.manage");
  const address = (kind: string): string | null =>
    canManage
      ? `${urls.botBase()}/${kind}/${provider.id}/${encodeURIComponent(secrets.open(sealedToken))}`
      : null;
  return {
    endpoint_id: endpoint.endpointId,
    provider: { ...provider },
    token_short: tokenShort,
    address: address("webhooks"),
    address_with_authorization: address("providers"),
    secret_created_at: endpoint.secretCreatedAt,
    last_used_at: endpoint.lastUsedAt,
    last_success_at: endpoint.lastSuccessAt,
    last_failure: endpoint.lastFailure === null ? null : { ...endpoint.lastFailure },
  };
}

/**
 * Returns the values that a new bot takes from its provider. Throws if the account may not use the
 * provider, if it is not active, or if nothing gives the address. Without a provider, it is an own
 * bot (BOT-108).
 */
export async function completeNewBot(
  sql: Sql,
  { accountId, principal }: { readonly accountId: number; readonly principal: Principal },
  given: Partial<BotValues>,
): Promise<BotEndpoint> {
  const { provider_id, name, endpoint_url } = given;
  if (provider_id === undefined) return checkOwnBot(sql, principal, given);
  if (given.token === undefined)
    refuse("invalid_request", "token is missing: the provider generates it.", { field: "token" });
  const provider = await findProvider(sql, accountId, provider_id);
  if (provider === null)
    refuse("invalid_request", `There is no bot provider ${provider_id} for this account.`, {
      field: "provider_id",
    });
  if (provider.state !== "active")
    refuse(
      "invalid_request",
      `The bot provider ${provider_id} is ${provider.state}; it cannot be connected.`,
      { field: "provider_id" },
    );
  const url = endpoint_url ?? provider.endpoint_url;
  if (url === null)
    refuse("invalid_request", "endpoint_url is missing: the provider has no default.", {
      field: "endpoint_url",
    });
  return { name: name ?? provider.name, endpoint_url: url };
}

/**
 * Throws if the client secret is absent and the stored one cannot be used. The stored one is not
 * readable (CORE-125), so it must not be sent to another host.
 */
function assertClientSecret(
  authorization: BotValues["authorization"],
  before: BotRow | null,
): void {
  if (!authorization || authorization.client_secret !== undefined) return;
  const stored = before?.values.authorization ?? null;
  const origin = URL.parse(authorization.token_url)?.origin;
  if (stored !== null && URL.parse(stored.token_url)?.origin === origin) return;
  refuse(
    "invalid_request",
    "authorization.client_secret is missing: a stored secret is sent only to the host for which it was entered.",
    { field: "authorization.client_secret" },
  );
}
