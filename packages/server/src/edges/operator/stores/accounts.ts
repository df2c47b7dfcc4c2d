import type { CallsConfig, Hours, RoutingConfig } from "../../../core/ports.ts";
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
  readonly routing: RoutingConfig;
  readonly routingManaged: boolean;
  readonly calls: CallsConfig;
  readonly callsManaged: boolean;
}

/** An account as the instance owner sees it (API-043). */
export interface AccountOverview {
  readonly id: number;
  readonly name: string;
  readonly suspended: boolean;
  readonly managed: boolean;
  readonly createdAt: string;
  /** Active owners. */
  readonly owners: readonly { readonly id: number; readonly name: string; readonly email: string }[];
}

export interface AccountStore {
  /** Of the whole installation, oldest first. */
  list(): Promise<readonly AccountOverview[]>;
  overviewIn(tx: Tx, account: number): Promise<AccountOverview | null>;
  /** Null: the owner's e-mail is taken; what was begun is to be rolled back. */
  create(
    tx: Tx,
    row: {
      readonly name: string;
      readonly owner: {
        readonly name: string;
        readonly email: string;
        readonly passwordHash: string | null;
        readonly instanceOwner: false;
      };
    },
  ): Promise<{ readonly accountId: number; readonly operatorId: number } | null>;
  suspend(tx: Tx, account: number, suspended: boolean): Promise<boolean>;
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
      readonly routing?: RoutingConfig | undefined;
      readonly calls?: CallsConfig | undefined;
    },
  ): Promise<void>;
}
