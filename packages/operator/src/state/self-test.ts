import { alertRows, type AlertRow } from "@parlour/protocol/alert-rows";
import type { SelfTest } from "@parlour/protocol/api-push";
import { api } from "./api.ts";
import { mayNotify } from "./notices.ts";
import { isSubscribed } from "./push.ts";
import { hasSound } from "./sound.ts";
import { createListeners } from "./listeners.ts";

/** Result of an alert test on this device, as the person answered it (product.md 4). */
export type Tried = { readonly works: boolean; readonly at: number };
type Results = Partial<Record<AlertRow, Tried>>;

const place = "parlour.alerts";
let results: Results = load();
let broken: readonly AlertRow[] = [];
const listeners = createListeners();

export const triedAlerts = (): Results => results;
/** Returns alerts that worked once and do not any more, or that the person answered with No. */
export const brokenAlerts = (): readonly AlertRow[] => broken;
export const subscribeSelfTest = listeners.add;

/**
 * Stores a result on this device and reports it to the server, so that administrators see who
 * cannot be reached.
 */
export function keepTried(row: AlertRow, works: boolean): void {
  results = { ...results, [row]: { works, at: Date.now() } };
  try {
    localStorage.setItem(place, JSON.stringify(results));
  } catch (error) {
    console.warn("the result could not be kept on this device", error);
  }
  void lookAgain(true, true);
}

/**
 * Computes which alerts fail now. Called when the page starts and once a minute. `connected`: the
 * socket is live. `mustReport`: reports to the server even without a change.
 */
export async function lookAgain(connected: boolean, tells = false): Promise<void> {
  const works: Record<AlertRow, boolean> = {
    sound: hasSound(),
    notification: mayNotify(),
    push: results.push?.works !== true || (await isSubscribed().catch(() => true)),
    badge: true,
    connection: connected,
  };
  const next = alertRows.filter((row) => results[row] !== undefined && !(results[row].works && works[row]));
  const isNew = next.join() !== broken.join();
  broken = next;
  if (isNew) listeners.tell();
  if (!isNew && !tells) return;
  telling = telling.then(tell);
  await telling;
}

/** Reports are sent one after another. Otherwise an older one could arrive last and stay. */
let telling: Promise<unknown> = Promise.resolve();

function tell(): Promise<unknown> {
  const body: SelfTest = { broken: [...broken] };
  // A failed report is dropped. The next change reports everything.
  return api.put("/push/self-test", body).catch(() => undefined);
}

function load(): Results {
  try {
    return JSON.parse(localStorage.getItem(place) ?? "{}") as Results;
  } catch {
    return {};
  }
}
