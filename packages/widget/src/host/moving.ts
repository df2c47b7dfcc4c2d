import type { Facts } from "../bridge.ts";
import type { PageStore } from "../loader/store.ts";
import { isOpen, next, type Cause, type State } from "../states.ts";
import type { Callbacks } from "./callbacks.ts";
import type { Invitations } from "./invitations.ts";
import type { Surface } from "./surface.ts";

/** The originator of a state change (WG-023). */
export type By = "visitor" | "api" | "rule" | "invitation";

/**
 * Changes the widget's state (WG-070, WG-071): updates the layout, stores the state for the next
 * page, calls the page's callbacks.
 */
export interface Moving {
  readonly move: (cause: Cause, by: By) => void;
  /** Restores the state of this tab on the page before, unless the state has changed since. */
  readonly restore: () => void;
}
export interface MovingDeps {
  readonly store: PageStore;
  readonly surface: Pick<Surface, "stand" | "go" | "isBare" | "tellSize">;
  readonly invitations: () => Pick<Invitations, "closed"> | null;
  readonly facts: () => Facts;
  readonly tell: Callbacks["tell"];
  /** Loads the chat window. */
  readonly use: () => void;
  readonly signal: AbortSignal;
}

export function openMoving({ store: { tab }, surface, use, invitations, facts, tell, signal }: MovingDeps): Moving {
  const before = tab.read().state;
  let isRestored = false;
  const enter = (state: State, by: By): void => {
    const previous = surface.stand().state;
    const [was, is] = [isOpen(previous), isOpen(state)];
    tab.keep({ state });
    if (is) use();
    if (!is) invitations()?.closed(by === "visitor");
    // A press of the page's own button counts as the visitor's action.
    const isPressed = by === "visitor" || (by === "api" && surface.isBare() && navigator.userActivation?.isActive === true);
    surface.go({ state, half: is && !was && (by === "rule" || by === "invitation") }, isPressed);
    tell("changeState", { state, previous }, state);
    if (is !== was) tell(is ? "open" : "close", { by });
    surface.tellSize();
  };
  const move = (cause: Cause, by: By): void => {
    const { state } = surface.stand();
    const to = next(state, cause, facts().hasMessages);
    if (to !== state && !signal.aborted) enter(to, by);
  };
  const restore = (): void => {
    if (isRestored || signal.aborted) return;
    isRestored = true;
    if (surface.stand().state !== "label") return;
    const { connected, hasMessages } = facts();
    if (before === "chat" || before === "chat/call") move("button", "api");
    else if (before === "chat/min" && (hasMessages || !connected)) enter(before, "api");
  };
  return { move, restore };
}
