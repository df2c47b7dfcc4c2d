import { joinTexts } from "../text/index.ts";
import { chatText } from "../ui/chat/chat-text.ts";
import { shortcutsText } from "./keyboard/shortcuts-text.ts";
import { shellText } from "./shell-text.ts";

/** Texts of the shell, including those of chats and shortcuts. */
export const t = joinTexts(chatText, shortcutsText, shellText);
