import type { MessageToWindow, PageAttributes, PublicState } from "../bridge.ts";
import type { LoaderContext } from "../loader/start.ts";
import type { StateTransitions } from "./frame/state-transitions.ts";
import type { WidgetLayout } from "./layout.ts";
import type { createInvitations, Invitations } from "./rules/invitations.ts";
import type { createPageRules, PageRules } from "./rules/page-rules.ts";
import type { StoredVisit } from "./rules/visit.ts";

/** The functions of the script `rules/script.ts`, which is loaded later. */
interface PageRulesScript {
  readonly createInvitations: typeof createInvitations;
  readonly createPageRules: typeof createPageRules;
}
export interface DeferredRulesDeps {
  readonly context: LoaderContext;
  readonly visit: StoredVisit;
  readonly facts: () => PublicState;
  readonly layout: WidgetLayout;
  /** Returns the address that operators see (WG-211). */
  readonly url: () => string;
  readonly move: StateTransitions["move"];
  readonly post: (message: MessageToWindow) => void;
  readonly signal: AbortSignal;
}
/** Rules and invitations of one page. Without their script, they only note what happened. */
export interface DeferredRules {
  readonly onScriptLoaded: (script: PageRulesScript) => void;
  /** Lets the rules run. Called after the load callback. */
  readonly allow: () => void;
  /** Checks the rules again after values changed that they depend on. */
  readonly refresh: () => void;
  /** Checks the rules of the page's address again. */
  readonly recheck: () => void;
  readonly setVariables: (variables: PageAttributes) => void;
  /** Replaces the rules. Called by `setRules` of the script API (WG-050). */
  readonly setRules: PageRules["set"];
  /** Null until the script is loaded. Before that, no invitation was shown. */
  readonly invitations: () => Invitations | null;
  /**
   * Shows an operator's invitation once the script is loaded. `at` is the time when it was sent, or
   * 0 if it was withdrawn.
   */
  readonly onInvitation: (at: number) => void;
  /** Shows the text of the page's script as a system message (WG-060). */
  readonly invite: (text: string, departmentId: number | null) => void;
  readonly stop: () => void;
}

export function createDeferredRules(deps: DeferredRulesDeps): DeferredRules {
  const { context, move, post } = deps;
  let rules: PageRules | null = null;
  let isAllowed = false;
  let invitations: Invitations | null = null;
  /** Time of an operator's invitation that waits until the script is loaded. 0 if there is none. */
  let invitedAt = 0;
  const refresh = (): void => rules?.refresh(isAllowed);
  const postInvitation = (by: "script" | "rule", text: string, departmentId: number | null): void =>
    post({ type: "invite", text, department_id: departmentId, by });
  return {
    onScriptLoaded(script) {
      invitations = script.createInvitations({
        ...deps,
        limits: context.face,
        store: context.store,
        hasFocus: deps.layout.hasFocus,
        onChange: refresh,
      });
      if (invitedAt > 0) invitations.onInvitation(invitedAt);
      rules = script.createPageRules({
        ...deps,
        onReplaced: () => post({ type: "replaced" }),
        move: (cause) => move(cause, "rule"),
        invite(text, departmentId) {
          postInvitation("rule", text, departmentId);
          invitations?.showFromRule();
        },
        canInvite: invitations.canShow,
      });
    },
    allow() {
      isAllowed = true;
      refresh();
    },
    refresh,
    recheck: () => rules?.recheck(),
    setVariables: (variable) => rules?.update({ variable }),
    setRules: (list) => rules?.set(list) ?? { result: "fail", reason: "Widget is destroyed" },
    invitations: () => invitations,
    onInvitation(at) {
      invitedAt = at;
      if (at === 0) invitations?.onWithdrawn();
      else if (invitations === null) context.requestScript();
      else invitations.onInvitation(at);
    },
    invite(text, departmentId) {
      postInvitation("script", text, departmentId);
      invitations?.showFromScript();
    },
    stop: () => rules?.stop(),
  };
}
