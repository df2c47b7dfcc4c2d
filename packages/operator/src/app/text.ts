import { joinTexts } from "../text/index.ts";
import { chatTexts } from "../ui/chat-text.ts";
import { shortcutsText } from "./shortcuts-text.ts";
import { shellText } from "./shell-text.ts";

/** Texts of the shell. */
export const t = joinTexts(chatTexts, shortcutsText, shellText);
