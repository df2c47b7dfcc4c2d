import type { AccountField } from "../entity.ts";
import type { CallsConfig, Hours, RoutingConfig } from "../ports.ts";

/** What `account.settings` holds, with the defaults of what it does not. */
export interface AccountSettings {
  /** Settings that the provisioning file names; null: it was applied before they were recorded. */
  readonly managedFields: readonly AccountField[] | null;
  /** CORE-090; null: always open. */
  readonly hours: Hours | null;
  /** The provisioning file owns the hours (CFG-025). */
  readonly hoursManaged: boolean;
  /** WG-045: off, on, or on with these hosts. */
  readonly safeUrl: boolean | readonly string[];
  readonly trustWebhookLinks: boolean;
  readonly routing: RoutingConfig;
  /** The provisioning file owns it. */
  readonly routingManaged: boolean;
  readonly calls: CallsConfig;
  readonly callsManaged: boolean;
  /** Whether the file says that a second factor is asked (CORE-013). */
  readonly securityManaged: boolean;
}
/** An account with its settings (API-041). */
export interface AccountRecord extends AccountSettings {
  readonly id: number;
  readonly name: string;
  readonly locale: string;
  readonly accent: string;
  readonly suspended: boolean;
  readonly managed: boolean;
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
/** What is given changes; the rest stays (API-041). */
export interface AccountChange {
  readonly name?: string | undefined;
  readonly locale?: string | undefined;
  readonly accent?: string | undefined;
  /** WG-045. */
  readonly safeUrl?: boolean | readonly string[] | undefined;
  readonly trustWebhookLinks?: boolean | undefined;
  /** CORE-090; null: always open. */
  readonly hours?: Hours | null | undefined;
  readonly routing?: RoutingConfig | undefined;
  readonly calls?: CallsConfig | undefined;
}
