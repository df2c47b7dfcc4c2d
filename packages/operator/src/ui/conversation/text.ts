import { joinTexts } from "../../text/index.ts";
import { mediaNameText } from "../message/media-name-text.ts";
import { systemMessageText } from "../message/system-message-text.ts";
import { mediaText } from "./media/media-text.ts";
import { messageText } from "./message/message-text.ts";

/** Texts of the messages of a conversation. */
export const t = joinTexts(messageText, mediaText, mediaNameText, systemMessageText);
