import type { Chat } from "@parlour/protocol";
import { getWaitingSince } from "../../state/live-state.ts";
import { useCurrentOperator } from "../../state/session.tsx";
import { useWaitLimits, getWaitSeverity } from "../../state/wait-limits.tsx";
import { Tag } from "../badges.tsx";
import { formatDuration, useNow } from "../time.ts";
import { defineTexts } from "../../text/index.ts";

/** Shows the state of a chat in a list: its operator, or its waiting time. Closed: no colour. */
export function ChatStateTag({ chat }: { chat: Chat }) {
  const me = useCurrentOperator();
  const { state, assignee } = chat;
  if (state === "waiting") return <WaitingTag chat={chat} />;
  if (state === "bot") return <Tag tone="bot">{t("state.bot")}</Tag>;
  if (state === "closed") return <Tag>{t("state.closed")}</Tag>;
  if (assignee === null) return <Tag tone="ok">{t("state.open")}</Tag>;
  return (
    <Tag tone="ok">
      {assignee.id === me.id
        ? t("state.open.you")
        : t("state.open.by", { name: firstName(assignee.name) })}
    </Tag>
  );
}

function WaitingTag({ chat }: { chat: Chat }) {
  const limits = useWaitLimits();
  const now = useNow(1_000);
  const waitedMs = Math.max(0, now - (getWaitingSince(chat) ?? Date.parse(chat.created_at)));
  return (
    <Tag tone={getWaitSeverity(waitedMs, limits) === "bad" ? "bad" : "warn"}>
      {t("state.waiting.for", { time: formatDuration(waitedMs) })}
    </Tag>
  );
}

const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name;

const t = defineTexts({
  en: {
    "state.open": "Open",
    "state.open.by": "Open · {name}",
    "state.open.you": "Open · you",
    "state.waiting.for": "Waiting {time}",
    "state.bot": "Bot",
    "state.closed": "Closed",
  },
  ru: {
    "state.open": "Открыт",
    "state.open.by": "Открыт · {name}",
    "state.open.you": "Открыт · вы",
    "state.waiting.for": "Ждёт {time}",
    "state.bot": "Бот",
    "state.closed": "Закрыт",
  },
});
