import type { RoutingConfig } from "../command.ts";
import type { RoutingSnapshot } from "./snapshot.ts";

/**
 * Returns the operator who gets the first offer (CORE-207), or null if no candidate is left.
 * `round_robin`: the oldest last offer. `least_busy`: the fewest chats, then the oldest last offer.
 * `last_operator`: the operator of the visitor's last chat, otherwise as `least_busy`. The mode
 * `all` does not use this function.
 */
export function selectOperator(
  mode: RoutingConfig["mode"],
  candidates: readonly number[],
  snapshot: RoutingSnapshot,
): number | null {
  if (
    mode === "last_operator" &&
    snapshot.lastOperator !== null &&
    candidates.includes(snapshot.lastOperator)
  )
    return snapshot.lastOperator;
  const lastOfferAt = (id: number): number => snapshot.lastOfferedAt.get(id) ?? 0;
  const chatCount = (id: number): number =>
    mode === "round_robin" ? 0 : (snapshot.openChats.get(id) ?? 0);
  return (
    candidates.toSorted(
      (a, b) => chatCount(a) - chatCount(b) || lastOfferAt(a) - lastOfferAt(b) || a - b,
    )[0] ?? null
  );
}
