import { Type, type Static, type TObject, type TProperties } from "typebox";
import { Page } from "../common.ts";
import { Id, LastFailure, Nullable, Time } from "../../entity/index.ts";
import { botProvider } from "../../settings/kinds/bot-provider.ts";
import { patterns } from "../../settings/problems.ts";
import * as file from "./file-fields.ts";
import { createListSchemas } from "./shapes/list-schemas.ts";

/** Bot providers and bot connections (BOT-001 – BOT-003, BOT-087, API-307). */

/**
 * Provider id: 12 characters `[a-z0-9]` (BOT-001). The provisioning file may set ids of another
 * form.
 */
export const ProviderId = Type.String({ pattern: patterns.provider_id });
export const ProviderParams = Type.Object({ id: ProviderId });

/**
 * State of a provider. `requested`, `refused`: an account has requested the provider (BOT-002).
 * `suspended`: its connections neither send nor receive.
 */
export const ProviderState = Type.Union([
  Type.Literal("active"),
  Type.Literal("suspended"),
  Type.Literal("requested"),
  Type.Literal("refused"),
]);
export const ProviderScope = Type.Union([Type.Literal("service"), Type.Literal("account")]);

const provider = createListSchemas(botProvider, {
  /** The account that may use the provider. Only for scope `account`. */
  account_id: Nullable(Id),
  state: ProviderState,
  /**
   * Number of connections that use the provider. Without rights on the installation, only
   * connections of the operator's own account count.
   */
  connections: Type.Integer({ minimum: 0 }),
});
export const BotProvider = provider.entity;
export type BotProvider = Static<typeof BotProvider>;
export const BotProviders = provider.page;

const extend = (body: object, properties: TProperties) => ({
  ...(body as TObject).properties,
  ...properties,
});

/**
 * A new provider. If the owner of the installation sends this, an id is issued. If an account sends
 * it, it is a request, which is granted immediately with self-service (BOT-002).
 */
export const NewBotProvider = Type.Unsafe<Static<typeof provider.create> & { account_id?: number }>(
  Type.Object(
    extend(provider.create, {
      /** For the owner of the installation. The default is their own account. */
      account_id: Type.Optional(Id),
    }),
    file.strictOptions,
  ),
);
export type NewBotProvider = Static<typeof NewBotProvider>;

/** Changes of a provider. `state` approves, refuses, suspends or resumes it. */
const state = Type.Union([
  Type.Literal("active"),
  Type.Literal("suspended"),
  Type.Literal("refused"),
]);
export const BotProviderPatch = Type.Unsafe<
  Static<typeof provider.patch> & { state?: Static<typeof state> }
>(
  Type.Partial(Type.Object(extend(provider.patch, { state })), {
    ...file.strictOptions,
    minProperties: 1,
  }),
);
export type BotProviderPatch = Static<typeof BotProviderPatch>;

/** Where a token request has the client secret: in the header or in the body. */
export const ClientAuth = Type.Union([Type.Literal("basic"), Type.Literal("body")]);
const lastUse = {
  /** Last four characters of the signing secret. Empty without the permission to manage bots. */
  secret_hint: Type.String(),
  secret_created_at: Nullable(Time),
  /** Time of the latest attempt, successful or not. */
  last_used_at: Nullable(Time),
  last_success_at: Nullable(Time),
  last_failure: Nullable(LastFailure),
};

export const Bot = Type.Object({
  id: Id,
  /** Id of the bot's endpoint, as used in deliveries. */
  endpoint_id: Id,
  provider: Type.Object({ id: Type.String(), name: Type.String(), state: ProviderState }),
  name: Type.String(),
  photo: Nullable(Type.String()),
  enabled: Type.Boolean(),
  endpoint_url: Type.String(),
  /** Channels that use the bot. null: all. */
  channels: Nullable(Type.Array(Id)),
  /** Seconds to wait for an operator after an invitation (BOT-070). */
  invite_wait_s: Type.Integer(),
  /**
   * Seconds that a customer waits for the bot's answer before the hand-over (BOT-077). 0 means that
   * the chat is never handed over.
   */
  silent_s: Type.Integer(),
  /** Whether `CHAT_CLOSED` is sent (BOT-057). */
  sends_chat_closed: Type.Boolean(),
  sends_button_text: Type.Boolean(),
  /**
   * If true, a `BOT_MESSAGE` or `INVITE_AGENT` that the bot posts for a chat completes the running
   * delivery of this chat (BOT-055).
   */
  answers_settle: Type.Boolean(),
  /** If false, the URL contains the token only where `endpoint_url` has `{token}` (BOT-012). */
  append_token: Type.Boolean(),
  /**
   * Authorization of requests. Null if the token in the address is the only credential (BOT-030).
   */
  authorization: Nullable(
    Type.Object({
      token_url: Type.String(),
      client_id: Type.String(),
      scope: Nullable(Type.String()),
      client_auth: ClientAuth,
    }),
  ),
  /** The token has fewer than 22 characters, so it can be guessed (BOT-003). */
  token_short: Type.Boolean(),
  /**
   * The address to which the provider posts, in its form without authorization (BOT-010) or with it
   * (BOT-011). Null without the permission to manage bots.
   */
  address: Nullable(Type.String()),
  address_with_authorization: Nullable(Type.String()),
  ...lastUse,
  created_at: Time,
  managed: Type.Boolean(),
});
export type Bot = Static<typeof Bot>;
export const Bots = Page(Bot);
/** A bot with its new signing secret. The secret is returned only once (CORE-125). */
export const BotWithSecret = Type.Object({
  ...Bot.properties,
  signing_secret: Type.Optional(Type.String()),
});
export type BotWithSecret = Static<typeof BotWithSecret>;

