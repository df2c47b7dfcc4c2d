import { joinTexts } from "../../../text/index.ts";
import { rule } from "./rule-text.ts";
import { dryRun } from "./dry-run-text.ts";
import { trigger } from "./trigger-text.ts";

/** Interface texts of Settings → Triggers. */
export const t = joinTexts(rule, dryRun, trigger);
