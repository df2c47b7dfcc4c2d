import type { RoutingConfig } from "../ports.ts";
import type { Desk } from "./desk.ts";

/**
 * Whom a chat is offered to first (CORE-033): by turn; or by the number of chats, then by turn; or who had the visitor's last chat, else by
 * number. null: nobody is left. Mode `all` asks everybody at once and chooses nobody.
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
