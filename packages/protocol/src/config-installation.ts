import { Type, type Static } from "typebox";
import { usualGraceDays } from "./api-session.ts";
import { EnvName, HttpUrl, Optional, one, strict, text } from "./config-field.ts";
import { defaultLimits } from "./limits.ts";

/**
 * Parts of the provisioning file for the installation: limits, storage, sign-in, calls, mail and
 * retention.
 */

const Limit = (value: number) => Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: value }));

export const LimitsConfig = Type.Object(
  Object.fromEntries(Object.entries(defaultLimits).map(([name, value]) => [name, Limit(value)])) as {
    [N in keyof typeof defaultLimits]: ReturnType<typeof Limit>;
  },
  strict,
);
export type LimitsConfig = Static<typeof LimitsConfig>;

export const OidcFile = Type.Object(
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

/** Schema of the file storage by its kind (CFG-033). */
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

export const SecurityFile = Type.Object(
  {
    second_factor: one(["required", "optional"]),
    required_from: Optional(
      Type.String({ description: `RFC 3339; absent: ${usualGraceDays} days after it was applied for the first time.` }),
    ),
  },
  strict,
);

export const CallsFile = Type.Object(
  {
    enabled: Type.Boolean(),
    driver: Optional(one(["desk", "http"])),
    url: Optional(HttpUrl("Telephony server.")),
    secret_env: Optional(EnvName),
  },
  strict,
);

export const EgressFile = Type.Object(
  { allow: Type.Array(Type.String(), { description: "host:port or CIDR; together with EGRESS_ALLOW." }) },
  strict,
);

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
  strict,
);

export const MailFile = Type.Object(
  {
    host: Type.String(),
    port: Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
    tls: Optional(one(["starttls", "implicit", "none"])),
    user: Optional(Type.String()),
    password_env: Optional(EnvName),
    from: Type.String(),
  },
  strict,
);
