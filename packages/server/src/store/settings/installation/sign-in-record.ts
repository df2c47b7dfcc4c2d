import type { Role } from "../../../core/entity.ts";

/** An OIDC provider for signing in (CFG-034). */
export interface OidcRecord {
  /** Public: part of addresses and of the sign-in page. */
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Sealed with SECRET_KEY; null: a public client. */
  readonly secret: Buffer | null;
  /** Allowed email domains in lower case; empty: all. */
  readonly domains: readonly string[];
  /**
   * Role of operators who sign in for the first time, and their account; null: only known email
   * addresses may sign in.
   */
  readonly role: Exclude<Role, "owner"> | null;
  readonly accountId: number | null;
  /** True if the provisioning file manages it (CFG-025). */
  readonly managed: boolean;
}
/**
 * When a second factor becomes required for all operators (CORE-203; milliseconds since 1970, null:
 * never), and the active operators without one.
 */
export interface PolicyRecord {
  readonly from: number | null;
  /** True if the provisioning file manages it (CFG-025). */
  readonly managed: boolean;
  readonly without: readonly { readonly id: number; readonly name: string }[];
}
