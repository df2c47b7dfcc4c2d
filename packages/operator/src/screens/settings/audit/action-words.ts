import { actionTexts } from "./action-text.ts";
import { objectName } from "./names.ts";
import { t } from "./text.ts";

const verbs = ["add", "change", "remove"] as const;

/**
 * Returns the text of an audit log action. null: the action belongs to another version of Parlour.
 */
export function actionWords(action: string): string | null {
  const id = `audit.do.${action}` as const;
  const words = (actionTexts as (id: string) => string)(id);
  if (words !== id) return words;
  // A change without its own action is named after its table.
  const [object = "", verb] = action.split(".");
  const word = objectName(object);
  const known = verbs.find((one) => one === verb);
  if (word === null) return null;
  return known === undefined ? (verb === undefined ? word : null) : t(`audit.object.${known}`, { object: word });
}
