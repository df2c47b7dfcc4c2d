import { defaultCalls } from "../core/call/defaults.ts";
import type { CallsConfig, Hours, RoutingConfig } from "../core/ports.ts";
import { routingDefaults } from "../core/routing/defaults.ts";

/** What `account.settings` holds, with the defaults of what it does not. */
export interface AccountSettings {
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

/** Reads the column; its writers checked what stands there. */
export function readAccountSettings(settings: unknown): AccountSettings {
  const stored = (settings ?? {}) as {
    working_hours?: Hours;
    working_hours_managed?: boolean;
    safe_url?: boolean | string[];
    trust_webhook_links?: boolean;
    /** What differs from the defaults. */
    routing?: Partial<RoutingConfig>;
    routing_managed?: boolean;
    calls?: Partial<CallsConfig>;
    calls_managed?: boolean;
    security_managed?: boolean;
  };
  return {
    hours: stored.working_hours ?? null,
    hoursManaged: stored.working_hours_managed ?? false,
    safeUrl: stored.safe_url ?? false,
    trustWebhookLinks: stored.trust_webhook_links ?? false,
    routing: { ...routingDefaults, ...stored.routing },
    routingManaged: stored.routing_managed ?? false,
    calls: { ...defaultCalls, ...stored.calls },
    callsManaged: stored.calls_managed ?? false,
    securityManaged: stored.security_managed ?? false,
  };
}
