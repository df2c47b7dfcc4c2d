import { alertRows, type AlertRow } from "@parlour/protocol/api/people/alert-rows";
import type { SelfTest } from "@parlour/protocol/api/people/push";
import { api } from "../api/api.ts";
import { canShowNotifications } from "./notifications.ts";
import { isPushSubscribed } from "./push.ts";
import { supportsSound } from "./sound.ts";
import { createEventEmitter } from "../api/event-emitter.ts";

/** Result of an alert test on this device, as the person answered it (product.md 4). */
export type AlertTestResult = { readonly works: boolean; readonly at: number };
type AlertTestResults = Partial<Record<AlertRow, AlertTestResult>>;

const storageKey = "parlour.alerts";
let storedResults: AlertTestResults = loadResults();
let failed: readonly AlertRow[] = [];
const listeners = createEventEmitter();

export const getAlertTestResults = (): AlertTestResults => storedResults;
/** Returns alerts that worked once and do not any more, or that the person answered with No. */
export const getFailedAlerts = (): readonly AlertRow[] => failed;
export const subscribeSelfTest = listeners.subscribe;

/**
 * Stores a result on this device and reports it to the server, so that administrators see who
 * cannot be reached.
 */
export function saveAlertTestResult(row: AlertRow, works: boolean): void {
  storedResults = { ...storedResults, [row]: { works, at: Date.now() } };
  try {
    localStorage.setItem(storageKey, JSON.stringify(storedResults));
  } catch (error) {
    console.warn("the result could not be kept on this device", error);
  }
  void recheckAlerts(true, true);
}

/**
 * Computes which alerts fail now. Called when the page starts and once a minute. `connected`: the
 * socket is live. `mustReport`: reports to the server even without a change.
 */
export async function recheckAlerts(connected: boolean, mustReport = false): Promise<void> {
  const works: Record<AlertRow, boolean> = {
    sound: supportsSound(),
    notification: canShowNotifications(),
    push: storedResults.push?.works !== true || (await isPushSubscribed().catch(() => true)),
    badge: true,
    connection: connected,
  };
  const next = alertRows.filter(
    (row) => storedResults[row] !== undefined && !(storedResults[row].works && works[row]),
  );
  const isNew = next.join() !== failed.join();
  failed = next;
  if (isNew) listeners.emit();
  if (!isNew && !mustReport) return;
  pendingReport = pendingReport.then(reportFailedAlerts);
  await pendingReport;
}

/** Reports are sent one after another. Otherwise an older one could arrive last and stay. */
let pendingReport: Promise<unknown> = Promise.resolve();

function reportFailedAlerts(): Promise<unknown> {
  const body: SelfTest = { broken: [...failed] };
  // A failed report is dropped. The next change reports everything.
  return api.put("/push/self-test", body).catch(() => undefined);
}

function loadResults(): AlertTestResults {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? "{}") as AlertTestResults;
  } catch {
    return {};
  }
}
