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
  /** What rules count by moved. */
  readonly changed: () => void;
  readonly signal: AbortSignal;
}
/** Invitations that open the window (WG-051, WG-060): when one may, and what became of it. Their words are the window's. */
export interface Invitations {
  /** One of an operator is there, sent at this time. */
  came(at: number): void;
  withdrawn(): void;
  /** The visitor touched the window. */
  touched(): void;
  /** One of the page's script: whatever the caps say. */
  ofScript(): void;
  ofRule(): void;
  /** The window went; `byVisitor`: he closed it. */
  closed(byVisitor: boolean): void;
}

export function openInvitations({ caps, store, visit, facts, move, holdsFocus, changed, signal }: InvitationsDeps): Invitations {
  /** The window stands open for one. */
  let isInvited = false;
  let isTouched = false;
  /** Time of an operator's invitation that no tab has shown yet, as far as this one knows; 0: none. */
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
  // An operator's invitation comes up in the tab that is looked at, and in no other.
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
