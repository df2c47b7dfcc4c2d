import type { Clock } from "../clock.ts";
import type { Held } from "./held.ts";
import type { Model } from "./model.ts";

/** Without a connection this long, the window says so (product.md 7). */
const slowMs = 2_000;
const longMs = 120_000;

/** Says so when the connection that is missing now does not come for a while, and again when it takes long. */
export function timeOutage({ model, set, clock }: Held & { readonly clock: Pick<Clock, "after"> }): void {
  const { lostAt } = model();
  const say = (outage: Model["outage"]): void => {
    if (model().lostAt === lostAt && lostAt !== null) set({ ...model(), outage });
  };
  clock.after(slowMs, () => say("slow"));
  clock.after(longMs, () => say("long"));
}
