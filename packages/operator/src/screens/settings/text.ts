import { joinTexts } from "../../text/index.ts";
import { channel } from "./channel-text.ts";
import { people } from "./people-text.ts";
import { account } from "./account-text.ts";
import { page } from "./page-text.ts";

/** Texts of the settings. */
export const t = joinTexts(channel, people, account, page);
