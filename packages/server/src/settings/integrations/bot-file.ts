import type { BotWithSecret, NewBot } from "@parlour/protocol/api";
import type { BotConfigFile } from "@parlour/protocol/config";
import { hashBotToken } from "../../store/settings/integrations/bot.ts";
import type {
  BotAuthorization,
  BotFields,
  BotRecord,
} from "../../store/settings/integrations/bot-record.ts";
import type { FileHelpers, SettingsResource } from "../resource.ts";
import { readSigningSecret } from "../file-secret.ts";

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
export interface BotTypes {
  fields: BotFields;
  row: BotRecord;
  body: NewBot;
  api: BotWithSecret;
  entry: BotEntry;
}

/** Bot connections in the provisioning file. */
export const botFile: SettingsResource<BotTypes>["file"] = {
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
      sends_button_text: bot.sendsButtonText,
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
    sendsButtonText: bot.sendsButtonText,
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
    sendsButtonText: row.sendsButtonText,
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
    sendsButtonText: bot.sendsButtonText,
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
};

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
    sendsButtonText: bot.sends_button_text ?? false,
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
