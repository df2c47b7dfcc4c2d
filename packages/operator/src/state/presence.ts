import type { Operator, Presence } from "@parlour/protocol";
import { api } from "./api.ts";
import type { Live } from "./live.ts";
import { useLive } from "./live-context.tsx";

const idleMs = 15 * 60_000;
const lastInput = "parlour.last-input";

/** Own status as the server sees it; before the socket speaks, as signed in. */
export function useOwnPresence(me: Operator): Presence {
  const known = useLive((state) => state.snapshot.presence);
  return known.get(me.id) ?? me.presence;
}

/** After 15 min without input in any tab online becomes away; the next input takes it back (CORE-011). */
export function watchIdle(live: Live, me: Operator): () => void {
  let wentAway = false;
  const status = () => live.get().snapshot.presence.get(me.id);
  const stamp = () => {
    try {
      localStorage.setItem(lastInput, String(Date.now()));
    } catch {
      wentAway = false;
    }
    if (wentAway) {
      wentAway = false;
      if (status() === "away") void api.setPresence("online").catch(() => undefined);
    }
  };
  const check = () => {
    const last = Number(localStorage.getItem(lastInput) ?? "0");
    if (status() === "online" && Date.now() - last >= idleMs) {
      wentAway = true;
      void api.setPresence("away").catch(() => {
        wentAway = false;
      });
    }
  };
  let stamped = 0;
  const input = () => {
    if (Date.now() - stamped > 5000 || wentAway) {
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
