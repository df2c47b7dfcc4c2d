import { joinTexts } from "../../../text/index.ts";
import { t as conditionText } from "../../../ui/conditions/text.ts";
import { ruleEditorText } from "./rule-text.ts";
import { dryRunText } from "./dry-run-text.ts";
import { triggerText } from "./trigger-text.ts";

/** Interface texts of Settings → Triggers. */
export const t = joinTexts(conditionText, ruleEditorText, dryRunText, triggerText);
