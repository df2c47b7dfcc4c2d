import { Type, type Static } from "typebox";
import { Page } from "./api-common.ts";
import { Account, ApiKey, Id, Nullable, Time } from "./entity.ts";

/** Account, API keys and instance (API-041, API-043). */

export { Account };
export const AccountPatch = Type.Partial(
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: 100 }),
    locale: Type.String({ pattern: "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$", maxLength: 35 }),
    accent: Type.String({ pattern: "^#[0-9A-Fa-f]{6}$" }),
    /** WG-045: off, on, or on with these hosts. */
    safe_url: Type.Union([Type.Boolean(), Type.Array(Type.String({ pattern: "^[A-Za-z0-9.-]+$", maxLength: 253 }), { maxItems: 200 })]),
    trust_webhook_links: Type.Boolean(),
  }),
  { additionalProperties: false, minProperties: 1 },
);
export type AccountPatch = Static<typeof AccountPatch>;

/** An account as the instance owner sees it (API-043). */
export const AccountOverview = Type.Object({
  id: Id,
  name: Type.String(),
  /** CORE-005. */
  suspended: Type.Boolean(),
  managed: Type.Boolean(),
  created_at: Time,
  /** Its active owners. */
  owners: Type.Array(Type.Object({ id: Id, name: Type.String(), email: Type.String() })),
});
export type AccountOverview = Static<typeof AccountOverview>;
export const Accounts = Page(AccountOverview);
/** With its first owner; without a password the answer carries an invitation link, once. */
export const NewAccount = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    owner: Type.Object(
      {
        name: Type.String({ minLength: 1, maxLength: 100 }),
        email: Type.String({ minLength: 3, maxLength: 254 }),
        password: Type.Optional(Type.String({ minLength: 12, maxLength: 256 })),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type NewAccount = Static<typeof NewAccount>;
export const AccountInvited = Type.Object({
  ...AccountOverview.properties,
  invite_url: Type.Optional(Type.String()),
  invite_expires_at: Type.Optional(Time),
});
export type AccountInvited = Static<typeof AccountInvited>;
export const AccountSuspension = Type.Object({ suspended: Type.Boolean() }, { additionalProperties: false });
export type AccountSuspension = Static<typeof AccountSuspension>;

export const ApiKeys = Page(ApiKey);
/** The key acts as `operator_id`, by default as its maker. */
export const NewApiKey = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    operator_id: Type.Optional(Id),
    /** `*` (default), or names of actions (docs/operate/rights.md): it may do nothing else. */
    scopes: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { minItems: 1, maxItems: 100, uniqueItems: true })),
    /** RFC 3339, at least a minute and at most ten years from now; absent or null: it has no end. */
    expires_at: Type.Optional(Nullable(Type.String({ maxLength: 40 }))),
  },
  { additionalProperties: false },
);
export type NewApiKey = Static<typeof NewApiKey>;
/** `key` is shown in this answer only. */
export const ApiKeyWithKey = Type.Object({ ...ApiKey.properties, key: Type.Optional(Type.String()) });
export type ApiKeyWithKey = Static<typeof ApiKeyWithKey>;

/** `host:port`, one address or a CIDR range (CORE-123). */
export const EgressTarget = Type.String({ minLength: 1, maxLength: 260, pattern: "^[^\\s,]+$" });

/** API-043. `limits` holds only what differs from the defaults of CFG-030. */
export const Instance = Type.Object({
  egress_allow: Type.Array(Type.String()),
  limits: Type.Record(Type.String(), Type.Integer()),
  support_contact: Nullable(Type.String()),
  /** BOT-002: an account that asks for a provider id gets it at once. */
  bot_self_service: Type.Boolean(),
});
export type Instance = Static<typeof Instance>;
export const InstancePatch = Type.Partial(
  Type.Object({
    egress_allow: Type.Array(EgressTarget, { maxItems: 200 }),
    /** A null takes the default back. */
    limits: Type.Record(Type.String(), Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000_000 }))),
    support_contact: Nullable(Type.String({ maxLength: 300 })),
    bot_self_service: Type.Boolean(),
  }),
  { additionalProperties: false, minProperties: 1 },
);
export type InstancePatch = Static<typeof InstancePatch>;

/** Adds or takes away exactly these entries, so that two writers never undo each other (CORE-123, `parlour lab`). */
export const EgressChange = Type.Partial(
  Type.Object({
    add: Type.Array(EgressTarget, { maxItems: 50 }),
    remove: Type.Array(EgressTarget, { maxItems: 50 }),
  }),
  { additionalProperties: false, minProperties: 1 },
);
export type EgressChange = Static<typeof EgressChange>;
