import type { Chat, Message, Operator } from "@parlour/protocol";
import { createElement, type FunctionComponent } from "react";
import { useCanTranslate } from "../../../ui/assist/use-has-model.ts";
import { createLazyValue, useLoadedValue } from "../../../ui/loading/lazy-value.ts";
import { loadChunk } from "../../../ui/loading/load-chunk.ts";
import type { ComposerApi } from "../picker/composer-api.ts";
import { useIsChatTranslated } from "./translation/translation-state.ts";
import type * as assistParts from "./parts.ts";

type AssistParts = typeof assistParts;
export { takeReplyOrigin } from "./assist-state.ts";
export { prepareReply } from "./translation/reply-translation.ts";

/** Parts for drafts and translations. They load only in accounts that have a server for them. */
const importParts = () => import("./parts.ts");
const lazyAssist = createLazyValue(importParts);

/** Creates a component that shows nothing without such a server, or until its part is loaded. */
function createAssistPart<Props extends object>(
  select: (parts: AssistParts) => FunctionComponent<Props>,
  getOperator: (props: Props) => Operator,
): FunctionComponent<Props> {
  function LoadedPart(props: Props) {
    const parts = useLoadedValue(lazyAssist);
    return parts && createElement(select(parts), props);
  }
  return (props) => (useCanTranslate(getOperator(props)) ? createElement(LoadedPart, props) : null);
}

export const AssistPanel = createAssistPart(
  (parts) => parts.AssistPanel,
  ({ composer }: { readonly composer: ComposerApi; readonly onNote: () => void }) => composer.me,
);
export const AssistTools = createAssistPart(
  (parts) => parts.AssistTools,
  ({ composer }: { readonly composer: ComposerApi }) => composer.me,
);
export const ReadOnlySummary = createAssistPart(
  (parts) => parts.ReadOnlySummary,
  ({ me }: { readonly chat: Chat; readonly me: Operator }) => me,
);

const TranslatedPart = createAssistPart(
  (parts) => parts.TranslatedMessage,
  ({ me }: { readonly message: Message; readonly me: Operator }) => me,
);
/** Shows the translation of a message if its chat is translated. */
export function TranslatedMessage({ message, me }: { message: Message; me: Operator }) {
  return useIsChatTranslated(message.chat_id)
    ? createElement(TranslatedPart, { message, me })
    : null;
}

/** Asks for a summary of a chat. */
export function summarizeChat(chat: Chat, me: Operator): void {
  void loadChunk(importParts).then(({ requestChatSummary }) =>
    requestChatSummary({ chatId: chat.id, operatorId: me.id }),
  );
}

/** Asks closed chats what the customer asks. */
export function askClosedChats(chat: Chat, me: Operator): void {
  void loadChunk(importParts).then(({ requestArchiveAnswer }) =>
    requestArchiveAnswer({ chatId: chat.id, operatorId: me.id }),
  );
}
