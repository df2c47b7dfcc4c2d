import { alertRows, type AlertRow } from "@parlour/protocol/api/people/alert-rows";
import type { SelfTest } from "@parlour/protocol/api/people/push";
import { browserClock } from "../clock.ts";
import { api } from "../api/api.ts";
import { canShowNotifications } from "./notifications.ts";
import { isPushSubscribed } from "./push.ts";
import { supportsSound } from "./sound.ts";
import { createEventEmitter } from "../api/event-emitter.ts";

/** Result of an alert test on this device, as the operator confirmed it (product.md 4). */
type AlertTestResult = { readonly works: boolean; readonly at: number };
type AlertTestResults = Partial<Record<AlertRow, AlertTestResult>>;

const storageKey = "parlour.alerts";
let storedResults: AlertTestResults = loadResults();
let failed: readonly AlertRow[] = [];
const listeners = createEventEmitter();

export const getAlertTestResults = (): AlertTestResults => storedResults;
/** Returns the alerts that worked once and no longer do, and those answered with No. */
export const getFailedAlerts = (): readonly AlertRow[] => failed;
export const subscribeSelfTest = listeners.subscribe;

/** Stores a test result on this device and at the server, which shows it to administrators. */
export function saveAlertTestResult(row: AlertRow, works: boolean): void {
  storedResults = { ...storedResults, [row]: { works, at: browserClock.now() } };
  try {
    localStorage.setItem(storageKey, JSON.stringify(storedResults));
  } catch (error) {
    console.warn("the result could not be kept on this device", error);
  }
  void recheckAlerts(true, true);
}

/**
 * Checks which alerts currently fail. Called when the page starts and once a minute. `connected` is
 * true if the socket is live. `mustReport` sends a report even if nothing has changed.
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

/** Reports are sent in turn. Otherwise an older one could arrive last and replace a newer one. */
let pendingReport: Promise<unknown> = Promise.resolve();

function reportFailedAlerts(): Promise<unknown> {
  const body: SelfTest = { broken: [...failed] };
  // A failed report is dropped, because the next report is complete.
  return api.put("/push/self-test", body).catch(() => undefined);
}

function loadResults(): AlertTestResults {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? "{}") as AlertTestResults;
  } catch {
    return {};
  }
}
