import { Bot, BotPatch, Bots, BotWithSecret, NewBot } from "@parlour/protocol/api";
import { botShape } from "@parlour/protocol/api/settings/shapes/bot";
import type { BotConfigFile } from "@parlour/protocol/config";
import { can, type Principal } from "../../auth/index.ts";
import { generateSigningSecret } from "../../auth/secrets.ts";
import { refuse } from "../../core/failure.ts";
import type { Sql } from "../../store/database/sql.ts";
import {
  createBot,
  deleteBot,
  hashBotToken,
  listBots,
  updateBot,
} from "../../store/settings/integrations/bot.ts";
import { findProvider } from "../../store/settings/integrations/bot-provider.ts";
import type {
  BotAuthorization,
  BotFields,
  BotRecord,
} from "../../store/settings/integrations/bot-record.ts";
import { omitAbsent } from "../omit-absent.ts";
import { assertChannels } from "../references.ts";
import type { FileHelpers, SettingsResource } from "../resource.ts";
import { parsePhoto, requireText } from "../texts.ts";
import { readSigningSecret } from "./signing-secret.ts";

/** A bot connection of the provisioning file. */
export interface BotEntry extends Omit<
  BotFields,
  "providerId" | "name" | "endpointUrl" | "channels" | "secret"
> {
  readonly provider: string;
  /** "" for a row, which has only the hash. */
  readonly token: string;
  /** Hexadecimal. */
  readonly tokenHash: string;
  /** Name of the connection. Null means the name of the provider. */
  readonly name: string | null;
  /** URL of the endpoint. Null means the URL of the provider. */
  readonly endpointUrl: string | null;
  /** Public ids, or null: all. */
  readonly channels: readonly string[] | null;
  /** null: absent. */
  readonly secret: string | null;
}
interface BotTypes {
  fields: BotFields;
  row: BotRecord;
  body: NewBot;
  api: BotWithSecret;
  entry: BotEntry;
}

