import { Type, type Static } from "typebox";
import { PersonRef } from "./entity-operator.ts";
import { Id, Nullable, Time } from "./scalar.ts";

/** The account and its keys (API-040). */

export const ApiKey = Type.Object({
  id: Id,
  name: Type.String(),
  operator: PersonRef,
  scopes: Type.Array(Type.String()),
  hint: Type.String(),
  created_at: Time,
  last_used_at: Nullable(Time),
  /** From then on it is refused; null: it has no end. */
  expires_at: Nullable(Time),
  managed: Type.Boolean(),
});
export type ApiKey = Static<typeof ApiKey>;

/** Settings of the account that a provisioning file can name. */
export const accountFields = ["name", "locale", "accent", "safe_url", "trust_webhook_links"] as const;
export const AccountField = Type.Union(accountFields.map((one) => Type.Literal(one)) as never) as unknown as ReturnType<
  typeof Type.Unsafe<(typeof accountFields)[number]>
>;
export type AccountField = (typeof accountFields)[number];

export const Account = Type.Object({
  id: Id,
  name: Type.String(),
  locale: Type.String(),
  accent: Type.String(),
  suspended: Type.Boolean(),
  managed: Type.Boolean(),
  /** Which settings the provisioning file names; the others can be changed here (CFG-025). */
  managed_fields: Type.Array(AccountField),
  /** WG-045: off, on, or on with these hosts, which count as own. */
  safe_url: Type.Union([Type.Boolean(), Type.Array(Type.String())]),
  trust_webhook_links: Type.Boolean(),
  /** MiB: the largest file this installation takes (CFG-030). */
  upload_mib: Type.Integer({ minimum: 1 }),
});
export type Account = Static<typeof Account>;
