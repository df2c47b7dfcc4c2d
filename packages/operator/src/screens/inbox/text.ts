import { joinTexts } from "../../text/index.ts";
import { list } from "./list-text.ts";
import { message } from "./message-text.ts";
import { media } from "./media-text.ts";
import { line } from "./line-text.ts";
import { panel } from "./panel-text.ts";
import { composer } from "./composer-text.ts";
import { talk } from "./talk-text.ts";

/** Texts of the inbox. The six delivery statuses of a message are exactly those of CORE-052. */
export const t = joinTexts(list, message, media, line, panel, composer, talk);
