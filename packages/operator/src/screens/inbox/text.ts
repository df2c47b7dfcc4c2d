import { joinTexts } from "../../text/index.ts";
import { listText } from "./list/list-text.ts";
import { messageText } from "../../ui/conversation/message/message-text.ts";
import { mediaText } from "../../ui/conversation/media/media-text.ts";
import { panelText } from "../../ui/visitor/panel-text.ts";
import { mediaNameText } from "../../ui/message/media-name-text.ts";
import { systemMessageText } from "../../ui/message/system-message-text.ts";
import { composerText } from "./composer/composer-text.ts";
import { conversationText } from "./conversation/conversation-text.ts";

/** Interface texts of the inbox. The delivery statuses of a message are those of CORE-052. */
export const t = joinTexts(
  listText,
  messageText,
  mediaText,
  mediaNameText,
  systemMessageText,
  panelText,
  composerText,
  conversationText,
);
