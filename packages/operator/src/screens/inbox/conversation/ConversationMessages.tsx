import { hasOlderMessages, type MessageLog } from "@parlour/client";
import type { Chat, Operator } from "@parlour/protocol";
import { IconMessageCircle } from "@tabler/icons-react";
import { Suspense } from "react";
import { useLiveState, useLiveClient } from "../../../state/live-context.tsx";
import type { ChatPermission } from "../../../state/live-state.ts";
import { useDelayedLoading } from "../../../ui/loading/Skeleton.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { lazyPart } from "../../../ui/loading/lazy-part.ts";
import { EmptyState } from "../../../ui/badges.tsx";
import { MessageList } from "./feed/MessageList.tsx";
import { t } from "../text.ts";

const LetterFolding = lazyPart(
  () => import("./letters/LetterFolding.tsx"),
  (module) => module.LetterFolding,
);

interface ConversationMessagesProps {
  chat: Chat;
  me: Operator;
  permission: ChatPermission;
}

/** Shows the messages of a chat, or why they cannot be shown. */
export function ConversationMessages({ chat, me, permission }: ConversationMessagesProps) {
  const live = useLiveClient();
  const isKnown = useLiveState((all) => all.snapshot.logs.has(chat.id));
  const isEmpty = useLiveState((all) => isEmptyConversation(all.snapshot.logs.get(chat.id)));
  const state = useLiveState((all) => all.logs.get(chat.id)?.state);
  const hasPending = useLiveState((all) => all.outbox.some((item) => item.chatId === chat.id));
  const errorMessage = state instanceof Error && (
    <ErrorMessage error={state} onRetry={() => live.retryMessages(chat.id)}>
      {t("conversation.failed")}
    </ErrorMessage>
  );
  // Pending messages are shown even if no other messages are loaded.
  if (!isKnown && !hasPending)
    return errorMessage ? <div className="log still">{errorMessage}</div> : <MessageListSkeleton />;
  const list = <MessageList key={chat.id} chat={chat} me={me} canRead={permission !== "read"} />;
  return (
    <>
      {errorMessage}
      {chat.channel.kind === "mail" ? (
        <Suspense fallback={<MessageListSkeleton />}>
          <LetterFolding key={chat.id} chat={chat} me={me}>
            {list}
          </LetterFolding>
        </Suspense>
      ) : (
        list
      )}
      {isEmpty && !hasPending && permission !== "read" && permission !== "closed" && (
        <EmptyState icon={IconMessageCircle} title={t("conversation.hello")}>
          {t("conversation.hello.text")}
        </EmptyState>
      )}
    </>
  );
}

/** Returns whether nobody has written yet, so that all messages are system messages. */
function isEmptyConversation(log: MessageLog | undefined): boolean {
  return (
    log !== undefined &&
    !hasOlderMessages(log) &&
    log.messages.every(({ author }) => author.kind === "system")
  );
}

/** Shows the skeleton of a conversation after 300 ms. */
export function MessageListSkeleton() {
  const isDelayed = useDelayedLoading(true);
  return (
    <div className="log still" aria-busy="true">
      {isDelayed && (
        <div className="feed talkbones" aria-hidden="true">
          <span className="bone w44" />
          <span className="bone w60" />
          <span className="bone own w52" />
          <span className="bone w40" />
        </div>
      )}
    </div>
  );
}
