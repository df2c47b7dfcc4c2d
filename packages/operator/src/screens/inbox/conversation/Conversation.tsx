import { ApiError, hasMissingMessages, type MessageLog } from "@parlour/client";
import { IconMessageOff, IconRefresh } from "@tabler/icons-react";
import { useEffect } from "react";
import { useHasElapsed } from "../../../ui/loading/delay.ts";
import { browserClock } from "../../../state/clock.ts";
import { useLiveState, useLiveClient } from "../../../state/live-context.tsx";
import { getChatPermission, type LoadState } from "../../../state/live-state.ts";
import { can } from "../../../state/session.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { EmptyState } from "../../../ui/badges.tsx";
import type { ConversationProps } from "../conversation-props.ts";
import { ConversationFooter } from "../composer/ConversationFooter.tsx";
import { ChatBars } from "./ChatBars.tsx";
import { BackLink, ConversationHeader } from "./ConversationHeader.tsx";
import { ConversationMessages, MessageListSkeleton } from "./ConversationMessages.tsx";
import { t } from "../text.ts";
import { useChatDetails } from "../../../state/inbox/use-chat-details.ts";
import type { Chat } from "@parlour/protocol";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { Icon } from "../../../ui/Icon.tsx";

/** Renders one chat: header, bars, messages, composer. */
export function Conversation(props: ConversationProps) {
  const { chatId, me } = props;
  const live = useLiveClient();
  const chat = useChatDetails(chatId);
  const failure = useLiveState((state) => getLoadError(state.logs.get(chatId)?.state));
  useEffect(() => {
    live.openChat(chatId);
    return () => live.leaveChat(chatId);
  }, [live, chatId]);
  useSendViewing(chatId);
  if (!chat)
    return (
      <MissingChat view={props.view} failure={failure} onRetry={() => live.retryMessages(chatId)} />
    );
  const permission = getChatPermission(chat, me.id, can(me, "chats.answer"));
  return (
    <section
      className="pane conversation"
      aria-labelledby="conversation-h"
      data-pane
      data-chat={chatId}
    >
      <ConversationHeader {...props} chat={chat} permission={permission} />
      <ChatBars {...props} chat={chat} permission={permission} />
      <MissingMessagesBar chatId={chatId} />
      <ConversationMessages chat={chat} me={me} permission={permission} />
      <TypingIndicator chat={chat} />
      <ConversationFooter {...props} chat={chat} permission={permission} />
    </section>
  );
}

function getLoadError(state: LoadState | undefined): Error | null {
  return state instanceof Error ? state : null;
}

function MissingChat({
  view,
  failure,
  onRetry,
}: {
  view: string;
  failure: Error | null;
  onRetry: () => void;
}) {
  const isNotFound = failure instanceof ApiError && failure.status === 404;
  return (
    <section
      className="pane conversation"
      aria-label={t("conversation.label")}
      data-pane
      aria-busy={failure === null}
    >
      <header className="head">
        <BackLink view={view} />
      </header>
      {isNotFound ? (
        <EmptyState icon={IconMessageOff} title={t("conversation.lost")} />
      ) : failure ? (
        <ErrorMessage error={failure} onRetry={onRetry}>
          {t("conversation.failed")}
        </ErrorMessage>
      ) : (
        <MessageListSkeleton />
      )}
    </section>
  );
}

const viewingIntervalMs = 10_000;

/** Tells other operators that this operator views the chat, until it ends (CORE-047). */
function useSendViewing(chatId: number): void {
  const live = useLiveClient();
  const isConnected = useLiveState((state) => state.connection.kind === "live");
  useEffect(() => {
    if (!isConnected) return;
    const sendSignal = () => {
      if (document.visibilityState === "visible") live.viewing(chatId);
    };
    sendSignal();
    return browserClock.every(viewingIntervalMs, sendSignal);
  }, [live, chatId, isConnected]);
}

/** Shows that the visitor or another operator is typing. */
function TypingIndicator({ chat }: { chat: Chat }) {
  const visitor = useLiveState((state) => state.typing.get(chat.id));
  const operator = useLiveState((state) => state.operatorTyping.get(chat.id));
  const signal = chat.state === "closed" ? undefined : (visitor ?? operator);
  if (!signal) return <p className="preview" aria-hidden="true" />;
  const name = visitor ? getVisitorName(chat) : signal.name;
  return (
    <p className="preview">
      <span className="typing" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span className="cut" dir="auto">
        {signal.preview ? (
          <>
            {t("conversation.typing.preview", { name })}{" "}
            <span className="faint">“{signal.preview}”</span>
          </>
        ) : (
          t("conversation.typing", { name })
        )}
      </span>
    </p>
  );
}

// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
/**
 * Warns that messages are missing and shows the loading progress, so that nobody replies without
 * having read them (product.md 1.3).
 */
function MissingMessagesBar({ chatId }: { chatId: number }) {
  const connection = useLiveState((state) => state.connection);
  const hasMissing = useLiveState((state) => isIncomplete(state.snapshot.logs.get(chatId)));
  const isVisible = useHasElapsed(300, connection.kind === "catching_up" || hasMissing);
  if (!isVisible || (connection.kind !== "catching_up" && !hasMissing)) return null;
  const { done, total } = connection.kind === "catching_up" ? connection : { done: 0, total: 0 };
  return (
    <div className="progress" role="status">
      <p className="line">
        <Icon of={IconRefresh} small className="info" />
        <span className="grow medium">{t("conversation.catching")}</span>
        {total > 0 && (
          <span className="num soft">{t("conversation.catching.n", { done, total })}</span>
        )}
      </p>
      <progress
        className="bar"
        aria-label={t("conversation.catching")}
        max={total > 0 ? total : undefined}
        value={total > 0 ? done : undefined}
      />
    </div>
  );
}

function isIncomplete(log: MessageLog | undefined): boolean {
  return log !== undefined && hasMissingMessages(log);
}
