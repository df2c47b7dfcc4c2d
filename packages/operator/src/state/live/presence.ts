import type { Operator, Presence } from "@parlour/protocol";
import type { PresenceChoice } from "@parlour/protocol/api/people/session";
import { browserClock } from "../clock.ts";
import { api } from "../api/api.ts";
import type { LiveClient } from "./live-client.ts";
import { useLiveState } from "../live-context.tsx";

const online: PresenceChoice = { status: "online" };
const idleMs = 15 * 60_000;
const lastInputKey = "parlour.last-input";
/** Storage key of the choice that the page replaced by away, while that is so. */
const autoAwayKey = "parlour.away-from";

/** Returns the operator's status from the socket, or until it connects, that at sign-in. */
export function useOwnPresence(me: Operator): Presence {
  const presence = useLiveState((state) => state.snapshot.presence);
  return presence.get(me.id) ?? me.presence;
}

/**
 * Sets an online operator to away after 15 minutes without input in any tab. The next input in any
 * tab restores what they had chosen (CORE-011). Returns a function that stops it.
 */
export function watchIdle(live: LiveClient, me: Operator, clock = browserClock): () => void {
  const status = () => live.get().snapshot.presence.get(me.id);
  const recordInput = () => {
    storeValue(lastInputKey, String(clock.now()));
    const choice = loadStored(autoAwayKey);
    if (choice === null) return;
    storeValue(autoAwayKey, null);
    if (status() !== "away") return;
    // A status that has ended meanwhile is refused.
    void api
      .setPresence(JSON.parse(choice) as PresenceChoice)
      .catch(() => api.setPresence(online))
      .catch(() => undefined);
  };
  const checkIdle = () => {
    if (status() !== "online" || clock.now() - Number(loadStored(lastInputKey)) < idleMs) return;
    const { status_id, status_until, status_comment } =
      live.get().snapshot.presenceEntries.get(me.id) ?? {};
    const custom = { status_id, status_until, status_comment };
    storeValue(autoAwayKey, JSON.stringify(status_id ? custom : online));
    void api.setPresence({ status: "away" }).catch(() => storeValue(autoAwayKey, null));
  };
  let lastRecordedAt = 0;
  const input = () => {
    if (
      clock.now() - lastRecordedAt > 5000 ||
      (status() === "away" && loadStored(autoAwayKey) !== null)
    ) {
      lastRecordedAt = clock.now();
      recordInput();
    }
  };
  const names = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;
  recordInput();
  for (const name of names) window.addEventListener(name, input, { capture: true, passive: true });
  const stopChecks = clock.every(30_000, checkIdle);
  return () => {
    for (const name of names) window.removeEventListener(name, input, { capture: true });
    stopChecks();
  };
}

/** Stored values of this page if the browser has no storage. */
const unstoredValues = new Map<string, string>();

/** Reads a value that all tabs of the browser share. */
function loadStored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return unstoredValues.get(name) ?? null;
  }
}
function storeValue(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    if (value === null) unstoredValues.delete(name);
    else unstoredValues.set(name, value);
  }
}
