import type { Chat } from "@parlour/protocol";
import { Link } from "@tanstack/react-router";
import { exactTime, useNow } from "../../ui/Time.tsx";
import { ago, lineOf } from "./words.ts";

/** Links to chats of one visitor, one per line. `emptyText`: text for a chat without messages. */
export function ChatLines({ chats, unsaid }: { chats: readonly Chat[]; unsaid: (chat: Chat) => string }) {
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
            {chat.last_message ? lineOf(chat.last_message) : unsaid(chat)}
          </Link>
          <time className="faint num" dateTime={chat.created_at} title={exactTime(chat.created_at)}>
            {ago(chat.created_at, now)}
          </time>
        </li>
      ))}
    </ol>
  );
}
