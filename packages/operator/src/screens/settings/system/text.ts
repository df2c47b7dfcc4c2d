import { joinTexts } from "../../../text/index.ts";
import { finding } from "./finding-text.ts";
import { state } from "./state-text.ts";

/** Interface texts of the page Backup and health: status, findings, advice. */
export const t = joinTexts(finding, state);
