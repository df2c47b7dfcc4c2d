import type { Role } from "../entity.ts";

/** CFG-034: who else may say who somebody is. */
export interface OidcRecord {
  /** In addresses and on the page of sign-in: says nothing. */
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Sealed under SECRET_KEY; null: a public client. */
  readonly secret: Buffer | null;
  /** Lower case; none: all. */
  readonly domains: readonly string[];
  /** Of people who come for the first time, and their account; null: known e-mails only. */
  readonly role: Exclude<Role, "owner"> | null;
  readonly accountId: number | null;
  /** The provisioning file owns it (CFG-025). */
  readonly managed: boolean;
}
/** From when on a second factor is asked of everybody (CORE-013; milliseconds since 1970, null: never), and who active has none. */
export interface PolicyRecord {
  readonly from: number | null;
  /** The provisioning file says it (CFG-025). */
  readonly managed: boolean;
  readonly without: readonly { readonly id: number; readonly name: string }[];
}
