import type { Rule, TextAction } from "@parlour/protocol/rules";
import type { RulesDeps } from "./deps.ts";

/**
 * Creates the function that runs the actions of a rule (WG-051, WG-053). The function returns true
 * if any action had an effect.
 */
export function createActionRunner({
  page,
  canInvite,
  actions,
}: RulesDeps): (rule: Rule) => boolean {
  /** Whether a rule has opened the chat window on this page view. */
  let hasOpened = false;
  const getText = ({ text, texts }: TextAction): string =>
    (texts as Readonly<Record<string, string>> | undefined)?.[page.textLanguage] ?? text;

  return (rule) => {
    let hasEffect = false;
    for (const action of rule.do) {
      if (action.type === "hide") continue;
      if (action.type === "label") actions.label(getText(action));
      else {
        // Only the first rule of a page view may open the chat window, unless the rule has `once:
        // always` (WG-205).
        if ((hasOpened && rule.once !== "always") || (action.type === "invitation" && !canInvite()))
          continue;
        hasOpened = true;
        if (action.type === "open") actions.open(action.start ?? "chat");
        else actions.invite(getText(action), action.department_id ?? null);
      }
      hasEffect = true;
    }
    return hasEffect;
  };
}