/** Bot connections (BOT-003, BOT-087, API-307), without the answer of the service API. */
export const botResource: Omit<SettingsResource<BotTypes>, "toApi"> = {
  shape: botShape,
  label: "bot",
  rights: { read: "bots.read", manage: "bots.manage" },
  fresh: ["create"],
  summaries: {
    list: "Bot connections; addresses only for those who manage them",
    one: "One bot connection with the two addresses to give to its provider",
    create: "Connect a bot; the signing secret is shown in this answer only",
    change: "Change a bot connection",
    remove: "Delete a bot connection; its chats go to operators",
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
      answersSettle: body.answers_settle,
      appendToken: body.append_token,
      authorization: body.authorization && parseAuthorization(body.authorization),
    }),
  complete: (change, before, { tx, account }) =>
    before === null ? completeNewBot(tx, account, change) : {},
  async check({ channels, authorization }, before, { tx, account }) {
    if (channels !== before?.channels) await assertChannels(tx, account, channels);
    if (authorization !== before?.authorization) assertClientSecret(authorization, before);
  },
  conflict: {
    message: "This provider already uses this token. Ask the provider for another one.",
    field: "token",
  },
  file: {
    part: "bots",
    read(config, helpers) {
      const bots = (config.bots ?? []).map((bot, n) => readEntry(bot, n, helpers));
      helpers.unique(bots, toEntryKey, (n, first) =>
        helpers.reportError(
          ["bots", n],
          `has the same provider and token as bots[${first}]`,
          "BOT-003",
        ),
      );
      return bots;
    },
    write: (bot, variable) => {
      const name = bot.name ?? "";
      const { authorization } = bot;
      return {
        provider: bot.provider,
        token_env: variable("BOT_TOKEN", name),
        name,
        ...(bot.photo === null ? {} : { photo: bot.photo }),
        endpoint_url: bot.endpointUrl,
        ...(bot.channels === null ? {} : { channels: [...bot.channels] }),
        enabled: bot.enabled,
        secret_env: variable("BOT_SECRET", name),
        invite_wait_s: bot.inviteWaitS,
        silent_s: bot.silentS,
        sends_chat_closed: bot.sendsChatClosed,
        answers_settle: bot.answersSettle,
        append_token: bot.appendToken,
        ...(authorization === null
          ? {}
          : {
              authorization: {
                token_url: authorization.tokenUrl,
                client_id: authorization.clientId,
                client_secret_env: variable("BOT_CLIENT_SECRET", name),
                ...(authorization.scope === null ? {} : { scope: authorization.scope }),
                client_auth: authorization.clientAuth,
              },
            }),
      };
    },
    keyOf: toEntryKey,
    subject: ({ name }) => `bot ${name}`,
    compared: ({ channels, authorization, ...bot }) => ({
      name: bot.name,
      photo: bot.photo,
      enabled: bot.enabled,
      endpointUrl: bot.endpointUrl,
      inviteWaitS: bot.inviteWaitS,
      silentS: bot.silentS,
      sendsChatClosed: bot.sendsChatClosed,
      answersSettle: bot.answersSettle,
      appendToken: bot.appendToken,
      channels: channels?.toSorted() ?? null,
      authorization: authorization && [
        authorization.tokenUrl,
        authorization.clientId,
        authorization.scope,
        authorization.clientAuth,
      ],
    }),
    secrets: [
      {
        name: "secret",
        ofEntry: ({ secret }) => secret,
        ofRow: ({ sealedSecret }) => sealedSecret,
        ofNewRow: ({ secret }) => secret,
      },
      {
        name: "client_secret",
        ofEntry: ({ authorization }) => authorization?.clientSecret ?? null,
        ofRow: ({ sealedClientSecret }) => sealedClientSecret,
      },
    ],
    toEntry: ({ authorization, ...row }, names) => ({
      provider: row.providerId,
      token: "",
      tokenHash: row.tokenHash.toString("hex"),
      name: row.name,
      photo: row.photo,
      enabled: row.enabled,
      endpointUrl: row.endpointUrl,
      channels: row.channels?.flatMap((id) => names.channel(id) ?? []).sort() ?? null,
      inviteWaitS: row.inviteWaitS,
      silentS: row.silentS,
      sendsChatClosed: row.sendsChatClosed,
      answersSettle: row.answersSettle,
      appendToken: row.appendToken,
      authorization: authorization && { ...authorization, clientSecret: null },
      secret: null,
    }),
    toFields: ({ provider, token, authorization, secret, ...bot }, ids, isChanged) => ({
      name: bot.name ?? provider,
      photo: bot.photo,
      enabled: bot.enabled,
      endpointUrl: bot.endpointUrl ?? "",
      channels: bot.channels?.map(ids.channel) ?? null,
      inviteWaitS: bot.inviteWaitS,
      silentS: bot.silentS,
      sendsChatClosed: bot.sendsChatClosed,
      answersSettle: bot.answersSettle,
      appendToken: bot.appendToken,
      // An entry finds its row by provider and token, so only a new row needs them.
      ...(isChanged("token") ? { providerId: provider, token } : {}),
      // A write of the credentials deletes the access tokens that were obtained with them.
      ...(isChanged("authorization") || isChanged("client_secret") ? { authorization } : {}),
      ...(secret !== null && isChanged("secret") ? { secret } : {}),
    }),
    references: ({ channels }) =>
      (channels ?? []).map((name, n) => ({ kind: "channel", name, path: ["channels", n] })),
  },
};

/** What the addresses of a connection are built from. */
export interface BotAddressPorts {
  readonly urls: { readonly botBase: () => string };
  readonly secrets: { readonly open: (sealed: Buffer) => string };
}
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
 * use the provider, if it is not active, or if nothing gives the address.
 */
