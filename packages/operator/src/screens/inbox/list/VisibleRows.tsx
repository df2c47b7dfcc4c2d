import type { Operator, Chat, Message } from "@parlour/protocol";
import { useMemo } from "react";
import { toChatPath } from "../../../ui/address/chat-routes.ts";
import { getDraftPreview, useDrafts } from "../../../state/drafts/drafts.ts";
import { useLiveState } from "../../../state/live-context.tsx";
import type { InboxView } from "../../../state/live-state.ts";
import { useSelectedChats } from "../bulk/selection.ts";
import { ChatRow } from "./ChatRow.tsx";
import { useOperatorNames } from "../../../state/inbox/operator-names.ts";

const noMessages: readonly never[] = [];

interface VisibleRowsProps {
  rows: readonly { id: number; index: number; start: number; size: number }[];
  me: Operator;
  view: InboxView;
  selected: number | null;
  tabStop: number | null;
}

export function VisibleRows({ rows, me, view, selected, tabStop }: VisibleRowsProps) {
  const records = useLiveState((state) => state.snapshot.chats);
  const logs = useLiveState((state) => state.snapshot.logs);
  const outbox = useLiveState((state) => state.outbox);
  const typing = useLiveState((state) => state.typing);
  const viewing = useLiveState((state) => state.viewing);
  const names = useOperatorNames();
  const getPreview = useDraftPreviews(me.id);
  const marked = useSelectedChats();
  const sending = useMemo(
    () =>
      new Map(
        outbox
          .filter((item) => item.kind === "text" && item.state === "queued")
          .map((item) => [item.chatId, item.text]),
      ),
    [outbox],
  );
  return rows.map(({ id, index, start, size }) => {
    const chat = records.get(id)?.chat;
    return (
      chat && (
        <ChatRow
          key={id}
          chat={chat}
          last={getLatestMessage(chat, logs.get(id)?.messages ?? noMessages)}
          me={me}
          index={index}
          href={toChatPath({ chatId: id, view })}
          isMarked={marked.size === 0 ? null : marked.has(id)}
          selected={id === selected}
          isTabStop={id === tabStop}
          draft={id === selected ? null : getPreview(id)}
          sending={sending.get(id) ?? null}
          typing={typing.get(id)?.name ?? null}
          viewer={getViewerName(viewing.get(id), names)}
          start={start}
          size={size}
        />
      )
    );
  });
}

/** Caches the drafts shown in rows until a draft changes, because reading storage is slow. */
function useDraftPreviews(me: number): (chat: number) => string | null {
  const version = useDrafts();
  return useMemo(() => {
    const previews = new Map<number, string | null>();
    return (chat) => {
      const cached = previews.get(chat);
      if (cached !== undefined) return cached;
      const preview = getDraftPreview(me, chat);
      previews.set(chat, preview);
      return preview;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- a new version needs a new cache
  }, [me, version]);
}

/** Returns the name of another operator who views the chat now. */
function getViewerName(
  viewers: ReadonlyMap<number, number> | undefined,
  names: ReadonlyMap<number, string>,
): string | null {
  for (const id of viewers?.keys() ?? []) {
    const name = names.get(id);
    if (name !== undefined) return name;
  }
  return null;
}

/**
 * Returns the message of a row: the last one, or in a closed chat that of a person or bot before
 * the system message about the close, if loaded.
 */
export function getLatestMessage(chat: Chat, messages: readonly Message[]): Message | null {
  const last = chat.last_message;
  if (chat.state !== "closed" || last === null || last.author.kind !== "system") return last;
  return messages.findLast((message) => message.author.kind !== "system") ?? last;
}
