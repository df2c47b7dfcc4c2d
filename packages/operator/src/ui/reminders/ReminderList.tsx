import "./reminders.css";
import type { Operator } from "@parlour/protocol";
import type { Reminder } from "@parlour/protocol/api";
import { IconBell, IconBellRinging, IconCheck, IconClock } from "@tabler/icons-react";
import { useState } from "react";
import { ChatLink } from "../open-chat/parts.tsx";
import { useLiveState } from "../../state/live-context.tsx";
import { Button } from "../Button.tsx";
import { getVisitorName } from "../chat/visitor-name.ts";
import { toast } from "../dialog/toast.tsx";
import { Icon } from "../Icon.tsx";
import { runOrToast } from "../mutation.ts";
import { formatUpcoming, useNow } from "../time.ts";
import { LazyReminderDialog } from "./LazyReminderDialog.tsx";
import { t } from "./text.ts";
import { changeReminder } from "./use-reminders.ts";

interface ReminderListProps {
  me: Operator;
  reminders: readonly Reminder[];
  /** Whether each reminder links to its chat. */
  withChats?: boolean;
}

/** Lists reminders with their times, Later and Done. One whose time has come is red (REM-009). */
export function ReminderList({ me, reminders, withChats = false }: ReminderListProps) {
  if (reminders.length === 0) return <p className="t13 faint">{t("reminders.none")}</p>;
  return (
    <ul className="reminders">
      {reminders.map((reminder) => (
        <ReminderRow key={reminder.id} {...{ me, reminder, withChats }} />
      ))}
    </ul>
  );
}

function ReminderRow({
  me,
  reminder,
  withChats,
}: {
  me: Operator;
  reminder: Reminder;
  withChats: boolean;
}) {
  const { id, text, state, due_at, operator, created_by, chat_id } = reminder;
  const now = useNow(60_000);
  const [isChanging, setChanging] = useState(false);
  const isDue = state === "due";
  const time = formatUpcoming(due_at, now, "long");
  const finish = async () => {
    if (await runOrToast(() => changeReminder(id, { state: "done" })))
      toast(t("reminders.finished"));
  };
  return (
    <li className={isDue ? "due" : undefined}>
      <Icon of={isDue ? IconBellRinging : IconBell} small />
      <p dir="auto">{text}</p>
      <small>
        {isDue ? t("reminders.due", { time }) : time}
        {operator.id !== me.id && ` · ${t("reminders.to", { name: operator.name })}`}
        {created_by.id !== me.id && ` · ${t("reminders.by", { name: created_by.name })}`}
        {withChats && chat_id !== null && (
          <>
            {" · "}
            <ReminderChatLink chatId={chat_id} />
          </>
        )}
      </small>
      <span className="line4">
        <Button
          variant="quiet"
          small
          icon={IconClock}
          aria-label={t("reminders.later", { text })}
          aria-haspopup="dialog"
          onClick={() => setChanging(true)}
        />
        <Button
          variant="quiet"
          small
          icon={IconCheck}
          aria-label={t("reminders.done", { text })}
          onClick={() => void finish()}
        />
      </span>
      {isChanging && (
        <LazyReminderDialog me={me} reminder={reminder} onClose={() => setChanging(false)} />
      )}
    </li>
  );
}

function ReminderChatLink({ chatId }: { chatId: number }) {
  const chat = useLiveState((state) => state.snapshot.chats.get(chatId)?.chat);
  return (
    <ChatLink chatId={chatId} view="all">
      {chat ? t("reminders.chat", { name: getVisitorName(chat) }) : t("reminders.chat.unknown")}
    </ChatLink>
  );
}
