import { endResend } from "../../core/delivery/failed-recipients.ts";
import type { Delivery } from "../../core/entity.ts";
import type { AccountConfig, Clock } from "../../core/command.ts";
import type { AttemptReport, DeliveryRow } from "../../store/deliveries/delivery-row.ts";
import { createFailureReporter, type FailureReportDeps } from "./failure-reports.ts";
import { serializeDelivery, findEndpointOwner, type EndpointLabel } from "./serialize-delivery.ts";
import type {
  DeliveryChange,
  DeliveryChangeResult,
  DeliveryTransition,
} from "../../journal/index.ts";

export interface DeliveryWriterDeps extends FailureReportDeps {
  readonly clock: Clock;
  readonly config: (account: number) => Promise<AccountConfig>;
  readonly change: (account: number, change: DeliveryChange) => Promise<DeliveryChangeResult>;
}
/** Maximum number of deliveries that one step changes. Larger steps would block the gateway. */
export const maxDeliveriesPerStep = 100;

/** Writes the state of deliveries. No other code does. */
export interface DeliveryWriter extends DeliveryWriterDeps {
  readonly findEndpointLabel: (config: AccountConfig, endpointId: number) => Promise<EndpointLabel>;
  /**
   * Writes changes of one endpoint's deliveries and their entries, in this order. A null
   * entity means that the row has changed in the database and nothing was written. The order
   * matters for two reasons. Resent deliveries join their lane in this order. The head of a lane
   * must end first, because ending a later delivery takes the token from the head's running
   * request. Such a late attempt is recorded only if the head has ended (CH-088).
   */
  readonly submit: (changes: readonly PlannedChange[]) => Promise<readonly SubmittedChange[]>;
}
interface PlannedChange {
  readonly row: DeliveryRow;
  readonly transition: DeliveryTransition;
}
interface SubmittedChange extends Pick<DeliveryChangeResult, "nextClaim"> {
  readonly entity: Delivery | null;
}
/** Values of a change that records no attempt. */
export const withoutAttempt = {
  token: null,
  attempts: 0,
  anchorAt: null,
  outcome: null,
  code: null,
  message: null,
  unconfirmed: false,
  next: null,
  claimCount: 0,
  to: null,
  attempt: null,
};

/** Creates the writer of delivery state. */
export function createDeliveryWriter(deps: DeliveryWriterDeps): DeliveryWriter {
  const labels = new WeakMap<AccountConfig, Map<number, EndpointLabel>>();
  /**
   * Reads the label from the database for endpoints without an owner name: a webhook is labelled by
   * its URL, and a push device may be signed out already. Every endpoint change creates a new
   * config object, so one read per config is enough.
   */
  const findEndpointLabel = async (
    config: AccountConfig,
    endpointId: number,
  ): Promise<EndpointLabel> => {
    let cached = labels.get(config);
    if (!cached) labels.set(config, (cached = new Map()));
    const cachedLabel = cached.get(endpointId);
    if (cachedLabel !== undefined) return cachedLabel;
    const [row] = await deps.query<EndpointLabel>(
      "select kind, coalesce(name, url) as name from endpoint where account_id = $1 and id = $2",
      [config.accountId, endpointId],
    );
    const label = row ?? { kind: "channel", name: "" };
    cached.set(endpointId, label);
    return label;
  };
  const planReports = createFailureReporter(deps);
  const submit: DeliveryWriter["submit"] = async (planned) => {
    const [first] = planned;
    if (!first) return [];
    const { account, endpointId } = first.row;
    const config = await deps.config(account);
    const owner = findEndpointOwner(config, endpointId);
    const label = owner?.name
      ? { kind: owner.kind, name: owner.name }
      : await findEndpointLabel(config, endpointId);
    const changes = planned.map(({ row, transition }) => ({
      row,
      transition: withEndedRecipients(row, transition),
    }));
    const reports = await planReports(config, label.kind, changes);
    // Nothing may be awaited from here to the gateway's queue, which keeps this order.
    return Promise.all(
      changes.map(async ({ row, transition }) => {
        const entity = serializeDelivery(row, transition, label);
        const { isWritten, nextClaim } = await deps.change(row.account, {
          endpointId: row.endpointId,
          orderKey: row.orderKey,
          id: row.id,
          chatId: row.chatId,
          state0: row.state,
          totalAttempts0: row.totalAttempts,
          lanePosition0: row.lanePosition,
          ...transition,
          channelId: owner?.channelId ?? null,
          body: JSON.stringify({ delivery: entity }),
          reports: reports.get(row.id) ?? [],
        });
        return { entity: isWritten ? entity : null, nextClaim };
      }),
    );
  };
  return { ...deps, findEndpointLabel, submit };
}

/** Adds what the end of "Send again" means for the recipients of an email (MAIL-142). */
function withEndedRecipients(row: DeliveryRow, transition: DeliveryTransition): DeliveryTransition {
  const { mode, state, code, message } = transition;
  if (mode === "late" || state === "pending") return transition;
  const ended = endResend(
    row.failedRecipients,
    state === "delivered" ? null : { code: code ?? "failed", message: message ?? "" },
  );
  const failedRecipients = { ...ended, ...transition.failedRecipients };
  return Object.keys(failedRecipients).length === 0
    ? transition
    : { ...transition, failedRecipients };
}

export function applyReport(report: AttemptReport, now: number): DeliveryTransition {
  const { delivery, attempt, next, error } = report;
  const ended = attempt ? 1 : 0;
  return {
    token: report.token,
    mode: report.isPartial ? "partial" : "result",
    state: next.state,
    attempts: delivery.attempts + (next.isRepeated ? 0 : ended),
    totalAttempts: delivery.totalAttempts + ended,
    anchorAt: next.anchorAt,
    outcome: attempt?.outcome ?? report.outcome ?? delivery.outcome,
    code: error?.code ?? null,
    message: error?.message ?? null,
    unconfirmed: report.unconfirmed,
    failedRecipients: report.failedRecipients,
    next: next.state === "pending" ? (next.dueAt ?? now) : null,
    claimCount: report.claimCount ?? 0,
    to: next.alone && delivery.orderKey !== -delivery.id ? -delivery.id : null,
    now,
    attempt: attempt && {
      started: attempt.startedAt,
      ms: Math.round(attempt.durationMs),
      outcome: attempt.outcome,
      status: attempt.status,
      code: attempt.errorCode,
      message: attempt.errorMessage,
      request: attempt.request === null ? null : JSON.stringify(attempt.request),
      reply: attempt.reply === null ? null : JSON.stringify(attempt.reply),
    },
  };
}