const Url = Type.String({ minLength: 1, maxLength: 2048 });
const Name = Type.String({ minLength: 1, maxLength: 100 });
/** Token of a bot: printable ASCII (BOT-003). */
const Token = Type.String({ pattern: "^[\\x21-\\x7e]{1,255}$" });
const Secret = Type.String({ minLength: 1, maxLength: 1024 });
const Authorization = Type.Object(
  {
    token_url: Url,
    client_id: Type.String({ minLength: 1, maxLength: 255 }),
    /**
     * If a change omits this field, the stored secret is kept, provided that the origin of
     * `token_url` stays the same.
     */
    client_secret: Type.Optional(Secret),
    scope: Type.Optional(Nullable(Type.String({ maxLength: 1024 }))),
    client_auth: Type.Optional(ClientAuth),
  },
  { additionalProperties: false },
);
const settings = {
  name: Name,
  photo: Nullable(Url),
  enabled: Type.Boolean(),
  token: Token,
  endpoint_url: Url,
  channels: Nullable(Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true })),
  invite_wait_s: Type.Integer({ minimum: 10, maximum: 600 }),
  silent_s: Type.Integer({ minimum: 0, maximum: 86_400 }),
  sends_chat_closed: Type.Boolean(),
  sends_button_text: Type.Boolean(),
  /**
   * If true, a `BOT_MESSAGE` or `INVITE_AGENT` that the bot posts for a chat completes the running
   * delivery of this chat (BOT-055).
   */
  answers_settle: Type.Boolean(),
  /** If false, the URL contains the token only where `endpoint_url` has `{token}` (BOT-012). */
  append_token: Type.Boolean(),
  authorization: Nullable(Authorization),
};
export const NewBot = Type.Object(
  {
    /** Absent: an own bot, whose provider is made with it. It needs a name and an URL (BOT-108). */
    provider_id: Type.Optional(ProviderId),
    /** Required with a provider. An own bot gets a new token. */
    token: Type.Optional(settings.token),
    /** Name of the bot. The default is the provider's name. */
    name: Type.Optional(settings.name),
    /** Endpoint of the bot. The default is the provider's endpoint. */
    endpoint_url: Type.Optional(settings.endpoint_url),
    photo: Type.Optional(settings.photo),
    enabled: Type.Optional(settings.enabled),
    channels: Type.Optional(settings.channels),
    invite_wait_s: Type.Optional(settings.invite_wait_s),
    silent_s: Type.Optional(settings.silent_s),
    sends_chat_closed: Type.Optional(settings.sends_chat_closed),
    sends_button_text: Type.Optional(settings.sends_button_text),
    answers_settle: Type.Optional(settings.answers_settle),
    append_token: Type.Optional(settings.append_token),
    authorization: Type.Optional(settings.authorization),
  },
  { additionalProperties: false },
);
export type NewBot = Static<typeof NewBot>;
export const BotPatch = Type.Partial(Type.Object(settings), {
  additionalProperties: false,
  minProperties: 1,
});
export type BotPatch = Static<typeof BotPatch>;

export const BotProviderConfigFile = provider.file;

/** A bot connection in the provisioning file. */
export const BotConfigFile = Type.Object(
  {
    provider: file.ProviderIdField,
    token: file.Optional(
      Type.String({
        pattern: "^[\\x21-\\x7e]{1,255}$",
      }),
    ),
    token_env: file.Optional(file.EnvName),
    name: file.Optional(file.Name),
    photo: file.Optional(file.HttpUrl),
    endpoint_url: file.Optional(file.HttpUrl),
    channels: file.Optional(file.Channels),
    enabled: file.Optional(Type.Boolean({ default: true })),
    secret: file.Optional(file.Secret),
    secret_env: file.Optional(file.EnvName),
    invite_wait_s: file.Optional(Type.Integer({ minimum: 10, maximum: 600, default: 60 })),
    silent_s: file.Optional(Type.Integer({ minimum: 0, maximum: 86_400, default: 0 })),
    sends_chat_closed: file.Optional(Type.Boolean({ default: false })),
    sends_button_text: file.Optional(Type.Boolean({ default: false })),
    answers_settle: file.Optional(Type.Boolean({ default: true })),
    append_token: file.Optional(Type.Boolean({ default: true })),
    authorization: file.Optional(
      Type.Object(
        {
          token_url: file.HttpUrl,
          client_id: file.textField(255),
          client_secret: file.Optional(file.textField(1024)),
          client_secret_env: file.Optional(file.EnvName),
          scope: file.Optional(file.textField(1024)),
          client_auth: file.Optional(file.oneOf(["basic", "body"], { default: "basic" })),
        },
        file.strictOptions,
      ),
    ),
  },
  file.strictOptions,
);
export type BotConfigFile = Static<typeof BotConfigFile>;
