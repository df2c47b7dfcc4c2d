import { joinTexts } from "../../text/index.ts";
import { channel } from "./channel-text.ts";
import { operators } from "./operators-text.ts";
import { account } from "./account-text.ts";
import { page } from "./page-text.ts";

/** Texts of the settings. */
export const t = joinTexts(channel, operators, account, page);
