// What operators do with a single message.
export { MessageEditor } from "../../composer/edit/MessageEditor.tsx";
export { quoteFocusedMessage } from "../../composer/quote/can-quote.ts";
export { QuoteBar } from "../../composer/quote/QuoteBar.tsx";
export { editLastMessage } from "./change-rights.ts";
export { createGapCommands } from "./gap-commands.ts";
export { MessageTools } from "./MessageTools.tsx";
