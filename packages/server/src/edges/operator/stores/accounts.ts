import type { Hours } from "../../../core/ports.ts";
import type { Tx } from "./tx.ts";

export interface AccountRecord {
  readonly id: number;
  readonly name: string;
  readonly locale: string;
  readonly accent: string;
  readonly suspended: boolean;
  readonly managed: boolean;
  /** WG-045: off, on, or on with these hosts. */
  readonly safeUrl: boolean | readonly string[];
  readonly trustWebhookLinks: boolean;
  /** CORE-090; null: always open. */
  readonly hours: Hours | null;
  /** The provisioning file owns the hours (CFG-025). */
  readonly hoursManaged: boolean;
}

export interface AccountStore {
  find(account: number): Promise<AccountRecord | null>;
  findIn(tx: Tx, account: number): Promise<AccountRecord | null>;
  update(
    tx: Tx,
    account: number,
    change: {
      readonly name?: string | undefined;
      readonly locale?: string | undefined;
      readonly accent?: string | undefined;
      readonly safeUrl?: boolean | readonly string[] | undefined;
      readonly trustWebhookLinks?: boolean | undefined;
      readonly hours?: Hours | null | undefined;
    },
  ): Promise<void>;
}
