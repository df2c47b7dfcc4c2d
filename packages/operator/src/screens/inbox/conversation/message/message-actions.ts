// What operators do with a single message.
export { MessageEditor } from "../../composer/edit/MessageEditor.tsx";
export { quoteFocusedMessage } from "../../composer/quote/can-quote.ts";
export { QuoteBar } from "../../composer/quote/QuoteBar.tsx";
export { ChangeMenu, editLastMessage } from "./ChangeMenu.tsx";
