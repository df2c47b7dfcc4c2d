import { Bot, BotPatch, Bots, BotWithSecret, NewBot } from "@parlour/protocol/api";
import { botShape } from "@parlour/protocol/api/settings/shapes/bot";
import type { Principal } from "../../auth/index.ts";
import { generateBotToken, generateSigningSecret } from "../../auth/secrets.ts";
import { refuse } from "../../core/failure.ts";
import type { Sql } from "../../store/database/sql.ts";
import { listBots } from "../../store/settings/integrations/bot.ts";
import { createBot, deleteBot, updateBot } from "../../store/settings/integrations/bot-changes.ts";
import { findProvider } from "../../store/settings/integrations/bot-provider.ts";
import type {
  BotAuthorization,
  BotFields,
  BotRecord,
} from "../../store/settings/integrations/bot-record.ts";
import { omitAbsent } from "../omit-absent.ts";
import { assertAccountChannels } from "../references.ts";
import type { SettingsResource } from "../resource.ts";
import { parsePhoto, requireText } from "../texts.ts";
import { botFile, type BotTypes } from "./bot-file.ts";
import { serializeBot, type BotAddressPorts } from "./bot-serializer.ts";
import { checkOwnBot, createOwnProvider } from "./own-bot.ts";

/** Bot connections (BOT-003, BOT-087, API-307), without the answer of the service API. */
export const botResource: Omit<SettingsResource<BotTypes>, "toApi"> = {
  shape: botShape,
  label: "bot",
  rights: { read: "bots.read", manage: "bots.manage" },
  fresh: ["create"],
  summaries: {
    list: "List bots",
    one: "Get a bot",
    create: "Create a bot",
    change: "Update a bot",
    remove: "Delete a bot",
  },
  schemas: {
    entity: Bot,
    page: Bots,
    create: NewBot,
    created: BotWithSecret,
    patch: BotPatch,
  },
  store: { list: listBots, create: createBot, update: updateBot, remove: deleteBot },
  audit: { nameOf: ({ providerId }) => `of ${providerId}` },
  newFields: () => ({
    enabled: true,
    photo: null,
    channels: null,
    inviteWaitS: 60,
    silentS: 0,
    sendsChatClosed: false,
    sendsButtonText: false,
    answersSettle: true,
    appendToken: true,
    authorization: null,
    secret: generateSigningSecret(),
  }),
  parse: (body) =>
    omitAbsent({
      providerId: body.provider_id,
      name: body.name === undefined ? undefined : requireText(body.name, "name"),
      photo: parsePhoto(body.photo),
      enabled: body.enabled,
      token: body.token,
      endpointUrl: body.endpoint_url,
      channels: body.channels,
      inviteWaitS: body.invite_wait_s,
      silentS: body.silent_s,
      sendsChatClosed: body.sends_chat_closed,
      sendsButtonText: body.sends_button_text,
      answersSettle: body.answers_settle,
      appendToken: body.append_token,
      authorization: body.authorization && parseAuthorization(body.authorization),
    }),
  async complete(change, before, context) {
    if (before !== null) return {};
    const { tx, account, principal } = context;
    const fields = await completeNewBot(tx, { accountId: account, principal }, change);
    return {
      ...fields,
      token: change.token ?? generateBotToken(),
      providerId: change.providerId ?? (await createOwnProvider(fields, context)),
    };
  },
  async check({ channels, authorization }, before, { tx, account }) {
    if (channels !== before?.channels) await assertAccountChannels(tx, account, channels);
    if (authorization !== before?.authorization) assertClientSecret(authorization, before);
  },
  conflict: {
    message: "This provider already uses this token. Ask the provider for another one.",
    field: "token",
  },
  file: botFile,
};
/** Returns bot connections as the service API answers them. */
export const createBotResource = (ports: BotAddressPorts): SettingsResource<BotTypes> => ({
  ...botResource,
  toApi: (row, { principal }, created) => ({
    ...serializeBot(ports, principal, row),
    ...(created === null ? {} : { signing_secret: created.secret }),
  }),
});

/**
 * Returns the fields that a new connection takes from its provider. Throws if the account may not
 * use the provider, if it is not active, or if nothing gives the address. Without a provider, it is
 * an own bot (BOT-108).
 */
export async function completeNewBot(
  sql: Sql,
  { accountId, principal }: { readonly accountId: number; readonly principal: Principal },
  change: Partial<BotFields>,
): Promise<Pick<BotFields, "name" | "endpointUrl">> {
  const { providerId, name, endpointUrl } = change;
  if (providerId === undefined) return checkOwnBot(sql, principal, change);
  if (change.token === undefined)
    refuse("invalid_request", "token is missing: the provider generates it.", { field: "token" });
  const provider = await findProvider(sql, accountId, providerId);
  if (provider === null)
    refuse("invalid_request", `There is no bot provider ${providerId} for this account.`, {
      field: "provider_id",
    });
  if (provider.state !== "active")
    refuse(
      "invalid_request",
      `The bot provider ${providerId} is ${provider.state}; it cannot be connected.`,
      { field: "provider_id" },
    );
  const url = endpointUrl ?? provider.endpoint_url;
  if (url === null)
    refuse("invalid_request", "endpoint_url is missing: the provider has no default.", {
      field: "endpoint_url",
    });
  return { name: name ?? provider.name, endpointUrl: url };
}

/** Parses the authorization of BOT-031 with its defaults. */
const parseAuthorization = (
  input: NonNullable<NonNullable<NewBot["authorization"]>>,
): BotAuthorization => ({
  tokenUrl: input.token_url,
  clientId: input.client_id,
  clientSecret: input.client_secret ?? null,
  scope: input.scope ?? null,
  clientAuth: input.client_auth ?? "basic",
});

/**
 * Throws if the client secret is absent and the stored one cannot be used. The stored one is not
 * readable (CORE-125), so it must not be sent to another host.
 */
function assertClientSecret(
  authorization: BotAuthorization | null,
  before: BotRecord | null,
): void {
  if (authorization === null || authorization.clientSecret !== null) return;
  const stored = before?.authorization ?? null;
  const origin = URL.parse(authorization.tokenUrl)?.origin;
  if (stored !== null && URL.parse(stored.tokenUrl)?.origin === origin) return;
  refuse(
    "invalid_request",
    "authorization.client_secret is missing: one that is stored is sent to the host it was given for alone.",
    { field: "authorization.client_secret" },
  );
}
