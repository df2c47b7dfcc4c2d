import type { Outcome } from "../core/entity.ts";
import type { AccountConfig, Clock } from "../core/ports.ts";
import type { Owed } from "../queue/plan.ts";
import type { ChangeSettings } from "./settings.ts";

export interface EndpointDownDeps {
  readonly clock: Clock;
  readonly change: ChangeSettings;
  readonly config: (account: number) => Promise<AccountConfig>;
  /** An id for a delivery. */
  readonly deliveryId: () => Promise<number>;
  readonly query: <R>(text: string, values: readonly unknown[]) => Promise<readonly R[]>;
  /** What an endpoint's trouble owes, by the settings of the account (CORE-112). */
  readonly plan: ChangePlanner;
  /** An endpoint was switched off: for a notice and the log. */
  readonly onDown: (account: number, endpointId: number, reason: DownReason) => void;
  readonly onFault: (error: unknown) => void;
}
/** `gone`: it answered 410. `failing`: 120 h without a success. */
export type DownReason = "gone" | "failing";
/** A change of settings that people of the account get a mail about. */
export interface MailedChange {
  readonly kind: "endpoint_failing" | "endpoint_off" | "address_opened";
  /** Until it is worth a mail, milliseconds; 0: it is. */
  readonly delayMs: number;
}
/** Pure; `deliveryId` is fresh and serves one delivery. */
export type ChangePlanner = (change: MailedChange, config: AccountConfig, deliveryId: number) => readonly Owed[];
/** An attempt at an integrator's endpoint that did not succeed, as it was written. */
export interface FailedAttempt {
  readonly account: number;
  readonly endpointId: number;
  readonly isWebhook: boolean;
  readonly outcome: Outcome;
  readonly status: number | null;
  /** The delivery is given up. */
  readonly isEnd: boolean;
}

/** WH-062. */
const offAfterMs = 120 * 3_600_000;
/** CORE-112: shorter outages mend themselves, and one that comes and goes is not told of each time. */
const toldAfterMs = 5 * 60_000;
const toldEveryMs = 15 * 60_000;
/** How often an endpoint that goes on failing is looked at. */
const lookEveryMs = 60_000;
const mostRemembered = 10_000;
/** What says that the endpoint is in trouble, not that one message is. */
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
 * Looks at an endpoint after an attempt that failed. A webhook's is switched off when it says that it is gone, or after 120 h without a success during
 * which an event was given up (WH-062): a change of settings, so no later event is owed to it; what is pending becomes dead letters by the reader
 * `endpoint-off`. A crash between a 410 and this is made good by the next one. That an endpoint fails, or was switched off, is owed to people in the
 * same transaction that records that they are told (CORE-112). Never rejects.
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

/** False: this was looked at a moment ago. */
function openLooks(clock: Clock): (what: string) => boolean {
  const lookedAt = new Map<string, number>();
  return (what) => {
    if (clock.monotonic() - (lookedAt.get(what) ?? Number.NEGATIVE_INFINITY) < lookEveryMs) return false;
    if (lookedAt.size >= mostRemembered) lookedAt.clear();
    lookedAt.set(what, clock.monotonic());
    return true;
  };
}

/** For 120 h, and something was given up meanwhile (WH-062). */
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

/** Writes that this outage is told of, and owes the telling. Once an outage, and not of each when one follows another. */
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
  // One that is tried again soon may be good by then; one that is given up has nobody to try it.
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

/** Plans the mail about a change of settings; empty: mail is not set up. */
export async function planChange(
  deps: Pick<EndpointDownDeps, "config" | "plan" | "deliveryId">,
  account: number,
  change: MailedChange,
): Promise<readonly Owed[]> {
  const config = await deps.config(account);
  return config.mail === undefined ? [] : deps.plan(change, config, await deps.deliveryId());
}
