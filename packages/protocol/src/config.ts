import { Type, type Static, type TSchema } from "typebox";
import { WorkingHours } from "./api-hours.ts";
import { routingFields } from "./api-routing.ts";
import { usualGraceDays } from "./api-session.ts";
import { onceValues, type Condition, type RuleAction } from "./rules.ts";
import { webhookBlocks, webhookEvents } from "./api-webhook.ts";
import { defaultLimits } from "./limits.ts";
import { WidgetSettings } from "./widget-settings.ts";

/**
 * The provisioning file (CFG-021 – CFG-035). `docs/api/config.schema.json` is written from this by
 * `tools/generate-config-schema.ts`. Every part of the file has a place here; the server says which it applies yet.
 */

const strict = { additionalProperties: false } as const;
const one = <const V extends readonly string[]>(values: V, more: object = {}) => Type.Unsafe<V[number]>({ enum: values, ...more });
const text = (maximum: number, description: string) => Type.String({ minLength: 1, maxLength: maximum, description });
const Name = text(100, "Name as operators see it.");
const Email = Type.String({
  pattern: "^[^@\\s]+@[^@\\s]+$",
  maxLength: 254,
  description: "E-mail address; names an operator in the whole file.",
});
const HttpUrl = (description: string) => Type.String({ pattern: "^https?://[^\\s]+$", maxLength: 2048, description });
const EnvName = Type.String({ pattern: "^[A-Za-z_][A-Za-z0-9_]*$", description: "Name of the environment variable that holds it." });
const Optional = <T extends TSchema>(schema: T) => Type.Optional(schema);

const Limit = (value: number) => Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: value }));
export const LimitsConfig = Type.Object(
  Object.fromEntries(Object.entries(defaultLimits).map(([name, value]) => [name, Limit(value)])) as {
    [N in keyof typeof defaultLimits]: ReturnType<typeof Limit>;
  },
  strict,
);
export type LimitsConfig = Static<typeof LimitsConfig>;

export const AccountConfigFile = Type.Object(
  {
    name: text(100, "Name of the site or company."),
    locale: Optional(Type.String({ pattern: "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$", description: "Language of what visitors read." })),
    accent: Optional(Type.String({ pattern: "^#[0-9A-Fa-f]{6}$", description: "Colour of the account." })),
    safe_url: Optional(
      Type.Union([Type.Boolean(), Type.Array(Type.String({ pattern: "^[A-Za-z0-9.-]+$" }))], {
        description: "WG-045: true, false or a list of domains.",
      }),
    ),
    trust_webhook_links: Optional(Type.Boolean()),
  },
  strict,
);

export const OperatorConfigFile = Type.Object(
  {
    email: Email,
    name: Name,
    role: Optional(one(["owner", "admin", "developer", "operator", "viewer"], { default: "operator" })),
    password: Optional(Type.String({ minLength: 12, maxLength: 256, description: "In clear; rather use password_env." })),
    password_env: Optional(EnvName),
    phone: Optional(text(40, "Phone number.")),
    photo: Optional(HttpUrl("Public address of a picture.")),
    chat_limit: Optional(Type.Integer({ minimum: 0, maximum: 1000, description: "Parallel chats; 0 = no limit." })),
  },
  strict,
);

export const ApiKeyConfigFile = Type.Object(
  {
    name: Name,
    operator: Email,
    key: Optional(Type.String({ pattern: "^[\\x21-\\x7e]{20,200}$", description: "In clear; rather use key_env." })),
    key_env: Optional(EnvName),
    scopes: Optional(Type.Array(Type.String({ minLength: 1 }), { minItems: 1, description: "`*` or names of actions." })),
  },
  strict,
);

