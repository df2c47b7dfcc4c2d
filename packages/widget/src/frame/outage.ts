import type { Clock } from "../clock.ts";
import type { Held } from "./held.ts";
import type { Model } from "./model.ts";

/** The chat window reports an outage after this time (product.md 7). */
const slowMs = 2_000;
const longMs = 120_000;

/** Reports a lost connection after 2 s, and again after 2 min. */
export function timeOutage({ model, set, clock }: Held & { readonly clock: Pick<Clock, "after"> }): void {
  const { lostAt } = model();
  const say = (outage: Model["outage"]): void => {
    if (model().lostAt === lostAt && lostAt !== null) set({ ...model(), outage });
  };
  clock.after(slowMs, () => say("slow"));
  clock.after(longMs, () => say("long"));
}
