import type { Role } from "../../../core/entity.ts";
import type { Tx } from "./tx.ts";

/** CORE-013: from when on a second factor is asked of everybody (ms; null: never), and who has none. `managed`: the provisioning file says it. */
export interface PolicyRecord {
  readonly from: number | null;
  readonly managed: boolean;
  readonly without: readonly { readonly id: number; readonly name: string }[];
}
export interface PolicyStore {
  read(account: number): Promise<PolicyRecord>;
  readIn(tx: Tx, account: number): Promise<PolicyRecord>;
  set(tx: Tx, account: number, from: number | null): Promise<void>;
}

/** CFG-034; `secret` sealed. */
export interface OidcRecord {
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: Buffer | null;
  readonly domains: readonly string[];
  readonly role: Exclude<Role, "owner"> | null;
  readonly accountId: number | null;
  readonly managed: boolean;
}
export interface OidcStore {
  list(): Promise<readonly OidcRecord[]>;
  /** The same, locked until the transaction ends. */
  lock(tx: Tx): Promise<readonly OidcRecord[]>;
  set(tx: Tx, providers: readonly OidcRecord[]): Promise<void>;
  seal(text: string): Buffer;
}
