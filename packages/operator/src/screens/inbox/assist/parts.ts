export { AssistPanel } from "./AssistPanel.tsx";
export { AssistTools } from "./AssistTools.tsx";
export { ReadOnlySummary } from "./ReadOnlySummary.tsx";
export { TranslatedMessage } from "./translation/TranslatedMessage.tsx";
export { requestArchiveAnswer, requestChatSummary } from "./request-draft.ts";
