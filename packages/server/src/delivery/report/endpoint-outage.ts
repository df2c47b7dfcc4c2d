import type { Outcome } from "../../core/entity.ts";
import type { AccountConfig, Clock } from "../../core/command.ts";
import type { PlannedDelivery } from "../../core/delivery/planner.ts";
import type { ChangeSettings } from "../../journal/index.ts";
import { createThrottle } from "./throttle.ts";

/** What plans the emails about a settings change. */
interface ChangeMailDeps {
  readonly config: (account: number) => Promise<AccountConfig>;
  /** Generates the id of a new delivery. */
  readonly deliveryId: () => Promise<number>;
  readonly plan: ChangeMailPlanner;
}
export interface OutageMonitorDeps extends ChangeMailDeps {
  readonly clock: Clock;
  readonly change: ChangeSettings;
  readonly query: <R>(text: string, values: readonly unknown[]) => Promise<readonly R[]>;
  /** Called after an endpoint was switched off, for notifications and the log. */
  readonly onSwitchedOff: (account: number, endpointId: number, reason: OutageReason) => void;
  readonly onFault: (error: unknown) => void;
}
/** Why an endpoint is off. `gone`: a response 410. `failing`: no success for 120 h. */
export type OutageReason = "gone" | "failing";
/** A settings change about which operators of the account receive an email. */
export interface MailedChange {
  readonly kind:
    | "endpoint_failing"
    | "endpoint_off"
    | "address_opened"
    | "rule_off"
    | "agent_stopped"
    | "scheduled_report";
  /** Delay of the email in milliseconds. 0 sends it immediately. */
  readonly delayMs: number;
}
/** Plans the emails about a settings change. Pure. `deliveryId`: a new id for one of them. */
export type ChangeMailPlanner = (
  change: MailedChange,
  config: AccountConfig,
  deliveryId: number,
) => readonly PlannedDelivery[];
/** A failed attempt at an integrator's endpoint, after it was stored. */
export interface FailedAttempt {
  readonly account: number;
  readonly endpointId: number;
  readonly isWebhook: boolean;
  readonly outcome: Outcome;
  readonly status: number | null;
  /** Whether the delivery was given up after this attempt. */
  readonly isGivenUp: boolean;
}

/** Time without a success after which a webhook can be switched off, in milliseconds (WH-062). */
const switchOffAfterMs = 120 * 3_600_000;
/**
 * Minimum duration of an outage before operators are notified, because shorter outages recover
 * without action (CORE-112). The interval below limits emails about an endpoint that fails
 * repeatedly.
 */
const outageNotificationDelayMs = 5 * 60_000;
const outageNotificationIntervalMs = 15 * 60_000;
/** Minimum time between two checks of the same endpoint, in milliseconds. */
const checkIntervalMs = 60_000;
/** Outcomes whose cause is the endpoint and not a single message. */
const outageOutcomes: ReadonlySet<Outcome> = new Set([
  "bad_reply",
  "http_error",
  "timeout",
  "dns_failed",
  "connect_failed",
  "tls_failed",
  "private_address",
  "reply_too_large",
  "token_failed",
]);

/**
 * Creates a function that checks an endpoint after a failed attempt. It never rejects. It switches
 * a webhook off if the endpoint responds with 410. It also does so after 120 h without a success if
 * an event was given up in that time (WH-062). Switching off is a settings change, so later events
 * create no delivery. The subscriber for disabled webhooks turns pending deliveries into dead
 * letters. If the process crashes between a 410 and this check, the next 410 repeats the check. The
 * outage email is planned in the transaction that records the notification (CORE-112).
 */
