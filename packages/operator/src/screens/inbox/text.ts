import { joinTexts } from "../../text/index.ts";
import { listText } from "./list-text.ts";
import { messageText } from "./message-text.ts";
import { mediaText } from "./media-text.ts";
import { systemMessageText } from "./system-message-text.ts";
import { panelText } from "./panel-text.ts";
import { composerText } from "./composer-text.ts";
import { conversationText } from "./conversation-text.ts";

/** Texts of the inbox. The six delivery statuses of a message are exactly those of CORE-052. */
export const t = joinTexts(listText, messageText, mediaText, systemMessageText, panelText, composerText, conversationText);
