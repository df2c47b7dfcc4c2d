import type { LiveDueChat } from "@parlour/protocol/api";
import { ChatLink } from "../../../ui/open-chat/parts.tsx";
import { chatText } from "../../../ui/chat/chat-text.ts";
import { DueTime } from "../../../ui/due/DueTime.tsx";
import { t } from "../text.ts";

/** Lists the chats with the nearest due times. A press opens one (BOARD-012). */
export function BoardDue({ chats }: { chats: readonly LiveDueChat[] }) {
  return (
    <section className="tile due-next" aria-labelledby="board-due">
      <h2 id="board-due">{t("board.due")}</h2>
      {chats.length === 0 && <p className="soft">{t("board.due.none")}</p>}
      <ul>
        {chats.map(({ chat_id, visitor, sla, operator }) => (
          <li key={chat_id}>
            <ChatLink chatId={chat_id} view="all">
              <bdi className="medium cut">{visitor.name ?? chatText("visitor.somebody")}</bdi>
              <small>
                <bdi>{operator?.name ?? t("board.due.unassigned")}</bdi>
              </small>
            </ChatLink>
            <DueTime chat={{ sla }} />
          </li>
        ))}
      </ul>
    </section>
  );
}
