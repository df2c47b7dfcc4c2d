import { joinTexts } from "../../../text/index.ts";
import { rule } from "./rule-text.ts";
import { dry } from "./dry-text.ts";
import { trigger } from "./trigger-text.ts";

/** Texts of Settings → Triggers. */
export const t = joinTexts(rule, dry, trigger);
