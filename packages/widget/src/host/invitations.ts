import type { WidgetSettings } from "@parlour/protocol/widget-settings";
import type { Facts } from "../bridge.ts";
import type { PageStore } from "../loader/store.ts";
import type { Cause } from "../states.ts";
import type { KeptVisit } from "./visit.ts";

export interface InvitationsDeps {
  readonly caps: WidgetSettings["invitations"];
  readonly store: PageStore;
  readonly visit: KeptVisit;
  readonly facts: () => Facts;
  readonly move: (cause: Cause, by: "invitation" | "rule") => void;
  readonly holdsFocus: () => boolean;
  /** The values changed that page rules depend on. */
  readonly changed: () => void;
  readonly signal: AbortSignal;
}
/**
 * Invitations that open the chat window (WG-051, WG-060): whether one may be shown, and whether it
 * was declined. The chat window shows their text.
 */
export interface Invitations {
  /** An operator's invitation arrived, sent at this time. */
  came(at: number): void;
  withdrawn(): void;
  /** The visitor touched the chat window. */
  touched(): void;
  /** Shows an invitation of the page's script, without the caps. */
  ofScript(): void;
  ofRule(): void;
  /** The chat window closed. `byVisitor`: the visitor closed it. */
  closed(byVisitor: boolean): void;
}

export function openInvitations({ caps, store, visit, facts, move, holdsFocus, changed, signal }: InvitationsDeps): Invitations {
  /** The chat window is open because of an invitation. */
  let isInvited = false;
  let isTouched = false;
  /** Time of an operator's invitation that no known tab has shown yet. 0: none. */
  let due = 0;
  const may = (): boolean => {
    const { closed, invited = 0 } = visit.now();
    const declined = store.browser.read().declined ?? 0;
    return (
      !facts().quiet &&
      !facts().hasMessages &&
      closed !== true &&
      invited < caps.per_visit &&
      Date.now() - declined >= caps.after_close_min * 60_000
    );
  };
  const show = (by: "invitation" | "rule"): void => {
    if (facts().hasMessages) return;
    isInvited = true;
    isTouched = false;
    visit.keep({ invited: (visit.now().invited ?? 0) + 1 });
    move("button", by);
    changed();
  };
  const looked = (): void => {
    if (due === 0 || document.visibilityState === "hidden") return;
    visit.read();
    if (visit.now().shown !== due && may()) {
      visit.keep({ shown: due });
      show("invitation");
    }
    due = 0;
  };
  // An operator's invitation opens in the visible tab only.
  document.addEventListener("visibilitychange", looked, { signal });
  return {
    came(at) {
      due = at;
      looked();
    },
    withdrawn() {
      due = 0;
      if (isInvited && !isTouched && !holdsFocus()) move("close", "invitation");
    },
    touched() {
      isTouched = true;
    },
    ofScript() {
      isInvited = true;
      move("button", "invitation");
    },
    ofRule: () => show("rule"),
    closed(byVisitor) {
      if (isInvited && byVisitor && !facts().hasMessages) {
        visit.keep({ closed: true });
        store.browser.keep({ declined: Date.now() });
        changed();
      }
      isInvited = false;
    },
  };
}