const PublicId = Type.String({ pattern: "^[A-Za-z0-9_-]{4,64}$", description: "CHANNEL_PUBLIC_ID; generated when absent." });
const Secret = Type.String({ pattern: "^whsec_[A-Za-z0-9+/]{43}=$", description: "Signing secret (CORE-124); generated when absent." });
export const ApiChannelConfigFile = Type.Object(
  {
    kind: one(["api"]),
    name: Name,
    public_id: Optional(PublicId),
    random_string: Optional(
      Type.String({ pattern: "^[A-Za-z0-9_-]{22,64}$", description: "Secret part of the inbound address; generated when absent." }),
    ),
    random_string_env: Optional(EnvName),
    secret: Optional(Secret),
    secret_env: Optional(EnvName),
    endpoint_url: HttpUrl("Where operators' messages are posted."),
    chunked: Optional(Type.Boolean({ default: false })),
    append_public_id: Optional(Type.Boolean({ default: true })),
    media_as: Optional(one(["media objects", "text with link"])),
    enabled: Optional(Type.Boolean({ default: true })),
    operators: Type.Array(Email, { minItems: 1, uniqueItems: true }),
  },
  strict,
);
const { departments: _ids, ...widgetSettings } = WidgetSettings.properties;
export const WidgetChannelConfigFile = Type.Object(
  {
    kind: one(["widget"]),
    name: Name,
    public_id: Optional(Type.String({ pattern: "^[A-Za-z0-9]{10}$", description: "widget_id of the code; generated when absent." })),
    enabled: Optional(Type.Boolean({ default: true })),
    operators: Optional(Type.Array(Email, { uniqueItems: true, description: "Absent: all of the file who answer chats." })),
    departments: Optional(Type.Array(Name, { maxItems: 50, uniqueItems: true, description: "Names, offered in this order." })),
    ...Type.Partial(Type.Object(widgetSettings)).properties,
    identity_secret: Optional(
      Type.String({ minLength: 32, maxLength: 255, description: "In clear; rather use identity_secret_env (WG-047)." }),
    ),
    identity_secret_env: Optional(EnvName),
  },
  strict,
);
export type WidgetConfigFile = Static<typeof WidgetChannelConfigFile>;
/** Schema of a channel by its kind, so that a fault names the field and not "one of two shapes". */
export const channelConfigFiles = { api: ApiChannelConfigFile, widget: WidgetChannelConfigFile } as const;