export async function completeNewBot(
  sql: Sql,
  account: number,
  { providerId = "", name, endpointUrl }: Partial<BotFields>,
): Promise<Pick<BotFields, "name" | "endpointUrl">> {
  const provider = await findProvider(sql, account, providerId);
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
  const url = endpointUrl ?? provider.endpointUrl;
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

/**
 * Serializes a bot connection for this principal. Only principals who manage bots receive its URLs,
 * because they contain the token.
 */
export function serializeBot(
  { urls, secrets }: BotAddressPorts,
  principal: Principal,
  row: BotRecord,
): Bot {
  const { endpoint } = row;
  const canManage = can(principal, "bots.manage");
  const address = (kind: string): string | null =>
    canManage
      ? `${urls.botBase()}/${kind}/${row.provider.id}/${encodeURIComponent(secrets.open(row.sealedToken))}`
      : null;
  return {
    id: row.id,
    endpoint_id: endpoint.endpointId,
    provider: { ...row.provider },
    name: row.name,
    photo: row.photo,
    enabled: row.enabled,
    endpoint_url: endpoint.url,
    channels: row.channels === null ? null : [...row.channels],
    invite_wait_s: row.inviteWaitS,
    silent_s: row.silentS,
    sends_chat_closed: row.sendsChatClosed,
    answers_settle: row.answersSettle,
    append_token: row.appendToken,
    authorization: serializeAuthorization(row.authorization),
    token_short: row.tokenShort,
    address: address("webhooks"),
    address_with_authorization: address("providers"),
    secret_hint: canManage ? endpoint.secretHint : "",
    secret_created_at: endpoint.secretCreatedAt,
    last_used_at: endpoint.lastUsedAt,
    last_success_at: endpoint.lastSuccessAt,
    last_failure: endpoint.lastFailure === null ? null : { ...endpoint.lastFailure },
    created_at: row.createdAt,
    managed: row.managed,
  };
}

function serializeAuthorization(authorization: BotRecord["authorization"]): Bot["authorization"] {
  return (
    authorization && {
      token_url: authorization.tokenUrl,
      client_id: authorization.clientId,
      scope: authorization.scope,
      client_auth: authorization.clientAuth,
    }
  );
}

function toEntryKey({ provider, tokenHash }: BotEntry): string {
  return `${provider} ${tokenHash}`;
}

function readEntry(bot: BotConfigFile, n: number, helpers: FileHelpers): BotEntry {
  const { reportError, secret } = helpers;
  const at = ["bots", n] as const;
  const token = secret(at, "token", bot.token, bot.token_env);
  if (bot.token === undefined && bot.token_env === undefined)
    reportError(at, "token or token_env is missing", "BOT-003");
  if (token !== null && !/^[\x21-\x7e]{1,255}$/.test(token))
    reportError([...at, "token_env"], "must be 1 to 255 visible ASCII characters", "BOT-003");
  return {
    provider: bot.provider,
    token: token ?? "",
    tokenHash: hashBotToken(token ?? "").toString("hex"),
    authorization: readAuthorization(bot.authorization, [...at, "authorization"], helpers),
    name: bot.name ?? null,
    photo: bot.photo ?? null,
    endpointUrl: bot.endpoint_url ?? null,
    channels: bot.channels ?? null,
    enabled: bot.enabled ?? true,
    secret: readSigningSecret(bot, at, helpers),
    inviteWaitS: bot.invite_wait_s ?? 60,
    silentS: bot.silent_s ?? 0,
    sendsChatClosed: bot.sends_chat_closed ?? false,
    answersSettle: bot.answers_settle ?? true,
    appendToken: bot.append_token ?? true,
  };
}

function readAuthorization(
  form: BotConfigFile["authorization"],
  at: readonly (string | number)[],
  { reportError, secret }: FileHelpers,
): BotAuthorization | null {
  if (form === undefined) return null;
  const clientSecret = secret(at, "client_secret", form.client_secret, form.client_secret_env);
  if (form.client_secret === undefined && form.client_secret_env === undefined)
    reportError(at, "client_secret or client_secret_env is missing", "BOT-031");
  return {
    tokenUrl: form.token_url,
    clientId: form.client_id,
    clientSecret: clientSecret ?? "",
    scope: form.scope ?? null,
    clientAuth: form.client_auth ?? "basic",
  };
}
