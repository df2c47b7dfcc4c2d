import { Type, type Static } from "typebox";
import { Page } from "./common.ts";
import { Account, Id, Nullable, Time } from "../entity/index.ts";
import { account } from "../settings/kinds/account/account.ts";
import { installation } from "../settings/kinds/installation.ts";
import { createFieldSchemas, createSingleSchemas } from "./settings/shapes/list-schemas.ts";

/** Account and installation (API-041, API-043). */

export { Account };
const policy = Type.Union([
  Type.Boolean(),
  Type.Array(Type.String({ pattern: "^[A-Za-z0-9.-]+$", maxLength: 253 }), { maxItems: 200 }),
]);
const schemas = createSingleSchemas(account, {}, { safe_url: { answer: policy, sent: policy } });
export const AccountPatch = schemas.patch;
export type AccountPatch = Static<typeof AccountPatch>;
export const AccountConfigFile = schemas.file;

/** An account as shown to the owner of the installation (API-043). */
export const AccountOverview = Type.Object({
  id: Id,
  name: Type.String(),
  /** Whether the account is suspended (CORE-005). */
  suspended: Type.Boolean(),
  managed: Type.Boolean(),
  created_at: Time,
  /** Email addresses and domains that mail channels of the account may use (CON-067). */
  allowed_addresses: Type.Array(Type.String()),
  /** Active owners of the account. */
  owners: Type.Array(Type.Object({ id: Id, name: Type.String(), email: Type.String() })),
});
export type AccountOverview = Static<typeof AccountOverview>;
export const Accounts = Page(AccountOverview);
/** Without a password, the response contains an invitation link, only once. */
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
/** What the owner of the installation changes of an account. */
export const AccountSuspension = Type.Partial(
  Type.Object({
    suspended: Type.Boolean(),
    /** Email addresses and domains, such as `shop@acme.example` and `acme.example` (CON-067). */
    allowed_addresses: Type.Array(
      Type.String({ minLength: 1, maxLength: 254, pattern: "^([^\\s@,]{1,64}@)?[^\\s@,]+$" }),
      { maxItems: 100 },
    ),
  }),
  { additionalProperties: false },
);
export type AccountSuspension = Static<typeof AccountSuspension>;

/** `host:port`, one address, or a CIDR range (CORE-246). */
export const EgressTarget = Type.String({ minLength: 1, maxLength: 260, pattern: "^[^\\s,]+$" });

const limit = Type.Integer({ minimum: 1, maximum: 1_000_000_000 });
const installationSchemas = createFieldSchemas(installation.fields, {
  egress_allow: {
    answer: Type.Array(Type.String()),
    sent: Type.Array(EgressTarget, { maxItems: 200 }),
  },
  limits: {
    answer: Type.Record(Type.String(), Type.Integer()),
    sent: Type.Record(Type.String(), Nullable(limit)),
  },
});
/** Settings of the installation (API-355). */
export const Instance = installationSchemas.answer;
export type Instance = Static<typeof Instance>;
export const InstancePatch = installationSchemas.patch;
export type InstancePatch = Static<typeof InstancePatch>;

/** Only the given entries, so that concurrent changes do not undo each other (CORE-249). */
export const EgressChange = Type.Partial(
  Type.Object({
    add: Type.Array(EgressTarget, { maxItems: 50 }),
    remove: Type.Array(EgressTarget, { maxItems: 50 }),
  }),
  { additionalProperties: false, minProperties: 1 },
);
export type EgressChange = Static<typeof EgressChange>;
