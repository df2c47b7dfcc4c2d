/** Text as it may be stored and shown (CORE-046), under the name that edges know. */
export { cleanText as asWellFormed } from "../core/chat/text.ts";
