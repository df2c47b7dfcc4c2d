import type { InvitationLimits } from "@parlour/protocol/settings/widget-settings";
import type { PublicState } from "../../bridge.ts";
import type { PageStorage } from "../../loader/page-storage.ts";
import type { WidgetAction } from "../../widget-state.ts";
import type { StoredVisit } from "./visit.ts";

export interface InvitationsDeps {
  readonly limits: InvitationLimits;
  readonly store: PageStorage;
  readonly visit: StoredVisit;
  readonly facts: () => PublicState;
  readonly move: (cause: WidgetAction, by: "invitation" | "rule") => void;
  readonly hasFocus: () => boolean;
  /** Called when values changed that page rules depend on. */
  readonly onChange: () => void;
  readonly signal: AbortSignal;
}
/**
 * Invitations that open the chat window (WG-051, WG-060). Decides whether an invitation may be
 * shown, and records whether it was declined. The chat window shows the text.
 */
export interface Invitations {
  /** Returns whether an invitation may be shown now (WG-054, WG-090). */
  readonly canShow: () => boolean;
  /** Handles an operator's invitation. `at` is the time when it was sent. */
  onInvitation(at: number): void;
  onWithdrawn(): void;
  /** Records that the visitor has touched the chat window. */
  onTouch(): void;
  /**
   * Shows an invitation of the page's script. The maximum numbers of invitations do not apply to
   * it.
   */
  showFromScript(): void;
  showFromRule(): void;
  /** Handles the closing of the chat window. `byVisitor` is true if the visitor closed it. */
  onClosed(byVisitor: boolean): void;
}

export function createInvitations({
  limits,
  store,
  visit,
  facts,
  move,
  hasFocus,
  onChange,
  signal,
}: InvitationsDeps): Invitations {
  /** Whether the chat window is open because of an invitation. */
  let isInvited = false;
  let isTouched = false;
  /** Time of an operator's invitation that no tab is known to have shown. 0 if there is none. */
  let pendingAt = 0;
  const canShow = (): boolean => {
    const { closed, invited = 0 } = visit.now();
    const { declined = 0, invitedAt = 0 } = store.browser.read();
    return (
      !facts().quiet &&
      !facts().hasMessages &&
      closed !== true &&
      invited < limits.invitations.per_visit &&
      Date.now() - declined >= limits.invitations.after_close_min * 60_000 &&
      Date.now() - invitedAt >= limits.invitation_pause_h * 3_600_000
    );
  };
  const open = (by: "invitation" | "rule"): void => {
    isInvited = true;
    store.browser.save({ invitedAt: Date.now() });
    move("button", by);
  };
  const show = (by: "invitation" | "rule"): void => {
    if (facts().hasMessages) return;
    isTouched = false;
    visit.save({ invited: (visit.now().invited ?? 0) + 1 });
    open(by);
    onChange();
  };
  const showIfVisible = (): void => {
    if (pendingAt === 0 || document.visibilityState === "hidden") return;
    visit.refresh();
    if (visit.now().shown !== pendingAt && canShow()) {
      visit.save({ shown: pendingAt });
      show("invitation");
    }
    pendingAt = 0;
  };
  // An operator's invitation opens only in the visible tab.
  document.addEventListener("visibilitychange", showIfVisible, { signal });
  return {
    canShow,
    onInvitation(at) {
      pendingAt = at;
      showIfVisible();
    },
    onWithdrawn() {
      pendingAt = 0;
      if (isInvited && !isTouched && !hasFocus()) move("close", "invitation");
    },
    onTouch() {
      isTouched = true;
    },
    showFromScript: () => open("invitation"),
    showFromRule: () => show("rule"),
    onClosed(byVisitor) {
      if (isInvited && byVisitor && !facts().hasMessages) {
        visit.save({ closed: true });
        store.browser.save({ declined: Date.now() });
        onChange();
      }
      isInvited = false;
    },
  };
}
