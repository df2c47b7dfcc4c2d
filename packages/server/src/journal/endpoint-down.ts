import type { Outcome } from "../core/entity.ts";
import type { AccountConfig, Clock } from "../core/command.ts";
import type { Owed } from "../queue/plan.ts";
import type { ChangeSettings } from "./settings.ts";

export interface EndpointDownDeps {
  readonly clock: Clock;
  readonly change: ChangeSettings;
  readonly config: (account: number) => Promise<AccountConfig>;
  /** Generates a delivery id. */
  readonly deliveryId: () => Promise<number>;
  readonly query: <R>(text: string, values: readonly unknown[]) => Promise<readonly R[]>;
  /** Plans the mails about an outage, according to the account's settings (CORE-112). */
  readonly plan: ChangePlanner;
  /** Called after an endpoint was switched off, for notifications and the log. */
  readonly onDown: (account: number, endpointId: number, reason: DownReason) => void;
  readonly onFault: (error: unknown) => void;
}
/** `gone`: the endpoint answered 410. `failing`: no success for 120 h. */
export type DownReason = "gone" | "failing";
/** A settings change about which operators of the account receive a mail. */
export interface MailedChange {
  readonly kind: "endpoint_failing" | "endpoint_off" | "address_opened";
  /** Delay of the mail in milliseconds. 0 sends it immediately. */
  readonly delayMs: number;
}
/**
 * Plans the mails about a settings change. Pure. `deliveryId` is a new id for one delivery.
 */
export type ChangePlanner = (change: MailedChange, config: AccountConfig, deliveryId: number) => readonly Owed[];
/** A stored attempt at an integrator's endpoint that did not succeed. */
export interface FailedAttempt {
  readonly account: number;
  readonly endpointId: number;
  readonly isWebhook: boolean;
  readonly outcome: Outcome;
  readonly status: number | null;
  /** True if the delivery was given up. */
  readonly isEnd: boolean;
}

/** WH-062: time without a success after which a webhook can be switched off. */
const offAfterMs = 120 * 3_600_000;
/**
 * CORE-112: shorter outages recover without action. The interval limits mails about an endpoint
 * that fails repeatedly.
 */
const toldAfterMs = 5 * 60_000;
const toldEveryMs = 15 * 60_000;
/** Minimum time between two checks of the same endpoint. */
const lookEveryMs = 60_000;
const mostRemembered = 10_000;
/** Outcomes caused by the endpoint, not by a single message. */
const troubles: ReadonlySet<Outcome> = new Set([
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
 * a webhook off if the endpoint answers 410. It also does so after 120 h without a success if an
 * event was given up in that time (WH-062). Switching off is a settings change, so later events
 * create no delivery. The subscriber for disabled webhooks turns pending deliveries into dead
 * letters. If the process crashes between a 410 and this check, the next 410 repeats it. The outage
 * mail is planned in the transaction that records the notification (CORE-112).
 */
export function openEndpointDown(deps: EndpointDownDeps): (attempt: FailedAttempt) => Promise<void> {
  const mayLook = openLooks(deps.clock);
  return async (attempt) => {
    try {
      const { endpointId, isWebhook, status } = attempt;
      const isLong = async (): Promise<boolean> => mayLook(`off ${endpointId}`) && (await isFailing(deps, attempt));
      const reason = !isWebhook ? null : status === 410 ? "gone" : (await isLong()) ? "failing" : null;
      if (reason !== null) {
        if (await switchOff(deps, attempt, reason)) deps.onDown(attempt.account, endpointId, reason);
      } else if (troubles.has(attempt.outcome) && mayLook(`tell ${endpointId} ${attempt.isEnd}`)) await tell(deps, attempt);
    } catch (error) {
      deps.onFault(error);
    }
  };
}

/** Creates a check that returns false if the key was checked within the interval. */
function openLooks(clock: Clock): (what: string) => boolean {
  const lookedAt = new Map<string, number>();
  return (what) => {
    if (clock.monotonic() - (lookedAt.get(what) ?? Number.NEGATIVE_INFINITY) < lookEveryMs) return false;
    if (lookedAt.size >= mostRemembered) lookedAt.clear();
    lookedAt.set(what, clock.monotonic());
    return true;
  };
}

/**
 * Returns whether the endpoint has failed for 120 h and a delivery was given up in that time
 * (WH-062).
 */
async function isFailing({ clock, query }: EndpointDownDeps, { account, endpointId }: FailedAttempt): Promise<boolean> {
  const rows = await query(
    "select from endpoint_health where account_id = $1 and endpoint_id = $2 and failing_since <= $3 and given_up_at is not null",
    [account, endpointId, new Date(clock.now() - offAfterMs)],
  );
  return rows.length > 0;
}

async function switchOff(deps: EndpointDownDeps, { account, endpointId }: FailedAttempt, reason: DownReason): Promise<boolean> {
  const owed = await planChange(deps, account, { kind: "endpoint_off", delayMs: 0 });
  return deps.change(account, async (tx) => {
    const rows = await tx.query(
      "update endpoint set off_at = $3, off_reason = $4 where account_id = $1 and id = $2 and off_at is null returning id",
      [account, endpointId, new Date(deps.clock.now()), reason],
    );
    const isNew = rows.length > 0;
    return { result: isNew, changed: isNew ? [{ kind: "endpoint", id: endpointId }] : [], owed };
  });
}

/**
 * Records that operators are notified of this outage and plans the mail. Sends at most one mail per
 * outage, and limits mails if outages follow each other.
 */
async function tell(deps: EndpointDownDeps, { account, endpointId, isEnd }: FailedAttempt): Promise<void> {
  if ((await deps.config(account)).mail === undefined) return;
  const now = deps.clock.now();
  const untold = `h.account_id = $1 and h.endpoint_id = $2 and h.failing_since is not null and h.told_since is distinct from h.failing_since
    and (h.told_at is null or h.told_at <= $3)`;
  const values = [account, endpointId, new Date(now - toldEveryMs)];
  const [found] = await deps.query<{ since: number }>(
    `select (extract(epoch from h.failing_since) * 1000)::float8 as since from endpoint_health h join endpoint e on e.account_id = h.account_id and e.id = h.endpoint_id
     where ${untold} and e.off_at is null`,
    values,
  );
  const delayMs = Math.max(0, (found?.since ?? 0) + toldAfterMs - now);
  // If the delivery is retried, the endpoint may recover before the mail is due. After giving up
  // there is no further attempt.
  if (found === undefined || (!isEnd && delayMs > 0)) return;
  const owed = await planChange(deps, account, { kind: "endpoint_failing", delayMs });
  await deps.change(account, async (tx) => {
    const rows = await tx.query(`update endpoint_health h set told_since = h.failing_since, told_at = $4 where ${untold} returning 1`, [
      ...values,
      new Date(now),
    ]);
    return { result: undefined, changed: rows.length > 0 ? [{ kind: "endpoint", id: endpointId }] : [], owed };
  });
}

/** Plans the mails about a settings change. Returns an empty list if mail is not set up. */
export async function planChange(
  deps: Pick<EndpointDownDeps, "config" | "plan" | "deliveryId">,
  account: number,
  change: MailedChange,
): Promise<readonly Owed[]> {
  const config = await deps.config(account);
  return config.mail === undefined ? [] : deps.plan(change, config, await deps.deliveryId());
}
