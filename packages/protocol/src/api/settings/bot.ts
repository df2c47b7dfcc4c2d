import { Type, type Static, type TObject, type TProperties } from "typebox";
import { Id, LastFailure, Nullable, Time } from "../../entity/index.ts";
import { bot, botHours } from "../../settings/kinds/bots/bot.ts";
import { botProvider } from "../../settings/kinds/bot-provider.ts";
import { patterns } from "../../settings/problems.ts";
import * as file from "./file-fields.ts";
import { toChoice } from "./shapes/field-schemas.ts";
import { createListSchemas } from "./shapes/list-schemas.ts";
import { ChatCondition } from "./shapes/view.ts";

/** Bot providers and bot connections (BOT-001 – BOT-003, BOT-087, API-307). */

/** 12 characters `[a-z0-9]` (BOT-001). The provisioning file may set other ids. */
export const ProviderId = Type.String({ pattern: patterns.provider_id });
export const ProviderParams = Type.Object({ id: ProviderId });

/** `requested`, `refused`: by an account (BOT-002). `suspended`: nothing is sent or received. */
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
  /** Without rights on the installation, only those of the operator's own account count. */
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
export const ClientAuth = Type.Unsafe<"basic" | "body">({
  type: "string",
  enum: ["basic", "body"],
});

export const BotHours = toChoice(botHours);
const connection = createListSchemas(
  bot,
  {
    /** Id of the bot's endpoint, as used in deliveries. */
    endpoint_id: Id,
    provider: Type.Object({ id: Type.String(), name: Type.String(), state: ProviderState }),
    /** The token has fewer than 22 characters, so it can be guessed (BOT-003). */
    token_short: Type.Boolean(),
    /** With or without authorization (BOT-010, BOT-011). Null without the right to manage bots. */
    address: Nullable(Type.String()),
    address_with_authorization: Nullable(Type.String()),
    secret_created_at: Nullable(Time),
    /** Time of the latest attempt, successful or not. */
    last_used_at: Nullable(Time),
    last_success_at: Nullable(Time),
    last_failure: Nullable(LastFailure),
  },
  { if: { answer: ChatCondition, sent: ChatCondition } },
);
export const Bot = connection.entity;
export type Bot = Static<typeof Bot>;
export const Bots = connection.page;
export const NewBot = connection.create;
export const BotConfigFile = connection.file;
/** A bot with its new signing secret. The secret is returned only once (CORE-125). */
export const BotWithSecret = connection.created;
export type BotWithSecret = Static<typeof BotWithSecret>;
export const BotPatch = connection.patch;
export type BotPatch = Static<typeof BotPatch>;

export const BotProviderConfigFile = provider.file;
