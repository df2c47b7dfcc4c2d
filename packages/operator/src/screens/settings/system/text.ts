import { joinTexts } from "../../../text/index.ts";
import { finding } from "./finding-text.ts";
import { state } from "./state-text.ts";

/** Texts of the System page: status, findings, advice. */
export const t = joinTexts(finding, state);
