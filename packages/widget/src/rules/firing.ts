import type { Rule, RuleAction } from "@parlour/protocol/rules";
import type { RulesDeps, RulesState } from "./deps.ts";

/** What a rule does on the page (WG-051, WG-053). The answer tells whether anything of it had an effect. */
export function openFiring({ clock, page, caps, act }: RulesDeps, state: () => RulesState): (rule: Rule) => boolean {
  /** A window was opened by a rule of this page view. */
  let hasOpened = false;
  const mayInvite = (): boolean => {
    const { invited, closedAt } = state();
    return invited < caps.per_visit && (closedAt === null || clock.now() - closedAt >= caps.after_close_min * 60_000);
  };
  const said = ({ text, texts }: Exclude<RuleAction, { type: "open" }>): string =>
    (texts as Readonly<Record<string, string>> | undefined)?.[page.spoken] ?? text;

  return (rule) => {
    let hasEffect = false;
    for (const action of rule.do) {
      if (action.type === "label") act.label(said(action));
      else {
        // The first of a page view, unless the rule may always (WG-051).
        if ((hasOpened && rule.once !== "always") || (action.type === "invitation" && !mayInvite())) continue;
        hasOpened = true;
        if (action.type === "open") act.open(action.start ?? "chat");
        else act.invite(said(action), action.department_id ?? null);
      }
      hasEffect = true;
    }
    return hasEffect;
  };
}