export function createOutageMonitor(
  deps: OutageMonitorDeps,
): (attempt: FailedAttempt) => Promise<void> {
  const checks = createThrottle(deps.clock, checkIntervalMs);
  const canCheck = (key: string): boolean => {
    const isDue = checks.isDue(key);
    if (isDue) checks.mark(key);
    return isDue;
  };
  return async (attempt) => {
    try {
      const { endpointId, isWebhook, status } = attempt;
      const isLongOutage = async (): Promise<boolean> =>
        canCheck(`off ${endpointId}`) && (await hasFailedTooLong(deps, attempt));
      const reason = !isWebhook
        ? null
        : status === 410
          ? "gone"
          : (await isLongOutage())
            ? "failing"
            : null;
      if (reason !== null) {
        if (await switchOff(deps, attempt, reason))
          deps.onSwitchedOff(attempt.account, endpointId, reason);
      } else if (
        outageOutcomes.has(attempt.outcome) &&
        canCheck(`tell ${endpointId} ${attempt.isGivenUp}`)
      )
        await notifyOutage(deps, attempt);
    } catch (error) {
      deps.onFault(error);
    }
  };
}

/** Returns whether the endpoint failed for 120 h with a delivery given up (WH-062). */
async function hasFailedTooLong(
  { clock, query }: OutageMonitorDeps,
  { account, endpointId }: FailedAttempt,
): Promise<boolean> {
  const rows = await query(
    "select from endpoint_health where account_id = $1 and endpoint_id = $2 and failing_since <= $3 and given_up_at is not null",
    [account, endpointId, new Date(clock.now() - switchOffAfterMs)],
  );
  return rows.length > 0;
}

async function switchOff(
  deps: OutageMonitorDeps,
  { account, endpointId }: FailedAttempt,
  reason: OutageReason,
): Promise<boolean> {
  const deliveries = await planMailsForChange(deps, account, { kind: "endpoint_off", delayMs: 0 });
  return deps.change(account, async (tx) => {
    const rows = await tx.query(
      "update endpoint set off_at = $3, off_reason = $4 where account_id = $1 and id = $2 and off_at is null returning id",
      [account, endpointId, new Date(deps.clock.now()), reason],
    );
    const isNew = rows.length > 0;
    return {
      result: isNew,
      changed: isNew ? [{ kind: "endpoint", id: endpointId }] : [],
      deliveries,
    };
  });
}

/**
 * Records that operators are notified of this outage, and plans the email. Sends at most one email
 * per outage, and limits the number of emails if outages follow each other.
 */
async function notifyOutage(
  deps: OutageMonitorDeps,
  { account, endpointId, isGivenUp }: FailedAttempt,
): Promise<void> {
  if ((await deps.config(account)).mail === undefined) return;
  const now = deps.clock.now();
  const notYetNotified = `h.account_id = $1 and h.endpoint_id = $2 and h.failing_since is not null and h.told_since is distinct from h.failing_since
    and (h.told_at is null or h.told_at <= $3)`;
  const values = [account, endpointId, new Date(now - outageNotificationIntervalMs)];
  const [outage] = await deps.query<{ since: number }>(
    `select (extract(epoch from h.failing_since) * 1000)::float8 as since from endpoint_health h join endpoint e on e.account_id = h.account_id and e.id = h.endpoint_id
     where ${notYetNotified} and e.off_at is null`,
    values,
  );
  const delayMs = Math.max(0, (outage?.since ?? 0) + outageNotificationDelayMs - now);
  // If the delivery is retried, the endpoint may recover before the email would be sent. If the
  // delivery was given up, there is no further attempt.
  if (outage === undefined || (!isGivenUp && delayMs > 0)) return;
  const deliveries = await planMailsForChange(deps, account, { kind: "endpoint_failing", delayMs });
  await deps.change(account, async (tx) => {
    const rows = await tx.query(
      `update endpoint_health h set told_since = h.failing_since, told_at = $4 where ${notYetNotified} returning 1`,
      [...values, new Date(now)],
    );
    return {
      result: undefined,
      changed: rows.length > 0 ? [{ kind: "endpoint", id: endpointId }] : [],
      deliveries,
    };
  });
}

/** Plans the emails about a settings change. Returns an empty list if email is not set up. */
export async function planMailsForChange(
  deps: ChangeMailDeps,
  account: number,
  change: MailedChange,
): Promise<readonly PlannedDelivery[]> {
  const config = await deps.config(account);
  return config.mail === undefined ? [] : deps.plan(change, config, await deps.deliveryId());
}
