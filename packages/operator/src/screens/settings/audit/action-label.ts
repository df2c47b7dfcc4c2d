import { actionTexts } from "./action-text.ts";
import { objectLabel } from "./labels.ts";
import { t } from "./text.ts";

const changeKinds = ["add", "change", "remove"] as const;

/**
 * Returns the text of an audit log action. null: the action belongs to another version of Parlour.
 */
export function actionLabel(action: string): string | null {
  const id = `audit.do.${action}` as const;
  const label = (actionTexts as (id: string) => string)(id);
  if (label !== id) return label;
  // A change without its own action is named after its table.
  const [object = "", change] = action.split(".");
  const objectText = objectLabel(object);
  const kind = changeKinds.find((item) => item === change);
  if (objectText === null) return null;
  return kind === undefined
    ? change === undefined
      ? objectText
      : null
    : t(`audit.object.${kind}`, { object: objectText });
}
