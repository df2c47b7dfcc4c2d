import type { Clock } from "../../clock.ts";
import type { StateStore } from "./store.ts";
import type { ChatWindowState } from "./state.ts";

/** The chat window reports a lost connection only after this delay (product.md 7). */
const slowOutageMs = 2_000;
const longOutageMs = 120_000;

/** Reports an outage 2 s after the connection is lost, and again after 2 min. */
export function startOutageTimer({
  model,
  set,
  clock,
}: StateStore & { readonly clock: Clock }): void {
  const { lostAt } = model();
  const report = (outage: ChatWindowState["outage"]): void => {
    if (model().lostAt === lostAt && lostAt !== null) set({ ...model(), outage });
  };
  clock.after(slowOutageMs, () => report("slow"));
  clock.after(longOutageMs, () => report("long"));
}
