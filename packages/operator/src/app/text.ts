import { joinTexts } from "../text/index.ts";
import { chatText } from "../ui/chat/chat-text.ts";
import { shellText } from "./shell-text.ts";

/** Texts of the shell, including those of chats. */
export const t = joinTexts(chatText, shellText);
