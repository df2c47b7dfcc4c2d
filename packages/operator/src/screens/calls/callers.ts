import type { Operator, Presence } from "@parlour/protocol";

export type CallerState = "talking" | "ringing" | "available" | "away";
/** A taken call. The time is absent until the visitor is connected. */
interface RunningCall {
  readonly operator: { readonly id: number } | null;
  readonly client_connected_at?: string;
}
const stateOrder: readonly CallerState[] = ["talking", "ringing", "available", "away"];

/**
 * Returns the operators who can call and are not offline, sorted by state and then by name. A
 * connected call counts as talking, a taken call as ringing.
 */
export function listCallers<Person extends Operator>(
  operators: readonly Person[],
  presenceOf: (operator: Person) => Presence,
  running: readonly RunningCall[],
): readonly { readonly operator: Person; readonly state: CallerState }[] {
  return operators
    .filter((operator) => operator.active && operator.answers_chats)
    .flatMap((operator) => {
      const state = callerState(operator.id, presenceOf(operator), running);
      return state === null ? [] : [{ operator, state }];
    })
    .toSorted(
      (a, b) =>
        stateOrder.indexOf(a.state) - stateOrder.indexOf(b.state) ||
        a.operator.name.localeCompare(b.operator.name),
    );
}

/** Returns the state of an operator, or null if they are offline. */
function callerState(
  id: number,
  presence: Presence,
  running: readonly RunningCall[],
): CallerState | null {
  const operatorCalls = running.filter((call) => call.operator?.id === id);
  if (operatorCalls.some((call) => call.client_connected_at !== undefined)) return "talking";
  if (operatorCalls.length > 0) return "ringing";
  if (presence === "offline") return null;
  return presence === "online" ? "available" : "away";
}
