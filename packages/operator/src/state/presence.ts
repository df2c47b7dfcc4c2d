import type { Operator, Presence } from "@parlour/protocol";
import { api } from "./api.ts";
import type { Live } from "./live.ts";
import { useLive } from "./live-context.tsx";

const idleMs = 15 * 60_000;
const lastInput = "parlour.last-input";
/** Stored while the page, and not the person, set the status to away. */
const wentAway = "parlour.went-away";

/** Returns the operator's status from the socket. Until it connects: the status at sign-in. */
export function useOwnPresence(me: Operator): Presence {
  const known = useLive((state) => state.snapshot.presence);
  return known.get(me.id) ?? me.presence;
}

/**
 * Sets an online operator to away after 15 minutes without input in any tab. The next input in any
 * tab sets them online again (CORE-011). Returns a function that stops it.
 */
export function watchIdle(live: Live, me: Operator): () => void {
  const status = () => live.get().snapshot.presence.get(me.id);
  const stamp = () => {
    keep(lastInput, String(Date.now()));
    if (kept(wentAway) === null) return;
    keep(wentAway, null);
    if (status() === "away") void api.setPresence("online").catch(() => undefined);
  };
  const check = () => {
    if (status() !== "online" || Date.now() - Number(kept(lastInput)) < idleMs) return;
    keep(wentAway, "yes");
    void api.setPresence("away").catch(() => keep(wentAway, null));
  };
  let stamped = 0;
  const input = () => {
    if (Date.now() - stamped > 5000 || (status() === "away" && kept(wentAway) !== null)) {
      stamped = Date.now();
      stamp();
    }
  };
  const names = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;
  stamp();
  for (const name of names) window.addEventListener(name, input, { capture: true, passive: true });
  const timer = setInterval(check, 30_000);
  return () => {
    for (const name of names) window.removeEventListener(name, input, { capture: true });
    clearInterval(timer);
  };
}

/** Values of this page in a browser without storage. */
const unstored = new Map<string, string>();

/** Reads a value that all tabs of the browser share. */
function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return unstored.get(name) ?? null;
  }
}
function keep(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    if (value === null) unstored.delete(name);
    else unstored.set(name, value);
  }
}
