import { Type, type Static } from "typebox";
import { Id, Nullable } from "./scalar.ts";

/** The account (API-040). */

/** Account settings that a provisioning file can set. */
export const accountFields = [
  "name",
  "locale",
  "accent",
  "safe_url",
  "trust_webhook_links",
] as const;
export const AccountField = Type.Union(
  accountFields.map((field) => Type.Literal(field)) as never,
) as unknown as ReturnType<typeof Type.Unsafe<(typeof accountFields)[number]>>;
export type AccountField = (typeof accountFields)[number];

export const Account = Type.Object({
  id: Id,
  name: Type.String(),
  locale: Type.String(),
  accent: Type.String(),
  suspended: Type.Boolean(),
  managed: Type.Boolean(),
  /** Settings that the provisioning file sets (CFG-025). The API can change all others. */
  managed_fields: Type.Array(AccountField),
  /** WG-045. False: all. True: to own hosts. A list: also to these hosts. */
  safe_url: Type.Union([Type.Boolean(), Type.Array(Type.String())]),
  trust_webhook_links: Type.Boolean(),
  /** Maximum size of one file in this installation, MiB (CFG-030). */
  upload_mib: Type.Integer({ minimum: 1 }),
  /** Whether a language model drafts texts for operators (ASSIST-001). */
  has_model: Type.Boolean(),
  /** Whether a model or a translation server can translate messages (MODEL-070). */
  can_translate: Type.Boolean(),
  /** Whether the inbox does it without being asked (ASSIST-059). */
  translates_automatically: Type.Boolean(),
  /** The channel whose chats only the old system answers (MV-084). Null: none. */
  answered_elsewhere: Nullable(Id),
});
export type Account = Static<typeof Account>;
