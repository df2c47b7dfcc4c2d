import { joinTexts } from "../text/index.ts";
import { chatTexts } from "../ui/chat-text.ts";
import { keys } from "./keys-text.ts";
import { frame } from "./frame-text.ts";

/** Texts of the shell. */
export const t = joinTexts(chatTexts, keys, frame);
