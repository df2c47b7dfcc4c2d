import { joinTexts } from "../../../text/index.ts";
import { ruleEditorText } from "./rule-text.ts";
import { dryRunText } from "./dry-run-text.ts";
import { triggerText } from "./trigger-text.ts";

/** Interface texts of Settings → Triggers. */
export const t = joinTexts(ruleEditorText, dryRunText, triggerText);
