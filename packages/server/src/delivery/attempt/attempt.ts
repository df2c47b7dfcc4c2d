import type { Clock } from "../../core/command.ts";
import type { AttemptReport, Claim } from "../queue/index.ts";
import type { RequestReady, DeliveryDriver } from "./delivery-driver.ts";
import { sendRequest, type RequestDeps } from "./send-request.ts";
import {
  type ReportDetails,
  createReport,
  reportSettled,
  reportExhausted,
  reportUnavailable,
  reportInterrupted,
  reportPostponed,
  reportImpossible,
} from "./report-details.ts";

/** Named phases of an attempt. Tests end the process in one of them. */
export type AttemptPhase = "claimed" | "dialled" | "answered" | "reported";

export interface AttemptDeps extends RequestDeps {
  readonly clock: Clock;
  readonly probe?: ((step: AttemptPhase) => void) | undefined;
  /** Called when the request is built. */
  readonly onBuilt?: () => void;
}
/** Minimum timeout of a request in milliseconds, even if preparation used up the time. */
const minRequestMs = 100;

/** Sends one request, or finds that no attempt is left. Returns the report to write. */
export async function executeAttempt(
  deps: AttemptDeps,
  driver: DeliveryDriver,
  claim: Claim,
): Promise<AttemptReport> {
  const { account, endpointId, orderKey, token, delivery } = claim;
  return {
    account,
    endpointId,
    orderKey,
    token,
    delivery,
    ...(await runAttempt(deps, driver, claim)),
  };
}

async function runAttempt(
  deps: AttemptDeps,
  driver: DeliveryDriver,
  claim: Claim,
): Promise<ReportDetails> {
  const { clock } = deps;
  const { delivery, interruptedAt } = claim;
  if (driver.policy.schedule.isExhausted(delivery.attempts, delivery.outcome))
    return await reportExhausted(claim, driver, clock.now());
  // If a process died while it waited for the end time of CH-084, no request was running. The check
  // above covers this case.
  if (interruptedAt !== null) return reportInterrupted(claim, driver, interruptedAt, clock.now());
  const startedAt = clock.now();
  const prepared = await driver.buildRequest(claim);
  if ("settled" in prepared) return reportSettled(claim, prepared.settled, clock.now());
  if ("never" in prepared)
    return reportImpossible(prepared, driver, delivery.anchorAt, clock.now());
  if ("later" in prepared) return reportPostponed(claim, prepared);
  if ("failed" in prepared)
    return await reportUnavailable(claim, driver, prepared, { startedAt, now: clock.now() });
  return await sendAndReport(deps, driver, claim, {
    prepared,
    spentMs: clock.now() - startedAt,
  });
}

/**
 * Sends one request and interprets the response. `spentMs`: time already used in this attempt, for
 * example to get an access token. It counts towards the attempt, so that attempts keep their
 * intervals (BOT-053).
 */
async function sendAndReport(
  deps: AttemptDeps,
  driver: DeliveryDriver,
  claim: Claim,
  { prepared, spentMs }: { readonly prepared: RequestReady; readonly spentMs: number },
): Promise<ReportDetails> {
  const { clock } = deps;
  const { policy } = driver;
  const { schedule } = policy;
  const { delivery } = claim;
  deps.onBuilt?.();
  await driver.beforeAttempt?.(claim);
  const startedAt = clock.now() - spentMs;
  const anchorAt = schedule.anchorFor(delivery, startedAt);
  deps.probe?.("dialled");
  const remainingPolicy = {
    ...policy,
    timeoutMs: Math.max(policy.timeoutMs - spentMs, minRequestMs),
  };
  const { reply, request, answer } = await (prepared.send?.(remainingPolicy.timeoutMs) ??
    sendRequest(deps, claim.source.target, prepared, {
      policy: remainingPolicy,
      atMs: startedAt,
    }));
  deps.probe?.("answered");
  const finished = { id: delivery.id, anchorAt, attempts: delivery.attempts + 1, startedAt };
  return await createReport(driver, claim, {
    reply,
    interpreted: driver.interpretResponse(reply, claim),
    getNext: (verdict) => schedule.after(finished, verdict, clock.now()),
    createAttempt: ({ outcome, error }, { note, used }) => {
      const shownError = error ?? note ?? prepared.warning;
      return {
        startedAt,
        durationMs: reply.durationMs,
        outcome,
        status: reply.status,
        errorCode: shownError?.code ?? null,
        errorMessage: shownError?.message ?? null,
        request,
        reply: answer === null || used === undefined ? answer : { ...answer, used },
      };
    },
  });
}
