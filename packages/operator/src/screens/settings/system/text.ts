import { joinTexts } from "../../../text/index.ts";
import { backupText } from "./backup-text.ts";
import { findingText } from "./finding-text.ts";
import { statusCardText } from "./state-text.ts";

/** Interface texts of the page Backup and health: status, findings, advice. */
export const t = joinTexts(findingText, statusCardText, backupText);
