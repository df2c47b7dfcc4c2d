import type { Chat } from "@parlour/protocol";
import { ChatLink } from "../open-chat/parts.tsx";
import { toChatAddress } from "../address/chat-routes.ts";
import { messagePreview } from "../message/format-message.ts";
import { formatAge, formatExactTime, useNow } from "../time.ts";

/**
 * Lists links to chats of one person, one per line, with their channels if there are several.
 * `channelId`: channel of the chat beside the list. `emptyText` is shown for a chat without
 * messages.
 */
export function ChatLinks({
  chats,
  channelId,
  emptyText,
}: {
  chats: readonly Chat[];
  channelId?: number;
  emptyText: (chat: Chat) => string;
}) {
  const now = useNow(60_000);
  const channels = new Set(chats.map((chat) => chat.channel.id));
  if (channelId !== undefined) channels.add(channelId);
  const hasSeveralChannels = channels.size > 1;
  return (
    <ol className="visits">
      {chats.map((chat) => (
        <li key={chat.id}>
          <ChatLink className="cut" {...toChatAddress(chat)}>
            <span className="cut" dir="auto">
              {chat.last_message ? messagePreview(chat.last_message) : emptyText(chat)}
            </span>
            {hasSeveralChannels && (
              <span className="from faint cut" dir="auto">
                {chat.channel.name}
              </span>
            )}
          </ChatLink>
          <time
            className="faint num"
            dateTime={chat.created_at}
            title={formatExactTime(chat.created_at)}
          >
            {formatAge(chat.created_at, now)}
          </time>
        </li>
      ))}
    </ol>
  );
}
