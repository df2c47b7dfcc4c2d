import type { MessageToWindow, PublicState } from "../bridge.ts";
import type { LoaderContext } from "../loader/start.ts";
import type { StateTransitions } from "./frame/state-transitions.ts";
import type { WidgetLayout } from "./layout.ts";
import type { createInvitations, Invitations } from "./rules/invitations.ts";
import type { createPageRules, PageRules } from "./rules/page-rules.ts";
import type { ReportedPage } from "./rules/reported-page.ts";
import type { StoredVisit } from "./rules/visit.ts";

/** What the runtime needs of the script that is loaded later (`rules/script.ts`). */
export interface PageRulesScript {
  readonly createInvitations: typeof createInvitations;
  readonly createPageRules: typeof createPageRules;
}

export interface ScriptPartsDeps {
  readonly context: LoaderContext;
  readonly visit: StoredVisit;
  readonly page: ReportedPage;
  readonly facts: () => PublicState;
  readonly layout: Pick<WidgetLayout, "hasFocus" | "update" | "reportSize">;
  readonly move: StateTransitions["move"];
  readonly post: (message: MessageToWindow) => boolean;
  readonly signal: AbortSignal;
}

/** Rules and invitations of a page. They work once their script is loaded. */
export interface ScriptParts {
  /** Null until the script is loaded. */
  readonly invitations: () => Invitations | null;
  /** Handles an operator's invitation, sent at this time. 0: it was withdrawn. */
  readonly onInvitation: (at: number) => void;
  /** Values changed that page rules depend on. */
  readonly refreshRules: () => void;
  /** The page changed. */
  readonly recheckRules: () => void;
  /** Lets rules run: the load callback has run. */
  readonly allowRules: () => void;
  /** `setRules` of the script API (WG-050). */
  readonly setRules: PageRules["set"];
  /** Shows the text as a system message (WG-060). */
  readonly invite: (text: string, departmentId: number | null) => void;
  /** Adds invitations and rules once their script is loaded. Rules run after the load callback. */
  readonly onScriptLoaded: (script: PageRulesScript) => void;
  readonly stop: () => void;
}

export function createScriptParts({ context, visit, page, facts, layout, move, post, signal }: ScriptPartsDeps): ScriptParts {
  const { face, store } = context;
  // Null until their script is loaded.
  let rules: PageRules | null = null;
  let invitations: Invitations | null = null;
  let canRunRules = false;
  /** Time of an operator's invitation that waits for the script. 0: none. */
  let invitedAt = 0;
  const refreshRules = (): void => rules?.refresh(canRunRules);
  const invite = (by: "script" | "rule", text: string, id: number | null): void =>
    void post({ type: "invite", text, department_id: id, by });
  return {
    invitations: () => invitations,
    onInvitation(at) {
      invitedAt = at;
      if (at === 0) invitations?.onWithdrawn();
      else if (invitations === null) context.requestScript();
      else invitations.onInvitation(at);
    },
    refreshRules,
    recheckRules: () => rules?.recheck(),
    allowRules() {
      canRunRules = true;
      refreshRules();
    },
    setRules: (newRules) => rules?.set(newRules) ?? { result: "fail", reason: "Widget is destroyed" },
    invite(text, departmentId) {
      invite("script", text, departmentId);
      invitations?.showFromScript();
    },
    onScriptLoaded(script) {
      invitations = script.createInvitations({
        caps: face.invitations,
        store,
        visit,
        facts,
        move,
        hasFocus: layout.hasFocus,
        onChange: refreshRules,
        signal,
      });
      if (invitedAt > 0) invitations.onInvitation(invitedAt);
      rules = script.createPageRules({
        context,
        visit,
        url: () => page.now().url,
        onReplaced: () => void post({ type: "replaced" }),
        facts,
        move: (cause) => move(cause, "rule"),
        invite(text, departmentId) {
          invite("rule", text, departmentId);
          invitations?.showFromRule();
        },
        label(caption) {
          layout.update({ caption });
          layout.reportSize();
        },
      });
    },
    stop: () => rules?.stop(),
  };
}