const Channels = Type.Array(PublicId, { minItems: 1, uniqueItems: true, description: "CHANNEL_PUBLIC_IDs; absent: all." });
export const DepartmentConfigFile = Type.Object(
  {
    name: Name,
    operators: Type.Array(Email, { uniqueItems: true }),
    working_hours: Optional(WorkingHours),
  },
  strict,
);
const ProviderIdText = Type.String({ pattern: "^[A-Za-z0-9._-]{2,64}$", description: "<provider_id> of the addresses (BOT-001)." });
export const BotProviderConfigFile = Type.Object(
  {
    id: ProviderIdText,
    name: Name,
    contact: Optional(Email),
    endpoint_url: Optional(HttpUrl("Default of its connections.")),
    scope: Optional(one(["service", "account"], { default: "service", description: "account: only this account may choose it." })),
  },
  strict,
);
export const BotConfigFile = Type.Object(
  {
    provider: ProviderIdText,
    token: Optional(Type.String({ pattern: "^[\\x21-\\x7e]{1,255}$", description: "As the provider generated it (BOT-003)." })),
    token_env: Optional(EnvName),
    name: Optional(Name),
    photo: Optional(HttpUrl("Public address of a picture.")),
    endpoint_url: Optional(HttpUrl("Where events are posted; absent: the provider's default.")),
    channels: Optional(Channels),
    enabled: Optional(Type.Boolean({ default: true })),
    secret: Optional(Secret),
    secret_env: Optional(EnvName),
    invite_wait_s: Optional(Type.Integer({ minimum: 10, maximum: 600, default: 60, description: "BOT-070." })),
    silent_s: Optional(Type.Integer({ minimum: 0, maximum: 86_400, default: 0, description: "BOT-077; 0: never." })),
    sends_chat_closed: Optional(Type.Boolean({ default: false, description: "BOT-057." })),
    authorization: Optional(
      Type.Object(
        {
          token_url: HttpUrl("Token endpoint."),
          client_id: text(255, "Client id."),
          client_secret: Optional(text(1024, "In clear; rather use client_secret_env.")),
          client_secret_env: Optional(EnvName),
          scope: Optional(text(1024, "Scope asked for.")),
          client_auth: Optional(one(["basic", "body"], { default: "basic" })),
        },
        strict,
      ),
    ),
  },
  strict,
);
export const WebhookConfigFile = Type.Object(
  {
    url: HttpUrl("Receiver; called exactly as written (WH-002)."),
    secret: Optional(Secret),
    secret_env: Optional(EnvName),
    enabled: Optional(Type.Boolean({ default: true })),
    events: Optional(Type.Array(one(webhookEvents), { minItems: 1, uniqueItems: true, description: "Absent: all six." })),
    channels: Optional(Channels),
    blocks: Optional(Type.Array(one(webhookBlocks), { uniqueItems: true, description: "Optional parts of the body (WH-026)." })),
  },
  strict,
);
/** Seconds; what is absent has its default. */
const RoutingFile = Type.Partial(Type.Object(routingFields), strict);
const TagFile = Type.String({ minLength: 1, maxLength: 50, description: "Name of a tag, once in any case of letters (API-044)." });
const TriggerFile = Type.Object(
  {
    name: text(100, "Name, once in any case of letters."),
    enabled: Optional(Type.Boolean({ default: true })),
    once: Optional(one(onceValues, { default: "session" })),
    if: Optional(Type.Unsafe<Condition>({ type: "object", description: "Condition as WG-052; absent: always." })),
    do: Type.Array(
      Type.Unsafe<RuleAction>({
        type: "object",
        description: "Action as WG-053; of an invitation `department`, a name, instead of its id.",
      }),
    ),
    channels: Optional(
      Type.Array(PublicId, { minItems: 1, uniqueItems: true, description: "CHANNEL_PUBLIC_IDs of widgets; absent: all." }),
    ),
  },
  strict,
);
const CannedReplyFile = Type.Object(
  {
    shortcut: Type.String({ minLength: 1, maxLength: 50, pattern: "^[^/\\s]\\S*$", description: "What is typed after the slash." }),
    text: Type.String({ minLength: 1, maxLength: 4000, description: "May hold variables as {visitor.name|there} (API-048)." }),
    folder: Optional(Type.String({ maxLength: 100, description: "Orders/Returns is a folder in a folder." })),
    language: Optional(Type.String({ pattern: "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$", description: "Absent: any." })),
    department: Optional(text(100, "Its operators have it; absent: everybody.")),
  },
  strict,
);
const BlacklistFile = Type.Object(
  {
    visitor: Optional(Type.Integer({ minimum: 1, description: "Visitor number." })),
    ip: Optional(Type.String({ description: "IPv4 or IPv6 address." })),
    range: Optional(Type.String({ description: "CIDR." })),
    country: Optional(Type.String({ description: "ISO 3166-1 alpha-2." })),
    email: Optional(Type.String()),
    phone: Optional(Type.String({ description: "Only the digits count." })),
    user_token: Optional(Type.String({ maxLength: 1024 })),
    customer: Optional(Type.Object({ channel: PublicId, id: Type.String({ minLength: 1, maxLength: 1000 }) }, strict)),
    until: Optional(Type.String({ description: "RFC 3339; absent: for ever." })),
    reason: Optional(Type.String({ minLength: 1, maxLength: 300 })),
  },
  strict,
);
const OidcFile = Type.Object(
  {
    name: Type.String(),
    issuer: HttpUrl("Issuer."),
    client_id: Type.String(),
    client_secret_env: Optional(EnvName),
    domains: Optional(Type.Array(Type.String())),
    role: Optional(one(["admin", "developer", "operator", "viewer"])),
  },
  strict,
);
/** Schema of the store of files by its kind (CFG-033). */
export const storageConfigFiles = {
  disk: Type.Object({ kind: one(["disk"]) }, strict),
  s3: Type.Object(
    {
      kind: one(["s3"]),
      endpoint: HttpUrl("Address of the service; may be private."),
      region: text(100, "Region, as the service names it."),
      bucket: Type.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$", description: "Bucket; it must exist." }),
      prefix: Optional(Type.String({ pattern: "^[A-Za-z0-9!_.*/-]{0,200}$", description: "Before the name of each object." })),
      access_key_env: EnvName,
      secret_key_env: EnvName,
    },
    strict,
  ),
} as const;
const days = (value: number) => Type.Optional(Type.Integer({ minimum: 0, maximum: 36_500, default: value }));

