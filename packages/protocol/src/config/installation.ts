import { Type, type Static } from "typebox";
import {
  EnvName,
  HttpUrl,
  Optional,
  oneOf,
  strictOptions,
  textField,
} from "../api/settings/file-fields.ts";
import { defaultLimits } from "./limits.ts";

/**
 * Parts of the provisioning file for the installation: limits, storage, sign-in, calls, email and
 * retention.
 */

const Limit = (value: number) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: value }));

export const LimitsConfig = Type.Object(
  Object.fromEntries(
    Object.entries(defaultLimits).map(([name, value]) => [name, Limit(value)]),
  ) as {
    [N in keyof typeof defaultLimits]: ReturnType<typeof Limit>;
  },
  strictOptions,
);
export type LimitsConfig = Static<typeof LimitsConfig>;

/** A client at a provider of mailboxes (CFG-136). */
export const OAuthClientFile = Type.Object(
  {
    provider: oneOf(["google", "microsoft", "own"]),
    client_id: textField(300),
    client_secret_env: Optional(EnvName),
    tenant: Optional(textField(100)),
    own: Optional(
      Type.Object(
        {
          name: textField(60),
          authorization_url: HttpUrl,
          token_url: HttpUrl,
          scopes: textField(1000),
        },
        strictOptions,
      ),
    ),
  },
  strictOptions,
);

export const OidcFile = Type.Object(
  {
    name: Type.String(),
    issuer: HttpUrl,
    client_id: Type.String(),
    client_secret_env: Optional(EnvName),
    domains: Optional(Type.Array(Type.String())),
    role: Optional(oneOf(["admin", "developer", "operator", "viewer"])),
  },
  strictOptions,
);

/** Schemas of the file storage, by kind (CFG-033). */
export const storageConfigFiles = {
  disk: Type.Object({ kind: oneOf(["disk"]) }, strictOptions),
  s3: Type.Object(
    {
      kind: oneOf(["s3"]),
      endpoint: HttpUrl,
      region: textField(100),
      bucket: Type.String({
        pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$",
      }),
      prefix: Optional(
        Type.String({
          pattern: "^[A-Za-z0-9!_.*/-]{0,200}$",
        }),
      ),
      access_key_env: EnvName,
      secret_key_env: EnvName,
    },
    strictOptions,
  ),
} as const;

const days = (value: number) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 36_500, default: value }));

export const CallsFile = Type.Object(
  {
    enabled: Type.Boolean(),
    driver: Optional(oneOf(["desk", "http"])),
    url: Optional(HttpUrl),
    secret_env: Optional(EnvName),
  },
  strictOptions,
);

export const EgressFile = Type.Object({ allow: Type.Array(Type.String()) }, strictOptions);

export const RetentionFile = Type.Object(
  {
    chats_days: days(0),
    files_days: days(0),
    visits_days: days(0),
    addresses_days: days(90),
    deliveries_days: days(30),
    audit_days: days(400),
    log_days: days(14),
  },
  strictOptions,
);

export const MailFile = Type.Object(
  {
    host: Type.String(),
    port: Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
    tls: Optional(oneOf(["starttls", "implicit", "none"])),
    user: Optional(Type.String()),
    password_env: Optional(EnvName),
    from: Type.String(),
  },
  strictOptions,
);
