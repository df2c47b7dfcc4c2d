import type { AccountField } from "../../../core/entity.ts";
import type { CallsConfig, OpeningHours, RoutingConfig } from "../../../core/command.ts";

/** Stored `account.settings`, with defaults for absent ones. */
export interface AccountSettings {
  /** Settings that the provisioning file names; null: it was applied before they were recorded. */
  readonly managedFields: readonly AccountField[] | null;
  /** Opening hours (CORE-090); null: always open. */
  readonly hours: OpeningHours | null;
  /** True if the provisioning file manages the hours (CFG-025). */
  readonly hoursManaged: boolean;
  /** Safe links (WG-045): off, on, or on with these hosts. */
  readonly safeUrl: boolean | readonly string[];
  readonly trustWebhookLinks: boolean;
  readonly routing: RoutingConfig;
  /** True if the provisioning file manages the routing settings. */
  readonly routingManaged: boolean;
  readonly calls: CallsConfig;
  readonly callsManaged: boolean;
  /** True if the provisioning file sets whether a second factor is required (CORE-203). */
  readonly securityManaged: boolean;
}
/** An account with its settings (API-290). */
export interface AccountRecord extends AccountSettings {
  readonly id: number;
  readonly name: string;
  readonly locale: string;
  readonly accent: string;
  readonly suspended: boolean;
  readonly managed: boolean;
}
/** An account as the installation's owner sees it (API-043). */
export interface AccountOverview {
  readonly id: number;
  readonly name: string;
  readonly suspended: boolean;
  readonly managed: boolean;
  readonly createdAt: string;
  /** Active owners. */
  readonly owners: readonly { readonly id: number; readonly name: string; readonly email: string }[];
}
/** Changes of an account; absent fields stay (API-290). */
export interface AccountChange {
  readonly name?: string | undefined;
  readonly locale?: string | undefined;
  readonly accent?: string | undefined;
  /** Safe links (WG-045). */
  readonly safeUrl?: boolean | readonly string[] | undefined;
  readonly trustWebhookLinks?: boolean | undefined;
  /** Opening hours (CORE-090); null: always open. */
  readonly hours?: OpeningHours | null | undefined;
  readonly routing?: RoutingConfig | undefined;
  readonly calls?: CallsConfig | undefined;
}
