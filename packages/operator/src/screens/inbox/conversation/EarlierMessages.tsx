import type { Chat, Message } from "@parlour/protocol";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { api } from "../../../state/api/api.ts";
import { getKnownVisitorName } from "../../../state/live-state.ts";
import { useCurrentOperator } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { formatFullTime, useNow } from "../../../ui/time.ts";
import { ChannelKindContext } from "../../../ui/conversation/channel-kind.ts";
import { listPhotos, PhotosContext } from "../../../ui/conversation/media/photos.ts";
import { groupMessages } from "../../../ui/conversation/message/message-groups.ts";
import { MessageGroup } from "../../../ui/conversation/message/MessageGroup.tsx";
import { findPressedButtons } from "../../../ui/conversation/message/pressed-buttons.ts";
import { JumpContext } from "../../../ui/conversation/quote/jump-context.ts";
import { ChangeMenuContext, EarlierContext } from "../../../ui/conversation/message-contexts.ts";
import { Reactions } from "./reactions/Reactions.tsx";
import { EarlierNewestContext } from "./letters/fold-context.ts";
import { findNewestLetter } from "./letters/fold-state.ts";
import { t } from "./earlier-text.ts";

const pageSize = 50;

/** Other messages than those of the open chat cannot be reached by their number. */
const noJump = { canJump: () => false, jump: () => undefined };

interface EarlierMessagesProps {
  chat: Chat;
  /** Called before messages are inserted. */
  onInsert: () => void;
}

/** Loads and shows the messages of an earlier chat, page by page. */
export function EarlierMessages({ chat, onInsert }: EarlierMessagesProps) {
  const query = useInfiniteQuery({
    queryKey: ["earlier-messages", chat.id],
    queryFn: async ({ pageParam, signal }) => {
      const page = await api.messages(
        chat.id,
        { limit: pageSize, before: pageParam ?? undefined },
        signal,
      );
      onInsert();
      return page.items;
    },
    initialPageParam: null as number | null,
    getNextPageParam: ([oldest]) =>
      oldest === undefined || oldest.seq <= 1 ? undefined : oldest.seq,
    staleTime: 60_000,
  });
  const messages = useMemo(
    () => (query.data?.pages ?? []).toReversed().flat(),
    [query.data?.pages],
  );
  const closedAt = chat.state === "closed" ? messages.at(-1)?.created_at : undefined;
  const now = useNow(60_000);
  return (
    <div className="earlier">
      {query.error && (
        <ErrorMessage error={query.error} onRetry={() => void query.refetch()}>
          {t("earlier.failed")}
        </ErrorMessage>
      )}
      {query.hasNextPage && (
        <Button variant="text" className="t12" onClick={() => void query.fetchNextPage()}>
          {t("earlier.more")}
        </Button>
      )}
      <EarlierGroups chat={chat} messages={messages} now={now} />
      {closedAt !== undefined && (
        <p className="day">
          <time dateTime={closedAt}>{t("earlier.ended", { time: formatFullTime(closedAt) })}</time>
        </p>
      )}
    </div>
  );
}

interface EarlierGroupsProps {
  chat: Chat;
  messages: readonly Message[];
  now: number;
}

function EarlierGroups({ chat, messages, now }: EarlierGroupsProps) {
  const me = useCurrentOperator();
  const groups = useMemo(() => groupMessages(messages, [], me.id), [messages, me.id]);
  const pressed = useMemo(() => findPressedButtons(messages), [messages]);
  const photos = useMemo(() => listPhotos(messages), [messages]);
  const renderReactions = useCallback(
    (message: Message) => message.reactions && <Reactions message={message} chat={chat} />,
    [chat],
  );
  const newest = useMemo(() => findNewestLetter(groups), [groups]);
  return (
    <EarlierContext value={true}>
      <ChangeMenuContext value={renderReactions}>
        <EarlierNewestContext value={newest}>
          <PhotosContext value={photos}>
            <ChannelKindContext value={chat.channel.kind}>
              <JumpContext value={noJump}>
                {groups.map((group, index) => (
                  <MessageGroup
                    key={group.key}
                    // The keys of the open chat name its groups.
                    group={{ ...group, key: `${chat.id} ${group.key}` }}
                    me={me}
                    now={now}
                    pressedButtons={pressed}
                    visitorId={chat.visitor.id}
                    visitorPhoto={chat.visitor.photo ?? ""}
                    botPhoto={chat.bot?.photo ?? ""}
                    visitor={getKnownVisitorName(chat.visitor)}
                    position={index + 1}
                    isTabStop={false}
                  />
                ))}
              </JumpContext>
            </ChannelKindContext>
          </PhotosContext>
        </EarlierNewestContext>
      </ChangeMenuContext>
    </EarlierContext>
  );
}
