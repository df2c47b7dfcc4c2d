import { joinTexts } from "../../text/index.ts";
import { channel } from "./channels/channel-text.ts";
import { operators } from "./people/operators-text.ts";
import { account } from "./account/account-text.ts";
import { page } from "./kit/form/page-text.ts";

/** Interface texts of the settings. */
export const t = joinTexts(channel, operators, account, page);
