import { joinTexts } from "../../../text/index.ts";
import { finding } from "./finding-text.ts";
import { state } from "./state-text.ts";

/** Words of the page System: what runs here, what was looked at, what to do. */
export const t = joinTexts(finding, state);
