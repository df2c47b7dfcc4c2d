import type { RoutingConfig } from "../ports.ts";
import type { Desk } from "./desk.ts";

/**
 * Returns the operator who gets the first offer (CORE-033); null if no candidate is left.
 * `round_robin`: the oldest last offer. `least_busy`: the fewest chats, then the oldest last offer.
 * `last_operator`: the operator of the visitor's last chat, else as `least_busy`. Mode `all` does
 * not use it.
 */
export function chooseOne(
  mode: RoutingConfig["mode"],
  candidates: readonly number[],
  desk: Pick<Desk, "openChats" | "turns" | "lastOperator">,
): number | null {
  if (mode === "last_operator" && desk.lastOperator !== null && candidates.includes(desk.lastOperator)) return desk.lastOperator;
  const turn = (id: number): number => desk.turns.get(id) ?? 0;
  const chats = (id: number): number => (mode === "round_robin" ? 0 : (desk.openChats.get(id) ?? 0));
  return candidates.toSorted((a, b) => chats(a) - chats(b) || turn(a) - turn(b) || a - b)[0] ?? null;
}