export const ConfigFile = Type.Object(
  {
    version: Type.Literal(1),
    account: Optional(AccountConfigFile),
    operators: Optional(Type.Array(OperatorConfigFile)),
    departments: Optional(Type.Array(DepartmentConfigFile)),
    api_keys: Optional(Type.Array(ApiKeyConfigFile)),
    channels: Optional(Type.Array(Type.Union([ApiChannelConfigFile, WidgetChannelConfigFile]))),
    bot_providers: Optional(Type.Array(BotProviderConfigFile)),
    bots: Optional(Type.Array(BotConfigFile)),
    webhooks: Optional(Type.Array(WebhookConfigFile)),
    working_hours: Optional(WorkingHours),
    routing: Optional(RoutingFile),
    security: Optional(
      Type.Object(
        {
          second_factor: one(["required", "optional"]),
          required_from: Optional(
            Type.String({ description: `RFC 3339; absent: ${usualGraceDays} days after it was applied for the first time.` }),
          ),
        },
        strict,
      ),
    ),
    tags: Optional(Type.Array(TagFile, { maxItems: 500 })),
    canned_replies: Optional(Type.Array(CannedReplyFile, { maxItems: 2000 })),
    triggers: Optional(Type.Array(TriggerFile, { maxItems: 100, description: "Rules of the site widgets, in their order (API-041)." })),
    calls: Optional(
      Type.Object(
        {
          enabled: Type.Boolean(),
          driver: Optional(one(["desk", "http"])),
          url: Optional(HttpUrl("Telephony server.")),
          secret_env: Optional(EnvName),
        },
        strict,
      ),
    ),
    blacklist: Optional(Type.Array(BlacklistFile, { maxItems: 10_000 })),
    egress: Optional(
      Type.Object({ allow: Type.Array(Type.String(), { description: "host:port or CIDR; together with EGRESS_ALLOW." }) }, strict),
    ),
    limits: Optional(LimitsConfig),
    retention: Optional(
      Type.Object(
        {
          chats_days: days(0),
          files_days: days(0),
          visits_days: days(0),
          addresses_days: days(90),
          deliveries_days: days(30),
          audit_days: days(400),
          log_days: days(14),
        },
        strict,
      ),
    ),
    mail: Optional(
      Type.Object(
        {
          host: Type.String(),
          port: Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
          tls: Optional(one(["starttls", "implicit", "none"])),
          user: Optional(Type.String()),
          password_env: Optional(EnvName),
          from: Type.String(),
        },
        strict,
      ),
    ),
    storage: Optional(Type.Union([storageConfigFiles.disk, storageConfigFiles.s3])),
    oidc: Optional(Type.Array(OidcFile)),
  },
  { ...strict, $schema: "https://json-schema.org/draft/2020-12/schema", title: "Parlour provisioning file" },
);
export type ConfigFile = Static<typeof ConfigFile>;
export type OperatorConfigFile = Static<typeof OperatorConfigFile>;
export type ApiKeyConfigFile = Static<typeof ApiKeyConfigFile>;
export type ApiChannelConfigFile = Static<typeof ApiChannelConfigFile>;
export type DepartmentConfigFile = Static<typeof DepartmentConfigFile>;
export type BotProviderConfigFile = Static<typeof BotProviderConfigFile>;
export type BotConfigFile = Static<typeof BotConfigFile>;
export type WebhookConfigFile = Static<typeof WebhookConfigFile>;
