import type { Chat } from "@parlour/protocol";
import { Link } from "@tanstack/react-router";
import { formatExactTime, useNow } from "../../../ui/time.ts";
import { formatAge, messagePreview } from "../format.ts";

/**
 * Lists links to chats of one visitor, one per line. `emptyText` is shown for a chat without
 * messages.
 */
export function ChatLinks({
  chats,
  emptyText,
}: {
  chats: readonly Chat[];
  emptyText: (chat: Chat) => string;
}) {
  const now = useNow(60_000);
  return (
    <ol className="visits">
      {chats.map((chat) => (
        <li key={chat.id}>
          <Link
            className="cut"
            dir="auto"
            to="/inbox/$view/{-$chat}"
            params={{ view: chat.state === "closed" ? "closed" : "all", chat: String(chat.id) }}
          >
            {chat.last_message ? messagePreview(chat.last_message) : emptyText(chat)}
          </Link>
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
